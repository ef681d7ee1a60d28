public import Statecharts

/// The body of a message on its way into a frame. Those that one most often sends are written only there.
@usableFromInline
enum MessageBody: Sendable {
    case number(Int), truth(Bool), text(String)
    case json([UInt8])

    /// Encodes any value. Of the others the compiler finds the way where their type is known.
    /// - Throws: what the value throws, and ``BridgeError`` for numbers that JSON does not have, and for values that
    ///   are too deep inside each other.
    @inlinable
    init<Message: Encodable>(_ message: Message) throws {
        if let number = message as? Int {
            self = .number(number)
        } else if let text = message as? String {
            self = .text(text)
        } else if let truth = message as? Bool {
            self = .truth(truth)
        } else {
            // Who exports a port wants its messages to arrive, secrets too.
            self = try .json(Self.json(SnapshotValue(withSecretsOf: message)))
        }
    }

    @usableFromInline
    static func json(_ value: SnapshotValue) throws -> [UInt8] {
        var writer = JSONWriter()
        try writer.value(value)
        return writer.bytes
    }

    func write(to writer: inout JSONWriter) {
        switch self {
        case .number(let number): writer.number(Int64(number))
        case .truth(let truth): writer.truth(truth)
        case .text(let text): writer.string(text)
        case .json(let bytes): writer.bytes.append(contentsOf: bytes)
        }
    }
}
