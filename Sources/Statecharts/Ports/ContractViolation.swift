/// Something that a ``Contract`` does not allow: a message, a deadline that has passed, or an end.
public struct ContractViolation: Sendable, CustomStringConvertible {
    /// The name of the contract.
    public let contract: String
    /// The port of the message; `nil` if it was no message that violated the contract.
    public let port: PortLabel?
    /// The message; `nil` if it was none.
    public let message: (any Sendable)?
    /// What happened, as an event of the protocol's chart.
    public let event: String
    /// The state of the protocol in which it happened; why, if the chart cannot go on.
    public let state: String
    /// The events that would have been taken in that state, of those that were named as candidates; see the parameter
    /// `expecting` of ``Contract/init(_:named:clock:onDeadline:expecting:reporting:)``.
    public let expected: [String]
    /// What the protocol took before, the latest last; at most 20. Messages with their ports if the contract is
    /// enforced at several, and the events of deadlines and lives.
    public let history: [String]
    /// The chain of messages that caused it, the message itself last; for a deadline that of the message which had
    /// armed the timer. Empty if no ``System`` knows. At an output with a current value, or for changes, without the
    /// message itself: it is judged before it is one.
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
