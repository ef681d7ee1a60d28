public import Statecharts

/// Reads JSON (RFC 8259) that anybody may have sent: whatever the bytes are, the answer is a value or an error that
/// says where.
@usableFromInline
struct JSONReader {
    let bytes: [UInt8]
    var position: Int
    let start: Int
    let end: Int
    /// Where the name of the present member of an object is, without quotation marks; if it has escapes, what it is
    /// without them.
    private var name: Range<Int>
    private var unescapedName: [UInt8]?

    /// How many arrays and objects may be inside each other.
    static var depth: Int { 64 }

    init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        start = range.lowerBound
        position = range.lowerBound
        end = range.upperBound
        name = start..<start
    }

    func error(_ what: String) -> BridgeError {
        BridgeError(.malformed, "\(what) at byte \(position - start) of the JSON text")
    }

    private mutating func skipBlanks() {
        while position < end, case let byte = bytes[position],
            byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
        {
            position += 1
        }
    }

    mutating func next() throws -> UInt8 {
        skipBlanks()
        guard position < end else { throw error("the end") }
        return bytes[position]
    }

    /// Takes a character that has to be there.
    mutating func take(_ character: UInt8) throws {
        guard try next() == character else {
            throw error("something else than \(Character(UnicodeScalar(character)))")
        }
        position += 1
    }

    mutating func finish() throws {
        skipBlanks()
        guard position == end else { throw error("something after the end") }
    }

    // MARK: Values

    /// The whole text as one value.
    @usableFromInline
    static func value(_ bytes: [UInt8], _ range: Range<Int>) throws -> SnapshotValue {
        var reader = JSONReader(bytes, range)
        let value = try reader.value()
        try reader.finish()
        return value
    }

    mutating func value(_ depth: Int = 0) throws -> SnapshotValue {
        guard depth < Self.depth else { throw error("more than \(Self.depth) values inside each other") }
        switch try next() {
        case 0x22: return .string(try string())
        case 0x7B:
            var members: [String: SnapshotValue] = [:]
            try object { reader in
                let name = reader.memberName
                members[name] = try reader.value(depth + 1)
            }
            return .object(members)
        case 0x5B: return .array(try array(depth))
        case 0x74: return try word("true", .bool(true))
        case 0x66: return try word("false", .bool(false))
        case 0x6E: return try word("null", .null)
        case 0x2D, 0x30...0x39: return try number()
        default: throw error("no value")
        }
    }

    private mutating func array(_ depth: Int) throws -> [SnapshotValue] {
        try take(0x5B)
        var elements: [SnapshotValue] = []
        if try next() == 0x5D {
            position += 1
            return elements
        }
        while true {
            elements.append(try value(depth + 1))
            if try next() == 0x5D {
                position += 1
                return elements
            }
            try take(0x2C)
        }
    }

    /// Reads an object, member by member; `member` has to read the value, and asks `isNamed(_:)` or `memberName`
    /// before.
    mutating func object(_ member: (inout JSONReader) throws -> Void) throws {
        try take(0x7B)
        if try next() == 0x7D {
            position += 1
            return
        }
        while true {
            guard try next() == 0x22 else { throw error("a name without quotation mark") }
            try readName()
            try take(0x3A)
            try member(&self)
            if try next() == 0x7D {
                position += 1
                return
            }
            try take(0x2C)
        }
    }

    private mutating func readName() throws {
        position += 1
        let first = position
        // Nearly all names are ASCII without escapes.
        while position < end, case let byte = bytes[position], byte != 0x22, byte != 0x5C, byte >= 0x20, byte < 0x80 {
            position += 1
        }
        if position < end, bytes[position] == 0x22 {
            name = first..<position
            unescapedName = nil
            position += 1
            return
        }
        position = first - 1
        unescapedName = Array(try string().utf8)
    }

    /// Whether this is the name of the present member.
    func isNamed(_ text: StaticString) -> Bool {
        if let unescapedName {
            return text.withUTF8Buffer { unsafe unescapedName.elementsEqual($0) }
        }
        guard name.count == text.utf8CodeUnitCount else { return false }
        return text.withUTF8Buffer { text in
            for place in text.indices {
                if unsafe text[place] != bytes[name.lowerBound + place] { return false }
            }
            return true
        }
    }

    var memberName: String { String(decoding: unescapedName.map { $0[...] } ?? bytes[name], as: UTF8.self) }

    private mutating func word(_ word: StaticString, _ value: SnapshotValue) throws -> SnapshotValue {
        let matches = word.withUTF8Buffer { word in
            unsafe position + word.count <= end && bytes[position..<(position + word.count)].elementsEqual(word)
        }
        guard matches else { throw error("no value") }
        position += word.utf8CodeUnitCount
        return value
    }

    // MARK: Numbers

    private mutating func number() throws -> SnapshotValue {
        let first = position
        let isNegative = bytes[position] == 0x2D
        if isNegative { position += 1 }
        let digits = position
        var value: UInt64 = 0, fits = true
        while position < end, case let digit = bytes[position], (0x30...0x39).contains(digit) {
            let (tens, isTooMuch) = value.multipliedReportingOverflow(by: 10)
            let (sum, isMore) = tens.addingReportingOverflow(UInt64(digit - 0x30))
            if isTooMuch || isMore { fits = false }
            value = sum
            position += 1
        }
        guard position > digits, position == digits + 1 || bytes[digits] != 0x30 else { throw error("no number") }
        let isWhole = position == end || ![0x2E, 0x65, 0x45].contains(bytes[position])
        if isWhole, fits {
            if !isNegative { return Int64(exactly: value).map { .int($0) } ?? .uint(value) }
            if value <= UInt64(Int64.max), value > 0 { return .int(-Int64(value)) }
            if value == UInt64(Int64.max) + 1 { return .int(.min) }
        }
        if !isWhole { try skipFraction() }
        guard let number = Double(String(decoding: bytes[first..<position], as: UTF8.self)), number.isFinite else {
            throw error("a number that does not fit")
        }
        return .double(number)
    }

    private mutating func skipFraction() throws {
        func skipDigits(_ reader: inout JSONReader) throws {
            let first = reader.position
            while reader.position < reader.end, (0x30...0x39).contains(reader.bytes[reader.position]) {
                reader.position += 1
            }
            if reader.position == first { throw reader.error("no digit") }
        }
        if bytes[position] == 0x2E {
            position += 1
            try skipDigits(&self)
        }
        if position < end, bytes[position] == 0x65 || bytes[position] == 0x45 {
            position += 1
            if position < end, bytes[position] == 0x2B || bytes[position] == 0x2D { position += 1 }
            try skipDigits(&self)
        }
    }
}
