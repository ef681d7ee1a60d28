private import Foundation

/// Values as JSON in one line, the same for the same value.
enum JSONText {
    /// `nil` for a value that does not let itself be written.
    static func of(_ value: some Encodable) -> String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
    }

    static func value<Value: Decodable>(_ type: Value.Type = Value.self, of text: some StringProtocol) throws -> Value {
        try JSONDecoder().decode(type, from: Data(text.utf8))
    }
}
