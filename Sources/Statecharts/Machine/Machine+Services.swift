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
        return interpreter.engine?.services?.turns ?? 0
    }

    private var timerRecords: [TimerRecord] { interpreter.engine?.services?.timerRecords ?? [] }

    /// What a message from a timer or an activity sets off.
    enum ServiceStep {
        /// Nothing: its state was left in the meantime.
        case none
        /// A step has begun; the event if it is one of this machine's chart.
        case begun(Event?)
    }

    /// Begins the step that a message asks for, unless it comes too late.
    /// - Returns: what began, and whether the message may have more to say after that.
    func begin(_ letter: ServiceLetter, _ engine: Engine) -> (step: ServiceStep, again: Bool) {
        guard let services = engine.services, engine.cells.value.status == .running else { return (.none, false) }
        lookForObservers()
        switch letter {
        case .due(let limit):
            let limit = extended(limit, services)
            while let (slot, timer) = services.firstDue(through: limit) {
                origin = services.queue.cause(of: slot)
                services.take(slot, of: timer.node, repeats: timer.repeats)
                keepTimers(services)
                services.noteInput(timer.node, .timer)
                if case .begun(let own) = begin(timerIn: slot, timer, engine) { return (.begun(own), true) }
            }
            services.limit = nil
            return (.none, false)
        case .expired(let number, let node):
            guard let slot = services.slot(of: number, node), let timer = services.queue.timer(at: slot) else {
                return (.none, false)
            }
            origin = services.queue.cause(of: slot)
            services.take(slot, of: node, repeats: timer.repeats)
            services.announce()
            keepTimers(services)
            services.noteInput(node, .timer)
            return (begin(timerIn: slot, timer, engine), false)
        case .work:
            engine.beginWork()
            return (.none, false)
        case .event(let event, let node, let activation):
            if services.isOver(node, activation) { return (.none, false) }
            services.noteInput(node, .sent)
            return (begin(event, at: node, engine), false)
        case .ended(let end, let activity, let node, let activation):
            if services.isOver(node, activation) { return (.none, false) }
            services.noteInput(node, end, of: activity)
            if services.end(activity, of: node, end) { engine.noteEndOfActivities(node) }
            switch end {
            case .event(let event), .failed(let event): return (begin(event, at: node, engine), false)
            case .silently:
                engine.takeActivityEnd(node, nil)
                return (.begun(nil), false)
            case .failure(let error):
                engine.takeActivityEnd(node, error)
                return (.begun(nil), false)
            }
        }
    }

    /// How far the timers of a message are taken: those that have become due while it waited as well, if nothing else
    /// waits.
    private func extended(_ limit: TimerKey, _ services: Services) -> TimerKey {
        services.limit(from: limit) { nextLetter == inbox.count && mailbox.isEmpty }
    }

    /// Begins the step of a timer that is due, which has been taken out of the queue.
    private func begin(timerIn slot: Int32, _ timer: TimerQueue.Timer, _ engine: Engine) -> ServiceStep {
        let scope = engine.infos[timer.node].scope
        if scope == 0 {
            let event = engine.nodes.call(0, as: TopState<Event>.self) {
                $0.takeTimed(at: slot, repeats: timer.repeats)
            }
            begin(event, owner: timer.node)
            return .begun(event)
        }
        return caused(in: engine) { engine.takeTimed(slot, repeats: timer.repeats, scope: scope, owner: timer.node) }
            ? .begun(nil) : .none
    }

    private func begin(_ event: any Sendable, at node: Int32, _ engine: Engine) -> ServiceStep {
        let scope = engine.infos[node].scope
        if scope == 0, let event = event as? Event {
            begin(event, owner: node)
            return .begun(event)
        }
        return caused(in: engine) { engine.takeInside(event, scope: scope, owner: node) } ? .begun(nil) : .none
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
