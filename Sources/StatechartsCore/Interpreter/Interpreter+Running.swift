// How the calls of an interpreter begin and run steps.

extension Interpreter {
    /// Makes the chart ready for its first step.
    /// - Returns: what was in the mailbox when the snapshot was taken that it starts from; `nil` without a snapshot.
    @discardableResult
    package func prepareStart() throws -> [RestoredEnvelope<Top.Event>]? {
        if let engine { forbidNesting("start() was called", engine) }
        guard engine == nil else {
            trap("start() was called twice", "make a new chart and a new interpreter to start again")
        }
        let engine = try ChartBinder.bind(top, allowsSuspending: allowsSuspending)
        if failsUnhandled { engine.cold.failsUnhandled = true }
        if let limits = cold?.limits, limits != Limits() { engine.cold.limits = limits }
        engine.isObserved = observesStart
        var queued: [RestoredEnvelope<Top.Event>]?
        if let cold, let restoration = cold.restoration {
            queued = try restoration.restore(engine, as: Top.Event.self, allowsSuspending: allowsSuspending)
            // Neither the snapshot nor what the migration captures is needed any more.
            cold.restoration = nil
            cold.isRestored = true
        }
        self.engine = engine
        connectObserver()
        return queued
    }

    func prepareStartWithInbox() throws {
        guard let queued = try prepareStart() else { return }
        for case .event(let event) in queued.reversed() { needingCold.inbox.prepend(event) }
    }

    /// Begins the first step of a chart that was made ready.
    package func beginStart() { _ = engine?.begin(isRestored ? .restored : .start(at: [])) }

    /// Begins the step of an event.
    /// - Parameter owner: the active state that the event belongs to, -1 if it is for all: see `Engine.select`.
    @inlinable
    package func begin(_ event: Top.Event, _ engine: Engine, owner: VertexIndex = -1) -> StepEnd {
        if engine.isObservedNow { unsafe storedCold?.currentEvent = event }
        return engine.begin(borrowing: event, owner: owner)
    }

    /// The engine if it can take something now, `nil` after the end.
    func engineAtRest(_ what: String) throws -> Engine? {
        guard let engine else {
            trap("\(what) before start()", "start the interpreter first")
        }
        forbidNesting(what, engine)
        switch engine.status {
        case .new, .running: return engine
        case .finished, .stopped, .terminated: return nil
        case .failed:
            if let failure = engine.failure { throw failure }
            return nil
        }
    }

    /// The gate: steps do not nest, neither in actions nor in handlers, nor in what those let go.
    package func forbidNesting(_ what: String, _ engine: Engine) {
        if engine.isStepping {
            trap(
                "\(what) from inside a step of \(engine.chartName)",
                "post(_:) an event, which is taken when the step is over, or raise(_:) one inside it; "
                    + "do all else between two steps")
        }
    }

    /// Runs the step under way to its end, and takes the posted events.
    /// - Returns: the outcome of that step.
    @discardableResult
    package func runToRest() throws -> Outcome {
        try runSteps()
        return try takeInbox()
    }

    /// Takes the posted events.
    /// - Returns: the outcome of the step before them.
    @discardableResult
    @usableFromInline
    package func takeInbox() throws -> Outcome {
        unsafe storedHasPosted = false
        let outcome = engine?.outcome ?? .finished
        guard let cold else { return outcome }
        while let engine, engine.status == .running, let event = cold.inbox.popFirst() { try run(event, engine) }
        return outcome
    }

    func runSteps() throws {
        // What was posted in the chart's last step is taken by nobody.
        defer { if let cold, engine?.status.isEnd == true { _ = cold.inbox.removeAll() } }
        try engine?.runWithoutSuspending()
    }
}

extension Engine {
    /// Begins the step of an event that is kept elsewhere until this has returned.
    ///
    /// Not done where it is called: see `Unmanaged.borrowed`.
    @inlinable @inline(__always)
    package func begin<Event>(borrowing event: Event, owner: VertexIndex = -1) -> StepEnd {
        EventPointer.with(event) { begin($0, owner: owner) }
    }
}
