extension Machine {
    /// Makes the chart ready and enters it. Answers with the first action that suspends.
    @usableFromInline
    func enterChart() throws -> Pause? {
        guard interpreter.status == .new, !hasEnded, !isBusy else {
            throw MachineError(
                .alreadyStarted, machine: name,
                "the machine was started or stopped before; make a new one to start again")
        }
        return try occupied { try enterNewChart() }
    }

    private func enterNewChart() throws -> Pause? {
        lookForObservers()
        if interpreter.restoration == nil {
            try interpreter.prepareStart()
        } else {
            inbox = try interpreter.prepareStart()
        }
        // Observers may have come before there was an engine.
        if interpreter.onStep != nil { connect(observers) }
        connectServices()
        connectReports()
        attachPorts()
        mailbox.start()
        interpreter.beginStart()
        guard let engine = interpreter.engine else { return nil }
        if let pause = advance(engine) { return pause }
        try closeStep(engine)
        return nil
    }

    nonisolated func notStarted(_ event: Event) -> MachineError {
        MachineError(
            .notStarted, machine: name, event: "\(event)",
            "\(event) was sent before start(); start the machine first, or post the event, which then waits for the start"
        )
    }

    /// Goes on with a first step that suspends, in a task of the machine's own.
    @usableFromInline
    func awaitFirstStep(_ pause: Pause) async throws { _ = try await finish(pause, nil) }

    /// After the first step: takes what has been posted meanwhile.
    @usableFromInline
    func comeToRest() {
        let isRestored = interpreter.restoration != nil
        if mailbox.open() || (isRestored && !inbox.isEmpty) { wake() }
        interpreter.engine?.rest()
        if isRestored { publishConfiguration() }
    }
}
