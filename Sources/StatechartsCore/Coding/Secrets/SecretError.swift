/// Why a ``Secret`` was not written or not read.
public struct SecretError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What happened.
    public enum Code: Sendable, Hashable {
        /// An encoder was to write a secret, and the program does not say how.
        case notWritten
        /// A replay needs the secret with this number, and was not given it.
        case notGiven(number: Int)
        /// What a replay was given for the secret with this number is not a value of its type.
        case notFitting(number: Int)

        /// The code as it appears at the end of messages: `notGiven`, without the number.
        public var name: String {
            switch self {
            case .notWritten: "notWritten"
            case .notGiven: "notGiven"
            case .notFitting: "notFitting"
            }
        }
    }

    /// What happened.
    public let code: Code

    /// What happened, what to do, and the code.
    public var description: String { "\(message) [\(code.name)]" }

    private var message: String {
        switch code {
        case .notWritten:
            "a Secret is not written; write what reveal() answers in a form that keeps it, or leave it out"
        case .notGiven(let number): "\(SecretCoding.text(of: number)) was not given; give its value to the replay"
        case .notFitting(let number): "what was given for \(SecretCoding.text(of: number)) is no value of its type"
        }
    }
}
