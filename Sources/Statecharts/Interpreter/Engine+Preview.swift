// What would come of an event, found out by the same selection and the same plan as in a step, of which nothing is
// done.

extension Engine {
    /// The first microstep of an event if it were taken now; `nil` if no state would react.
    ///
    /// Only between two steps, while the chart runs.
    func preview(_ event: EventPointer) -> Microstep? {
        beginLooking()
        var microstep: Microstep?
        if select(event, scope: 0) == .handled {
            if cells.value.hasConflict { removeConflictingTransitions() }
            microstep = describeMicrostep()
        }
        endLooking()
        return microstep
    }

    /// Begins to ask states what they make of an event that is not taken.
    @usableFromInline
    func beginLooking() {
        readiness.value.phase = .asking
        cells.value.hearing = .nobody
        if !asksDirectly { forgetTranslations() }
        cells.value.owner = -1
        cells.value.eventScope = 0
        cells.value.trigger = .event
    }

    /// Notes what would come of an answer. Answers whether that would be a reaction.
    @usableFromInline
    func foresee(_ reaction: borrowing RawReaction, of source: Int32, _ outcome: inout Outcome) -> Bool {
        switch reaction.kind {
        case .unhandled: return false
        case .deferred: outcome = .deferred
        case .internal: outcome = .handled
        case .external, .local:
            guard isEnabled(reaction, of: source) else { return false }
            outcome = .handled
        }
        return true
    }

    /// Whether the transition is taken if no other one excludes it, or is a mistake, by which the step would fail.
    private func isEnabled(_ reaction: borrowing RawReaction, of source: Int32) -> Bool {
        if reaction.leadsToOne, reaction.tag == tag, infos[reaction.first].flags.contains(.isState) { return true }
        let refusals = cells.value.refusals
        return resolve(reaction, of: source) || cells.value.refusals != refusals
    }

    /// Whether the chart is only asked what it would make of an event. A handler that acts then, instead of leaving
    /// that to an effect, does nothing by it: the event may never come.
    @usableFromInline var isLookedAt: Bool {
        #if DEBUG
            if let guest = unsafe guest { return guest.isLookedAt }
        #endif
        return readiness.value.phase == .asking && cells.value.hearing == .nobody
    }

    /// The chart is as before.
    @usableFromInline
    func endLooking() {
        // Letting go of the effects may call foreign code, which finds the chart as inside a step.
        if cells.value.workspace != nil { clearMicrostep() }
        readiness.value.phase = .idle
        cells.value.hearing = .host
        rest()
    }
}
