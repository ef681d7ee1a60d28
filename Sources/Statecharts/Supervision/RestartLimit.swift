/// How many restarts a ``Supervisor`` makes within a period before it gives up, or a state before the end of its
/// ``Child`` counts: see ``Child/restart(_:limit:backOff:_:)``.
public struct RestartLimit: Sendable, Hashable {
    /// The most restarts within the period; one more failure is one too many.
    public let restarts: Int
    /// The length of the period, which ends with each failure. A life that lasts longer than this also lets the waits
    /// of the ``BackOff`` begin anew.
    public let period: Duration

    /// Allows this many restarts in any period of this length.
    ///
    /// A count below 0, and a period of zero or less for a count above 0, make no sense: a state with such a child does
    /// not start, with ``ChartError/Code/wrongDeclaration``, and a ``Supervisor`` tells of it on the standard error.
    public init(_ restarts: Int, in period: Duration) {
        self.restarts = restarts
        self.period = period
    }

    /// What makes no sense.
    var faults: [EntrySlot.Flaw] {
        if restarts < 0 { return [.init("\(restarts) restarts at most", fix: "give 0 or more")] }
        if restarts == 0 || period > .zero { return [] }
        return [.init("a limit for restarts in \(period)", fix: "give a period of more than zero")]
    }
}

/// How long a ``Supervisor`` waits before it restarts a child, or a state before it restarts its ``Child``.
///
/// The waits grow from one failure of the child to the next. They begin anew with ``first`` when a life of the child,
/// without the wait before it, has lasted longer than the ``RestartLimit/period`` of its limit.
public struct BackOff: Sendable, Hashable {
    /// The wait before the first restart.
    public let first: Duration
    /// The factor by which each wait is longer than the previous one, if the child has failed again in the meantime.
    public let factor: Double
    /// The longest wait.
    public let cap: Duration

    /// Restarts at once.
    public static var none: BackOff { BackOff(first: .zero, factor: 1, cap: .zero) }

    /// Waits `first`, then `factor` times as long each time, up to `cap`.
    ///
    /// The first restart waits too. The series starts over when the child has run for longer than the period of the
    /// ``RestartLimit``, and that of a ``Child`` also with each entry of its state. Time in which the child was being
    /// started, and could not be, does not count. No wait is longer than a timer can be, and none is negative, whatever
    /// the numbers are: those below zero are a mistake, told as one of a ``RestartLimit`` is.
    public static func exponential(from first: Duration, factor: Double = 2, cap: Duration) -> BackOff {
        BackOff(first: first, factor: factor, cap: cap)
    }

    /// What makes no sense.
    var faults: [EntrySlot.Flaw] {
        let waits = "give a duration of zero or more"
        var faults: [EntrySlot.Flaw] = []
        if first < .zero { faults.append(.init("a wait of \(first) before a restart", fix: waits)) }
        if cap < .zero { faults.append(.init("waits of \(cap) before restarts at most", fix: waits)) }
        if !(factor >= 0) {
            faults.append(
                .init("waits before restarts that grow by the factor \(factor)", fix: "give a factor of zero or more"))
        }
        return faults
    }

    /// The wait before a restart; the first in a series is number 0.
    func delay(_ number: Int) -> Duration {
        let cap = min(max(cap, .zero), Services.longest), factor = max(factor, 0)
        var delay = min(max(first, .zero), cap)
        for _ in 0..<number {
            // A product of durations may overflow, one of numbers does not. With `nan` as the factor it is the cap.
            guard delay / .seconds(1) * factor < cap / .seconds(1) else { return cap }
            let next = min(delay * factor, cap)
            if next == delay { break }
            delay = next
        }
        return delay
    }
}

/// Decides what follows a failure. A value: it knows children by number and is told the time.
struct RestartLedger {
    enum Verdict: Equatable {
        case restart(children: Range<Int>, after: Duration)
        case giveUp
    }

    let strategy: Supervisor.Strategy
    let limit: RestartLimit
    let backOff: BackOff
    private var restarts: [Duration] = []
    /// The failures of a child in a row, and since when it runs; `nil` if it has not started after the last one.
    private var series: [Int: (count: Int, since: Duration?)] = [:]
    /// The greatest count: a series as long as this has reached its longest wait.
    private static var longestSeries: Int { 1 << 20 }

    init(_ strategy: Supervisor.Strategy, _ limit: RestartLimit, _ backOff: BackOff) {
        self.strategy = strategy
        self.limit = limit
        self.backOff = backOff
    }

    mutating func started(_ child: Int, at now: Duration) { series[child, default: (0, now)].since = now }

    /// A child is not known any more.
    mutating func forget(_ child: Int) { series[child] = nil }

    /// How many restarts count at present.
    var restartCount: Int { restarts.count }

    /// How many children there is something known of.
    var size: Int { series.count }

    /// The only child's restarts, as they go into a snapshot.
    func saved(at now: Duration) -> Snapshot.Child.Restarts {
        let (count, since) = series[0] ?? (0, nil)
        return Snapshot.Child.Restarts(ages: restarts.map { now - $0 }, inARow: count, age: now - (since ?? now))
    }

    /// The only child's restarts, without what decides nothing any more: what tells situations apart.
    func significant(at now: Duration) -> Snapshot.Child.Restarts {
        let all = saved(at: now)
        let isOver = all.age > limit.period || backOff.first == .zero
        return Snapshot.Child.Restarts(
            ages: all.ages.filter { $0 <= limit.period }, inARow: isOver ? 0 : all.inARow, age: isOver ? .zero : all.age
        )
    }

    /// Goes on with those of a snapshot.
    mutating func resume(_ saved: Snapshot.Child.Restarts, at now: Duration) {
        restarts = saved.ages.map { now - $0 }
        series[0] = (min(max(saved.inARow, 0), Self.longestSeries), now - saved.age)
    }

    mutating func failed(_ child: Int, of count: Int, at now: Duration) -> Verdict {
        restarts.removeAll { now - $0 > limit.period }
        guard restarts.count < limit.restarts else { return .giveUp }
        restarts.append(now)
        var (number, since) = series[child] ?? (0, nil)
        if let since, now - since > limit.period { number = 0 }
        series[child] = (min(number + 1, Self.longestSeries), nil)
        let children =
            switch strategy {
            case .oneForOne: child..<child + 1
            case .oneForAll: 0..<count
            case .restForOne: child..<count
            }
        return .restart(children: children, after: backOff.delay(number))
    }
}
