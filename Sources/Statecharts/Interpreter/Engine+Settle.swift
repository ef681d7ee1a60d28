extension Engine {
    /// Decides what follows a microstep; SCXML's mainEventLoop with UML's completion before queued events.
    ///
    /// A choice that was reached comes first, then errors, the end of the chart, eventless transitions, completions,
    /// and raised events; when there is nothing of all that, the macrostep is over.
    func settle() {
        if cells.value.status != .running { return finishFailed() }
        if cells.value.isTerminated { return finishNow(.terminated) }
        if let vertex = takePassing() { return goOn(from: vertex, by: asking(vertex) { $0.branch() }) }
        if !failures.isEmpty { return offerFailure() }
        if isComplete(0) { return beginFinish(.finished) }
        if settlesAlways, takeEventless() || cells.value.status != .running { return }
        takeQueued()
    }

    /// After all were asked for eventless transitions, and have none.
    func takeQueued() {
        // Whoever was asked may have made a mistake, which comes first.
        if !failures.isEmpty || takeCompletion() || takeRaised() || !failures.isEmpty { return }
        readiness.value.phase = .closing
    }

    /// Takes the eventless transitions that are enabled. Answers whether there were any.
    private func takeEventless() -> Bool {
        selectEventlessTransitions()
        guard cells.value.status == .running, hasAnswers else { return false }
        beginEventless(.eventless)
        return true
    }

    /// Takes what was answered without an event.
    func beginEventless(_ trigger: MicrostepTrigger) {
        cells.value.eventlessSteps += 1
        cells.value.trigger = trigger
        let limit = limits.eventless
        if cells.value.eventlessSteps > limit - 500 { noteTrail() }
        guard cells.value.eventlessSteps <= limit else { return failWithCycle() }
        performAnswers()
    }

    /// Takes what was answered: at once, if that is one transition whose plan is known.
    func performAnswers() {
        if !cells.value.isRecording, let alone = performAlone() {
            endMicrostep(alone.plan, of: alone.source, to: alone.target)
            readiness.value.phase = .settle
        } else {
            beginPerforming()
        }
    }

    /// The first vertex, in the order of entry, that was reached on the way and not left again by another one's
    /// continuation.
    private func takePassing() -> Int32? {
        guard let work = cells.value.workspace, !work.passing.isEmpty else { return nil }
        return work.passing.remove(at: 0)
    }

    /// Goes on from a choice, or from a junction that was entered by default.
    func goOn(from vertex: Int32, by reaction: RawReaction) {
        guard reaction.kind == .external || reaction.kind == .local,
            add(reaction, of: vertex, at: firstLeaf(from: vertex))
        else {
            return fail(
                StepError(
                    .noBranch, path: topology.path(of: vertex), "was reached and led nowhere",
                    fix: "let the last branch be one that is always taken"))
        }
        beginEventless(.choice(vertex))
    }

    // MARK: Raised events

    private func takeRaised() -> Bool {
        let head = cells.value.raisedHead
        guard head < raised.count else {
            if head > 0 {
                raised.removeAll()
                cells.value.raisedHead = 0
            }
            return false
        }
        let scope = raised[head]
        cells.value.raisedHead = head + 1
        if head + 1 == raised.count {
            raised.removeAll()
            cells.value.raisedHead = 0
        }
        guard let store = store(of: scope), let event = store.takeRaised() else { return true }
        cells.value.holdsEvents = true
        guard countRaised(event, store) else { return true }
        cells.value.eventlessSteps = 0
        let submachine = topology.scopeNodes[Int(scope)]
        // Events raised in a submachine that was left in the meantime end with it, unless they concern the host.
        guard submachine < 0 || isActive(submachine) else {
            _ = passOutward(event, from: scope)
            return true
        }
        cells.value.trigger = .raised
        if cells.value.isRecording { triggerText = store.describe(event) }
        forgetTranslations()
        cells.value.owner = -1
        let outcome = ask(event, scope: scope, number: nil)
        if outcome == .handled { performAnswers() } else { endRaised(event, outcome, scope) }
        return true
    }

    /// Ends the microstep of a raised event that no state takes.
    private func endRaised(_ event: EventPointer, _ outcome: Outcome, _ scope: Int16) {
        if cells.value.isRecording, cells.value.status == .running { recordMicrostep() }
        if outcome == .unhandled { _ = passOutward(event, from: scope) }
    }

    // MARK: Errors

    /// Offers an error to the state whose action threw it, then to its superiors.
    private func offerFailure() {
        let failure = failures.remove(at: 0)
        let mistake = mistake(failure)
        let error: any Error = mistake ?? failure.error
        let others = failures.count
        var asked: [Int32] = []
        needingExtras.offered = error
        let isHandled = offer(error, from: failure.askedFirst, &asked)
        extras?.offered = nil
        if isHandled {
            if cells.value.isRecording { triggerText = String(describing: error) }
            beginEventless(.failure(failure.node))
        } else if failures.count > others, let own = self.mistake(failures[others]) {
            // That of a failed(_:), which tells of the error too.
            failNow(own)
        } else {
            failNow(mistake ?? unhandled(failure, asked))
        }
    }

    /// Asks a state and those above it about an error. Answers whether one has reacted.
    private func offer(_ error: any Error, from first: Int32, _ asked: inout [Int32]) -> Bool {
        var node = first
        while node >= 0 {
            if isActive(node) {
                asked.append(node)
                if infos[node].overrides.contains(.failed),
                    addWithoutEvent(
                        asking(node) { $0.reactToFailure(error) }, of: node, at: firstLeaf(from: node), "failed(_:)")
                {
                    return true
                }
            }
            node = infos[node].parent
        }
        return false
    }

    /// The failure of the chart by an error that none of the states handles that were asked.
    private func unhandled(_ failure: Failure, _ asked: [Int32]) -> StepError {
        let origin = topology.path(of: failure.node)
        let names = asked.map { topology.path(of: $0) }
        let listed =
            names.count < 2
            ? names.joined() : names.dropLast().joined(separator: ", ") + " and \(names[names.count - 1])"
        // Whoever was left by the transition is not asked about its errors.
        let reason = asked.first == failure.node || asked.isEmpty ? "" : ", as \(origin) is not active any more"
        let whom = asked.isEmpty ? "nobody was asked" : "\(listed) \(asked.count == 1 ? "was" : "were") asked\(reason)"
        var fix = asked.count == 1 ? "override failed(_:) in \(listed)" : "override failed(_:) in one of them"
        if let error = failure.error as? StepError, error.code == .suspends { fix = error.fix }
        return StepError(
            .unhandledError, path: origin,
            "threw \(StepError.summary(of: failure.error)), and no state handled it: \(whom)",
            fix: fix, action: failure.action, transition: transition(of: failure),
            underlying: StepError.cause(of: failure.error))
    }

    /// Ends the machine with an error, in the configuration as it is; with a mistake that was made before it, of which
    /// it may have come.
    func fail(_ error: StepError) { failNow(pendingMistake ?? error) }

    private func failNow(_ error: StepError) {
        guard cells.value.status == .running else { return }
        failure = error
        failure?.event = recalledEvent
        cells.value.status = .failed
        readiness.value.isPlain = false
        readiness.value.phase = .settle
    }

    /// The deferred event that is being taken again, as text.
    private var recalledEvent: String? {
        if cells.value.recalled >= 0 { return store(of: 0)?.describeDeferred(number: cells.value.recalled) }
        guard case .recalled(let scope, let number) = cells.value.macrostep else { return nil }
        return store(of: scope)?.describeDeferred(number: number)
    }

    private func noteTrail() {
        for position in 0..<work.answers.count { work.trail.append(work.answers[position].source) }
        work.trail.append(-1)
    }

    private func failWithCycle() {
        let steps = work.trail.elements.split(separator: -1).map { Array($0) }
        let sources = Limits.cycle(of: steps).flatMap { $0 }, cycle = sources.map { topology.path(of: $0) }
        let areChoices = sources.allSatisfy { !infos[$0].flags.contains(.isState) }
        fail(
            StepError(
                .eventlessCycle, path: cycle.first ?? topology.path(of: 0),
                "took more than \(limits.eventless) transitions without an event, again and again through "
                    + cycle.joined(separator: " → "),
                fix: areChoices
                    ? "these choices lead to each other: let a branch of one lead to a state"
                    : "let one of always(), completed() or failed(_:) answer .unhandled", cycle: cycle))
    }

    // MARK: The end

    func beginFinish(_ status: EngineStatus) {
        cells.value.isFinishing = true
        endStatus = status
        clearMicrostep()
        cells.value.trigger = .finish
        planAll(to: nil)
        beginPerforming()
    }

    /// After the last action. Nobody is left to whom errors of exits could be offered: the chart has come to its end
    /// all the same, and whoever waits for that gets them.
    func finishNow(_ status: EngineStatus) {
        if cells.value.isFinishing, cells.value.isRecording { recordMicrostep() }
        clearMicrostep()
        if !failures.isEmpty { failure = errorOfTheEnd() }
        cells.value.status = status
        dropEverything()
    }

    private func errorOfTheEnd() -> StepError {
        let thrown = failures.elements
        if let mistake = mistake(thrown[0]) { return mistake }
        let others = thrown.dropFirst().map {
            " (and \(topology.path(of: $0.node)): \(StepError.summary(of: $0.error)))"
        }
        return StepError(
            .unhandledError, path: topology.path(of: thrown[0].node),
            "threw \(StepError.summary(of: thrown[0].error))\(others.joined()) while the machine ended",
            fix: "catch the error where it is thrown", action: thrown[0].action,
            underlying: StepError.cause(of: thrown[0].error))
    }

    private func finishFailed() {
        clearMicrostep()
        dropEverything()
    }

    func dropEverything() {
        belongings?.leaveAll()
        for slots in scoped.values { for slot in slots { slot.empty() } }
        for scope in topology.scopeNodes.indices { store(of: Int16(scope))?.dropRaised() }
        raised.removeAll()
        cells.value.raisedHead = 0
        work.passing.removeAll()
        work.completions.removeAll()
        failures.removeAll()
        cells.value.isFinishing = false
        readiness.value.phase = .closing
    }
}
