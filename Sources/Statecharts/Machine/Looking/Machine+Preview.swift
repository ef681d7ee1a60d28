extension Machine {
    /// Whether a state would react to the event if it were taken now: with a transition, or staying where it is.
    ///
    ///     button.isEnabled = try await machine.accepts(.pay)
    ///
    /// The chart is asked after everything that this task has posted, and while a step is under way, when that is over.
    /// Nothing is done: see ``Interpreter/accepts(_:)``. If the call had to wait for a step, eventless transitions are
    /// evaluated again afterwards, as after ``withTop(_:)``.
    ///
    /// - Returns: `false` before the start and after the end, and for an event that would be deferred.
    /// - Throws: ``MachineError`` with the code ``MachineError/Code/deadlock`` from inside an action that this
    ///   machine waits for.
    public func accepts(_ event: Event) async throws -> Bool { try await outcome(of: event) == .handled }

    /// Whether the event would be deferred if it were taken now: no state would react to it, but one wants it later.
    ///
    /// - Returns: `false` before the start and after the end. See ``accepts(_:)``.
    /// - Throws: as ``accepts(_:)``.
    public func defers(_ event: Event) async throws -> Bool { try await outcome(of: event) == .deferred }

    /// What the event would do if it were taken now: the transitions, and what they would leave and enter, up to a
    /// choice.
    ///
    /// The chart is asked at the same moment as by ``accepts(_:)``; see ``Interpreter/preview(_:)``.
    /// - Returns: `nil` if no state would react, if the event would be deferred, before the start and after the end.
    /// - Throws: as ``accepts(_:)``.
    public func preview(_ event: Event) async throws -> Microstep? {
        try await looking { $0.engine?.preview(event) }
    }

    private func outcome(of event: Event) async throws -> Outcome? {
        try await looking { $0.engine?.foresee(event) }
    }

    /// Looks at the chart between two steps.
    func looking<Answer: Sendable>(_ look: @escaping @Sendable (Top) -> Answer) async throws -> Answer {
        while isOccupiedBeforeStart { await waitForTurn() }
        drainHere()
        if isOccupied { return try await request(look) }
        return occupied { look(interpreter.top) }
    }
}
