// How a step ends that was not begun in the general way.

extension Engine {
    /// Ends the step at once if nothing can follow; otherwise leaves it to `settle`.
    /// - Parameter isSettled: whether all were asked for eventless transitions and have none.
    @inline(__always)
    func endDirectStep(isOpen: Bool, passes: Bool = false, isSettled: Bool = false) {
        assert(invariantsHold() || passes)
        if !passes, isSettled || !settlesAlways, failures.isEmpty, raised.isEmpty,
            cells.value.status == .running, !cells.value.hasWork,
            !isOpen || isFirstMicrostepOfEvent && work.completions.isEmpty
        {
            // Whoever wants to be told of recalls is told while the engine runs.
            if deferred.isEmpty {
                cells.value.answer = .handled
                readiness.value.next = onlyHandler
                readiness.value.phase = .idle
                return
            }
            if bookmarks == nil { return closeDirectStep(.handled) }
        }
        settleDirectStep(isOpen)
        cells.value.isSettled = isSettled
    }

    /// Before later microsteps something may have come about that waits for its turn, such as the end of the chart.
    private var isFirstMicrostepOfEvent: Bool {
        guard cells.value.macrostep == .event, case .event = cells.value.trigger else { return false }
        return true
    }

    @inline(never)
    func settleDirectStep(_ isOpen: Bool, after eventlessSteps: Int = 0) {
        if !isOpen {
            let didChange = cells.value.didChange
            open(beginning)
            cells.value.didChange = didChange
            cells.value.trigger = .event
            cells.value.eventlessSteps = eventlessSteps
        }
        readiness.value.phase = .settle
    }
}
