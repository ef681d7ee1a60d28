/// A point in time on the calendar of the phone, in seconds; the day on which a run begins is 15 June 2018.
public struct Moment: Sendable, Hashable, Comparable, Codable {
    let seconds: Int

    /// A day, counted from the one on which runs begin, and a time on it.
    init(day: Int = 0, _ hour: Int, _ minute: Int = 0, _ second: Int = 0) {
        seconds = day * 86_400 + hour * 3_600 + minute * 60 + second
    }

    init(seconds: Int) { self.seconds = seconds }

    /// When runs begin: ten o'clock.
    public static let start = Moment(10)

    /// Whether `a` is earlier.
    public static func < (a: Moment, b: Moment) -> Bool { a.seconds < b.seconds }
    static func + (moment: Moment, seconds: Int) -> Moment { Moment(seconds: moment.seconds + seconds) }
    static func - (a: Moment, b: Moment) -> Int { a.seconds - b.seconds }

    /// The day, counted from the one on which runs begin.
    var day: Int { Int((Double(seconds) / 86_400).rounded(.down)) }

    /// `09:05`
    var clock: String {
        let minutes = (seconds - day * 86_400) / 60
        return Self.twoDigits(minutes / 60) + ":" + Self.twoDigits(minutes % 60)
    }

    /// The name of a day: `Today`, `Yesterday`, or `01.06.18`.
    static func name(ofDay day: Int, today: Int) -> String {
        switch today - day {
        case 0: return "Today"
        case 1: return "Yesterday"
        case _:
            let date = civil(17_697 + day)  // 15 June 2018 is that many days after 1 January 1970.
            return "\(twoDigits(date.day)).\(twoDigits(date.month)).\(twoDigits(date.year % 100))"
        }
    }

    /// The date that is so many days after 1 January 1970: years are counted from March, so that the day of a leap year
    /// comes last.
    private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0)
        return (year, month < 10 ? month + 3 : month - 9, dayOfYear - (153 * month + 2) / 5 + 1)
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

/// Tells the time of the phone.
struct Calendar: Sendable {
    /// What time it is.
    let now: @Sendable () -> Moment

    init(now: @escaping @Sendable () -> Moment) { self.now = now }

    /// Begins at a moment and goes by a clock.
    init<C: Clock>(_ clock: C, from start: Moment = .start) where C.Duration == Duration {
        let beginning = clock.now
        now = { start + Int(beginning.duration(to: clock.now).components.seconds) }
    }
}
