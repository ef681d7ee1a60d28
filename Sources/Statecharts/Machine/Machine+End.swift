// How a machine ends, and what becomes of what has not been taken.

extension Machine {
    /// The error that ended the machine; not one that an exit action threw while it came to its end.
    var failure: StepError? { interpreter.status == .failed ? interpreter.failure : nil }

    /// Answers who sent an event to a machine that has ended.
    func refuse(_ reply: StepContinuation) { resume(reply, failure) }

    /// Answers who waits for the end of a machine that has ended.
    func confirmEnd(_ reply: StepContinuation) { resume(reply, interpreter.failure) }

    private func resume(_ reply: StepContinuation, _ error: StepError?) {
        reply.resume(with: error.map { .failure($0) } ?? .success(.finished))
    }

    /// Closes the mailbox, answers all who wait, and ends the streams.
    func end() {
        occupied { endNow() }
        notifyViews()
    }

    private func endNow() {
        hasEnded = true
        unsafe storedFastEngine = nil
        let isHeard =
            failure == nil || cold?.handover != nil || observers.isHeard || hasOpenQuestions
            || options?.isOwned == true
        let rest = handOver(hasSuccessor: failure != nil)
        if !isHeard { needingCold.failsUnheard = !rest.contains { $0.sender.isAnswered } }
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
        guard let cold, cold.failsUnheard, let failure else { return }
        cold.failsUnheard = false
        Misuse.tell(
            "the machine \(name) has failed, and nobody waits for its end: \(failure); await its run() or finished, "
                + "or give it to a Supervisor")
    }
}
