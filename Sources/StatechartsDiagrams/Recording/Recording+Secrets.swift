private import Foundation
import Statecharts

extension Recording {
    /// The values of a recording's secrets, for a replay: the recording has only their numbers.
    ///
    ///     let secrets = try Recording.Secrets(json: #"{"secret 1": "engine"}"#)
    ///     let replay = try await recording.replay("Door", secrets: secrets) { Door() }
    ///
    /// It prints and writes none of the values.
    public struct Secrets: Sendable, CustomStringConvertible {
        private var values: [Int: Secret<SnapshotValue>] = [:]

        /// No secrets.
        public init() {}

        /// Reads secrets from a JSON object: its names are the words of the recording, such as `secret 1`, its values
        /// any JSON from which their types can be decoded.
        /// - Throws: ``RecordingError`` that says what is wrong, and nothing about the values.
        public init(json text: String) throws {
            let form = "it should be one object of JSON, such as {\"secret 1\": \"…\"}"
            guard let read = try? JSONText.value([String: SnapshotValue].self, of: text) else {
                throw RecordingError(.notSecrets, "these are no secrets: \(form)")
            }
            for (name, value) in read {
                guard let number = SecretCoding.number(in: name) else {
                    throw RecordingError(.notSecrets, "'\(name.short)' is the name of no secret: \(form)")
                }
                values[number] = Secret(value)
            }
        }

        /// Adds a secret, or replaces the one with this number.
        /// - Throws: what the value throws when it is encoded.
        public mutating func set(_ number: Int, to value: some Encodable) throws {
            values[number] = Secret(try SnapshotValue(withSecretsOf: value))
        }

        /// The numbers of the secrets that are there, in order.
        public var numbers: [Int] { values.keys.sorted() }

        /// `secret 1, secret 2`
        public var description: String { numbers.map(SecretCoding.text).joined(separator: ", ") }

        subscript(_ number: Int) -> SnapshotValue? { values[number]?.reveal() }
    }
}
