/// A day of the calendar without a time: the Date of UML.
public struct Day: Sendable, Hashable, Comparable, LosslessStringConvertible {
    /// The year, 0 to 9999.
    public let year: Int
    /// The month, 1 to 12.
    public let month: Int
    /// The day of the month, from 1.
    public let day: Int

    /// Makes a day; `nil` if the calendar has none such.
    public init?(year: Int, month: Int, day: Int) {
        guard (0...9999).contains(year), (1...12).contains(month), day >= 1, day <= Self.days(of: month, in: year)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Reads `1985-02-18`; `nil` for anything else.
    public init?(_ description: String) {
        let parts = description.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.count) == [4, 2, 2], parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// A day to stand for any: of January 2000, the number counted from 1 and kept within the month.
    public static func sample(_ number: Int) -> Day { Day(inJanuary: min(max(number, 1), 31)) }

    private init(inJanuary day: Int) {
        year = 2000
        month = 1
        self.day = day
    }

    /// `1985-02-18`.
    public var description: String { "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))" }

    /// True if `a` is before `b`.
    public static func < (a: Day, b: Day) -> Bool { (a.year, a.month, a.day) < (b.year, b.month, b.day) }

    private static func days(of month: Int, in year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

extension Day: FieldValue {
    /// A day as `init(_:)` reads it.
    public init?(fieldText: String) { self.init(fieldText) }
    /// `1985-02-18`.
    public var fieldText: String { description }
    /// Year, month and day.
    public static var expectation: String { "a day such as 1985-02-18" }
    /// A day, and one that the calendar has not.
    public static var samples: [String] { ["2024-02-29", "2023-02-29"] }
}

extension Day: Codable {
    /// Reads the day's text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let day = Day(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(text)' is no day")
        }
        self = day
    }

    /// Writes the day's text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
