/// What becomes of an armed timer in a snapshot, while the machine is not running.
public enum TimerPolicy: String, Sendable, Hashable, Codable, CaseIterable, BitwiseCopyable {
    /// The time in between does not count: what remained is what remains.
    case resumeRemaining
    /// The time in between counts: a deadline that has passed is due at once.
    case keepDeadline
    /// The whole duration begins again.
    case startAnew
}
