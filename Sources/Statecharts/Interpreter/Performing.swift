// The one place that calls exits, effects and entries. What is performed was decided before: a short plan, the plans of one or several
// answers (`Workspace.parts`), or what was planned in place (`Workspace.exits` and what is beside it).

extension Engine {
    // MARK: One leaf for one

    /// Performs a short plan. What follows is for the caller.
    @inline(__always)
    func performShort(_ plan: Plan, _ reaction: borrowing RawReaction, of source: Int32, at position: Int32) {
        readiness.value.phase = .exits
        cells.value.leaving = plan.domain
        plan.forEachExitCall { callExit($0) }
        if reaction.hasEffect {
            readiness.value.phase = .effects
            readiness.value.signposts.lead(to: source)
            runEffect(of: reaction, source)
        }
        readiness.value.phase = .entries
        leaves[position] = plan.leaf
        plan.forEachEntryCall { callEntry($0) }
        assert(invariantsHold())
    }

    /// Ends what the states of a short plan have under way, where states have anything. To be performed next.
    @inline(never)
    func beginLeaving(_ plan: Plan) {
        readiness.value.acting = .max
        readiness.value.phase = .exits
        cells.value.leaving = plan.domain
        plan.exits.forEach { endBelongings(of: $0.node) }
    }

    /// Performs an internal transition whose effect does not suspend.
    @inline(__always)
    func performInternal(_ reaction: borrowing RawReaction, of source: Int32) {
        cells.value.leaving = -1
        readiness.value.phase = .effects
        runEffect(of: reaction, source)
    }

    // MARK: One answer

    /// Performs the plan of the only answer, none of whose actions suspends. What follows is for the caller, choices that were reached too.
    @inline(__always)
    func performAlone(_ plan: Plan, _ reaction: borrowing RawReaction, of source: Int32) {
        readiness.value.acting = .max
        readiness.value.phase = .exits
        cells.value.leaving = plan.domain
        if hasBelongings { plan.exits.forEach { endBelongings(of: $0.node) } }
        if plan.recordsHistory { recordHistories(plan) }
        _ = callExits(of: plan, from: 0)
        readiness.value.phase = .effects
        if reaction.hasEffect { runEffect(of: reaction, source) }
        replaceLeaves(plan, at: 0)
        readiness.value.acting = -1
        readiness.value.phase = .entries
        _ = callEntries(of: plan, from: 0)
        assert(invariantsHold() || plan.passes)
    }

    // MARK: One answer that suspends

    /// Begins to perform the plan of the only answer, whose effect or some of whose actions suspend, in a step to which nothing else belongs: with no list
    /// but that of the effect, if there is one.
    func beginAlone(_ plan: Plan, _ reaction: borrowing RawReaction, of source: Int32) {
        open(.event)
        if reaction.hasEffect { work.effects.append(.init(reaction: copy reaction, source: source)) }
        cells.value.trigger = .event
        cells.value.alone = plan
        cells.value.aloneSource = source
        cells.value.cursor = 0
        cells.value.leaving = plan.domain
        readiness.value.acting = .max
        readiness.value.phase = .exits
    }

    /// Performs it, or goes on with it after a pause. Answers whether it is complete.
    private func performAlone(_ plan: Plan) -> Bool {
        let source = cells.value.aloneSource
        if readiness.value.phase == .exits {
            if cells.value.cursor == 0, plan.recordsHistory { recordHistories(plan) }
            readiness.value.signposts.lead(to: source)
            guard goOn(at: callExits(of: plan, from: cells.value.cursor), 0) else { return false }
            cells.value.cursor = 0
            readiness.value.phase = .effects
        }
        if readiness.value.phase == .effects {
            if cells.value.workspace != nil, !performEffects() { return false }
            replaceLeaves(plan, at: 0)
            cells.value.cursor = 0
            readiness.value.acting = -1
            readiness.value.phase = .entries
        }
        readiness.value.signposts.lead(to: plan.leaf)
        guard goOn(at: callEntries(of: plan, from: cells.value.cursor), 0) else { return false }
        cells.value.alone = nil
        if let workspace = cells.value.workspace { workspace.effects.removeAll() }
        assert(invariantsHold() || plan.passes)
        endAlone(plan, source)
        return true
    }

    /// Ends its step at once, or goes on to what follows.
    private func endAlone(_ plan: Plan, _ source: Int32) {
        if readiness.value.isPlain, !plan.passes {
            assert(isPlainNow)
            cells.value.answer = .handled
            readiness.value.next = onlyHandler
            readiness.value.phase = .idle
            return
        }
        if !failures.isEmpty { nameFailures(by: plan, of: source) }
        cells.value.didChange = true
        if plan.passes { notePassing(plan) }
        readiness.value.phase = .settle
    }

    // MARK: Any

    /// Begins to perform what was decided, exits first. From here on what belongs to the domains is being left.
    func beginPerforming() {
        let work = work, parts = work.parts
        cells.value.leaving = -1
        cells.value.part = parts.count - 1
        cells.value.cursor = 0
        readiness.value.acting = .max
        readiness.value.phase = .exits
        if parts.isEmpty {
            if hasBelongings { work.exits.row.forEach { endBelongings(of: $0.node) } }
            return
        }
        if !work.passing.isEmpty || !work.completions.isEmpty { forgetWhatIsLeft() }
        if hasBelongings {
            var position = parts.count - 1
            while position >= 0 {
                parts[position].plan?.exits.forEach { endBelongings(of: $0.node) }
                position -= 1
            }
        }
    }

    @inline(never)
    private func recordHistories(_ plan: Plan) {
        plan.exits.forEach { step in
            if step.flags.contains(.recordsHistory) { recordHistory(of: step.node, infos[step.node]) }
        }
    }

    /// Performs what was begun, or goes on with it after a pause. Answers whether it is complete; if not, ``pause`` says what is to be awaited.
    func perform() -> Bool {
        if let plan = cells.value.alone { return performAlone(plan) }
        if readiness.value.phase == .exits {
            guard performExits() else { return false }
            if cells.value.isFinishing {
                finishNow(endStatus)
                return true
            }
            cells.value.cursor = 0
            readiness.value.phase = .effects
        }
        if readiness.value.phase == .effects {
            guard performEffects() else { return false }
            replaceLeaves()
            cells.value.part = 0
            cells.value.cursor = 0
            readiness.value.acting = -1
            readiness.value.phase = .entries
        }
        guard performEntries() else { return false }
        endMicrostep()
        readiness.value.phase = .settle
        return true
    }

    private func performExits() -> Bool {
        let work = work, parts = work.parts
        var position = cells.value.part
        var cursor = cells.value.cursor
        if parts.isEmpty { return goOn(at: callExits(work.exits.row, from: cursor), 0) }
        while position >= 0 {
            let part = parts[position]
            if let plan = part.plan {
                if plan.recordsHistory { recordHistories(plan) }
                readiness.value.signposts.lead(to: part.source)
                let next = callExits(of: plan, from: cursor)
                if next >= 0 { return goOn(at: next, position) }
                cursor = 0
            }
            position -= 1
        }
        return true
    }

    private func performEffects() -> Bool {
        let effects = work.effects
        var position = cells.value.cursor
        while position < effects.count {
            let source = effects[position].source
            readiness.value.signposts.lead(to: source)
            if effects[position].reaction.suspends { return goOn(at: position + 1, 0) }
            if effects[position].reaction.hasEffect { runEffect(of: effects[position].reaction, source) }
            position += 1
        }
        return true
    }

    private func performEntries() -> Bool {
        let work = work, parts = work.parts
        var position = cells.value.part
        var cursor = cells.value.cursor
        if parts.isEmpty { return goOn(at: callEntries(work.entries.row, from: cursor), 0) }
        while position < parts.count {
            if let plan = parts[position].plan {
                readiness.value.signposts.lead(to: plan.leaf)
                let next = callEntries(of: plan, from: cursor)
                if next >= 0 { return goOn(at: next, position) }
                cursor = 0
            }
            position += 1
        }
        return true
    }

    /// Pauses, to go on with the step at `cursor`; does not if that is -1. Answers whether it did not.
    @inline(__always)
    private func goOn(at cursor: Int32, _ part: Int32) -> Bool {
        if cursor < 0 { return true }
        cells.value.part = part
        cells.value.cursor = cursor
        cells.value.isPaused = true
        return false
    }

    /// Calls the exits of a plan. Answers what is next if one of them suspends, else -1.
    @inline(__always)
    private func callExits(of plan: Plan, from first: Int32) -> Int32 {
        if !plan.callsOnly { return callExits(plan.exits, from: first) }
        plan.forEachExitCall { callExit($0) }
        return -1
    }

    @inline(__always)
    private func callEntries(of plan: Plan, from first: Int32) -> Int32 {
        if !plan.callsOnly { return callEntries(plan.entries, from: first) }
        plan.forEachEntryCall { callEntry($0) }
        return -1
    }

    private func callExits(_ row: StepRow, from first: Int32) -> Int32 {
        var position = first
        while position < row.count {
            let step = row[position]
            position += 1
            if step.flags.contains(.calls) { callExit(step.node) }
            if step.flags.contains(.suspends) {
                readiness.value.acting = step.node
                return position
            }
            if step.flags.contains(.hasScoped) { empty(step.node) }
        }
        return -1
    }

    private func callEntries(_ row: StepRow, from first: Int32) -> Int32 {
        var position = first
        while position < row.count {
            let step = row[position]
            position += 1
            if step.flags.contains(.hasScoped) { fill(step.node) }
            if step.flags.contains(.calls) { callEntry(step.node) }
            if step.flags.contains(.suspends) {
                readiness.value.acting = step.node
                return position
            }
        }
        return -1
    }

    /// Calls an exit action.
    @inline(__always)
    private func callExit(_ node: Int32) { attempt(node) { try nodes.call(node) { try $0.exit() } } }

    /// Calls an entry action.
    @inline(__always)
    private func callEntry(_ node: Int32) { attempt(node) { try nodes.call(node) { try $0.entry() } } }

    @inline(__always)
    private func attempt(_ node: Int32, _ action: () throws -> Void) {
        readiness.value.acting = node
        do { try action() } catch { noteFailure(of: node, error) }
    }

    @inline(__always)
    private func runEffect(of reaction: borrowing RawReaction, _ source: Int32) {
        do { try reaction.runEffect() } catch { noteFailure(of: source, error) }
    }
}
