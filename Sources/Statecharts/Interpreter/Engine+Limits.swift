/// How much may follow one event before a step counts as one that would never end.
struct Limits: Equatable {
    /// Transitions without an event in a row.
    var eventless = 1_000
    /// Raised events in one step.
    var raised = 10_000

    /// Of so many of the last raised events it is noted what they were.
    static let trail = 500

    /// The shortest run that repeats itself at the end; the last few if none does.
    static func cycle<Step: Equatable>(of steps: [Step]) -> ArraySlice<Step> {
        let period = (1...max(1, steps.count / 2)).first { length in
            steps.suffix(length) == steps.dropLast(length).suffix(length)
        }
        return steps.suffix(period ?? min(8, steps.count))
    }
}

extension Engine {
    var limits: Limits { extras?.limits ?? Limits() }

    func limit(to limits: Limits) { if limits != Limits() { needingExtras.limits = limits } }

    /// Counts an event that was raised in the step under way and is about to be taken. Answers `false`, and fails the
    /// chart, if there were too many.
    func countRaised(_ event: EventPointer, _ store: EventStore) -> Bool {
        cells.value.raisedSteps += 1
        let (count, limit) = (cells.value.raisedSteps, limits.raised)
        guard count > limit - Limits.trail else { return true }
        needingExtras.raisedTrail.append("\(store.describe(event)) in \(configuration)")
        guard count > limit else { return true }
        let cycle = Limits.cycle(of: needingExtras.raisedTrail)
        fail(
            StepError(
                .raisedCycle, path: configuration.description,
                "took more than \(limit) raised events in one step, again and again \(cycle.joined(separator: " → "))",
                fix: "post(_:) the event to the machine, so that others get their turn between, "
                    + "or allow more raised events",
                cycle: Array(cycle)))
        return false
    }

    /// A new step begins to count.
    @inline(never)
    func forgetRaised() {
        cells.value.raisedSteps = 0
        if let extras, !extras.raisedTrail.isEmpty { extras.raisedTrail = [] }
    }
}
