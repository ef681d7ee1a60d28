/// A message that a paused ``System`` holds, or one of the chain that led to a ``ContractViolation``; without its
/// receivers.
public struct HeldMessage: Sendable, CustomStringConvertible {
    /// The number of the message.
    public let id: MessageID
    /// The message that its sender was handling when it sent this one.
    public let cause: MessageID?
    /// When it was sent, by the system's clock, since the system was made; for a message from another process, when it
    /// came here.
    public let time: Duration
    let header: MessageHeader
    /// True if it came from another process.
    public let isForeign: Bool
    /// What was sent.
    public let message: any Sendable

    /// The port that it left, with the name of the sender, which may be in another process.
    public var sender: PortLabel { header.sender }
    /// The type of the message.
    public var type: String { header.type }
    /// The identity of the message, which is the same in all processes.
    public var identity: MessageIdentity { header.identity }
    /// The identity of the message that its sender was handling when it sent this one, even if that one came from
    /// another process.
    public var causeIdentity: MessageIdentity? { header.cause }
    /// When it was sent, by the wall clock of the sender's computer: the time since the first of January 1970, 0:00
    /// UTC.
    public var timeSince1970: Duration { header.timeSince1970 }

    /// `#2 Shop.orders: pizza`; of a large message the first thousand parts, at most 50 levels deep, and
    /// of its strings the first ten thousand bytes.
    public var description: String { "\(id) \(sender): \(ValueText.of(message))" }
}
