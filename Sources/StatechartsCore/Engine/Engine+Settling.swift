// What follows a microstep, until the chart is at rest; and the end of the step.

extension Engine {
    /// Decides what follows a microstep; SCXML's mainEventLoop with UML's completion before queued events.
    @inline(__always)
    func settle() {
        if pending.isEmpty { rest() } else { settlePending() }
    }

    /// Ends a step with nothing pending: nobody has to be told, and nothing has to be let go of.
    @inline(__always)
    private func rest() { phase = .idle }

    /// The order: the end that is settled already, a `Terminate` that was reached, choices, errors, the end of the
    /// chart, eventless transitions, completions, the end of a chart whose top has regions, raised events. When there
    /// is nothing of that, the macrostep is over.
    private func settlePending() {
        if status != .running { return dropEverything() }
        if pending.contains(.terminate) { return end(.terminated) }
        if pending.contains(.choice), takeChoice() { return }
        if pending.contains(.error) { return offerError() }
        let isAtEnd = !pending.isDisjoint(with: [.completion, .chartCompletion]) && isInFinalState(0, waits: true)
        if isAtEnd {
            // The regions of a top go first, as those of any other state do: what they answer may lead on.
            guard infos[0].flags.contains(.hasRegions) else { return exitChart(.finished) }
            pending.insert(.chartCompletion)
        }
        if pending.contains(.eventless), takeEventless() { return }
        if pending.contains(.completion), takeCompletion() { return }
        if isAtEnd { return exitChart(.finished) }
        if pending.contains(.raised), takeRaised() { return }
        // `eventless` stands for as long as the chart runs: with nothing besides, there is nobody to tell and nothing
        // to let go of.
        if pending == .eventless { rest() } else { phase = .closing }
    }

    /// Begins a microstep that no event has set off, unless it is one too many.
    func beginFollowUp(_ cause: MicrostepTrigger) {
        step.value.eventlessCount += 1
        let (count, limit) = (Int(step.value.eventlessCount), limits.eventless)
        if Limits.isNear(count, limit),
            let cycle = Limits.cycle(count, limit, &cold.trail, (0..<answers.count).map { answers[$0].source })
        {
            return failWithCycle(cycle.flatMap { $0 })
        }
        beginMicrostep(cause)
    }

    /// Follows the choice, or junction entered by default, that was reached first. Answers false if there is none: what
    /// followed one choice may have exited the others.
    private func takeChoice() -> Bool {
        guard let vertex = choices.popFirst() else {
            pending.remove(.choice)
            return false
        }
        if choices.isEmpty { pending.remove(.choice) }
        guard let reaction = asking(vertex, { $0.branch() }),
            reaction.kind == .external || reaction.kind == .local,
            listIfEnabled(reaction, of: vertex, at: firstLeaf(from: vertex))
        else {
            fail(
                StepError(
                    .noBranch, path: topology.path(of: vertex), "was reached and led nowhere",
                    fix: "let the last branch be one that is always taken"))
            return true
        }
        beginFollowUp(.init(.choice, of: vertex))
        return true
    }

    /// Takes the eventless transitions that are enabled. Answers false if there are none, and no state that was asked
    /// has made a mistake, which is offered first.
    private func takeEventless() -> Bool {
        selectEventless()
        if status != .running { return true }
        if answers.isEmpty { return pending.contains(.error) }
        beginFollowUp(.init(.eventless))
        return true
    }

    /// An event was raised in a chart, whose store has it.
    /// - Parameter top: the top of that chart.
    func didRaise(inScopeOf top: VertexIndex) {
        raised.append(infos[top].scope)
        pending.insert(.raised)
    }

    /// Takes the first raised event. Answers false if there is none.
    private func takeRaised() -> Bool {
        guard let scope = raised.popFirst() else {
            pending.remove(.raised)
            return false
        }
        if raised.isEmpty { pending.remove(.raised) }
        guard let store = store(of: scope), let event = store.takeRaised() else { return true }
        pending.insert(.event)
        guard countRaised(event, store) else { return true }
        step.value.eventlessCount = 0
        // An event that was raised in a submachine which was exited meanwhile can only go outward.
        guard isActive(chart: scope) else {
            _ = passOutward(event, from: scope)
            return true
        }
        if pending.contains(.log) { cold.causeText = store.describe(event) }
        hot.value.cause = .init(.raised)
        let outcome = ask(Offer(event: event, scope: scope), as: .init(.raised), keeps: true)
        if outcome == .handled { return true }
        if pending.contains(.log), status == .running { logMicrostep() }
        // In a submachine it goes outward. It is no mistake: whoever raises an event need not know who wants it.
        if outcome == .unhandled { _ = passOutward(event, from: scope) }
        return true
    }

    // MARK: The end of a step

    /// Ends a step: tells who records, lets go of what the step held, begins activities, and comes to rest or to the
    /// next deferred event.
    func close() {
        if pending.contains(.log) { closeLog() }
        var next = deferred.count
        if case .recalled = step.value.trigger {
            next = endRecall(step.value.outcome)
        } else {
            deferral.value.fewest = .max
        }
        if pending.contains(.event) || status != .running { letGoOfEvents() }
        if pending.contains(.work) { resources?.beginWork() }
        pending.remove(.chartCompletion)
        giveBackScratch()
        // A change of the configuration has all deferred events tried again, from the first one on.
        let position = step.value.didChangeConfiguration ? 0 : next
        if status == .running, position < deferred.count { return comeToRecall(position) }
        phase = .idle
    }

    /// Destroys the events that stores and submachines hold for the step, and after the end of the chart all that are
    /// deferred: a machine at rest keeps nothing alive that was carried by an event.
    func letGoOfEvents() {
        pending.remove(.event)
        for scope in 0..<ScopeIndex(topology.scopeNodes.count) {
            useStore(of: scope, makes: false) { store in
                store.letGo()
                if status != .running { store.dropDeferred() }
            }
            if scope > 0 { nodes[topology.scopeNodes[Int(scope)]].letGoOfTranslated() }
        }
        if status != .running { dropDeferred { _ in true } }
    }
}
