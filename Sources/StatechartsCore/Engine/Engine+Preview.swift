// Previews: selection and planning as in a step, of which nothing is performed.

extension Engine {
    /// The first microstep of an event if it were taken now; `nil` if no state would react.
    func preview(_ event: EventPointer) -> Microstep? {
        look(at: event) { offer in
            _ = select(offer)
            guard !answers.isEmpty else { return nil }
            removeConflicts()
            var words = StepLog.Words()
            words.add(.init(.event), of: self)
            return words.records(in: topology).first
        } ?? nil
    }

    /// The outcome that an event would have now.
    @usableFromInline
    func foresee(_ event: EventPointer) -> Outcome {
        look(at: event, selectFirst) ?? .finished
    }

    /// Asks states about an event that is not taken, and leaves the engine as it was. Answers `nil` if it is not at
    /// rest.
    private func look<Result>(at event: EventPointer, _ body: (Offer) -> Result) -> Result? {
        guard isReady else { return nil }
        // Whoever visits the chart may ask, and goes on hearing of his mistakes.
        let before = hot.value.mistakeListener
        phase = .asking
        hot.value.mistakeListener = .nobody
        if !isOneChart { forgetTranslations() }
        let result = body(Offer(event: event))
        // Destroying effects and events may call foreign code, which must find the gate closed.
        dropAnswers()
        if pending.contains(.event) { letGoOfEvents() }
        giveBackScratch()
        phase = .idle
        hot.value.mistakeListener = before
        return result
    }

    /// True during a preview. What a handler does then, instead of leaving it to an effect, has no effect: the event
    /// may never come.
    package var isLookedAt: Bool { phase == .asking && hot.value.mistakeListener == .nobody }
}
