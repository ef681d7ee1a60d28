/// An action that the engine cannot call itself because it suspends.
@usableFromInline
enum Pause {
    case entry(StateNode)
    case exit(StateNode)
    case effect(() async throws -> Void)
}

extension Engine {
    // MARK: Running

    /// Runs until the machine is at rest; a suspending effect counts as having thrown an error.
    func runWithoutSuspending() throws {
        while let pause = run() {
            resume(
                StepError(
                    .suspends, path: topology.path(of: 0), "an effect suspends, but the chart runs in an interpreter",
                    fix: "run the chart in a Machine"), from: pause)
        }
        if cells.value.status != .running, let failure { throw failure }
    }

    /// Runs until the machine is at rest, until an action suspends, or until ``Bookmarks/hasTurned``.
    func run() -> Pause? {
        while true {
            switch readiness.value.phase {
            case .idle, .asking:
                // Nobody runs the engine while it asks: whoever lets it ask goes on from the answer.
                assert(readiness.value.phase == .idle)
                return nil
            case .exits:
                if let pause = runExits() { return pause }
                if cells.value.isFinishing {
                    finishNow(endStatus)
                } else {
                    commitExits()
                    cells.value.cursor = 0
                    readiness.value.phase = .effects
                }
            case .effects:
                if let pause = runEffects() { return pause }
                commitEntries()
                cells.value.cursor = 0
                readiness.value.acting = -1
                readiness.value.phase = .entries
            case .entries:
                if let pause = runEntries() { return pause }
                endMicrostep()
                readiness.value.phase = .settle
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
            readiness.value.acting = node
            let info = infos[node]
            guard info.flags.contains(.acts) else { continue }
            if info.overrides.contains(.exit) { callExit(node) }
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
            readiness.value.acting = node
            if info.overrides.contains(.entry) { callEntry(node) }
            if info.overrides.contains(.suspendingEntry) { return .entry(nodes[node]) }
        }
        return nil
    }

    /// Calls an exit action. There is no other place that does.
    @inline(__always)
    func callExit(_ node: Int32) { attempt(node) { try nodes.call(node) { try $0.exit() } } }

    /// Calls an entry action. There is no other place that does.
    @inline(__always)
    func callEntry(_ node: Int32) { attempt(node) { try nodes.call(node) { try $0.entry() } } }

    @inline(__always)
    func attempt(_ node: Int32, _ action: () throws -> Void) {
        readiness.value.acting = node
        do { try action() } catch { noteFailure(of: node, error) }
    }

    /// Keeps an error until the actions of the transition have run.
    @inline(never)
    func noteFailure(of node: Int32, _ error: any Error) {
        let action: StepError.Action? =
            switch readiness.value.phase {
            case .exits: .exit
            case .effects: .effect
            case .entries: .entry
            case .idle, .asking, .settle, .closing, .recalling: nil
            }
        let transition = action.flatMap { plannedTransition(of: node, $0) }
        failures.append(Failure(node: node, error: error, action: action, transition: transition))
        readiness.value.isPlain = false
    }

    /// Makes the scoped values of a state, which is active from the last one on.
    func fill(_ node: Int32) {
        readiness.value.acting = node - 1
        for slot in scoped[node, default: []] { slot.fill() }
    }

    /// Destroys the scoped values of a state, which is active up to the first one.
    func empty(_ node: Int32) {
        readiness.value.acting = node - 1
        for slot in scoped[node, default: []] { slot.empty() }
    }

    // MARK: Microsteps

    /// Takes what was selected, at once if that can be done.
    func beginSelected() {
        if !performSelectedAsExchanges() { beginMicrostep() }
    }

    /// Begins to take what was selected: exits first.
    func beginMicrostep() {
        planMicrostep()
        beginExits()
        endBelongingsOfExits()
    }

    /// Decides what the selected transitions leave, do and enter, before anything happens. From here on nothing that actions do has a
    /// say in it: an error ends its action only.
    func planMicrostep() {
        removeConflictingTransitions()
        dropPreemptedEffects()
        planExits()
        if !work.passing.isEmpty || !work.completions.isEmpty { forgetWhatIsLeft() }
        planEntries()
    }

    /// From here on what belongs to the domains is being left.
    func beginExits() {
        cells.value.leaving = -1
        cells.value.cursor = 0
        readiness.value.acting = .max
        readiness.value.phase = .exits
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
        work.guards.removeAll()
        work.exits.removeAll()
        work.entries.removeAll()
        work.newLeaves.removeAll()
    }
}
