import Statecharts

/// Writes JSON (RFC 8259), without blanks and line ends.
struct JSONWriter {
    var bytes: [UInt8] = []

    init(_ bytes: [UInt8] = []) { self.bytes = bytes }

    /// Writes behind what is there.
    static func append(to bytes: inout [UInt8], _ write: (inout JSONWriter) -> Void) {
        var writer = JSONWriter()
        swap(&writer.bytes, &bytes)
        write(&writer)
        swap(&writer.bytes, &bytes)
    }

    mutating func truth(_ value: Bool) { if value { raw("true") } else { raw("false") } }

    mutating func raw(_ text: StaticString) {
        text.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
    }

    mutating func number(_ value: UInt64) {
        if value < 10 { return bytes.append(0x30 + UInt8(value)) }
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var rest = value, first = 20
            while rest > 0 {
                first -= 1
                unsafe digits.initializeElement(at: first, to: 0x30 + UInt8(truncatingIfNeeded: rest % 10))
                rest /= 10
            }
            unsafe bytes.append(contentsOf: digits[first...])
        }
    }

    /// Sixteen hexadecimal digits.
    mutating func hexadecimal(_ value: UInt64) {
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 16) { digits in
            for place in 0..<16 {
                let digit = UInt8(truncatingIfNeeded: value >> UInt64(60 - 4 * place) & 15)
                unsafe digits.initializeElement(at: place, to: digit < 10 ? 0x30 + digit : 0x57 + digit)
            }
            unsafe bytes.append(contentsOf: digits)
        }
    }

    mutating func number(_ value: Int64) {
        if value < 0 { bytes.append(0x2D) }
        number(value.magnitude)
    }

    mutating func string(_ text: String) {
        bytes.append(0x22)
        var text = text
        text.withUTF8 { utf8 in
            // Nearly no text has anything to be escaped.
            let isPlain = unsafe utf8.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }
            if isPlain { return unsafe bytes.append(contentsOf: utf8) }
            for place in utf8.indices { unsafe escape(utf8[place]) }
        }
        bytes.append(0x22)
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case 0x22, 0x5C:
            bytes.append(0x5C)
            bytes.append(byte)
        case 0x0A: raw("\\n")
        case 0x00..<0x20:
            raw("\\u00")
            for digit in [byte >> 4, byte & 15] { bytes.append(digit < 10 ? 0x30 + digit : 0x57 + digit) }
        default: bytes.append(byte)
        }
    }

    /// - Parameter depth: how many arrays and objects it is inside of.
    /// - Throws: ``BridgeError`` for numbers that JSON does not have, and for values deeper inside each other than
    ///   ``JSONReader`` takes them.
    mutating func value(_ value: SnapshotValue, _ depth: Int = 0) throws {
        guard depth < JSONReader.depth else {
            throw BridgeError(.malformed, "more than \(JSONReader.depth) values inside each other")
        }
        switch value {
        case .null: raw("null")
        case .bool(let value): truth(value)
        case .int(let value): number(value)
        case .uint(let value): number(value)
        case .double(let value):
            guard value.isFinite else { throw BridgeError(.malformed, "JSON has no number for \(value)") }
            bytes.append(contentsOf: "\(value)".utf8)
        case .string(let value): string(value)
        case .array(let elements):
            bytes.append(0x5B)
            for (position, element) in elements.enumerated() {
                if position > 0 { bytes.append(0x2C) }
                try self.value(element, depth + 1)
            }
            bytes.append(0x5D)
        case .object(let members):
            bytes.append(0x7B)
            var isFirst = true
            for (name, member) in members.sorted(by: { $0.key < $1.key }) {
                if !isFirst { bytes.append(0x2C) }
                isFirst = false
                string(name)
                bytes.append(0x3A)
                try self.value(member, depth + 1)
            }
            bytes.append(0x7D)
        }
    }
}
