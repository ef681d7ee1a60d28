/// An amount of money, counted in whole cents.
struct Money: Sendable, Codable, Hashable, Comparable, CustomStringConvertible {
    /// The largest amount that can be written down; sums of some billions of these still fit.
    static let limit = Money(cents: 99_999_999)
    static let zero = Money(cents: 0)

    let cents: Int

    init(cents: Int) { self.cents = cents }

    /// Reads `12`, `12.5`, `12.50` or `-3`; `nil` for anything else and for more than ``limit``.
    init?(_ text: some StringProtocol) {
        let isNegative = text.hasPrefix("-")
        let parts = text.dropFirst(isNegative ? 1 : 0).split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let units = Self.digits(parts[0], upTo: 6) else { return nil }
        var cents = units * 100
        if parts.count == 2 {
            guard let fraction = Self.digits(parts[1], upTo: 2) else { return nil }
            cents += parts[1].count == 1 ? fraction * 10 : fraction
        }
        self.init(cents: isNegative ? -cents : cents)
    }

    private static func digits(_ text: some StringProtocol, upTo count: Int) -> Int? {
        guard (1...count).contains(text.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Int(text)
    }

    static func < (a: Money, b: Money) -> Bool { a.cents < b.cents }
    static func + (a: Money, b: Money) -> Money { Money(cents: a.cents + b.cents) }
    static func - (a: Money, b: Money) -> Money { Money(cents: a.cents - b.cents) }
    static func += (a: inout Money, b: Money) { a = a + b }

    /// With two decimals: `12.50`.
    var description: String {
        let size = cents.magnitude
        let fraction = size % 100
        return "\(cents < 0 ? "-" : "")\(size / 100).\(fraction < 10 ? "0" : "")\(fraction)"
    }
}
