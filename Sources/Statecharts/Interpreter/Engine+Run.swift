/// An action that the engine cannot call itself because it suspends.
@usableFromInline
enum Pause {
    case entry(StateNode)
    case exit(StateNode)
    case effect(() async throws -> Void)
}

extension Engine {
    // MARK: What a macrostep can begin with

    /// Enters the chart. Call ``run()`` next.
    func begin() {
        cells.value.status = .running
        open(.start)
        cells.value.trigger = .start
        work.domains.append(.init(node: 0, includesNode: true, targets: 0..<0))
        cells.value.phase = .effects
        cells.value.cursor = 0
        cells.value.didChange = true
    }

    /// Begins the step of an event. Call ``run()`` next if something is to be run.
    func take(_ event: EventPointer, as macrostep: MacrostepTrigger = .event, scope: Int16 = 0) {
        open(macrostep)
        keptTargets.removeAll()
        let outcome = ask(event, scope: scope, number: number(of: macrostep))
        if outcome == .unhandled, failsUnhandled { failUnhandled(event, scope) }
        goOn(outcome, as: macrostep)
    }

    private func failUnhandled(_ event: EventPointer, _ scope: Int16) {
        let event = store(of: scope)?.describe(event) ?? "an event"
        fail(
            StepError(
                .unhandledEvent, path: configuration.description, "no active state reacted to \(event)",
                fix: "handle the event in one of these states or above, or choose another policy"))
    }

    /// After the states were asked: takes what they selected, or ends the step.
    func goOn(_ outcome: Outcome, as macrostep: MacrostepTrigger) {
        cells.value.outcome = outcome
        cells.value.trigger = .event
        if outcome == .handled {
            beginSelected()
        } else if outcome == .unhandled, !cells.value.isRecording, macrostep == .event, cells.value.status == .running,
            raised.isEmpty, !topology.hasEventless, work.completions.isEmpty
        {
            // Nothing happened and nothing was changed or raised from outside, so nothing can follow.
            cells.value.answer = .unhandled
            cells.value.phase = .idle
        } else {
            cells.value.phase = .settle
        }
    }

    /// Runs until the machine is at rest; a suspending effect counts as having thrown an error.
    func runWithoutSuspending() throws {
        while let pause = run() {
            resume(
                StepError(
                    .suspends, path: topology.path(of: 0), "an effect suspends, but the chart runs in an interpreter",
                    fix: "run the chart in a Machine"), from: pause)
        }
        if cells.value.status == .failed, let failure { throw failure }
    }

    /// Looks again at eventless transitions and raised events after data was changed from outside.
    func touch() {
        open(.changed)
        cells.value.phase = .settle
    }

    /// Exits everything. Call ``run()`` next.
    func stop() {
        open(.stop)
        beginFinish(.stopped)
    }

    /// Begins the step in which an activity of `node` has ended.
    /// Ends without exits: somebody else continues where this chart stands. Call ``run()`` next.
    func abandon() {
        open(.stop)
        cells.value.status = .stopped
        dropEverything()
    }

    func openActivityStep(_ node: Int32) {
        open(.activity(node))
        cells.value.phase = .settle
    }

    func open(_ macrostep: MacrostepTrigger) {
        services?.turns &+= 1
        cells.value.macrostep = macrostep
        cells.value.outcome = .handled
        cells.value.eventlessSteps = 0
        cells.value.didChange = false
        cells.value.isRecording = cells.value.wantsRecord
        work.trail.removeAll()
        forgetTranslations()
    }

    private func number(of macrostep: MacrostepTrigger) -> Int? {
        if case .recalled(_, let number) = macrostep { return number }
        return nil
    }

    /// Asks the active states about an event; defers it if nobody reacts but somebody wants it later.
    func ask(_ event: EventPointer, scope: Int16, number: Int?) -> Outcome {
        cells.value.deferredBy = -1
        cells.value.eventScope = scope
        let submachine = topology.scopeNodes[Int(scope)]
        selectTransitions(event, root: submachine < 0 ? 0 : submachine + 1)
        if cells.value.status == .failed { return .unhandled }
        if work.selected.count > 0 { return .handled }
        guard cells.value.deferredBy >= 0 else { return .unhandled }
        if number == nil { keep(event, scope: scope) }
        return .deferred
    }

    func keep(_ event: EventPointer, scope: Int16) {
        let number = cells.value.nextNumber
        cells.value.nextNumber += 1
        store(of: scope)?.defer(event, number: number)
        deferred.append(Deferred(scope: scope, number: number))
        bookmarks?.keep(number)
        cells.value.isPlain = false
        if deferred.count > deferralLimit {
            fail(
                StepError(
                    .tooManyDeferred, path: topology.path(of: cells.value.deferredBy),
                    "deferred more than \(deferralLimit) events",
                    fix: "handle or ignore the event, or raise the limit of deferred events"))
        }
    }

    func store(of scope: Int16) -> EventStore? {
        let submachine = topology.scopeNodes[Int(scope)]
        return nodes[submachine < 0 ? 0 : submachine + 1].eventStore
    }

    /// Called by a top state when something was raised in it.
    func didRaise(inScopeOf top: Int32) {
        raised.append(infos[top].scope)
        cells.value.isPlain = false
    }

    // MARK: Running

    /// Runs until the machine is at rest, until an action suspends, or until ``Bookmarks/hasTurned``.
    func run() -> Pause? {
        while true {
            switch cells.value.phase {
            case .idle:
                return nil
            case .exits:
                if let pause = runExits() { return pause }
                if cells.value.isFinishing {
                    finishNow(endStatus)
                } else {
                    commitExits()
                    cells.value.cursor = 0
                    cells.value.phase = .effects
                }
            case .effects:
                if let pause = runEffects() { return pause }
                planEntries()
                cells.value.cursor = 0
                cells.value.phase = .entries
            case .entries:
                if let pause = runEntries() { return pause }
                endMicrostep()
                cells.value.phase = .settle
            case .settle:
                settle()
            case .closing:
                closeMacrostep()
            case .recalling:
                if bookmarks?.hasTurned == true { return nil }
                recall(cells.value.recallCursor)
            }
        }
    }

    /// Goes on after a suspending action has ended; then call ``run()`` again.
    func resume(_ error: (any Error)?, from pause: Pause) {
        let node: Int32
        switch pause {
        case .exit(let state):
            node = state.index
            empty(node)
        case .entry(let state): node = state.index
        case .effect: node = work.effects[cells.value.cursor - 1].source
        }
        if let error { noteFailure(of: node, error) }
    }

    private func runExits() -> Pause? {
        while cells.value.cursor < work.exits.count {
            let node = work.exits[cells.value.cursor]
            cells.value.cursor += 1
            let info = infos[node]
            guard info.flags.contains(.acts) else { continue }
            if info.overrides.contains(.exit) { attempt(node) { try nodes.call(node) { try $0.exit() } } }
            if info.overrides.contains(.suspendingExit) { return .exit(nodes[node]) }
            if info.flags.contains(.hasScoped) { empty(node) }
        }
        return nil
    }

    private func runEffects() -> Pause? {
        while cells.value.cursor < work.effects.count {
            let position = cells.value.cursor
            cells.value.cursor += 1
            switch work.effects[position].effect {
            case .immediate(let effect): attempt(work.effects[position].source, effect)
            case .suspending(let effect): return .effect(effect)
            }
        }
        return nil
    }

    private func runEntries() -> Pause? {
        while cells.value.cursor < work.entries.count {
            let node = work.entries[cells.value.cursor]
            cells.value.cursor += 1
            let info = infos[node]
            guard info.flags.contains(.acts) else { continue }
            if info.flags.contains(.hasScoped) { fill(node) }
            if info.overrides.contains(.entry) { attempt(node) { try nodes.call(node) { try $0.entry() } } }
            if info.overrides.contains(.suspendingEntry) { return .entry(nodes[node]) }
        }
        return nil
    }

    @inline(__always)
    func attempt(_ node: Int32, _ action: () throws -> Void) {
        do { try action() } catch { noteFailure(of: node, error) }
    }

    /// Keeps an error until the actions of the transition have run.
    @inline(never)
    func noteFailure(of node: Int32, _ error: any Error) {
        failures.append(Failure(node: node, error: error))
        cells.value.isPlain = false
    }

    func fill(_ node: Int32) {
        for slot in scoped[node, default: []] { slot.fill() }
    }

    func empty(_ node: Int32) {
        for slot in scoped[node, default: []] { slot.empty() }
    }

    // MARK: Microsteps

    /// Takes what was selected, at once if that can be done.
    func beginSelected() {
        if !performSelectedAsExchanges() { beginMicrostep() }
    }

    /// Begins to take what was selected: exits first.
    func beginMicrostep() {
        removeConflictingTransitions()
        dropPreemptedEffects()
        planExits()
        endServicesOfExits()
        if !work.passing.isEmpty || !work.completions.isEmpty { forgetWhatIsLeft() }
        cells.value.cursor = 0
        cells.value.phase = .exits
    }

    private func dropPreemptedEffects() {
        guard work.selected.count > 1 else { return }
        var kept: [Workspace.PendingEffect] = []
        for position in 0..<work.selected.count where !work.selected[position].isPreempted {
            for effect in work.selected[position].effects { kept.append(work.effects[effect]) }
        }
        guard kept.count < work.effects.count else { return }
        work.effects.removeAll()
        for effect in kept { work.effects.append(effect) }
    }

    private func endMicrostep() {
        if !work.exits.isEmpty || !work.entries.isEmpty { cells.value.didChange = true }
        if cells.value.isRecording { recordMicrostep() }
        clearMicrostep()
        assert(invariantsHold() || !work.passing.isEmpty || cells.value.isTerminated)
    }

    func clearMicrostep() {
        work.selected.removeAll()
        work.targets.removeAll()
        work.effects.removeAll()
        work.domains.removeAll()
        work.exits.removeAll()
        work.entries.removeAll()
    }
}
