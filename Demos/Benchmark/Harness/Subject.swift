/// Runs an operation a number of times.
typealias Loop = (_ count: Int) async throws -> Void

/// What is measured: a line of the table.
struct Subject: Sendable {
    /// The two loops that are run in turns, made anew for each measurement.
    struct Pair {
        let subject: Loop
        let floor: Loop
    }

    /// How a subject comes to its figures.
    enum Method: Sendable {
        /// Two loops in turns; allocations are counted per operation of the subject.
        case pair(@Sendable () async throws -> Pair)
        /// Something that cannot be repeated in a loop. The rounds are a wish.
        case once(@Sendable (_ rounds: Int) async throws -> Figures)
    }

    let name: String
    /// What one operation is, and what the floor does instead.
    let summary: String
    let floor: String
    let goal: Goal
    /// Whether the operation has to do without allocations.
    var isSynchronous = false
    /// Whether it is measured only when it is named.
    var isLong = false
    let method: Method

    init(
        _ name: String, _ summary: String, floor: String, goal: Goal, isSynchronous: Bool = false,
        pair: @escaping @Sendable () async throws -> Pair
    ) {
        self.name = name
        self.summary = summary
        self.floor = floor
        self.goal = goal
        self.isSynchronous = isSynchronous
        method = .pair(pair)
    }

    init(
        _ name: String, _ summary: String, floor: String, goal: Goal, isLong: Bool = false,
        once: @escaping @Sendable (_ rounds: Int) async throws -> Figures
    ) {
        self.name = name
        self.summary = summary
        self.floor = floor
        self.goal = goal
        self.isLong = isLong
        method = .once(once)
    }
}

/// What was measured: one value for each round, in nanoseconds for an operation unless bytes are the subject.
struct Figures: Sendable {
    var subject: [Double] = []
    var floor: [Double] = []
    var allocations: Double?
    /// The bytes of one thing of the subject and of its floor.
    var bytes: (subject: Double, floor: Double?)?
    /// What does not fit the columns.
    var remark: String?

    static func least(_ values: [Double]) -> Double? { values.min() }

    static func median(_ values: [Double]) -> Double? {
        guard !values.isEmpty else { return nil }
        let sorted = values.sorted()
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }

    /// How much the median lies above the minimum; a ratio of two figures that vary more than it is worthless.
    var spread: Double {
        let spreads = [subject, floor].compactMap { values -> Double? in
            guard let least = Self.least(values), let median = Self.median(values), least > 0 else { return nil }
            return median / least - 1
        }
        return spreads.max() ?? 0
    }
}
