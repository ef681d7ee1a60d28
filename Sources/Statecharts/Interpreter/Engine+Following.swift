// What follows the transition of the only leaf without another event, as far as its plans are known: the same as
// `Engine.settle` does, and in the same order, in a step that is not opened for more.

extension Engine {
    /// How many transitions may follow here; a longer run is settled, where cycles are found.
    private static let followingLimit = 100

    /// Goes on from choices that were reached, and takes eventless transitions, until there are none.
    @inline(never)
    func follow(_ first: Plan, of source: Int32) -> Progress {
        var plan = first
        var source = source
        var count = 0
        var didChange = plan.has(.changes)
        let limit = extras == nil ? Self.followingLimit : min(Self.followingLimit, limits.eventless)
        while true {
            // All that was entered is active when the next one is asked.
            readiness.value.phase = .settle
            if !failures.isEmpty { nameFailures(by: plan, of: source) }
            let isChoice = plan.has(.passes)
            guard !plan.has(.completes), !plan.has(.terminates), cells.value.status == .running, leaves.count == 1,
                count < limit,
                isChoice || failures.isEmpty && !topology.hasAutomaticJoins
            else {
                if plan.leadsOn { noteAllThatFollows(plan) }
                return beginSettling(after: count, didChange)
            }
            if !isChoice, !settlesAlways { return endLate(plan, source, didChange: didChange) }
            var vertex = leaves[0]
            var reaction = RawReaction.unhandled
            var found: Plan?
            if isChoice {
                reaction = nodes.call(vertex) { $0.branch() }
                found = planWithoutPause(for: reaction, of: vertex)
            } else {
                select(0..<1, upTo: 0, nearest: eventless, above: topology.eventlessAbove.base) { asked, _ in
                    let answer = nodes.call(asked) { $0.reactAlways() }
                    found = planWithoutPause(for: answer, of: asked)
                    guard found != nil else { return addWithoutEvent(answer, of: asked, at: 0, "always()") }
                    (vertex, reaction) = (asked, answer)
                    return true
                }
            }
            guard let next = found else {
                if !isChoice, !hasAnswers, cells.value.status == .running {
                    return endLate(plan, source, isSettled: true, didChange: didChange)
                }
                _ = beginSettling(after: count, didChange)
                if isChoice { goOn(from: vertex, by: reaction) } else if hasAnswers { beginEventless(.eventless) }
                return .begun
            }
            perform(next, reaction, of: vertex, at: 0, isShort: false)
            (plan, source) = (next, vertex)
            if plan.has(.changes) { didChange = true }
            count += 1
        }
    }

    private func beginSettling(after eventlessSteps: Int, _ didChange: Bool) -> Progress {
        open(beginning)
        cells.value.didChange = didChange
        cells.value.trigger = .event
        cells.value.eventlessSteps = eventlessSteps
        readiness.value.phase = .settle
        return .begun
    }

    /// The known plan of the only answer, if none of its actions suspends.
    @inline(__always)
    private func planWithoutPause(for reaction: borrowing RawReaction, of source: Int32) -> Plan? {
        guard !reaction.suspends, let plan = plan(for: reaction, at: 0, of: source), !plan.has(.suspends) else {
            return nil
        }
        return plan
    }
}
