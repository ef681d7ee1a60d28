extension Machine {
    /// Asks the machine something: gives it an event that carries a ``Reply`` and waits for the answer.
    ///
    ///     let total = try await machine.ask(within: .seconds(5)) { .total($0) }
    ///
    /// Returns as soon as the answer is there, whether or not the step is complete, and at the latest when the machine
    /// has come to its end. A machine that keeps the reply for later still has to answer: if one of its actions waits
    /// for the asker's step, that closes a ring of waiting machines.
    /// - Parameters:
    ///   - limit: how long to wait at most, by the machine's clock.
    ///   - event: makes the event; called once, at once.
    /// - Throws: ``MachineError`` with the code ``MachineError/Code/unanswered`` if the reply is dropped,
    ///   ``MachineError/Code/notStarted`` before ``start()``, ``MachineError/Code/finished`` if the machine has come to
    ///   its end or does before it has answered, even if it keeps the reply, ``MachineError/Code/late`` after the
    ///   limit, ``MachineError/Code/deadlock`` from inside an action if answering would need that action to end, unless
    ///   the reply was handed on to another machine, which is not detected: in that case ask within a limit;
    ///   ``StepError`` if the machine has failed or fails; what ``Reply/fail(_:)`` was given; `CancellationError`.
    public nonisolated func ask<Value: Sendable>(
        within limit: Duration? = nil, _ event: (Reply<Value>) -> Event
    ) async throws -> Value {
        let waiting = try WaitGraph.enter(ObjectIdentifier(self))
        let question = Question<Value>(waiting: waiting)
        let (refusal, text) = await offer(event(Reply(question)), question)
        if let refusal {
            WaitGraph.leave(waiting)
            throw refusal
        }
        let alarm = limit.map { setAlarm(for: question, $0) }
        defer { if let alarm { timeKeeper.discard(alarm) } }
        let patience = text.flatMap { limitForAnswer(to: $0) }
        do { return try await question.value(within: limit == nil ? patience : nil) } catch let reason as NoAnswer {
            switch reason {
            case .dropped: throw await dropError(Value.self)
            case .late(let limit): throw lateError(limit, Value.self)
            case .ended: throw await endError()
            }
        }
    }

    /// Puts a question into the mailbox. Answers with an error if it was refused, and the name of the event if the
    /// clock has to be moved; the event itself is gone here afterwards, and with it the reply that it carries.
    private nonisolated func offer(
        _ event: Event, _ question: OpenQuestion
    ) async -> (refusal: (any Error)?, text: String?) {
        switch putQuestion(event, question) {
        case .kept, .wake: (nil, keeper.map { _ in ChartGraph.eventName(ValueText.of(event)) })
        case .refused: (await endError(ValueText.of(event)), nil)
        case nil: (MachineError.notStarted(ValueText.of(event), to: name), nil)
        }
    }

    /// How long to wait for an answer at most where somebody has to move the clock.
    nonisolated func limitForAnswer(to question: String) -> LimitedWait? {
        keeper?.wait(
            for: "the answer to \(question), asked of \(name)", reason: "no answer has come",
            advice: "answer the question, or move the clock on")
    }

    /// Puts a question into the mailbox, for ``ask(within:_:)`` and ``question(_:)``; `nil` before the start, unless it
    /// is a child machine, which its owner begins.
    nonisolated func putQuestion(_ event: Event, _ question: OpenQuestion) -> Mailbox<Event>.PutResult? {
        if !isOwned, !mailbox.takesQuestions { return nil }
        let result = mailbox.put(.event(event, .question(question)))
        if case .wake = result { MailboxScheduler.call(self) }
        return result
    }

    private nonisolated func setAlarm<Value>(for question: Question<Value>, _ limit: Duration) -> WaitAlarm {
        let keeper = timeKeeper
        let key = keeper.key(in: limit)
        let alarm = WaitAlarm(of: name, TimerRecord(path: "", .question, until: key)) {
            question.end(.failure(NoAnswer.late(limit)))
        }
        keeper.set(alarm, to: key)
        return alarm
    }

    private func endError(_ event: String? = nil) -> any Error {
        if let failure { return failure }
        let end = "the machine has come to its end and answers nothing any more"
        return MachineError(
            .finished, machine: name, event: event,
            event.map { "\($0) was asked too late: \(end)" } ?? "\(end); what was asked before is not answered either")
    }

    /// A reply is dropped because nobody wanted to answer, or because the machine ended before its turn.
    private func dropError(_ answer: Any.Type) -> any Error {
        if hasEnded { return endError() }
        return MachineError.dropped(answer, by: name)
    }

    private nonisolated func lateError(_ limit: Duration, _ answer: Any.Type) -> MachineError {
        MachineError(
            .late, machine: name,
            "the Reply<\(answer)> was not answered within \(limit); wait longer, or have the machine answer before it waits itself"
        )
    }
}
