/// A message on its way, with its trace context.
@usableFromInline
struct Parcel<Message: Sendable>: Sendable {
    @usableFromInline let message: Message
    /// `nil` while nobody watches.
    @usableFromInline let context: TraceContext?

    @inlinable init(message: Message, context: TraceContext?) {
        self.message = message
        self.context = context
    }

    /// The parcel with what has caused it, if that is known and the parcel has no context.
    @inlinable var traced: Parcel {
        context == nil && Tracing.isActive ? Parcel(message: message, context: TraceContext.inherited()) : self
    }
}

/// What an end says about a message that it was offered.
@usableFromInline
enum OfferResult: Sendable {
    /// It is accounted for: delivered, kept, on its way, or dropped by the end's policy.
    case taken
    /// A mapping or a filter does not let it through.
    case foreign
    /// The receiver is not ready; only for ``Room/ready``.
    case busy
    /// Nobody will take anything here any more; the connection can be forgotten.
    case gone
}

/// The receiving end of a connection: an input port, a mapping in front of one, a proxy, a channel, a stream, a bridge.
@usableFromInline
protocol Sink<Message>: AnyObject, Sendable {
    associatedtype Message: Sendable
    /// Offers a message, once: the only way in. Never waits.
    func offer(_ parcel: Parcel<Message>, room: Room, _ section: ReadSection) -> OfferResult
    /// Finds the bounded ports that the message would come to. Finds none by default: an end that keeps or drops what
    /// comes has nothing to wait for.
    func findRoom(for message: Message, _ search: inout RoomSearch)
    /// True when ``findRoom(for:_:)`` may find anything.
    var mayWait: Bool { get }
    /// The output in front of this end sends no more.
    func sourceFinished()
    /// Where messages go from here at once, see ``RouteNode``.
    var following: [any RouteNode] { get }
    /// True when messages leave the process here.
    var leavesProcess: Bool { get }
    /// The port that is connected, as people know it, and true if a mapping is in front of it.
    var edge: (label: PortLabel, isPartial: Bool) { get }
}

extension Sink {
    @usableFromInline func findRoom(for message: Message, _ search: inout RoomSearch) {}
    @usableFromInline var mayWait: Bool { false }
    @usableFromInline func sourceFinished() {}
    @usableFromInline var following: [any RouteNode] { [] }
    @usableFromInline var leavesProcess: Bool { false }
}

/// A mapping in front of an end, which gets what the mapping answers.
@usableFromInline
final class MappedSink<Message: Sendable, Mapped: Sendable, End: Sink<Mapped>>: Sink {
    @usableFromInline let mapping: @Sendable (Message) -> Mapped?
    @usableFromInline let sink: End

    @inlinable init(_ sink: End, _ mapping: @escaping @Sendable (Message) -> Mapped?) {
        self.sink = sink
        self.mapping = mapping
    }

    @inlinable
    func offer(_ parcel: Parcel<Message>, room: Room, _ section: ReadSection) -> OfferResult {
        callingOut()
        let known: MappedMessage<Mapped>? = room.mapped(by: self)
        guard let mapped = known.map(\.message) ?? mapping(parcel.message) else { return .foreign }
        return sink.offer(Parcel(message: mapped, context: parcel.context), room: room, section)
    }

    @usableFromInline
    func findRoom(for message: Message, _ search: inout RoomSearch) {
        guard sink.mayWait else { return }
        let mapped = mapping(message)
        search.note(MappedMessage(message: mapped), by: self)
        if let mapped { sink.findRoom(for: mapped, &search) }
    }

    @usableFromInline var mayWait: Bool { sink.mayWait }
    @usableFromInline func sourceFinished() { sink.sourceFinished() }
    @usableFromInline var following: [any RouteNode] { sink.route }
    @usableFromInline var edge: (label: PortLabel, isPartial: Bool) { (sink.edge.label, true) }
}

/// What a mapping answered when room was looked for: it is called once for a message. `nil` inside if the message does
/// not pass.
@usableFromInline
struct MappedMessage<Mapped: Sendable>: Sendable {
    @usableFromInline let message: Mapped?
}
