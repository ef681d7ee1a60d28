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

    /// Hands on a parcel that has waited. Without a context nothing has caused it: not what the present code handles,
    /// which only hands it on.
    func handedOn<Result>(_ body: () -> Result) -> Result {
        context == nil ? Tracing.caused(by: nil, body) : body()
    }
}

/// What an end says about a message that it was offered.
@usableFromInline
enum OfferResult: Sendable {
    /// It is accounted for: delivered, kept, on its way, dropped by the end's policy, refused by a contract, or
    /// undelivered because the machine has ended.
    case taken
    /// A mapping or a filter does not let it through. A channel then asks another receiver; to all others it is as
    /// ``taken``.
    case foreign
    /// The receiver is not ready; only for ``OfferMode/ifReady``.
    case busy
    /// Nobody will take anything here any more; the connection can be forgotten. A port has reported the message as
    /// undelivered, a stream has not; and nobody reports what a channel offers, which asks another receiver.
    case gone
}

/// The receiving end of a connection: an input port, a proxy, a channel, a stream, a port of a child machine, one of
/// two ports that are combined, a tap; in front of one a mapping, or the way out to a bridge.
///
/// There are no defaults here: a sink in front of another one that forgets a question would answer it wrongly. Conform
/// to ``ForwardingSink`` or ``TerminalSink``, which have them, or answer everything.
@usableFromInline
protocol Sink<Message>: ConnectionEnd {
    associatedtype Message: Sendable
    /// Offers a message, and answers what became of it. Never waits. A connection offers each message once; a channel
    /// offers one again as long as nobody has taken it.
    func offer(_ parcel: Parcel<Message>, mode: OfferMode, _ section: ReadSection) -> OfferResult
    /// Notes a message for a snapshot where it would arrive, and changes nothing.
    func note(_ message: Message, in mail: MailUnderWay)
    /// Finds the ports that the message would come to and that may have no room for it.
    func findRoom(for message: Message, _ search: inout RoomSearch)
    /// True when ``findRoom(for:_:)`` may find anything.
    var mayWait: Bool { get }
    /// True only if the next message would be answered with ``OfferResult/gone``: the connection can be forgotten now.
    var isGone: Bool { get }
    /// No more comes from the output in front of this end: it is finished or released, or the connection was ended.
    func sourceFinished()
    /// Where messages go from here at once, see ``RouteNode``.
    var following: [any RouteNode] { get }
    /// True when ``leavesProcess`` may ever be true. It does not change.
    var mayLeaveProcess: Bool { get }
    /// True when a message that comes here now leaves the process, here or further on, and no system on the way gives
    /// it an identity.
    var leavesProcess: Bool { get }
}

/// What is at the end of a connection.
@usableFromInline
protocol ConnectionEnd: AnyObject, Sendable {
    /// The port that is connected, as people know it, and true if a mapping is in front of it.
    var edge: (label: PortLabel, isPartial: Bool) { get }
}

/// A sink behind which nobody waits for room: it keeps or drops what comes, or it goes on from there in a turn of its
/// own. One from which a message may leave the process answers `leavesProcess` itself.
@usableFromInline
protocol TerminalSink<Message>: Sink {}

extension TerminalSink {
    @usableFromInline func findRoom(for message: Message, _ search: inout RoomSearch) {}
    @usableFromInline var mayWait: Bool { false }
    @usableFromInline var isGone: Bool { false }
    @usableFromInline func sourceFinished() {}
    @usableFromInline var following: [any RouteNode] { [] }
    @usableFromInline var mayLeaveProcess: Bool { false }
    @usableFromInline var leavesProcess: Bool { false }
}

/// A sink in front of another one. Every question that it does not answer itself is passed on.
@usableFromInline
protocol ForwardingSink<Message>: Sink {
    associatedtype Next: Sink
    /// The sink behind this one.
    var next: Next { get }
}

extension ForwardingSink {
    @usableFromInline var mayWait: Bool { next.mayWait }
    @usableFromInline var isGone: Bool { next.isGone }
    @usableFromInline func sourceFinished() { next.sourceFinished() }
    @usableFromInline var following: [any RouteNode] { next.route }
    @usableFromInline var mayLeaveProcess: Bool { next.mayLeaveProcess }
    @usableFromInline var leavesProcess: Bool { next.leavesProcess }
    @usableFromInline var edge: (label: PortLabel, isPartial: Bool) { next.edge }
}

extension ForwardingSink where Next.Message == Message {
    @usableFromInline
    func findRoom(for message: Message, _ search: inout RoomSearch) { next.findRoom(for: message, &search) }
}

/// A mapping in front of an end, which gets what the mapping answers.
@usableFromInline
final class MappedSink<Message: Sendable, Mapped: Sendable, Next: Sink<Mapped>>: ForwardingSink {
    @usableFromInline let mapping: @Sendable (Message) -> Mapped?
    @usableFromInline let next: Next

    @inlinable init(_ next: Next, _ mapping: @escaping @Sendable (Message) -> Mapped?) {
        self.next = next
        self.mapping = mapping
    }

    @inlinable
    func offer(_ parcel: Parcel<Message>, mode: OfferMode, _ section: ReadSection) -> OfferResult {
        callingOut()
        let known = mode.reservation?.redeemMapped(by: self) as? MappedMessage<Mapped>
        guard let mapped = known.map(\.message) ?? mapping(parcel.message) else { return .foreign }
        return next.offer(Parcel(message: mapped, context: parcel.context), mode: mode, section)
    }

    @usableFromInline
    func findRoom(for message: Message, _ search: inout RoomSearch) {
        guard next.mayWait else { return }
        callingOut()
        let mapped = mapping(message)
        search.note(MappedMessage(message: mapped), by: self)
        if let mapped { next.findRoom(for: mapped, &search) }
    }

    @usableFromInline var edge: (label: PortLabel, isPartial: Bool) { (next.edge.label, true) }
}

/// What a mapping answered when room was looked for: it is called once for a message that comes by one way. `nil`
/// inside if the message does not pass.
@usableFromInline
struct MappedMessage<Mapped: Sendable>: Sendable {
    @usableFromInline let message: Mapped?
}
