/// Why a port refused a call.
public struct PortError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of refusals.
    public enum Code: String, Sendable, CaseIterable {
        /// The output port is finished.
        case finished
        /// The output port numbers changes, which cannot wait for room.
        case numbersChanges
    }

    /// What kind of refusal it is.
    public let code: Code
    /// What happened.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message with its code.
    public var description: String { "\(message) [\(code.rawValue)]" }
}
