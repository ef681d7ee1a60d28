extension Machine: ServiceHost {
    nonisolated func makeServices(for engine: Engine) -> Services {
        let alarm = Alarm(
            name: { [weak self] in self?.name ?? "" },
            ring: { [weak self] key in _ = self?.putAndWake(.resource(.due(key))) },
            settle: { [weak self] in await self?.settle() },
            armed: { [weak self] in await self?.timerRecords ?? [] })
        return Services(
            engine: engine, keeper: timeKeeper, alarm: alarm,
            deliver: { [weak self] message in self?.putAndWake(.resource(message)) ?? false })
    }

    nonisolated var lane: (any Actor)? { options?.lane ?? mailbox }

    private var timerRecords: [TimerRecord] { interpreter.engine?.services?.timerRecords ?? [] }
    /// Prepares for states that arm or run something; called before the first of them is entered.
    func connectServices() {
        guard let engine = interpreter.engine else { return }
        engine.host = self
        if let keeper, keeper.wantsEveryMachine, let alarm = engine.servicesMakingThem()?.alarm { keeper.join(alarm) }
        if cold?.hasHandover == true { handover?.joined() }
    }
}
