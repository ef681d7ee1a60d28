extension Machine: ServiceHost {
    nonisolated func makeServices(for engine: Engine) -> Services {
        Services(
            engine: engine, keeper: timeKeeper, alarm: WeakAlarm(self),
            deliver: { [weak self] message in self?.putAndWake(.resource(message)) ?? false })
    }

    nonisolated var lane: (any Actor)? { options?.lane ?? mailbox }

    /// Prepares for states that arm or run something; called before the first of them is entered.
    func connectServices() {
        guard let engine = interpreter.engine else { return }
        engine.host = self
        if let keeper, keeper.wantsEveryMachine, let alarm = engine.servicesMakingThem()?.alarm { keeper.join(alarm) }
        if cold?.hasHandover == true { handover?.joined() }
    }
}

extension Machine: Alarm {
    package nonisolated var machineName: String { name }
    package nonisolated func ring(_ key: TimerKey) { _ = putAndWake(.resource(.due(key))) }
    package var armed: [TimerRecord] { interpreter.engine?.services?.timerRecords ?? [] }
}
