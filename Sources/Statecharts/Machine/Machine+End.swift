// How a machine ends, and what becomes of what has not been taken.

extension Machine {
    /// The error that ended the machine; not one that an exit action threw while it came to its end.
    var failure: StepError? { interpreter.status == .failed ? interpreter.failure : nil }

    /// Answers who sent an event to a machine that has ended.
    func refuse(_ reply: StepReply) { resume(reply, failure) }

    /// Answers who waits for the end of a machine that has ended.
    func confirmEnd(_ reply: StepReply) { resume(reply, interpreter.failure) }

    private func resume(_ reply: StepReply, _ error: StepError?) {
        reply.resume(with: error.map { .failure($0) } ?? .success(.finished))
    }

    /// Closes the mailbox, answers all who wait, and ends the streams.
    func end() {
        occupied { endNow() }
        beLookedAt()
    }

    private func endNow() {
        hasEnded = true
        unsafe storedFastEngine = nil
        let isHeard = failure == nil || extras?.succession != nil || observers.isHeard || hasOpenQuestions
        let rest = handOver(hasSuccessor: failure != nil)
        if !isHeard { needingExtras.failsUnheard = !rest.contains { $0.sender.isAnswered } }
        for envelope in rest { discard(envelope) }
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
}
