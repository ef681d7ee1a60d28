/// What takes an input port's messages: the mailbox of a machine, the relay of a proxy, the way out of the process.
@usableFromInline
protocol Taker<Message>: AnyObject, Sendable {
    associatedtype Message: Sendable
    /// Takes the message. If `owner` is given, it is told by `deliveryHandled()` when the message has been dealt with;
    /// not if the answer is ``Taken/handled`` or ``Taken/gone``.
    func take(_ parcel: Parcel<Message>, mode: OfferMode, for owner: (any DeliveringPort)?) -> Taken
    /// Notes a message for a snapshot that would be taken, and changes nothing.
    func note(_ message: Message, in mail: MailUnderWay)
    /// A contract was violated, and by choice the machine fails; without effect for other takers.
    func fail(_ error: StepError)
    /// The ports behind the taker, for a proxy; empty if the port itself is the end.
    var edges: [(label: PortLabel, isPartial: Bool)] { get }
    /// Where messages go from here at once. Empty for a mailbox: a step is between.
    var following: [any RouteNode] { get }
    /// The machine that deals with the messages, if one does.
    var machine: ObjectIdentifier? { get }
    /// True when that machine has come to its end, and none follows it.
    var hasEnded: Bool { get }
    /// True if the taker deals with what its predecessor was given and has not dealt with.
    var inheritsMessages: Bool { get }
    /// True if nothing that comes is taken any more, not even later: connections with a port that nobody has end then.
    var isGone: Bool { get }
}

extension Taker {
    @usableFromInline func fail(_ error: StepError) {}
    @usableFromInline var edges: [(label: PortLabel, isPartial: Bool)] { [] }
    @usableFromInline var following: [any RouteNode] { [] }
    @usableFromInline var machine: ObjectIdentifier? { nil }
    @usableFromInline var hasEnded: Bool { false }
    @usableFromInline var inheritsMessages: Bool { false }
    /// A supervised machine may have another life in a later run.
    @usableFromInline var isGone: Bool { hasEnded && !inheritsMessages }
}

/// What a taker says about a message.
@usableFromInline
enum Taken {
    /// It has been dealt with.
    case handled
    /// It will be dealt with.
    case later
    /// The taker has come to its end and did not take it.
    case gone
}
