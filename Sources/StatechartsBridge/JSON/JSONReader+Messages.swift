public import Statecharts

// What nearly every frame has, read without a detour through values.

extension JSONReader {
    /// A whole number that is not negative.
    mutating func count() throws -> UInt64 {
        if let count = try digits() { return count }
        switch try value() {
        case .int(let value) where value >= 0: return UInt64(value)
        case .uint(let value): return value
        case .null, .bool, .int, .double, .string, .array, .object: throw error("no whole number")
        }
    }

    /// A whole number of at most 18 digits and nothing else; `nil`, and no digit is read, if it is something else.
    private mutating func digits() throws -> UInt64? {
        _ = try next()
        return wholeNumber()
    }

    /// The same without blanks before it.
    mutating func wholeNumber() -> UInt64? {
        let first = position
        guard first < end, case 0x31...0x39 = bytes[first], let value = plainDigits() else { return nil }
        if position < end, case let byte = bytes[position], byte == 0x2E || byte | 0x20 == 0x65 {
            position = first
            return nil
        }
        return value
    }

    /// All digits that come, at least one and at most 18; `nil`, and nothing is read, if there are none or more.
    mutating func plainDigits() -> UInt64? {
        var value: UInt64 = 0, place = position
        while place < end, case let digit = bytes[place], digit >= 0x30, digit <= 0x39 {
            if place - position == 18 { return nil }
            value = value &* 10 &+ UInt64(digit &- 0x30)
            place += 1
        }
        if place == position { return nil }
        position = place
        return value
    }

    /// `"00c0ffee12345678-12"`
    mutating func identity() throws -> MessageIdentity {
        guard try next() == 0x22 else { throw error("no identity of a message") }
        if let identity = plainIdentity() { return identity }
        guard let identity = MessageIdentity(try string()) else { throw error("no identity of a message") }
        return identity
    }

    /// `nil`, and nothing is read, if it is something else or is written in another way.
    mutating func plainIdentity() -> MessageIdentity? {
        let first = position
        guard first + 19 < end, bytes[first] == 0x22, bytes[first + 17] == 0x2D else { return nil }
        var source: UInt64 = 0
        for place in (first + 1)..<(first + 17) {
            let digit = bytes[place]
            switch digit {
            case 0x30...0x39: source = source << 4 | UInt64(digit - 0x30)
            case 0x61...0x66: source = source << 4 | UInt64(digit - 0x57)
            default: return nil
            }
        }
        position = first + 18
        guard let number = plainDigits(), position < end, bytes[position] == 0x22 else {
            position = first
            return nil
        }
        position += 1
        return MessageIdentity(source: source, number: number)
    }

    /// Seconds with at most six digits behind the point.
    mutating func date() throws -> Duration {
        _ = try next()
        if let date = plainDate() { return date }
        switch try value(1) {
        case .int(let seconds) where (0..<1 << 50).contains(seconds): return .seconds(seconds)
        case .double(let seconds) where (0..<1e12).contains(seconds):
            return .microseconds(Int64((seconds * 1e6).rounded()))
        case .null, .bool, .int, .uint, .double, .string, .array, .object: throw error("no date")
        }
    }

    /// Seconds and six digits behind the point, without blanks before; `nil`, and nothing is read, if it is something
    /// else.
    mutating func plainDate() -> Duration? {
        var seconds: Int64 = 0, fraction: Int64 = 0, place = position
        guard place < end, case 0x31...0x39 = bytes[place] else { return nil }
        while place < end, case let digit = bytes[place], digit >= 0x30, digit <= 0x39 {
            if place - position == 12 { return nil }
            seconds = seconds &* 10 &+ Int64(digit &- 0x30)
            place += 1
        }
        guard place + 7 < end, bytes[place] == 0x2E else { return nil }
        for _ in 0..<6 {
            place += 1
            let digit = bytes[place]
            guard digit >= 0x30, digit <= 0x39 else { return nil }
            fraction = fraction &* 10 &+ Int64(digit &- 0x30)
        }
        place += 1
        let after = bytes[place]
        if after >= 0x30 && after <= 0x39 || after | 0x20 == 0x65 { return nil }
        position = place
        return Duration(secondsComponent: seconds, attosecondsComponent: fraction &* 1_000_000_000_000)
    }

    // MARK: Bodies

    /// Reads the body of a message. Of those that one most often sends, the compiler finds the way where their type is
    /// known.
    @inlinable
    static func body<Message: Decodable>(_ bytes: [UInt8], _ range: Range<Int>, as type: Message.Type) throws -> Message
    {
        if type == Int.self, let number = whole(bytes, range), let message = number as? Message { return message }
        return try value(bytes, range).decode(type)
    }

    /// The whole text as a number; `nil` if it is something else.
    @usableFromInline
    static func whole(_ bytes: [UInt8], _ range: Range<Int>) -> Int? {
        var reader = JSONReader(bytes, range)
        guard let value = try? reader.digits(), reader.position == range.upperBound else { return nil }
        return Int(exactly: value)
    }
}
