// What would come of an event, found out by the same selection and the same plan as in a step, of which nothing is
// done.

extension Engine {
    /// What the active states would make of an event, and the first microstep if one of them would react to it.
    ///
    /// Only between two steps. The chart is as before afterwards: a failure that the answers lead to is taken back.
    /// - Parameter plans: whether the microstep is wanted.
    func preview(_ event: EventPointer, plans: Bool) -> (outcome: Outcome, microstep: Microstep?) {
        guard cells.value.status == .running else { return (.finished, nil) }
        readiness.value.phase = .asking
        #if DEBUG
            let before = mark
        #endif
        forgetTranslations()
        cells.value.owner = -1
        cells.value.trigger = .event
        var outcome = plans ? select(event, scope: 0) : decide(event)
        var microstep: Microstep?
        if cells.value.status == .failed {
            // Somebody reacts, but what the answer leads to is a mistake: the step would fail.
            outcome = .handled
        } else if outcome == .handled, plans {
            if cells.value.hasConflict { removeConflictingTransitions() }
            microstep = describeMicrostep()
        }
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
        return (outcome, microstep)
    }

    /// What comes of an event, without working out how: nobody is asked any more once one reacts.
    private func decide(_ event: EventPointer) -> Outcome {
        cells.value.eventScope = 0
        var outcome = Outcome.unhandled
        select(0..<leaves.count, upTo: 0, nearest: handlers, above: handlersAbove) { vertex, _ in
            if outcome == .handled { return true }
            let reaction = answer(of: vertex, to: event)
            switch reaction.kind {
            case .unhandled: return false
            case .deferred: outcome = .deferred
            case .internal: outcome = .handled
            case .external, .local:
                guard isEnabled(reaction, of: vertex) else { return false }
                outcome = .handled
            }
            return true
        }
        return outcome
    }

    /// Whether the transition is taken if no other one excludes it, or is a mistake.
    private func isEnabled(_ reaction: borrowing RawReaction, of source: Int32) -> Bool {
        if reaction.leadsToOne, reaction.tag == tag, infos[reaction.first].flags.contains(.isState) { return true }
        return resolve(reaction, of: source) || cells.value.status == .failed
    }

    /// The same for an event of the chart itself.
    func preview<Event>(of event: Event, plans: Bool) -> (outcome: Outcome, microstep: Microstep?) {
        unsafe withUnsafePointer(to: event) { unsafe preview(EventPointer($0), plans: plans) }
    }

    /// What changes when a handler does something instead of deciding, as far as that is cheap to see.
    private var mark: UInt64 { UInt64(raised.count) + (belongings?.lastMark ?? 0) }
}
