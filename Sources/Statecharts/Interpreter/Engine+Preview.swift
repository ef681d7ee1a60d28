// What would come of an event, found out by the same selection and the same plan as in a step, of which nothing is
// done.

extension Engine {
    /// The first microstep of an event if it were taken now; `nil` if no state would react, or the step would fail.
    ///
    /// Only between two steps, while the chart runs.
    func preview(_ event: EventPointer) -> Microstep? {
        let before = beginLooking()
        var microstep: Microstep?
        if select(event, scope: 0) == .handled, cells.value.status == .running {
            if cells.value.hasConflict { removeConflictingTransitions() }
            microstep = describeMicrostep()
        }
        endLooking(before)
        return microstep
    }

    /// Begins to ask states what they make of an event that is not taken. Answers what `endLooking` wants to have.
    @usableFromInline
    func beginLooking() -> UInt64 {
        readiness.value.phase = .asking
        if !asksDirectly { forgetTranslations() }
        cells.value.owner = -1
        cells.value.eventScope = 0
        cells.value.trigger = .event
        return mark
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
        return resolve(reaction, of: source) || cells.value.status == .failed
    }

    /// The chart is as before: a failure that the answers lead to is taken back.
    @usableFromInline
    func endLooking(_ before: UInt64) {
        #if DEBUG
            if mark != before {
                trap(
                    "a handler raised, armed or began something when it was asked what it makes of an event",
                    "let effects do it")
            }
        #endif
        // Letting go of the effects may call foreign code, which finds the chart as inside a step.
        if cells.value.workspace != nil { clearMicrostep() }
        readiness.value.phase = .idle
        if cells.value.status == .failed {
            failure = nil
            cells.value.status = .running
            updatePlainness()
        }
        rest()
    }

    /// What changes when a handler does something instead of deciding, as far as that is cheap to see.
    private var mark: UInt64 { UInt64(raised.count) + (belongings?.lastMark ?? 0) }
}
