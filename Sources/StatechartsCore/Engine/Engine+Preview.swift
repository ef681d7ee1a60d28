// What would come of an event, found out by the selection and the plans of a step, of which nothing is done.

extension Engine {
    /// The first microstep of an event if it were taken now; `nil` if no state would react.
    func preview(_ event: EventPointer) -> Microstep? {
        look(at: event) { offer in
            _ = select(offer)
            guard !answers.isEmpty else { return nil }
            removeConflicts()
            var words = StepLog.Words()
            note(.event, in: &words)
            return words.microsteps(in: topology).first
        } ?? nil
    }

    /// How an event would be taken now.
    @usableFromInline
    func foresee(_ event: EventPointer) -> Outcome {
        look(at: event, selectFirst) ?? .finished
    }

    /// Asks states what they make of an event that is not taken; `nil` if the chart is not at rest. It is as before
    /// afterwards.
    private func look<Result>(at event: EventPointer, _ body: (Offer) -> Result) -> Result? {
        guard isReady else { return nil }
        // Whoever visits the chart may ask, and goes on hearing of his mistakes.
        let before = hot.value.hearing
        phase = .asking
        hot.value.hearing = .nobody
        if !isOneChart { forgetTranslations() }
        let result = body(Offer(event: event))
        // Letting go of the effects may call foreign code, which finds the chart as inside a step.
        clearMicrostep()
        giveBackScratch()
        phase = .idle
        hot.value.hearing = before
        return result
    }

    /// True while the chart is only asked what it would make of an event. A handler that acts then, instead of leaving
    /// that to an effect, does nothing by it: the event may never come.
    package var isLookedAt: Bool { phase == .asking && hot.value.hearing == .nobody }
}
