// How a machine ends, and what becomes of what has not been taken.

extension Machine {
    func endedOutcome() throws -> Outcome {
        if let failure { throw failure }
        return .finished
    }

    /// The error that ended the machine; not one that an exit action threw while it came to its end.
    var failure: StepError? { interpreter.status == .failed ? interpreter.failure : nil }

    /// Answers who sent an event to a machine that has ended.
    func refuse(_ reply: Letter<Event>.Reply) { resume(reply, failure) }

    /// Answers who waits for the end of a machine that has ended.
    func confirmEnd(_ reply: Letter<Event>.Reply) { resume(reply, interpreter.failure) }

    private func resume(_ reply: Letter<Event>.Reply, _ error: StepError?) {
        if let error { reply.resume(throwing: error) } else { reply.resume(returning: .finished) }
    }

    /// Closes the mailbox, answers all who wait, and ends the streams.
    func end() {
        occupied { endNow() }
        beLookedAt()
    }

    private func endNow() {
        hasEnded = true
        unsafe storedShortcut = nil
        let isHeard = failure == nil || extras?.succession != nil || observers.isHeard || hasOpenQuestions
        let rest = handOver(hasSuccessor: failure != nil)
        if !isHeard { needingExtras.failsUnheard = !rest.contains { $0.isAnswered } }
        inbox = []
        nextLetter = 0
        answer(rest)
        endQuestions()
        let last = interpreter.configuration
        observers.publish(last)
        observers.end(interpreter.failure.map { .failure($0) } ?? .success(()), in: last == .empty ? nil : last)
        interpreter.engine?.services?.part()
    }

    /// Tells of a failure in a step for which nobody waits, if nobody watches the machine either: who only posts would
    /// see that everything stops, and never why.
    func tellUnheardFailure() {
        guard let extras, extras.failsUnheard, let failure else { return }
        extras.failsUnheard = false
        Misuse.tell(
            "the machine \(name) has failed, and nobody waits for its end: \(failure); await its run() or finished, "
                + "or give it to a Supervisor")
    }

    /// Tells everybody who waits for letters that will not be taken.
    func answer(_ rest: [Letter<Event>]) {
        lose(rest)
        for letter in rest {
            switch letter {
            case .event, .cause, .plain, .message, .inside, .fail, .service: break
            case .question(_, let question): question.endUnanswered()
            case .call(_, let reply): refuse(reply)
            case .stop(let reply): confirmEnd(reply)
            case .visit(let visit, let reply):
                visit(interpreter.top)
                reply.resume(returning: .finished)
            }
        }
    }
}
