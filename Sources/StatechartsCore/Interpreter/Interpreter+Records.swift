// How steps reach those who want records of them. Nothing here runs while nobody does.

extension Interpreter {
    func recording(_ body: () throws -> Void) throws -> Macrostep<Top.Event> {
        let cold = needingCold
        cold.recorded = []
        connectObserver()
        defer {
            cold.recorded = nil
            connectObserver()
        }
        do { try body() } catch let error as StepError {
            if let first = cold.recorded?.first { return first }
            throw error
        }
        guard let first = cold.recorded?.first else {
            if cold.isRestored {
                // Continuing where nothing is to be done is no step.
                return Macrostep(trigger: .changed, StepContent(.handled, [], configuration))
            }
            trap("a step left no record", "please report this as a bug")
        }
        return first
    }

    func connectObserver() {
        guard let engine else { return }
        guard let cold, cold.wantsRecords else {
            // The step under way is recorded to its end, where what the log has of it is forgotten.
            if engine.observer == nil || !engine.isStepping { disconnectObserver(engine) }
            return
        }
        unsafe storedReadyEngine = nil
        if let publish = cold.publish {
            engine.observer = publish
            return
        }
        if engine.observer == nil, engine.isStepping { cold.unrecordedStep = engine.stepCount }
        engine.observer = { [unowned self] raw in
            guard let engine = self.engine else { return }
            if cold.unrecordedStep == engine.stepCount {
                cold.unrecordedStep = nil
            } else {
                let macrostep = self.macrostep(raw)
                cold.recorded?.append(macrostep)
                cold.onStep?(macrostep)
            }
            if !cold.wantsRecords { disconnectObserver(engine) }
        }
    }

    private func disconnectObserver(_ engine: Engine) {
        if engine.observer != nil { engine.observer = nil }
        unsafe storedReadyEngine = Unmanaged.passUnretained(engine)
    }

    /// Has the record of each step published by `publish`, which calls `macrostep(_:)` where the chart is known: code
    /// that is not compiled for it looks up the types of events for each step.
    @usableFromInline
    package func publishRecords(_ publish: @escaping (RawMacrostep) -> Void) {
        needingCold.publish = publish
        connectObserver()
    }

    @usableFromInline package var publishesRecords: Bool { cold?.publish != nil }

    /// The record of a step with its event.
    @inlinable
    package func macrostep(_ raw: RawMacrostep) -> Macrostep<Top.Event> {
        // Taken, so that the event does not live on until the next one.
        if raw.isOfEvent, let event = unsafe storedCold?.currentEvent.take() {
            return Macrostep(trigger: .event(event), raw.content)
        }
        return macrostepWithoutEvent(raw)
    }

    @usableFromInline
    func macrostepWithoutEvent(_ raw: RawMacrostep) -> Macrostep<Top.Event> {
        Macrostep(trigger: trigger(raw.trigger), raw.content)
    }

    private func trigger(_ raw: MacrostepTrigger) -> Macrostep<Top.Event>.Trigger {
        switch raw {
        case .start: return .start
        case .changed, .event: return .changed
        case .stop: return .stop
        case .inside: return .eventInside(engine?.coldState?.inside.map { ValueText.of($0.event) } ?? "")
        case .activity(let node):
            guard let engine else { return .changed }
            return .activity(engine.id(node))
        case .recalled(let scope, let number):
            guard let store = engine?.store(of: scope) else { return .changed }
            if let typed = store as? TypedEventStore<Top.Event>, scope == 0,
                let event = typed.kept[number: number]
            {
                return .recalled(event)
            }
            return .recalledInside(store.describeDeferred(number: number) ?? "")
        }
    }
}
