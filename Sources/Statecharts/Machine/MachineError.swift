/// Why a machine refused a call. The machine itself is unharmed.
public struct MachineError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of refusals.
    public enum Code: String, Sendable, CaseIterable {
        /// The machine has not been started.
        case notStarted
        /// The machine has been started before.
        case alreadyStarted
        /// Waiting would never end, because the machine itself is waited for.
        case deadlock
        /// The machine has come to its end and cannot answer.
        case finished
        /// A reply was dropped without an answer.
        case unanswered
        /// There was no answer in time.
        case late
    }

    /// What kind of refusal it is.
    public let code: Code
    /// What happened and what to do instead.
    public let message: String
    /// The call's place in the program.
    public let file: String
    /// The line of the call.
    public let line: Int

    init(_ code: Code, _ message: String, file: String = "", line: Int = 0) {
        self.code = code
        self.message = message
        self.file = file
        self.line = line
    }

    /// The message with its code.
    public var description: String { "\(message) [\(code.rawValue)]" }
}
