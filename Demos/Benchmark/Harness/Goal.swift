/// What a subject is to reach.
struct Goal: Sendable, CustomStringConvertible {
    /// The highest ratio of subject to floor.
    var ratio: Double?
    /// The lowest ratio of floor to subject, where a higher one is better.
    var gain: Double?
    var nanoseconds: Double?
    var bytes: Double?

    static func atMost(_ ratio: Double, nanoseconds: Double? = nil, bytes: Double? = nil) -> Goal {
        Goal(ratio: ratio, nanoseconds: nanoseconds, bytes: bytes)
    }

    static func within(nanoseconds: Double? = nil, bytes: Double? = nil) -> Goal {
        Goal(nanoseconds: nanoseconds, bytes: bytes)
    }

    static func gain(_ gain: Double) -> Goal { Goal(gain: gain) }

    /// The ratio in the direction that the goal speaks of.
    func ratio(subject: Double, floor: Double) -> Double {
        gain == nil ? subject / floor : floor / subject
    }

    func isMet(by figures: Figures) -> Bool {
        let least = Figures.least(figures.subject)
        if let nanoseconds, let least, least > nanoseconds { return false }
        if let bytes, let seen = figures.bytes, seen.subject > bytes { return false }
        guard let seen = seenRatio(figures) else { return true }
        if let ratio, seen > ratio { return false }
        if let gain, seen < gain { return false }
        return true
    }

    func seenRatio(_ figures: Figures) -> Double? {
        if let bytes = figures.bytes, let floor = bytes.floor, floor > 0 {
            return ratio(subject: bytes.subject, floor: floor)
        }
        guard let subject = Figures.least(figures.subject), let floor = Figures.least(figures.floor), floor > 0 else {
            return nil
        }
        return ratio(subject: subject, floor: floor)
    }

    var description: String {
        var parts: [String] = []
        if let ratio { parts.append("≤ \(Number.short(ratio)) ×") }
        if let gain { parts.append("≥ \(Number.short(gain)) ×") }
        if let nanoseconds {
            parts.append(
                nanoseconds >= 1e9 ? "≤ \(Number.short(nanoseconds / 1e9)) s" : "≤ \(Number.short(nanoseconds)) ns")
        }
        if let bytes { parts.append(bytes >= 1e9 ? "≤ \(Number.short(bytes / 1e9)) GB" : "≤ \(Number.short(bytes)) B") }
        return parts.joined(separator: ", ")
    }
}

/// Numbers as text, without the help of Foundation.
enum Number {
    /// A fixed number of decimals.
    static func fixed(_ value: Double, _ digits: Int) -> String {
        guard value.isFinite else { return "–" }
        var factor = 1.0
        for _ in 0..<digits { factor *= 10 }
        let whole = (value.magnitude * factor).rounded()
        let sign = value < 0 && whole > 0 ? "-" : ""
        guard digits > 0, whole < 1e15 else { return sign + String(Int64(min(whole / factor, 9e18))) }
        let scaled = Int64(whole)
        let power = Int64(factor)
        let decimals = String(scaled % power)
        return sign + "\(scaled / power)." + String(repeating: "0", count: digits - decimals.count) + decimals
    }

    /// As many decimals as the size of the number deserves.
    static func measured(_ value: Double) -> String {
        fixed(value, value.magnitude < 100 ? 1 : 0)
    }

    /// No decimals where there is nothing behind the point.
    static func short(_ value: Double) -> String {
        if value == value.rounded() { return fixed(value, 0) }
        return (value * 10) == (value * 10).rounded() ? fixed(value, 1) : fixed(value, 2)
    }
}
