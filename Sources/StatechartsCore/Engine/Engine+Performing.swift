// The one place that calls exits, effects and entries. What is performed was decided before: nothing that actions do
// has a say in it, an error ends its action only.

extension Engine {
    /// Begins to perform the answers that are listed. From here on `isBeingChanged` is true of what their plans change.
    @inline(__always)
    func beginMicrostep(_ cause: MicrostepTrigger) {
        if unlikely(answers.count > 1) { removeConflicts() }
        hot.value.cause = cause
        acting = .max
        phase = .exits
        if unlikely(!pending.isDisjoint(with: [.choice, .completion])) { dropExited() }
        if unlikely(hot.value.exitsDoMore) { beginExits() }
        if unlikely(pending.contains(.deferred)), !isOneChart { dropDeferredOfExitedCharts() }
    }

    /// Records histories, and ends the timers and activities of the states that are exited, before their exit actions.
    @inline(never)
    private func beginExits() {
        for part in 0..<answers.count {
            guard let plan = answers[part].plan else { continue }
            if plan.has(.recordsTop) { recordHistory(of: plan.first - 1) }
            plan[.exits].forEach { exit in
                if infos[exit].history >= 0 { recordHistory(of: exit) }
                endWork(of: exit)
            }
        }
    }

    /// Drops choices and completions inside the domains: they are not followed or asked any more.
    private func dropExited() {
        dropExited(from: choices)
        dropExited(from: completions)
    }

    private func dropExited(from waiting: FlatList<VertexIndex>) {
        for position in (0..<waiting.count).reversed() where isBeingChanged(waiting[position]) {
            _ = waiting.remove(at: position)
        }
    }

    /// Performs the microstep, or goes on with it: all exits, all effects, the leaves, all entries. Answers false if it
    /// has come to an action that suspends, see `pause`.
    @inline(__always)
    func perform() -> Bool {
        let place = step.value.place
        // One answer, from its beginning on, is the usual case: it is compiled without loops.
        if likely(answers.count == 1 && phase == .exits && place == Place()) { return perform(0..<1, from: Place()) }
        step.value.place = Place()
        return perform(0..<answers.count, from: place)
    }

    @inline(__always)
    private func perform(_ parts: Range<AnswerIndex>, from place: Place) -> Bool {
        var place = place
        if phase == .exits {
            guard callExits(parts, from: place) else { return false }
            place = Place()
            phase = .effects
        }
        if phase == .effects {
            guard runEffects(parts, from: place) else { return false }
            replaceLeaves(parts)
            place = Place()
            acting = -1
            phase = .entries
        }
        guard callEntries(parts, from: place) else { return false }
        endMicrostep()
        return true
    }

    /// Notes that the step suspends, and where it goes on.
    private func suspend(_ answer: AnswerIndex, at action: Int32) -> Bool {
        step.value.place = Place(answer: answer, action: action)
        step.value.isSuspended = true
        return false
    }

    /// Deepest first, in reverse document order.
    @inline(__always)
    private func callExits(_ parts: Range<AnswerIndex>, from place: Place) -> Bool {
        for part in parts where part >= place.answer {
            guard let plan = answers[parts.upperBound - 1 - part].plan else { continue }
            if likely(plan.has(.callsOnly)) {
                plan[.exitCalls].forEach { node in attempt(node) { try $0.exit() } }
            } else {
                let next = callExits(plan[.exits], from: part == place.answer ? place.action : 0)
                if next >= 0 { return suspend(part, at: next) }
            }
        }
        return true
    }

    /// Outermost first, in document order.
    @inline(__always)
    private func callEntries(_ parts: Range<AnswerIndex>, from place: Place) -> Bool {
        for part in parts where part >= place.answer {
            guard let plan = answers[part].plan else { continue }
            if likely(plan.has(.callsOnly)) {
                plan[.entryCalls].forEach { node in attempt(node) { try $0.entry() } }
            } else {
                let next = callEntries(plan[.entries], from: part == place.answer ? place.action : 0)
                if next >= 0 { return suspend(part, at: next) }
            }
        }
        return true
    }

    /// Exits of which some suspend or end scoped values. Answers where to go on if one suspends, else -1.
    @inline(never)
    private func callExits(_ states: Row, from first: Int32) -> Int32 {
        for position in first..<states.count {
            let node = states[position], info = infos[node]
            if info.overrides.contains(.exit) { attempt(node) { try $0.exit() } }
            if info.overrides.contains(.suspendingExit) {
                acting = node
                return position + 1
            }
            if info.flags.contains(.hasScoped) { empty(node) }
        }
        return -1
    }

    /// Entries of which some suspend or make scoped values. Answers where to go on if one suspends, else -1.
    @inline(never)
    private func callEntries(_ states: Row, from first: Int32) -> Int32 {
        for position in first..<states.count {
            let node = states[position], info = infos[node]
            if info.flags.contains(.hasScoped) { fill(node) }
            if info.overrides.contains(.entry) { attempt(node) { try $0.entry() } }
            if info.overrides.contains(.suspendingEntry) {
                acting = node
                return position + 1
            }
        }
        return -1
    }

    /// In the order of the sources: the effect of an answer, which is its action 0, then those of the vertices on its
    /// way.
    @inline(__always)
    private func runEffects(_ parts: Range<AnswerIndex>, from place: Place) -> Bool {
        for part in parts where part >= place.answer {
            let first = part == place.answer ? place.action : 0
            if answers[part].reaction.hasEffect, first == 0 {
                acting = answers[part].source
                guard let effect = answers[part].reaction.takeEffect() else { return suspend(part, at: 1) }
                attemptEffect(effect)
            }
            if unlikely(!answers[part].passed.isEmpty) {
                let next = runEffects(answers[part].passed, from: max(first - 1, 0))
                if next >= 0 { return suspend(part, at: next + 1) }
            }
        }
        return true
    }

    /// Runs the effects of the vertices on the way. Answers where to go on if one of them suspends, else -1.
    @inline(never)
    private func runEffects(_ places: Range<Int32>, from first: Int32) -> Int32 {
        let passed = scratch.passed
        for place in places.dropFirst(Int(first)) where passed[place].reaction.hasEffect {
            acting = passed[place].source
            guard let effect = passed[place].reaction.takeEffect() else { return place - places.lowerBound + 1 }
            attemptEffect(effect)
        }
        return -1
    }

    /// Uses the reaction whose effect is awaited: that of an answer, or of a vertex on its way. It is the action before
    /// the one where the step goes on.
    ///
    /// - Parameter body: may return the reaction, not its effect: a closure that a generic function returns is wrapped.
    func useSuspendedReaction<Result>(_ body: (inout RawReaction) -> Result) -> Result {
        let place = step.value.place
        if place.action == 1 { return body(&answers[place.answer].reaction) }
        return body(&scratch.passed[answers[place.answer].passed.lowerBound + place.action - 2].reaction)
    }

    @inline(__always)
    func attempt(_ node: VertexIndex, _ action: (StateNode) throws -> Void) {
        acting = node
        // Of `acting`, which is `node`: so that need not be kept while the action runs.
        do { try nodes.call(node, action) } catch { addError(of: acting, error) }
    }

    @inline(__always)
    private func attemptEffect(_ effect: () throws -> Void) {
        do { try effect() } catch { addError(of: acting, error) }
    }

    // MARK: Leaves

    /// Replaces leaves by those that were planned, after the effects and before the entries.
    @inline(__always)
    private func replaceLeaves(_ parts: Range<AnswerIndex>) {
        // At the end of the chart they stay, so that the configuration shows where it ended.
        if unlikely(step.value.statusAtEnd != nil) { return }
        let firstNew = unlikely(pending.contains(.completion)) ? completions.count : 0
        // By how much the earlier answers have moved the leaves behind them.
        var moved: Int32 = 0
        for part in parts {
            guard let plan = answers[part].plan else { continue }
            let start = answers[part].position + moved
            if likely(plan.has(.replacesOne)) {
                leaves[start] = plan.leaf
            } else {
                leaves.replace(at: start, plan[.old].count, by: plan[.new])
                moved += plan[.new].count - plan[.old].count
            }
            if plan.has(.changes) { step.value.didChangeConfiguration = true }
            if unlikely(plan.leadsOn) { addFollowUps(plan) }
        }
        if unlikely(pending.contains(.completion)) { orderCompletions(from: firstNew) }
    }

    /// Adds the choices and completions to look at, and the end, once the microstep is complete.
    @inline(never)
    private func addFollowUps(_ plan: Plan) {
        if plan.has(.terminates) { pending.insert(.terminate) }
        if plan.has(.completes) { pending.insert(.completion) }
        plan[.completions].forEach { completions.append($0) }
        guard plan.has(.passes) else { return }
        pending.insert(.choice)
        plan[.new].forEach { leaf in
            if infos[leaf].kind == .choice || infos[leaf].kind == .junction { choices.append(leaf) }
        }
    }

    /// Ends a complete microstep: writes the log, and destroys the answers.
    @inline(__always)
    private func endMicrostep() {
        if unlikely(pending.contains(.log)) { logMicrostep() }
        // Of answers that were performed nothing has to be destroyed: each effect was moved out to be called, or let go
        // of when it had been awaited.
        answers.forgetAll()
        if unlikely(pending.contains(.scratch)) { scratch.clearMicrostep() }
        phase = .settling
        if let status = step.value.statusAtEnd { end(status) }
        assert(invariantsHold() || !pending.isDisjoint(with: [.choice, .terminate, .end]))
    }

    /// Destroys answers that were not performed, or in part.
    func dropAnswers() {
        answers.removeAll { $0.reaction.letGoOfEffect() }
        takenScratch?.clearMicrostep()
    }

    // MARK: Scoped values

    /// Makes the scoped values of a state, before its entry.
    private func fill(_ node: VertexIndex) { forEachScoped(of: node) { $0.fill() } }

    /// Destroys the scoped values of a state, after its exit.
    func empty(_ node: VertexIndex) { forEachScoped(of: node) { $0.empty() } }

    private func forEachScoped(of node: VertexIndex, _ body: (ScopedSlot) -> Void) {
        // The state is not active meanwhile, see `isActive`.
        acting = node - 1
        guard let slots = scoped[node] else { return }
        cold.scopedOwner = node
        for slot in slots { body(slot) }
        cold.scopedOwner = -1
    }
}
