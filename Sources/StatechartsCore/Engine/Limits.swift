/// How much may follow one event before a step counts as one that would never end.
struct Limits: Equatable {
    /// Transitions without an event in a row.
    var eventless = 1_000
    /// Raised events in one step, and in those of recalled events behind it.
    var raised = 10_000

    /// How many of the last microsteps or raised events before the limit are noted, to name the cycle.
    static let trail = 500

    /// The shortest sequence that is repeated at the end; the last few steps if none is.
    static func cycle<Step: Equatable>(of steps: [Step]) -> ArraySlice<Step> {
        let period = (1...max(1, steps.count / 2)).first { length in
            steps.suffix(length) == steps.dropLast(length).suffix(length)
        }
        return steps.suffix(period ?? min(8, steps.count))
    }
}
