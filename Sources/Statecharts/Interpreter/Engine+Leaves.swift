// What a microstep does to the leaves, after its effects and before its entries; and how it ends.

extension Engine {
    /// Puts what was planned into the configuration, after the effects and before the entries.
    func replaceLeaves() {
        if cells.value.isFinishing { return }
        let work = work, answers = work.answers
        let completions = work.completions.count
        cells.value.part = 0
        cells.value.cursor = 0
        // By how much the leaves have moved up.
        var moved: Int32 = 0
        var position: Int32 = 0
        while position < answers.count {
            let (plan, start) = answers.read(position) { ($0.plan, $0.position) }
            if let plan {
                replaceLeaves(plan, at: start + moved)
                if !plan.has(.replacesOne) { moved += plan.newLeaves.count - plan.oldCount }
                if plan.has(.changes) { cells.value.didChange = true }
                if plan.leadsOn { noteWhatFollows(plan) }
            }
            position += 1
        }
        if work.completions.count > completions { orderCompletions(from: completions) }
    }

    @inline(__always)
    func replaceLeaves(_ plan: Plan, at position: Int32) {
        if plan.has(.replacesOne) {
            leaves[position] = plan.leaf
        } else {
            leaves.replace(at: position, plan.oldCount, by: plan.newLeaves)
        }
    }

    /// Keeps what is to be gone on from, asked or ended once the plan is performed.
    @inline(never)
    private func noteWhatFollows(_ plan: Plan) {
        readiness.value.isPlain = false
        if plan.has(.terminates) { cells.value.isTerminated = true }
        plan.completions.forEach { work.completions.append($0) }
        guard plan.has(.passes) else { return }
        plan.newLeaves.forEach { leaf in
            if infos[leaf].kind == .choice || infos[leaf].kind == .junction { work.passing.append(leaf) }
        }
    }

    /// The same for the plan of the only answer.
    func noteAllThatFollows(_ plan: Plan) {
        let completions = work.completions.count
        noteWhatFollows(plan)
        if work.completions.count > completions { orderCompletions(from: completions) }
    }

    func endMicrostep() {
        if cells.value.isRecording { recordMicrostep() }
        if !failures.isEmpty { nameFailures() }
        clearMicrostep()
        assert(invariantsHold() || !work.passing.isEmpty || cells.value.isTerminated)
    }

    /// The same where the only answer was performed alone.
    /// - Parameter target: what it named.
    func endMicrostep(_ plan: Plan, of source: Int32, to target: Int32) {
        if !failures.isEmpty { nameFailures(by: plan, of: source, to: target) }
        if plan.has(.changes) { cells.value.didChange = true }
        if plan.leadsOn { noteAllThatFollows(plan) }
    }

    /// Lets go of what was answered.
    func clearMicrostep() {
        cells.value.reach = 0
        cells.value.hasConflict = false
        work.clearAnswers()
    }
}
