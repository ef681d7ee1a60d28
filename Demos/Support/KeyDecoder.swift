/// Turns the bytes of a terminal in raw mode into keys.
///
/// Bytes arrive in pieces of any size; what is incomplete waits for the next piece. Sequences that are not known are
/// dropped.
public struct KeyDecoder: Sendable {
    private var pending: [UInt8] = []

    /// Makes a decoder with nothing pending.
    public init() {}

    /// What decoding came to.
    public enum Output: Sendable, Hashable {
        case input(TerminalInput)
        /// Control-D: the person has nothing more to say.
        case endOfInput
    }

    /// Decodes `bytes`; an escape at their very end counts as the escape key.
    public mutating func decode(_ bytes: some Sequence<UInt8>) -> [Output] {
        pending += bytes
        var outputs: [Output] = []
        while let first = pending.first {
            switch first {
            case 0x04:
                pending.removeFirst()
                outputs.append(.endOfInput)
            case 0x09:
                pending.removeFirst()
                outputs.append(.input(.tab))
            case 0x0A, 0x0D:
                pending.removeFirst()
                outputs.append(.input(.enter))
            case 0x08, 0x7F:
                pending.removeFirst()
                outputs.append(.input(.backspace))
            case 0x1B:
                guard let input = decodeEscape() else { return outputs }
                if let known = input { outputs.append(.input(known)) }
            case 0x00..<0x20:
                pending.removeFirst()
            default:
                guard let text = decodeText() else { return outputs }
                outputs += text.map { .input(.character($0)) }
            }
        }
        return outputs
    }

    /// The key of an escape sequence: `nil` while it is incomplete, `.some(nil)` if it is none that we know.
    private mutating func decodeEscape() -> TerminalInput?? {
        guard pending.count > 1 else {
            pending.removeAll()
            return .escape
        }
        guard pending[1] == UInt8(ascii: "[") || pending[1] == UInt8(ascii: "O") else {
            pending.removeFirst()
            return .escape
        }
        // Parameters come first, one letter or `~` ends the sequence (ECMA-48, 5.4).
        guard let end = pending.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else { return nil }
        let final = pending[end]
        pending.removeFirst(end + 1)
        switch final {
        case UInt8(ascii: "A"): return .up
        case UInt8(ascii: "B"): return .down
        case UInt8(ascii: "C"): return .right
        case UInt8(ascii: "D"): return .left
        default: return .some(nil)
        }
    }

    /// The text up to the next control byte, without a character that is not yet complete.
    private mutating func decodeText() -> String? {
        var end = pending.firstIndex { $0 < 0x20 || $0 == 0x7F } ?? pending.count
        if end == pending.count { end -= incompleteTail(of: pending) }
        guard end > 0 else { return nil }
        let text = String(decoding: pending[..<end], as: UTF8.self)
        pending.removeFirst(end)
        return text
    }

    /// How many bytes at the end begin a UTF-8 sequence that continues in the next piece.
    private func incompleteTail(of bytes: [UInt8]) -> Int {
        for (distance, byte) in bytes.reversed().prefix(3).enumerated() where byte >= 0xC0 {
            let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
            return distance + 1 < length ? distance + 1 : 0
        }
        return 0
    }
}
