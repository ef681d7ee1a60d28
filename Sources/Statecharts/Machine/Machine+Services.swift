extension Machine: ServiceHost {
    nonisolated func makeServices(for engine: Engine) -> Services {
        let alarm = Alarm(
            name: { [weak self] in self?.name ?? "" },
            ring: { [weak self] key in _ = self?.deliver(.due(key)) },
            settle: { [weak self] in await self?.settle() },
            armed: { [weak self] in await self?.timerRecords ?? [] })
        return Services(
            engine: engine, keeper: keeper ?? TimeKeepers.continuous, alarm: alarm,
            deliver: { [weak self] letter in self?.deliver(letter) ?? false })
    }

    /// Puts a timer's or an activity's message behind what is in the mailbox.
    nonisolated func deliver(_ letter: ServiceLetter) -> Bool {
        switch put(.service(letter)) {
        case .kept: return true
        case .refused: return false
        case .wake:
            callCourier()
            return true
        }
    }

    /// Takes what has been posted. Answers a number that grows with every step.
    func settle() -> UInt64 {
        pump()
        return interpreter.engine?.turns ?? 0
    }

    private var timerRecords: [TimerRecord] { interpreter.engine?.services?.timerRecords ?? [] }

    /// Begins the step that a message from a timer or an activity asks for.
    /// - Returns: what began, `nil` if nothing did because the message comes too late; and true if the message may have
    ///   more to say after that.
    func begin(_ letter: ServiceLetter, _ engine: Engine) -> (step: ResourceStep<Event>?, again: Bool) {
        guard let services = engine.services, engine.status == .running else { return (nil, false) }
        lookForObservers()
        switch letter {
        case .due(let limit):
            let limit = extended(limit, services)
            while let (slot, timer) = services.firstDue(through: limit) {
                if let step = expire(slot, timer, services) { return (step, true) }
            }
            services.limit = nil
            return (nil, false)
        case .expired(let number, let node):
            guard let slot = services.slot(of: number, node), let timer = services.queue.timer(at: slot) else {
                return (nil, false)
            }
            return (expire(slot, timer, services, announces: true), false)
        case .work:
            engine.beginWork()
            return (nil, false)
        case .event(let event, let node, let activation):
            if services.isOver(node, activation) { return (nil, false) }
            services.noteInput(node, .sent)
            return (begun(engine) { interpreter.begin(event, at: node, engine) }, false)
        case .ended(let end, let activity, let node, let activation):
            if services.isOver(node, activation) { return (nil, false) }
            services.noteInput(node, end, of: activity)
            return (begun(engine) { interpreter.begin(end, of: activity, at: node, services) }, false)
        }
    }

    /// Takes a timer out of the queue and begins its step.
    private func expire(
        _ slot: Int32, _ timer: TimerQueue.Timer, _ services: Services, announces: Bool = false
    ) -> ResourceStep<Event>? {
        origin = services.queue.cause(of: slot)
        services.take(slot, of: timer.node, repeats: timer.repeats)
        if announces { services.announce() }
        keepTimers(services)
        services.noteInput(timer.node, .timer)
        let engine = services.engine
        return begun(engine) {
            interpreter.begin(timerIn: slot, of: timer.node, repeats: timer.repeats, engine)
        }
    }

    private func begun(_ engine: Engine, _ begin: () -> ResourceStep<Event>) -> ResourceStep<Event>? {
        let step = caused(in: engine, begin)
        if case .refused = step.end { return nil }
        return step
    }

    /// How far the timers of a message are taken: those that have become due while it waited as well, if nothing else
    /// waits.
    private func extended(_ limit: TimerKey, _ services: Services) -> TimerKey {
        services.limit(from: limit) { nextLetter == inbox.count && mailbox.isEmpty }
    }

    /// Prepares for states that arm or run something; called before the first of them is entered.
    func connectServices() {
        guard let engine = interpreter.engine else { return }
        engine.host = self
        if let keeper, keeper.wantsEveryMachine {
            if let alarm = engine.servicesMakingThem()?.alarm { keeper.join(alarm) }
        }
        succession?.joined()
    }
}
