/// When something is due: the deadline since the clock's beginning, and for equal deadlines the order of arming.
@usableFromInline
package struct TimerKey: Sendable, Hashable, Comparable, BitwiseCopyable {
    package let deadline: Duration
    /// Never the same for two things on one clock.
    package let sequence: UInt64

    package init(deadline: Duration, sequence: UInt64) {
        self.deadline = deadline
        self.sequence = sequence
    }

    @usableFromInline package static func < (a: TimerKey, b: TimerKey) -> Bool {
        let (first, second) = (a.deadline.attoseconds, b.deadline.attoseconds)
        return first == second ? a.sequence < b.sequence : first < second
    }

    /// The deadline as a number of about nanoseconds, for a first comparison: what is earlier has no greater one.
    var rank: Int64 {
        let whole = deadline.attoseconds >> 30
        let part = Int64(truncatingIfNeeded: whole)
        return Int128(part) == whole ? part : whole < 0 ? .min : .max
    }
}

/// When a timer is due, and which one it is.
struct NamedKey: Sendable {
    let key: TimerKey
    let timer: UInt64
    let node: Int32
}
