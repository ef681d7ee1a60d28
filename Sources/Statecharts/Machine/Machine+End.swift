// How a machine ends, and what becomes of what has not been taken.

extension Machine {
    /// The error that ended the machine; not one that an exit action threw while it came to its end.
    var failure: StepError? { interpreter.status == .failed ? interpreter.failure : nil }

    /// Answers a `stop()` of a machine that has ended, or that somebody else is stopping.
    func answerStop(_ reply: StepContinuation) { answerEnd(reply, interpreter.failure) }

    /// Answers who comes after the end: `finished`, or the error.
    func answerEnd(_ reply: StepContinuation, _ error: StepError?) {
        reply.resume(with: error.map { .failure($0) } ?? .success(.finished))
    }

    /// Closes the mailbox, answers all who wait, and ends the streams.
    /// - Parameter error: another one than that of its chart.
    func end(by error: (any Error)? = nil) {
        occupied { endNow(error) }
        notifyViews()
    }

    private func endNow(_ error: (any Error)?) {
        hasEnded = true
        unsafe storedFastEngine = nil
        if interpreter.engine?.failure != nil, let name = options?.name { interpreter.engine?.failure?.machine = name }
        let isHeard =
            failure == nil || cold?.handover != nil || observers.isHeard || cold?.questions.hasOpen == true
            || isOwned
        cold?.gates?.pause()
        let rest = closeMailbox(failure == nil ? .ended : .failed)
        if !isHeard { needingCold.failsUnheard = !rest.contains { $0.sender.wantsReply } }
        for envelope in rest { answerUntaken(envelope) }
        cold?.gates?.end()
        for question in cold?.questions.takeAll() ?? [] { question.endUnanswered() }
        let last = interpreter.configuration
        observers.publish(last)
        let end = (error ?? interpreter.failure).map { Result<Void, any Error>.failure($0) } ?? .success(())
        observers.end(end, in: last == .empty ? nil : last)
        interpreter.engine?.services?.leaveClock()
    }

    /// Tells of a failure in a step for which nobody waits, if nobody else is told of it either: who only posts would
    /// see that everything stops, and never why.
    func tellUnheardFailure() {
        guard let cold, cold.failsUnheard, var failure else { return }
        cold.failsUnheard = false
        failure.machine = nil
        Misuse.tell(
            "the machine \(name) has failed, and nobody waits for its end: \(failure); await its run() or finished, "
                + "or give it to a Supervisor")
    }

    /// Closes the mailbox of a machine that ends. Returns the envelopes that no successor inherits.
    func closeMailbox(_ reason: HandoverReason) -> [Envelope<Event>] {
        let taken = inbox.envelopes
        inbox = Inbox()
        guard let inherit = handover?.inherit else {
            let waiting = mailbox.close()
            return taken.isEmpty ? waiting : taken + waiting
        }
        // Once only; a step that is still under way may end with a snapshot all the same.
        handover?.inherit = nil
        let kept = handover?.kept
        if let kept { handover?.ranOn(time - kept.at) }
        let keys = kept?.keys ?? []
        return inherit(reason) { Self.naming(taken + mailbox.close(), keys) }
    }

    /// Envelopes that name the timers which have fired: when they were due means nothing to another machine.
    private static func naming(_ envelopes: [Envelope<Event>], _ keys: [NamedKey]) -> [Envelope<Event>] {
        var claimed: Set<UInt64> = []
        return envelopes.flatMap { envelope -> [Envelope<Event>] in
            switch envelope {
            case .resource(.due(let limit)):
                return keys.filter { $0.key <= limit && claimed.insert($0.timer).inserted }
                    .map { .resource(.expired($0.timer, node: $0.node)) }
            case .resource(.expired(let timer, _)):
                claimed.insert(timer)
                return [envelope]
            case .event, .inside, .request, .failure, .stop, .resource: return [envelope]
            }
        }
    }

    /// Tells of events that nobody will ever take, because the machine is released and was never started.
    nonisolated func tellUnstarted(_ envelopes: [Envelope<Event>]) {
        let events = envelopes.compactMap { envelope -> Event? in
            switch envelope {
            case .event(_, .question), .inside, .resource, .request, .failure, .stop: nil
            case .event(let event, _): event
            }
        }
        Misuse.tellUnstarted(name, events, ("an event", "events"))
    }
}
