public import Synchronization

/// The messages of a port on their way out of the process, one at a time and as fast as there is room for them.
///
/// While there is no room they wait in a buffer by a policy, as in an input port.
@usableFromInline
package final class OutboundPort<Message: Sendable>: OutboundPortHandle {
    private let buffer: InputStorage<Message>
    private let door: OutboundGate<Message>
    private let connection: Connection

    /// Inlinable, so that what lies between the port and the way out is compiled for the type.
    /// - Parameters:
    ///   - label: what traces call the place that the messages go to.
    ///   - take: sends a message; answers whether there is room for another one. If not, `goOn()` says when.
    @inlinable
    package convenience init(
        of output: OutputPort<Message>, to label: PortLabel, buffering policy: PortBuffering,
        _ take: @escaping @Sendable (Message, MessageHeader) -> Bool
    ) {
        self.init(output.storage.identity, label, policy, take) { Connection.make(output.storage, $0) }
    }

    @usableFromInline
    init(
        _ source: PortIdentity, _ label: PortLabel, _ policy: PortBuffering,
        _ take: @escaping @Sendable (Message, MessageHeader) -> Bool,
        connect: (OutboundGate<Message>) -> Connection
    ) {
        buffer = InputStorage(name: label.name, buffering: policy.checked(), reportingAs: source)
        buffer.identity.own(label.owner)
        door = OutboundGate(source, buffer, take)
        buffer.occupy(by: OutboundTaker(door))
        connection = connect(door)
    }

    /// The same for a channel: a message leaves only if there is room for it, and otherwise waits for another receiver.
    package init(
        of channel: PointToPointChannel<Message>, to label: PortLabel,
        _ take: @escaping @Sendable (Message, MessageHeader) -> Bool
    ) {
        buffer = InputStorage(name: label.name, buffering: .unbounded, reportingAs: channel.storage.identity)
        buffer.identity.own(label.owner)
        door = OutboundGate(channel.storage.identity, buffer, take)
        buffer.occupy(by: OutboundTaker(door))
        connection = channel.storage.connect(buffer)
    }

    @usableFromInline
    package func goOn() { door.goOn() }

    @usableFromInline
    package func halt() { door.halt() }

    @usableFromInline
    package func leave() { connection.disconnect() }

    @usableFromInline
    package func end() {
        connection.disconnect()
        door.shut()
        buffer.finish()
    }

    @usableFromInline
    package var waitingCount: Int { buffer.bufferedCount }
    @usableFromInline
    package var isQuiet: Bool { buffer.withState { $0.isQuiet } }
    @usableFromInline
    package var droppedCount: Int { buffer.droppedCount }
    @usableFromInline
    package func lose(_ message: any Sendable) { buffer.lose(message) }
}

/// Departures, whatever the messages are.
@usableFromInline
package protocol OutboundPortHandle: Sendable {
    /// There is room for another message. Without effect if that was known.
    func goOn()
    /// There is no room any more until `goOn()` is called.
    func halt()
    /// Nothing comes in any more; what waits goes on leaving.
    func leave()
    /// Nothing leaves from now on.
    func end()
    /// How many messages wait for room.
    var waitingCount: Int { get }
    /// True when no message waits, and none is just being given to the way out.
    var isQuiet: Bool { get }
    /// How many messages were dropped because too many waited.
    var droppedCount: Int { get }
    /// Says that a message did not leave.
    func lose(_ message: any Sendable)
}

/// What an output is connected to: lets messages out at once while there is room, and otherwise puts them into the
/// buffer.
///
/// Messages of one sender must not overtake each other. So as long as there is anything in the buffer, on its way
/// there, or taken from it and not sent yet, all
/// others go there too: the door is *open* only when none of this is so. Whoever puts something in closes it first; it
/// is opened under the buffer's lock.
@usableFromInline
final class OutboundGate<Message: Sendable>: Sink {
    private let source: PortIdentity
    private let buffer: InputStorage<Message>
    @usableFromInline let send: @Sendable (Message, MessageHeader) -> Bool
    /// 0 while messages may go out at once. Bit 0: some may be in the buffer. Above: twice the number of those who put
    /// one in now.
    @usableFromInline let closed = Atomic<Int>(1)
    /// Whether the other side takes another message, as far as is known.
    @usableFromInline let hasRoom = Atomic<Bool>(false)
    /// How often it was said that there is room.
    @usableFromInline let openings = Atomic<Int>(0)

    init(
        _ source: PortIdentity, _ buffer: InputStorage<Message>,
        _ send: @escaping @Sendable (Message, MessageHeader) -> Bool
    ) {
        self.source = source
        self.buffer = buffer
        self.send = send
    }

    @inlinable var isOpen: Bool { closed.load(ordering: .acquiring) == 0 && hasRoom.load(ordering: .relaxed) }

    @inlinable
    func receive(_ parcel: Parcel<Message>, _ reading: ReadSection) -> Reception {
        isOpen ? letOut(parcel) : put(parcel)
    }

    @inlinable
    func admit(_ parcel: Parcel<Message>, _ reading: ReadSection) -> Admission {
        isOpen ? .received(letOut(parcel)) : .prepared(prepare(parcel.message))
    }

    @inlinable
    func letOut(_ parcel: Parcel<Message>) -> Reception {
        callingOut()
        if let origin = parcel.origin { note(origin) }
        let openings = self.openings.load(ordering: .acquiring)
        // Whoever sends at the same time may have used the last room: the session keeps the message until there is
        // some.
        if !send(parcel.message, header(parcel.origin)) { wait(unlessAfter: openings) }
        return .taken
    }

    /// There is no room: what comes next stays in the buffer, unless it has been said meanwhile that there is.
    @usableFromInline
    func wait(unlessAfter openings: Int) {
        buffer.withState { state in
            guard openings == self.openings.load(ordering: .acquiring) else { return }
            state.isBusy = true
            hasRoom.store(false, ordering: .relaxed)
        }
    }

    @usableFromInline
    func note(_ origin: TraceContext) {
        if origin.journal != nil { origin.arrive(at: buffer.identity.label) }
    }

    @usableFromInline
    func header(_ origin: TraceContext?) -> MessageHeader {
        if let origin, origin.isOwn { return origin.header }
        return source.leavingHeader(causedBy: origin)
    }

    // MARK: By way of the buffer

    @usableFromInline
    func put(_ parcel: Parcel<Message>) -> Reception {
        closing { buffer.readers.read { buffer.receive(parcel, $0) } }
    }

    fileprivate func closing<Result>(_ body: () -> Result) -> Result {
        var before = closed.load(ordering: .relaxed)
        while true {
            let (isDone, now) = closed.weakCompareExchange(
                expected: before, desired: (before + 2) | 1, ordering: .acquiringAndReleasing)
            if isDone { break }
            before = now
        }
        let result = body()
        closed.subtract(2, ordering: .acquiringAndReleasing)
        openIfEmpty()
        return result
    }

    /// The other side takes messages.
    func goOn() {
        openings.add(1, ordering: .acquiringAndReleasing)
        hasRoom.store(true, ordering: .relaxed)
        buffer.passageHandled()
        openIfEmpty()
    }

    /// There is nobody at the other side. Who is letting something out just now may have it left there all the same.
    func halt() {
        buffer.withState { state in
            state.isBusy = true
            hasRoom.store(false, ordering: .relaxed)
        }
    }

    private func openIfEmpty() {
        if closed.load(ordering: .relaxed) != 1 { return }
        buffer.withState { state in
            guard state.isIdle else { return }
            _ = closed.compareExchange(expected: 1, desired: 0, ordering: .acquiringAndReleasing)
        }
    }

    /// Nothing goes out at once any more.
    func shut() { closed.add(2, ordering: .acquiringAndReleasing) }

    @usableFromInline
    func prepare(_ message: Message) -> Preparation {
        if isOpen { return .ready([DepartureDelivery(door: self, message: message)]) }
        switch buffer.prepare(message) {
        case .ready(let deliveries):
            return .ready(deliveries.map { BufferedDelivery(door: self, inner: $0) })
        case .waits(let wait):
            return .waits { [self] in try await wait().map { BufferedDelivery(door: self, inner: $0) } }
        }
    }

    @usableFromInline func sourceFinished() { buffer.sourceFinished() }
    @usableFromInline var leavesProcess: Bool { true }
    @usableFromInline var following: [any RouteNode] { [] }
    @usableFromInline var end: (label: PortLabel, isPartial: Bool) { buffer.end }
}

/// A message that found the door open, and goes out whatever has come meanwhile: nothing of its sender was before it.
private struct DepartureDelivery<Message: Sendable>: PreparedDelivery {
    let door: OutboundGate<Message>
    let message: Message

    func commit(_ origin: TraceContext?) { _ = door.letOut(Parcel(message: message, origin: origin)) }
    func cancel() {}
    var leavesProcess: Bool { true }
}

/// Room in the buffer.
private struct BufferedDelivery<Message: Sendable>: PreparedDelivery {
    let door: OutboundGate<Message>
    let inner: any PreparedDelivery

    func commit(_ origin: TraceContext?) { door.closing { inner.commit(origin) } }
    func cancel() { inner.cancel() }
    var leavesProcess: Bool { true }
}

/// Lets out what is in the buffer.
private final class OutboundTaker<Message: Sendable>: Taker {
    /// Kept by the outbound: the door keeps the buffer, which keeps this.
    private weak let door: OutboundGate<Message>?

    init(_ door: OutboundGate<Message>) { self.door = door }

    func take(_ parcel: Parcel<Message>, for owner: (any PassageOwner)?) -> Taken {
        callingOut()
        guard let door else { return .later }
        let hasRoom = door.send(parcel.message, door.header(parcel.origin))
        door.hasRoom.store(hasRoom, ordering: .relaxed)
        return hasRoom ? .handled : .later
    }

    func fail(_ error: StepError) {}
    var edges: [(label: PortLabel, isPartial: Bool)] { [] }
    // A process is between.
    var following: [any RouteNode] { [] }
}

extension PortIdentity {
    /// What travels with a message that leaves the process from this port, and that nobody has given an identity.
    func leavingHeader(causedBy origin: TraceContext?) -> MessageHeader {
        MessageHeader(
            identity: .next(), cause: origin?.header.identity, sender: label, type: messageType,
            timeSince1970: WallClock.timeSince1970)
    }

    /// Gives a message from this port to its receivers.
    func commit(_ deliveries: [any PreparedDelivery], _ origin: TraceContext?) {
        let leaves = deliveries.count > 1 && deliveries.count(where: \.leavesProcess) > 1
        let leaving = leaves ? TraceContext.leaving(self, origin) : origin
        for delivery in deliveries { delivery.commit(delivery.leavesProcess ? leaving : origin) }
    }
}

extension TraceContext {
    /// The origin of a message that needs an identity before it leaves the process by several ways.
    static func leaving(_ source: PortIdentity, _ origin: TraceContext?) -> TraceContext {
        if let origin, origin.isOwn { return origin }
        return TraceContext(foreign: source.leavingHeader(causedBy: origin))
    }
}

extension Parcel {
    /// The same with an identity of its own, which it needs before it leaves the process by several ways.
    func identified(leaving source: PortIdentity) -> Parcel {
        Parcel(message: message, origin: .leaving(source, origin))
    }
}
