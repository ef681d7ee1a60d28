/// A decimal number as a desk calculator has it: twelve digits, at most eleven of them behind the point.
struct Number: Sendable, Hashable, Codable {
    /// How many digits there are.
    static let digits = 12
    private static let mostDecimals = 11
    /// The least whole number that has too many digits.
    private static let bound: Int128 = 1_000_000_000_000

    /// The number without its point.
    private let coefficient: Int128
    /// How many digits of it stand behind the point; the last of them is not zero.
    private let decimals: Int

    static let zero = Number(coefficient: 0, decimals: 0)

    private init(coefficient: Int128, decimals: Int) {
        self.coefficient = coefficient
        self.decimals = decimals
    }

    /// Rounds to the digits that there are, half away from zero; `nil` if the whole part does not fit.
    private init?(rounding coefficient: Int128, decimals: Int) {
        var (rest, decimals) = (coefficient.magnitude, decimals)
        while decimals > Self.mostDecimals || (decimals > 0 && rest >= UInt128(Self.bound)) {
            // The last digit to go decides, so the ones before it go without rounding.
            let isLast = decimals - 1 <= Self.mostDecimals && rest / 10 < UInt128(Self.bound)
            rest = rest / 10 + (isLast && rest % 10 >= 5 ? 1 : 0)
            decimals -= 1
        }
        guard rest < UInt128(Self.bound) else { return nil }
        while decimals > 0, rest % 10 == 0 { (rest, decimals) = (rest / 10, decimals - 1) }
        self.init(coefficient: coefficient < 0 ? -Int128(rest) : Int128(rest), decimals: decimals)
    }

    /// Reads digits with at most one point among them, such as `12.50`; `nil` for anything else and for too many
    /// digits.
    init?(_ text: some StringProtocol, isNegative: Bool = false) {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let digits = parts.joined()
        guard (1...Self.digits).contains(digits.utf8.count), digits.utf8.allSatisfy({ (48...57).contains($0) }),
            let value = Int128(digits)
        else { return nil }
        self.init(rounding: isNegative ? -value : value, decimals: parts.count > 1 ? parts[1].utf8.count : 0)
    }

    var isZero: Bool { coefficient == 0 }

    static prefix func - (a: Number) -> Number { Number(coefficient: -a.coefficient, decimals: a.decimals) }

    /// The sum; `nil` if it has too many digits, as with the other operations.
    static func + (a: Number, b: Number) -> Number? {
        let decimals = max(a.decimals, b.decimals)
        return Number(rounding: a.scaled(to: decimals) + b.scaled(to: decimals), decimals: decimals)
    }

    static func - (a: Number, b: Number) -> Number? { a + -b }

    static func * (a: Number, b: Number) -> Number? {
        Number(rounding: a.coefficient * b.coefficient, decimals: a.decimals + b.decimals)
    }

    /// The quotient; `nil` also for a division by zero.
    static func / (a: Number, b: Number) -> Number? {
        guard !b.isZero else { return nil }
        // Twice as many digits as are to be seen, and still less than the 38 that fit.
        let more = 24
        let quotient = a.coefficient * power(more) / b.coefficient
        let decimals = a.decimals - b.decimals + more
        return Number(rounding: quotient, decimals: decimals)
    }

    private func scaled(to decimals: Int) -> Int128 { coefficient * Self.power(decimals - self.decimals) }

    private static func power(_ exponent: Int) -> Int128 { (0..<exponent).reduce(1) { power, _ in power * 10 } }
}

extension Number: CustomStringConvertible {
    /// As it stands in the display: `-12.5`.
    var description: String {
        let digits = String(coefficient.magnitude)
        let padded = String(repeating: "0", count: max(decimals + 1 - digits.count, 0)) + digits
        let sign = coefficient < 0 ? "-" : ""
        return decimals == 0 ? sign + padded : sign + padded.dropLast(decimals) + "." + padded.suffix(decimals)
    }
}
