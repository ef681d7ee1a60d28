public import Synchronization

/// The messages of a port on their way out of the process, one at a time and as fast as there is room for them.
///
/// While there is no room they wait in a buffer by a policy, as in an input port.
@usableFromInline
package final class OutboundPort<Message: Sendable>: OutboundPortHandle {
    private let buffer: InputStorage<Message>
    private let sink: OutboundSink<Message>
    private let connection: Connection

    /// Inlinable, so that what lies between the port and the way out is compiled for the type.
    /// - Parameters:
    ///   - label: what traces call the place that the messages go to.
    ///   - take: sends a message; answers what became of it.
    @inlinable
    package convenience init(
        of output: OutputPort<Message>, to label: PortLabel, buffering policy: PortBuffering,
        _ take: @escaping @Sendable (Message, MessageHeader) -> WayOutAnswer
    ) {
        self.init(output.storage.identity, label, policy, take) { sink, _ in Connection.make(output.storage, sink) }
    }

    @usableFromInline
    init(
        _ source: PortIdentity, _ label: PortLabel, _ policy: PortBuffering,
        _ take: @escaping @Sendable (Message, MessageHeader) -> WayOutAnswer,
        connect: (OutboundSink<Message>, InputStorage<Message>) -> Connection
    ) {
        buffer = InputStorage(name: label.name, buffering: policy.checked(), reportingAs: source)
        buffer.identity.own(label.owner)
        sink = OutboundSink(source, buffer, take)
        buffer.occupy(by: OutboundTaker(sink))
        connection = connect(sink, buffer)
    }

    /// The outbound port of a channel: a message leaves only if there is room for it, and otherwise waits in the
    /// channel for another receiver. So does one that is given to the way out when that is over.
    package convenience init(
        of channel: PointToPointChannel<Message>, to label: PortLabel,
        _ take: @escaping @Sendable (Message, MessageHeader) -> WayOutAnswer
    ) {
        let storage = channel.storage
        self.init(storage.identity, label, .unbounded, take) { _, buffer in storage.connect(buffer) }
    }

    @usableFromInline package func goOn() { sink.goOn() }
    @usableFromInline package func halt() { sink.halt() }
    @usableFromInline package func detach() { connection.disconnect() }

    @usableFromInline
    package func close() {
        connection.disconnect()
        sink.shut()
        buffer.finish()
    }

    @usableFromInline package var waitingCount: Int { buffer.bufferedCount }
    @usableFromInline package var isQuiet: Bool { buffer.withState { $0.isQuiet } }
    @usableFromInline package var droppedCount: Int { buffer.droppedCount }
    @usableFromInline package func lose(_ message: any Sendable) { buffer.lose(message) }
}

/// What the way out of the process says about a message.
@usableFromInline
package enum WayOutAnswer: Sendable {
    /// It goes, and there is room for another one.
    case room
    /// It goes, and there is no room for another one until `goOn()` is called.
    case full
    /// It cannot go, and never could: it is lost. There is room for another one.
    case unfit
    /// Nobody is at the other end any more: neither this message goes nor another one.
    case over
}

/// An ``OutboundPort`` whatever its messages.
@usableFromInline
package protocol OutboundPortHandle: Sendable {
    /// There is room for another message. Without effect if that was known.
    func goOn()
    /// There is no room any more until `goOn()` is called.
    func halt()
    /// Nothing comes in any more; what waits goes on leaving.
    func detach()
    /// Nothing leaves from now on.
    func close()
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
/// there, or taken from it and not sent yet, all others go there too: the way out is *open* only when none of this is
/// so. Whoever puts something in closes it first; it is opened under the buffer's lock.
@usableFromInline
final class OutboundSink<Message: Sendable>: ForwardingSink {
    private let source: PortIdentity
    private let buffer: InputStorage<Message>
    @usableFromInline let send: @Sendable (Message, MessageHeader) -> WayOutAnswer
    /// 0 while messages may go out at once. Bit 0: there may be messages in the buffer. The other bits: how many
    /// threads put one in just now.
    @usableFromInline let closed = Atomic<Int>(1)
    /// True if the other side takes another message, as far as is known.
    @usableFromInline let hasRoom = Atomic<Bool>(false)
    /// How often it was said that there is room.
    @usableFromInline let openings = Atomic<Int>(0)

    init(
        _ source: PortIdentity, _ buffer: InputStorage<Message>,
        _ send: @escaping @Sendable (Message, MessageHeader) -> WayOutAnswer
    ) {
        self.source = source
        self.buffer = buffer
        self.send = send
    }

    @inlinable var isOpen: Bool { closed.load(ordering: .acquiring) == 0 && hasRoom.load(ordering: .relaxed) }

    @inlinable
    func offer(_ parcel: Parcel<Message>, mode: OfferMode, _ section: ReadSection) -> OfferResult {
        isOpen ? letOut(parcel) : put(parcel, mode)
    }

    @inlinable
    func letOut(_ parcel: Parcel<Message>) -> OfferResult {
        callingOut()
        if let context = parcel.context { arrive(context) }
        let openings = self.openings.load(ordering: .acquiring)
        switch send(parcel.message, header(parcel.context)) {
        case .room: break
        // Whoever sends at the same time may have used the last room: the session keeps the message until there is
        // some.
        case .full: wait(unlessAfter: openings)
        case .unfit, .over: lose(parcel.message)
        }
        return .taken
    }

    @usableFromInline
    func lose(_ message: Message) { buffer.lose(message) }

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
    func arrive(_ context: TraceContext) { context.arrive(at: buffer.identity.label) }

    @usableFromInline
    func header(_ context: TraceContext?) -> MessageHeader {
        if let context, context.isOwn { return context.header }
        return source.leavingHeader(causedBy: context)
    }

    // MARK: By way of the buffer

    @usableFromInline
    func put(_ parcel: Parcel<Message>, _ mode: OfferMode) -> OfferResult {
        var before = closed.load(ordering: .relaxed)
        while true {
            let (isDone, now) = closed.weakCompareExchange(
                expected: before, desired: (before + 2) | 1, ordering: .acquiringAndReleasing)
            if isDone { break }
            before = now
        }
        let answer = buffer.reclaimer.read { buffer.offer(parcel, mode: mode, $0) }
        closed.subtract(2, ordering: .acquiringAndReleasing)
        openIfEmpty()
        return answer
    }

    /// The other side takes messages.
    func goOn() {
        openings.add(1, ordering: .acquiringAndReleasing)
        hasRoom.store(true, ordering: .relaxed)
        buffer.deliveryHandled()
        openIfEmpty()
    }

    /// There is nobody at the other side. A message that is on its way out just now may still leave.
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

    /// A sender waits for room in the buffer, even if the message then finds the way out open.
    @usableFromInline var next: InputStorage<Message> { buffer }
    @usableFromInline var mayLeaveProcess: Bool { true }
    @usableFromInline var leavesProcess: Bool { true }
}

/// Lets out what is in the buffer.
private final class OutboundTaker<Message: Sendable>: Taker {
    /// Kept by the ``OutboundPort``: the sink keeps the buffer, which keeps this.
    private weak let sink: OutboundSink<Message>?

    init(_ sink: OutboundSink<Message>) { self.sink = sink }

    func take(_ parcel: Parcel<Message>, mode: OfferMode, for owner: (any DeliveringPort)?) -> Taken {
        callingOut()
        // Who offers the message keeps it where the answer is `gone`: a channel in its place.
        guard let sink else { return .gone }
        let answer = sink.send(parcel.message, sink.header(parcel.context))
        switch answer {
        case .room, .unfit:
            sink.hasRoom.store(true, ordering: .relaxed)
            if case .unfit = answer { sink.lose(parcel.message) }
            return .handled
        case .full:
            sink.hasRoom.store(false, ordering: .relaxed)
            return .later
        case .over: return .gone
        }
    }
}
