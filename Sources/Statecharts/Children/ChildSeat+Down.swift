// What an owner gives a child and waits for: the rules of ``Child`` and of the rows of ``ChildMachines``.

extension ChildSeat {
    /// True if there is a child in a simulation, which has not come to its end and was not told to stop.
    private var goesOnSimulated: Bool {
        guard let owner, number != 0, !isLeft, let services = owner.engine?.presentServices else { return false }
        return services.isSimulated && !services.hasEnded(number, of: owner.index)
    }

    /// Gives it an event. Answers `false` if there is no child, it has come to its end, or was told to stop: also where
    /// its machine has not gone on since, and would still take it.
    func post(_ event: Inner.Event) -> Bool {
        // A handler that is only asked what would come of an event does nothing.
        if isLeft || owner?.engine?.isLookedAt == true { return false }
        if let machine { return machine.post(event) }
        guard goesOnSimulated else { return false }
        return simulated?.post(event) ?? note(event)
    }

    /// Has an event noted for a child that does not run.
    private func note(_ event: Inner.Event) -> Bool {
        guard let host = owner?.engine?.host as? SimulationHost else { return false }
        host.onChildEvent?(name.path, event)
        return true
    }

    /// Gives it an event and waits until its step is complete.
    func send(_ event: Inner.Event) async throws -> Outcome {
        if isLeft || number == 0 { return .finished }
        if let machine { return try await noting({ try await machine.send(event) }, as: { "\($0)" }) }
        if let recorded { return try Outcome(text: recorded(String.self)) }
        if let simulated { return try await simulated.send(event) }
        return goesOnSimulated && note(event) ? .handled : .finished
    }

    /// Asks it something and waits for the answer.
    func ask<Value: Sendable>(within limit: Duration?, _ event: (Reply<Value>) -> Inner.Event) async throws -> Value {
        if isLeft || number == 0 {
            throw Self.missing("the child was asked while its state is not active, or is being left")
        }
        if let machine { return try await noting({ try await machine.ask(within: limit, event) }, as: { $0 }) }
        if let recorded, let answer = try recorded(Value.self) as? Value { return answer }
        if let simulated { return try await simulated.ask(event) }
        throw goesOnSimulated
            ? MachineError.notRun(Inner.self, at: name.path) : Self.missing("the child was asked after its end")
    }

    /// Takes note of what comes of something that an action awaits, if somebody records the owner.
    private func noting<Value: Sendable>(
        _ body: () async throws -> Value, as coded: (Value) -> any Sendable
    ) async throws -> Value {
        guard let (answers, turn) = recording else { return try await body() }
        return try await answers.noting(turn, coded, body)
    }

    /// The machine for whoever looks at it: in a replay there is none.
    var seenMachine: Machine<Inner>? {
        if machine != nil, let (answers, turn) = recording { answers.noteMachine(turn) }
        return machine
    }

    /// What takes note, in a step of the owner that somebody records, and the number of the step.
    private var recording: (ChildAnswers, turn: UInt64)? {
        guard let engine = owner?.engine, engine.isStepping, engine.observer != nil, let services = engine.services
        else { return nil }
        let answers = services.childAnswers ?? ChildAnswers()
        services.childAnswers = answers
        return (answers, engine.stepCount)
    }

    /// In a replay, what the child has answered.
    private var recorded: ((Any.Type) throws -> Any)? { (owner?.engine?.host as? SimulationHost)?.recordedAnswer }

    /// Nobody is there to answer.
    static func missing(
        _ what: String, fix: String = "ask it before, from the state's own actions"
    ) -> MachineError { MachineError(.finished, machine: ClassInfo.of(Inner.self).name, "\(what); \(fix)") }

    /// Returns when a child has ended, and when those have that run at its place in a simulation.
    /// - Parameter life: its last life, if it has a machine.
    static func end(of life: ChildLife?, at place: @autoclosure () -> String, in owner: StateNode?) async {
        if let host = owner?.engine?.host as? SimulationHost {
            let place = place()
            for child in host.children where child.path == place { await child.stopped() }
        }
        await life?.ended()
    }
}

extension Outcome {
    /// One that a recording has as text.
    fileprivate init(text: Any) {
        let all: [Outcome] = [.handled, .deferred, .unhandled, .finished]
        self = all.first { "\($0)" == text as? String } ?? .handled
    }
}
