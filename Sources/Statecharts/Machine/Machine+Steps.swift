// How a step is begun, gone on with while actions suspend, and closed.

extension Machine {
    /// Begins the step of an event.
    /// - Parameter owner: the state whose timer or activity has sent it, -1 if none has.
    @usableFromInline
    func begin(_ event: Event, owner: Int32 = -1) {
        guard let engine = interpreter.engine else { return }
        lookForObservers()
        // A step without suspension may be run here already.
        caused(in: engine) { interpreter.begin(event, engine, owner: owner) }
    }

    /// Runs what was begun; in a task of the machine's own from the first suspension on.
    func runStep(_ event: Event? = nil) async throws -> Outcome {
        guard let engine = interpreter.engine else { return .finished }
        guard let pause = advance(engine) else { return try closeStep(event, engine) }
        return try await finish(pause, event)
    }

    /// Goes on with a suspended step in a task of the machine's own and waits for its end.
    func finish(_ pause: Pause, _ event: Event?) async throws -> Outcome {
        isSuspended = true
        WaitGraph.enterStep(of: ObjectIdentifier(self))
        return try await withCheckedThrowingContinuation { continuation in
            reply = StepReply(continuation)
            startDriving(pause, event)
        }
    }

    /// Awaits suspending actions one after the other, until the machine is at rest with nothing left in its mailbox.
    func drive() async {
        guard let engine = interpreter.engine, let suspended = extras?.suspended.take() else { return }
        isSuspended = true
        var (pause, event): (Pause?, Event?) = suspended
        while let current = pause {
            do {
                try await perform(current)
                engine.resume(nil, from: current)
            } catch {
                engine.resume(error, from: current)
            }
            pause = advance(engine)
            if pause == nil {
                let waiting = reply
                reply = nil
                if waiting != nil { WaitGraph.endStep(of: ObjectIdentifier(self)) }
                do {
                    let outcome = try closeStep(event, engine)
                    waiting?.resume(returning: outcome)
                } catch {
                    waiting?.resume(throwing: error)
                }
                // Steps that do not suspend may be asked for snapshots too.
                repeat {
                    answerSnapshots()
                    (pause, event) = takeLetters()
                } while pause == nil && isAskedForSnapshots
            }
        }
        isSuspended = false
    }

    func closeStep(_ event: Event?, _ engine: Engine) throws -> Outcome {
        try occupied {
            if engine.cells.value.status == .failed, let event { interpreter.nameEvent(event) }
            return try closeStepNow(engine)
        }
    }

    /// After a step: the policy for unhandled events, and the end if this was the last one.
    @discardableResult
    func closeStep(_ engine: Engine) throws -> Outcome { try occupied { try closeStepNow(engine) } }

    private func closeStepNow(_ engine: Engine) throws -> Outcome {
        let outcome = engine.cells.value.answer
        if extras?.unhandledEvents.isEmpty == false { reportUnhandledEvents() }
        defer { closePassage() }
        if engine.cells.value.status != .running {
            end()
            if let failure = engine.failure { throw failure }
        } else if extras?.succession != nil {
            keepSnapshot()
        }
        return outcome
    }

    /// Has unhandled events remembered, each with the configuration in which nobody wanted it: until the step is over, that may have changed.
    func connectReports() {
        guard case .report = unhandled, let engine = interpreter.engine else { return }
        let extras = needingExtras
        engine.onUnhandled = { [unowned engine] event, scope in
            guard scope == 0, let store = engine.store(of: 0) as? TypedEventStore<Event> else { return }
            extras.unhandledEvents.append((store.load(event), engine.configuration))
        }
    }

    private func reportUnhandledEvents() {
        guard case .report(let report) = unhandled, let events = extras?.unhandledEvents else { return }
        extras?.unhandledEvents = []
        callingOut()
        for (event, configuration) in events { report(event, configuration) }
    }

    /// Has the next step recorded if somebody wants to know of it.
    func lookForObservers() {
        let isWatched = mailbox.isWatched
        if isWatched, interpreter.onStep == nil { connect(observers) }
        interpreter.isObserved = isWatched
    }

    /// Has records of steps published from now on.
    func connect(_ observers: Observers<Event>) {
        if let topology = interpreter.engine?.topology { observers.keep(topology) }
        interpreter.onStep = { observers.publish($0) }
    }

    func publishConfiguration() {
        if interpreter.status != .new { observers.publish(interpreter.configuration) }
    }
}
