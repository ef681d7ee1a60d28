/// What happens to a timer that is armed in a snapshot, while the machine is not running.
public enum TimerPolicy: String, Sendable, Hashable, Codable, CaseIterable, BitwiseCopyable {
    /// The time in between does not count: the timer goes on with the time that remained.
    case resumeRemaining
    /// The time in between counts: a deadline that has passed is due at once.
    case keepDeadline
    /// The whole duration begins again.
    case startAnew
}

extension Duration {
    /// The longest time that a timer may take: longer than any clock counts, and short enough to be added to the last
    /// time of a clock without an overflow.
    @inlinable package static var longestTimer: Duration {
        Duration(attoseconds: (1 << 60) * 1_000_000_000_000_000_000)
    }
}
