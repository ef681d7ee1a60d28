extension JSONReader {
    // MARK: Texts

    mutating func string() throws -> String {
        try take(0x22)
        let first = position
        while position < end, case let byte = bytes[position], byte != 0x22, byte != 0x5C, byte >= 0x20 {
            position += 1
        }
        guard position < end, bytes[position] >= 0x20 else { throw error("a text without end") }
        if bytes[position] == 0x22 {
            guard let text = String(validating: bytes[first..<position], as: UTF8.self) else {
                throw error("a text that is not UTF-8")
            }
            position += 1
            return text
        }
        return try escapedString(from: first)
    }

    private mutating func escapedString(from first: Int) throws -> String {
        var text = Array(bytes[first..<position])
        while true {
            guard position < end, bytes[position] >= 0x20 else { throw error("a text without end") }
            let byte = bytes[position]
            position += 1
            if byte == 0x22 { break }
            if byte == 0x5C { try unescape(&text) } else { text.append(byte) }
        }
        guard let text = String(validating: text, as: UTF8.self) else { throw error("a text that is not UTF-8") }
        return text
    }

    private mutating func unescape(_ text: inout [UInt8]) throws {
        guard position < end else { throw error("a text without end") }
        let byte = bytes[position]
        position += 1
        switch byte {
        case 0x22, 0x5C, 0x2F: text.append(byte)
        case 0x62: text.append(0x08)
        case 0x66: text.append(0x0C)
        case 0x6E: text.append(0x0A)
        case 0x72: text.append(0x0D)
        case 0x74: text.append(0x09)
        case 0x75: text += try escapedScalar()
        default: throw error("an unknown escape")
        }
    }

    private mutating func escapedScalar() throws -> [UInt8] {
        let first = try hexadecimal()
        var code = first
        if (0xD800..<0xDC00).contains(first) {
            guard position + 1 < end, bytes[position] == 0x5C, bytes[position + 1] == 0x75 else {
                throw error("half a surrogate pair")
            }
            position += 2
            let second = try hexadecimal()
            guard (0xDC00..<0xE000).contains(second) else { throw error("half a surrogate pair") }
            code = 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
        }
        guard let scalar = UnicodeScalar(code) else { throw error("half a surrogate pair") }
        return Array(String(scalar).utf8)
    }

    private mutating func hexadecimal() throws -> UInt32 {
        guard position + 4 <= end else { throw error("an unknown escape") }
        var code: UInt32 = 0
        for _ in 0..<4 {
            let digit = bytes[position]
            switch digit {
            case 0x30...0x39: code = code << 4 + UInt32(digit - 0x30)
            case 0x41...0x46: code = code << 4 + UInt32(digit - 0x37)
            case 0x61...0x66: code = code << 4 + UInt32(digit - 0x57)
            default: throw error("an unknown escape")
            }
            position += 1
        }
        return code
    }
}
