// What follows a microstep, until the chart is at rest; and the end of the step.

extension Engine {
    /// Decides what follows a microstep; SCXML's mainEventLoop with UML's completion before queued events.
    @inline(__always)
    func settle() {
        if pending.isEmpty { rest() } else { settlePending() }
    }

    /// Ends a step of which nothing is left to be told, kept or let go.
    @inline(__always)
    private func rest() {
        hot.value.answer = step.value.outcome
        phase = .idle
    }

    /// A choice that was reached comes first, then errors, the end of the chart, eventless transitions, completions,
    /// and raised events; when there is nothing of all that, the macrostep is over.
    private func settlePending() {
        if status != .running { return dropEverything() }
        if pending.contains(.terminate) { return end(.terminated) }
        if pending.contains(.choice), takeChoice() { return }
        if pending.contains(.failure) { return offerFailure() }
        if !pending.isDisjoint(with: [.completion, .touched]), isComplete(0) { return leaveChart(.finished) }
        if pending.contains(.eventless), takeEventless() { return }
        // Whoever was asked may have made a mistake, which comes first.
        if pending.contains(.completion), !pending.contains(.failure), takeCompletion() { return }
        if pending.contains(.raised), !pending.contains(.failure), takeRaised() { return }
        if pending.contains(.failure) || status != .running { return }
        if pending == .eventless { rest() } else { phase = .closing }
    }

    /// Begins a microstep that no event has set off, unless it is one too many.
    func beginEventless(_ cause: MicrostepTrigger, _ selection: Selection) {
        step.value.eventlessCount += 1
        let (count, limit) = (Int(step.value.eventlessCount), limits.eventless)
        if count > limit - Limits.trail { noteTrail() }
        if count > limit { return failWithCycle() }
        beginMicrostep(cause, selection)
    }

    /// Goes on from the first vertex, in the order of entry, that was reached on the way and not left again by another
    /// one's continuation.
    private func takeChoice() -> Bool {
        guard !choices.isEmpty else {
            pending.remove(.choice)
            return false
        }
        let vertex = choices.remove(at: 0)
        if choices.isEmpty { pending.remove(.choice) }
        let reaction = asking(vertex) { $0.branch() }
        var selection = Selection()
        guard reaction.kind == .external || reaction.kind == .local,
            list(reaction, of: vertex, at: firstLeaf(from: vertex), &selection)
        else {
            fail(
                StepError(
                    .noBranch, path: topology.path(of: vertex), "was reached and led nowhere",
                    fix: "let the last branch be one that is always taken"))
            return true
        }
        beginEventless(.choice(vertex), selection)
        return true
    }

    /// Takes the eventless transitions that are enabled. Answers whether there were any.
    private func takeEventless() -> Bool {
        let selection = selectEventless()
        if status != .running { return true }
        if answers.isEmpty { return false }
        beginEventless(.eventless, selection)
        return true
    }

    /// Takes the first raised event. Answers whether there was one.
    private func takeRaised() -> Bool {
        guard let scope = raised.first else {
            pending.remove(.raised)
            return false
        }
        _ = raised.remove(at: 0)
        if raised.isEmpty { pending.remove(.raised) }
        guard let store = store(of: scope), let event = store.takeRaised() else { return true }
        pending.insert(.event)
        guard countRaised(event, store) else { return true }
        step.value.eventlessCount = 0
        // Events raised in a submachine that was left in the meantime end with it, unless they concern the host.
        guard scope == 0 || isActive(topology.scopeNodes[Int(scope)]) else {
            _ = passOutward(event, from: scope)
            return true
        }
        if pending.contains(.log) { cold.causeText = store.describe(event) }
        step.value.cause = .raised
        let outcome = ask(Offer(event: event, scope: scope), as: .raised, keeps: true)
        if outcome == .handled { return true }
        if pending.contains(.log), status == .running { logMicrostep() }
        if outcome == .unhandled { _ = passOutward(event, from: scope) }
        return true
    }

    // MARK: The end of a step

    /// Tells who records, lets go of what the step held, and comes to rest or to the next deferred event.
    func close() {
        let (trigger, outcome) = (step.value.trigger, step.value.outcome)
        if pending.contains(.log) { closeLog() }
        var next = deferred.count
        if case .recalled(_, let number) = trigger {
            next = endRecall(number, outcome)
        } else {
            hot.value.answer = outcome
        }
        if pending.contains(.event) || status != .running { letGoOfEvents() }
        if pending.contains(.work) { beginWork() }
        pending.remove(.touched)
        giveBackScratch()
        let position = step.value.didChange ? 0 : next
        if status == .running, position < deferred.count { return comeToRecall(position) }
        phase = .idle
    }

    /// Lets go of what the events of the step carry, after the end of all events: a machine that has ended, or has
    /// nothing to do, keeps nobody alive.
    private func letGoOfEvents() {
        pending.remove(.event)
        let count = isOneChart ? 1 : Int16(topology.scopeNodes.count)
        for scope in 0..<count {
            useStore(of: scope, makes: false) { store in
                if store.holds { store.letGo() }
                if status != .running { store.dropDeferred() }
            }
        }
        if status != .running { dropDeferred { _ in true } }
    }

    // MARK: The end of the chart

    /// After the last action. Nobody is left to whom errors of exits could be offered: the chart has come to its end
    /// all the same, and whoever waits for that gets them.
    func end(_ ending: EngineStatus) {
        if !failures.isEmpty { failure = errorOfTheEnd(failures.elements) }
        status = ending
        dropEverything()
    }

    /// The chart has failed or come to its end: everything that states have is gone.
    func dropEverything() {
        clearMicrostep()
        resources?.leaveAll()
        for slots in scoped.values { for slot in slots { slot.empty() } }
        for scope in topology.scopeNodes.indices { useStore(of: Int16(scope), makes: false) { $0.dropRaised() } }
        raised.removeAll()
        failures.removeAll()
        choices.removeAll()
        completions.removeAll()
        step.value.ending = nil
        pending = pending.intersection([.log, .event, .scratch, .deferred, .work]).union(.end)
        phase = resources?.isEnding == true ? .ending : .closing
    }

    /// All that belonged to the states has ended. An error of that is one of the end, as those of exits are.
    func noteEnd(_ error: (any Error)?) {
        phase = .closing
        guard let error, failure == nil else { return }
        failure = errorOfTheEnd([Failure(node: 0, error: error, action: nil, askedFirst: 0)])
    }
}
