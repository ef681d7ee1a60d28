/// Something that a ``Contract`` does not allow: a message, a deadline that has passed, or an end.
public struct ContractViolation: Sendable, CustomStringConvertible {
    /// The name of the contract.
    public let contract: String
    /// The port of the message; `nil` if the violation is not a message.
    public let port: PortLabel?
    /// The message; `nil` if the violation is not a message.
    public let message: (any Sendable)?
    /// What happened, as an event of the protocol's chart.
    public let event: String
    /// The state of the protocol in which it happened; if the chart cannot go on, the reason.
    public let state: String
    /// Those of the candidates that would have been taken in that state; see the parameter `expecting` of
    /// ``Contract/init(_:named:clock:onDeadline:expecting:reporting:)``.
    public let expected: [String]
    /// What the protocol took before, the latest last; at most 20 entries. These are messages, with their ports if the
    /// contract is enforced at several, and the events of deadlines and lives.
    public let history: [String]
    /// The chain of messages that caused it, the message itself last; for a deadline, the chain of the message that had
    /// armed the timer. Empty if no ``System`` knows it. At an output with a current value, or for changes, without the
    /// message itself: it is judged before it becomes a message.
    public let trace: [HeldMessage]

    /// What came where, after what, in which state of which contract, what was expected, and by which chain of
    /// messages.
    public var description: String {
        let what = message.map { "\(port.map { "\($0): " } ?? "")\($0)" } ?? "\(contract): \(event)"
        let before = history.isEmpty ? "as the first message" : "after " + history.joined(separator: ", ")
        let place = message == nil ? "in \(state)" : "in \(state) of \(contract)"
        let wanted = expected.isEmpty ? "" : "; expected " + expected.joined(separator: " or ")
        let chain = trace.isEmpty ? "" : "; caused by " + trace.map(\.description).joined(separator: " → ")
        return "\(what) came \(before), \(place)" + wanted + chain
    }
}
