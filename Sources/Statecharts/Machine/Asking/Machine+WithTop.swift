extension Machine {
    /// Reads or changes the chart's extended state between two steps.
    ///
    ///     let played = try await machine.withTop { $0.played }  // between two steps
    ///
    /// Waits for the step under way, and for everything that this task has posted. Afterwards eventless transitions
    /// that the change has enabled are taken, and events that `body` raised. Before the start and after the end `body`
    /// runs and nothing follows.
    /// - Throws: what `body` throws; ``StepError`` if the machine fails in what follows, and if `body` uses a
    ///   ``Scoped`` property, a timer or an activity of a state that is not active, which leaves the machine unharmed
    ///   (what `body` throws besides is in ``StepError/underlying``);
    ///   ``MachineError`` with the code ``MachineError/Code/deadlock`` from inside an action that this machine waits
    ///   for. On a `ManualClock`, `UnendingWait` if the step under way has not come to its end for as long as the clock
    ///   has patience: then `body` is not called.
    @discardableResult
    public func withTop<Result: Sendable>(
        _ body: @escaping @Sendable (Top) throws -> Result
    ) async throws -> Result {
        while isOccupiedBeforeStart { await waitForTurn() }
        drainHere()
        if isOccupied { return try await request(body) }
        // What `body` has changed is there also if it threw.
        let result = occupied { Swift.Result { try visiting(interpreter.top, body) } }
        if let engine = interpreter.engine, engine.status == .running {
            cause = Tracing.present
            _ = try await finishAwaited(engine, begin(.changed, engine))
        } else {
            notifyViews()
        }
        return try result.get()
    }

    /// Tells a new observer where the machine is, never in the middle of a step.
    /// - Parameter key: that of the observer; all others know, by the steps that have been since they came.
    func tellConfiguration(to key: Int) async {
        let observers = observers
        _ = try? await looking { top in
            guard let engine = top.engine, engine.status != .new else { return }
            observers.publish(engine.configuration, to: key)
        }
    }

    /// Has code run behind the step under way.
    func request<Result: Sendable>(_ body: @escaping @Sendable (Top) throws -> Result) async throws -> Result {
        let reply = try StepContinuation(for: ObjectIdentifier(self))
        let answer = Guarded<Swift.Result<Result, any Error>?>(nil)
        let isWithdrawn = Guarded(false)
        let request: IsolatedRequest = { node in
            guard let top = node as? Top, !isWithdrawn.withLock({ $0 }) else { return }
            let result = Swift.Result { try visiting(top, body) }
            answer.withLock { $0 = result }
        }
        if !putAndDrain(.request(request, reply)) { reply.resume(returning: .finished) }
        do { _ = try await reply.value(within: limit("the step under way")) } catch {
            // Who has waited too long has given up: nothing is changed later, behind his back.
            isWithdrawn.withLock { $0 = true }
            throw error
        }
        if let result = answer.withLock({ $0 }) { return try result.get() }
        // The machine is being stopped, so the request comes after its end.
        do { try await finishedForCancelled() } catch is StepError {}
        return try visiting(interpreter.top, body)
    }
}

/// Calls what visits a chart, and throws what it does wrong.
private func visiting<Top: Statechart, Result>(_ top: Top, _ body: (Top) throws -> Result) throws -> Result {
    guard let engine = top.engine else { return try body(top) }
    return try engine.throwingMistakes { try body(top) }
}
