private import Foundation
import Statecharts

/// Values as JSON in one line, the same for the same value.
enum JSONText {
    /// `nil` for a value that does not let itself be written.
    /// - Parameter secrets: what becomes of secrets; they are refused unless somebody says so.
    static func of(_ value: some Encodable, secrets: SecretCoding = .refused) -> String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.userInfo[SecretCoding.key] = secrets
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
    }

    static func value<Value: Decodable>(
        _ type: Value.Type = Value.self, of text: some StringProtocol, secrets: SecretCoding = .refused
    ) throws -> Value {
        let decoder = JSONDecoder()
        decoder.userInfo[SecretCoding.key] = secrets
        return try decoder.decode(type, from: Data(text.utf8))
    }
}
