/// How much may follow one event before a step counts as one that would never end, and how much may be kept. Numbers
/// below 0 count as 0.
@usableFromInline
package struct Limits: Equatable, Sendable {
    /// Deferred events at a time.
    package var deferred: Int { didSet { deferred = max(0, deferred) } }
    /// Microsteps without an event in a row: eventless transitions, choices, completions and errors.
    package var eventless: Int { didSet { eventless = max(0, eventless) } }
    /// Raised events in one step, and in all recalls behind it together while the deferred events do not become fewer.
    package var raised: Int { didSet { raised = max(0, raised) } }

    @usableFromInline
    package init(deferred: Int = 10_000, eventless: Int = 1_000, raised: Int = 10_000) {
        self.deferred = max(0, deferred)
        self.eventless = max(0, eventless)
        self.raised = max(0, raised)
    }

    /// Pseudostates that a reaction may pass in one microstep; more lead through each other in a cycle.
    static let hops = 100

    /// How many of the last microsteps or raised events before the limit are noted, to name the cycle.
    private static let trail = 500

    /// True if the step with this number is one of those that are noted.
    static func isNear(_ count: Int, _ limit: Int) -> Bool { count > limit - trail }

    /// Notes a step near its limit. If it is one too many, answers the shortest sequence that is repeated at the end,
    /// or the last few steps if none is.
    static func cycle<Step: Equatable>(_ count: Int, _ limit: Int, _ steps: inout [Step], _ step: Step) -> [Step]? {
        if count == max(1, limit - trail + 1) { steps = [] }
        steps.append(step)
        guard count > limit else { return nil }
        let period = (1...max(1, steps.count / 2)).first { length in
            steps.suffix(length) == steps.dropLast(length).suffix(length)
        }
        return steps.suffix(period ?? min(8, steps.count))
    }
}
