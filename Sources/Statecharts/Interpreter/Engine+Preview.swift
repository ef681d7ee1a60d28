// What would come of an event, found out by the same selection and the same plan as in a step, of which nothing is done.

extension Engine {
    /// What the active states would make of an event, and the first microstep if one of them would react to it.
    ///
    /// Only between two steps. The chart is as before afterwards: histories are recorded for the plan and put back, a failure that the answers
    /// lead to is taken back.
    /// - Parameter plans: whether the microstep is wanted.
    func preview(_ event: EventPointer, plans: Bool) -> (outcome: Outcome, microstep: Microstep?) {
        guard cells.value.status == .running else { return (.finished, nil) }
        readiness.value.phase = .asking
        // Of the last event, whose sender may ask for it after a view has looked.
        let answer = cells.value.answer
        #if DEBUG
            let before = mark
        #endif
        forgetTranslations()
        cells.value.owner = -1
        cells.value.trigger = .event
        // So that all is planned in place, where it can be described.
        cells.value.isRecording = true
        var outcome = select(event, scope: 0)
        var microstep: Microstep?
        if cells.value.status == .failed {
            // Somebody reacts, but what the answer leads to is a mistake: the step would fail.
            outcome = .handled
        } else if outcome == .handled, plans {
            let histories = recordedHistories
            planMicrostep()
            microstep = describeMicrostep()
            for (place, word) in histories.enumerated() { history[Int32(place)] = word }
        }
        #if DEBUG
            if mark != before {
                trap(
                    "a handler raised, armed or began something when it was asked what it makes of an event",
                    "let effects do it")
            }
        #endif
        if cells.value.status == .failed {
            failure = nil
            cells.value.status = .running
        }
        cells.value.isRecording = false
        cells.value.isTerminated = false
        work.passing.removeAll()
        work.completions.removeAll()
        // Letting go of the effects may call foreign code, which finds the chart as inside a step.
        clearMicrostep()
        readiness.value.phase = .idle
        updatePlainness()
        cells.value.answer = answer
        rest()
        return (outcome, microstep)
    }

    /// The same for an event of the chart itself.
    func preview<Event>(of event: Event, plans: Bool) -> (outcome: Outcome, microstep: Microstep?) {
        unsafe withUnsafePointer(to: event) { unsafe preview(EventPointer($0), plans: plans) }
    }

    private var recordedHistories: [Int32] { (0..<Int32(topology.historySize)).map { history[$0] } }

    /// What changes when a handler does something instead of deciding, as far as that is cheap to see.
    private var mark: UInt64 { UInt64(raised.count) + (services?.lastMark ?? 0) }
}
