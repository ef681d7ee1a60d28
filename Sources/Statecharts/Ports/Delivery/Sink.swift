/// A message on its way, with the identity that a watching `System` gave it.
@usableFromInline
struct Parcel<Message: Sendable>: Sendable {
    @usableFromInline let message: Message
    /// `nil` while nobody watches.
    @usableFromInline let origin: TraceContext?

    @inlinable init(message: Message, origin: TraceContext?) {
        self.message = message
        self.origin = origin
    }

    /// The same with what has caused it, if that is known and the message has no identity.
    @inlinable var traced: Parcel {
        origin == nil && Tracing.isActive ? Parcel(message: message, origin: TraceContext.inherited()) : self
    }
}

/// Whether the end of a connection is still there.
@usableFromInline
enum Reception: Sendable {
    case taken
    /// Nobody will take anything here any more; the connection can be forgotten.
    case gone
}

/// An end that messages are given to: an input port, a mapping in front of one, a proxy, a channel.
@usableFromInline
protocol Sink<Message>: AnyObject, Sendable {
    associatedtype Message: Sendable
    /// Takes the message or drops it by its policy; never waits.
    func receive(_ parcel: Parcel<Message>, _ reading: ReadSection) -> Reception
    /// Keeps room for the message at all ends behind this one, or says how to wait for it.
    func prepare(_ message: Message) -> Preparation
    /// Takes the message if it is known at once that nobody would have to wait for room, and otherwise prepares it.
    func admit(_ parcel: Parcel<Message>, _ reading: ReadSection) -> Admission
    /// The output in front of this end sends no more.
    func sourceFinished()
    /// Where messages go from here at once: what must not lead back.
    var following: [any RouteNode] { get }
    /// Whether messages leave the process here.
    var leavesProcess: Bool { get }
    /// The port that is connected, as people know it, and whether a mapping is in front of it.
    var end: (label: PortLabel, isPartial: Bool) { get }
}

extension Sink {
    @usableFromInline var leavesProcess: Bool { false }

    @usableFromInline func admit(_ parcel: Parcel<Message>, _ reading: ReadSection) -> Admission {
        .prepared(prepare(parcel.message))
    }
}

/// What became of a message that is to go only where there is room for it.
@usableFromInline
enum Admission: Sendable {
    case received(Reception)
    case prepared(Preparation)
}

/// What came of asking for room.
@usableFromInline
enum Preparation: Sendable {
    /// Waits until there is room, and keeps it. Throws `CancellationError`; then no room is kept.
    @usableFromInline typealias Wait = @Sendable () async throws -> [any PreparedDelivery]
    case ready([any PreparedDelivery])
    case waits(Wait)
}

/// Room that is kept for one message.
@usableFromInline
protocol PreparedDelivery: Sendable {
    /// Gives the message to its receiver. Called at most once, and not after `cancel()`.
    func commit(_ origin: TraceContext?)
    /// Gives the room back.
    func cancel()
    /// Whether the message leaves the process by this.
    var leavesProcess: Bool { get }
}

extension PreparedDelivery {
    @usableFromInline var leavesProcess: Bool { false }
}

/// An end that understands only what its mapping answers with.
@usableFromInline
final class MappedSink<Message: Sendable, Mapped: Sendable, End: Sink<Mapped>>: Sink {
    @usableFromInline let mapping: @Sendable (Message) -> Mapped?
    @usableFromInline let sink: End

    @inlinable init(_ sink: End, _ mapping: @escaping @Sendable (Message) -> Mapped?) {
        self.sink = sink
        self.mapping = mapping
    }

    @inlinable
    func receive(_ parcel: Parcel<Message>, _ reading: ReadSection) -> Reception {
        callingOut()
        guard let mapped = mapping(parcel.message) else { return .taken }
        return sink.receive(Parcel(message: mapped, origin: parcel.origin), reading)
    }

    @inlinable
    func admit(_ parcel: Parcel<Message>, _ reading: ReadSection) -> Admission {
        callingOut()
        guard let mapped = mapping(parcel.message) else { return .received(.taken) }
        return sink.admit(Parcel(message: mapped, origin: parcel.origin), reading)
    }

    @usableFromInline
    func prepare(_ message: Message) -> Preparation {
        guard let mapped = mapping(message) else { return .ready([]) }
        return sink.prepare(mapped)
    }

    @usableFromInline
    func sourceFinished() { sink.sourceFinished() }
    @usableFromInline
    var following: [any RouteNode] { (sink as? any RouteNode).map { [$0] } ?? sink.following }
    @usableFromInline
    var end: (label: PortLabel, isPartial: Bool) { (sink.end.label, true) }
}

/// Something behind an input port that takes its messages: a machine, a closure, or the ends of a proxy.
@usableFromInline
protocol Taker<Message>: AnyObject, Sendable {
    associatedtype Message: Sendable
    /// Takes the message. If `owner` is given, it is told by `passageHandled()` once the message has been dealt with,
    /// unless the answer says that it has been already.
    func take(_ parcel: Parcel<Message>, for owner: (any PassageOwner)?) -> Taken
    /// A contract was violated, and by choice the machine fails; without effect for other takers.
    func fail(_ error: StepError)
    /// The ports behind the taker, for a proxy; empty if the port itself is the end.
    var edges: [(label: PortLabel, isPartial: Bool)] { get }
    /// Where messages go from here at once.
    var following: [any RouteNode] { get }
    /// The machine that deals with the messages, if one does.
    var machine: ObjectIdentifier? { get }
}

extension Taker {
    @usableFromInline var machine: ObjectIdentifier? { nil }
}

/// Who waits for room in a port.
struct WaitingProducer: Sendable {
    private let continuation: CheckedContinuation<RoomPermission, any Error>
    /// The wait of the machine whose action sends.
    private let waiting: WaitGraph.Ticket?

    init(_ continuation: CheckedContinuation<RoomPermission, any Error>, waiting: WaitGraph.Ticket?) {
        self.continuation = continuation
        self.waiting = waiting
    }

    func resume(returning permission: RoomPermission) {
        WaitGraph.leave(waiting)
        continuation.resume(returning: permission)
    }

    func resume(throwing error: any Error) {
        WaitGraph.leave(waiting)
        continuation.resume(throwing: error)
    }
}

@usableFromInline
enum Taken {
    /// It has been dealt with.
    case handled
    /// It will be dealt with.
    case later
    /// The taker has come to its end and did not take it.
    case gone
}
