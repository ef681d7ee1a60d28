// What a microstep does to the leaves, after its effects and before its entries; and how it ends.

extension Engine {
    /// Puts what was planned into the configuration, after the effects and before the entries.
    func replaceLeaves() {
        let work = work, parts = work.parts
        if parts.isEmpty { return replaceAllLeaves() }
        // By how much the leaves have moved up.
        var moved: Int32 = 0
        var position: Int32 = 0
        while position < parts.count {
            let part = parts[position]
            if let plan = part.plan {
                replaceLeaves(plan, at: part.position + moved)
                moved += plan.newCount - plan.oldCount
                cells.value.didChange = true
                if plan.passes { notePassing(plan) }
            }
            position += 1
        }
    }

    @inline(__always)
    func replaceLeaves(_ plan: Plan, at position: Int32) {
        if plan.replacesOne {
            leaves[position] = plan.leaf
        } else {
            leaves.replace(at: position, plan.oldCount, by: plan.newLeaves, plan.newCount)
        }
    }

    @inline(never)
    private func replaceAllLeaves() {
        guard !work.domains.isEmpty else { return }
        leaves.truncate(to: 0)
        for position in 0..<work.newLeaves.count { leaves.append(work.newLeaves[position]) }
        if work.completions.count > cells.value.completed { orderCompletions(from: cells.value.completed) }
    }

    /// Keeps the choices and junctions that were reached, to be gone on from.
    @inline(never)
    func notePassing(_ plan: Plan) {
        for place in 0..<plan.newCount where !infos[plan.newLeaves[place]].flags.contains(.isState) {
            work.passing.append(plan.newLeaves[place])
        }
    }

    func endMicrostep() {
        let work = work
        if work.parts.isEmpty {
            if !work.exits.isEmpty || !work.entries.isEmpty { cells.value.didChange = true }
            if cells.value.isRecording { recordMicrostep() }
            clearMicrostep()
        } else {
            if !failures.isEmpty { nameFailures(by: work.parts) }
            clearAnswers()
        }
        assert(invariantsHold() || !work.passing.isEmpty || cells.value.isTerminated)
    }

    /// Lets go of the answers that plans were known for.
    private func clearAnswers() {
        work.parts.removeAll()
        work.effects.removeAll()
    }

    /// Lets go of what was selected and planned in place.
    func clearMicrostep() {
        clearAnswers()
        work.selected.removeAll()
        work.targets.removeAll()
        work.domains.removeAll()
        work.guards.removeAll()
        work.exits.removeAll()
        work.entries.removeAll()
        work.newLeaves.removeAll()
    }
}
