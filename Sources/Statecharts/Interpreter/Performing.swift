// The one place that calls exits, effects and entries. What is performed was decided before: from here on nothing that
// actions do has a say in it, an error ends its action only.

extension Engine {
    /// The order in which every microstep is performed: all exits, all effects, the leaves, all entries. Answers
    /// whether it is complete; a part of it answers `false` if an action suspends.
    /// - Parameter phase: where to begin.
    @inline(__always)
    private func perform(
        from phase: Phase, exits: () -> Bool, effects: () -> Bool, leaves: () -> Void, entries: () -> Bool
    ) -> Bool {
        if phase == .exits {
            guard exits() else { return false }
            readiness.value.phase = .effects
        }
        if phase != .entries {
            guard effects() else { return false }
            leaves()
            readiness.value.acting = -1
            readiness.value.phase = .entries
        }
        return entries()
    }

    // MARK: One answer

    /// Performs the plan of the only answer, none of whose actions suspends. What follows is for the caller, choices
    /// that were reached too.
    /// - Parameter isShort: a constant: whether the plan is short, and states have nothing under way that ends with
    ///   them.
    @inline(__always)
    func perform(
        _ plan: Plan, _ reaction: borrowing RawReaction, of source: Int32, at position: Int32, isShort: Bool
    ) {
        beginLeaving(plan, isShort: isShort)
        _ = perform(
            from: .exits,
            exits: {
                if isShort { plan.forEachExitCall { callExit($0) } } else { _ = callExits(of: plan, from: 0) }
                return true
            },
            effects: {
                if reaction.hasEffect {
                    readiness.value.signposts.lead(to: source)
                    readiness.value.acting = source
                    runEffect(of: reaction, source)
                }
                return true
            },
            leaves: {
                if isShort { leaves[position] = plan.leaf } else { replaceLeaves(plan, at: position) }
            },
            entries: {
                if isShort { plan.forEachEntryCall { callEntry($0) } } else { _ = callEntries(of: plan, from: 0) }
                return true
            })
        assert(invariantsHold() || plan.leadsOn)
    }

    /// The same for a plan of a table.
    @inline(never)
    func performKnown(_ plan: Plan, _ reaction: borrowing RawReaction, of source: Int32, at position: Int32) {
        if plan.isShort, readiness.value.endsNothing {
            perform(plan, reaction, of: source, at: position, isShort: true)
        } else {
            perform(plan, reaction, of: source, at: position, isShort: false)
        }
    }

    @inline(__always)
    private func beginLeaving(_ plan: Plan, isShort: Bool) {
        cells.value.performed = plan
        readiness.value.acting = .max
        readiness.value.phase = .exits
        if isShort { return }
        if hasBelongings { plan.exits.forEach { endBelongings(of: $0.node) } }
        if plan.has(.recordsHistory) { recordHistories(plan) }
    }

    /// Performs an internal transition whose effect does not suspend.
    @inline(__always)
    func performInternal(_ reaction: borrowing RawReaction, of source: Int32) {
        cells.value.performed = nil
        readiness.value.phase = .effects
        readiness.value.acting = source
        runEffect(of: reaction, source)
    }

    // MARK: What was answered

    /// Begins to take what was answered, exits first. From here on what belongs to the domains is being left.
    func beginPerforming() {
        if cells.value.hasConflict { removeConflictingTransitions() }
        let work = work, answers = work.answers
        cells.value.performed = nil
        cells.value.part = answers.count - 1
        cells.value.cursor = 0
        readiness.value.acting = .max
        readiness.value.phase = .exits
        if !work.passing.isEmpty { forgetWhatIsLeft(work.passing) }
        if !work.completions.isEmpty { forgetWhatIsLeft(work.completions) }
        guard hasBelongings else { return }
        var position = answers.count - 1
        while position >= 0 {
            answers[position].plan?.exits.forEach { endBelongings(of: $0.node) }
            position -= 1
        }
    }

    /// What was to be continued or asked inside the domains is not any more.
    private func forgetWhatIsLeft(_ waiting: FlatStack<Int32>) {
        var position: Int32 = 0
        while position < waiting.count {
            if isBeingChanged(waiting[position]) { _ = waiting.remove(at: position) } else { position += 1 }
        }
    }

    @inline(never)
    private func recordHistories(_ plan: Plan) {
        plan.exits.forEach { step in
            if step.flags.contains(.recordsHistory) { recordHistory(of: step.node) }
        }
    }

    /// Performs what was begun, or goes on with it after a pause. Answers whether it is complete; if not, ``pause``
    /// says what is to be awaited.
    func perform() -> Bool {
        let isComplete = perform(
            from: readiness.value.phase, exits: performExits, effects: performEffects, leaves: replaceLeaves,
            entries: performEntries)
        guard isComplete else { return false }
        if cells.value.isFinishing {
            finishNow(endStatus)
        } else {
            endMicrostep()
            readiness.value.phase = .settle
        }
        return true
    }

    private func performExits() -> Bool {
        let answers = work.answers
        var position = cells.value.part
        var cursor = cells.value.cursor
        while position >= 0 {
            if let plan = answers[position].plan {
                if cursor == 0, plan.has(.recordsHistory) { recordHistories(plan) }
                let next = callExits(of: plan, from: cursor)
                if next >= 0 { return pause(at: next, position) }
                cursor = 0
            }
            position -= 1
        }
        cells.value.part = 0
        cells.value.cursor = 0
        return true
    }

    private func performEffects() -> Bool {
        let answers = work.answers
        var position = cells.value.part
        var cursor = cells.value.cursor
        while position < answers.count {
            let (source, hasEffect, suspends, passed) = answers.read(position) {
                ($0.source, $0.reaction.hasEffect, $0.reaction.suspends, $0.passed)
            }
            if cursor == 0 {
                readiness.value.signposts.lead(to: source)
                readiness.value.acting = source
                if suspends { return pause(at: 1, position) }
                if hasEffect { run(answers[position].reaction.takeEffect(), of: source) }
            }
            if !passed.isEmpty {
                let next = runEffects(passed, from: max(cursor - 1, 0))
                if next >= 0 { return pause(at: next + 1, position) }
            }
            cursor = 0
            position += 1
        }
        return true
    }

    /// Runs the effects of what was on the way. Answers what is next if one of them suspends, else -1.
    @inline(never)
    private func runEffects(_ places: Range<Int32>, from first: Int32) -> Int32 {
        let passed = work.passed
        for place in places.dropFirst(Int(first)) {
            readiness.value.acting = passed[place].source
            if passed[place].reaction.suspends { return place - places.lowerBound + 1 }
            if passed[place].reaction.hasEffect { run(passed[place].reaction.takeEffect(), of: passed[place].source) }
        }
        return -1
    }

    private func performEntries() -> Bool {
        let answers = work.answers
        var position = cells.value.part
        var cursor = cells.value.cursor
        while position < answers.count {
            if let plan = answers[position].plan {
                let next = callEntries(of: plan, from: cursor)
                if next >= 0 { return pause(at: next, position) }
                cursor = 0
            }
            position += 1
        }
        return true
    }

    /// Pauses, to go on with the step at `cursor`.
    private func pause(at cursor: Int32, _ part: Int32) -> Bool {
        cells.value.part = part
        cells.value.cursor = cursor
        cells.value.isPaused = true
        return false
    }

    // MARK: Calls

    /// Calls the exits of a plan. Answers what is next if one of them suspends, else -1.
    @inline(__always)
    private func callExits(of plan: Plan, from first: Int32) -> Int32 {
        if !plan.has(.callsOnly) { return callExits(plan.exits, from: first) }
        plan.forEachExitCall { callExit($0) }
        return -1
    }

    @inline(__always)
    private func callEntries(of plan: Plan, from first: Int32) -> Int32 {
        if !plan.has(.callsOnly) { return callEntries(plan.entries, from: first) }
        plan.forEachEntryCall { callEntry($0) }
        return -1
    }

    @inline(never)
    private func callExits(_ row: Row<Plan.Step>, from first: Int32) -> Int32 {
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

    @inline(never)
    private func callEntries(_ row: Row<Plan.Step>, from first: Int32) -> Int32 {
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
    private func run(_ effect: () throws -> Void, of source: Int32) {
        do { try effect() } catch { noteFailure(of: source, error) }
    }

    @inline(__always)
    private func runEffect(of reaction: borrowing RawReaction, _ source: Int32) {
        do { try reaction.runEffect() } catch { noteFailure(of: source, error) }
    }
}
