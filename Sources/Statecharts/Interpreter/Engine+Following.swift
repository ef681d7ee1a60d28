// What follows the transition of the only leaf without another event, as far as its plans are known: the same as `Engine.settle` does, and in the
// same order, in a step that is not opened for more.

extension Engine {
    /// How many transitions may follow here; a longer run is settled, where cycles are found.
    private static let followingLimit = 100

    /// Goes on from choices that were reached, and takes eventless transitions, until there are none.
    @inline(never)
    func follow(_ first: Plan, of source: Int32) -> Progress {
        var plan = first
        var source = source
        var count = 0
        let limit = extras == nil ? Self.followingLimit : min(Self.followingLimit, limits.eventless)
        while true {
            // All that was entered is active when the next one is asked.
            readiness.value.phase = .settle
            if !failures.isEmpty { nameFailures(by: plan, of: source) }
            let isChoice = plan.passes
            guard cells.value.status == .running, leaves.count == 1, count < limit,
                isChoice || failures.isEmpty && !topology.hasAutomaticJoins
            else {
                if isChoice { notePassing(plan) }
                return beginSettling(after: count)
            }
            var vertex = leaves[0]
            if !isChoice, !settlesAlways { return endLate(plan, source, false) }
            let reaction = isChoice ? nodes.call(vertex) { $0.branch() } : askAlways(from: vertex, &vertex)
            if vertex < 0 { return endLate(plan, source, false, isSettled: true) }
            guard let next = self.plan(for: reaction, of: vertex, at: 0), !next.suspends, !reaction.suspends else {
                _ = beginSettling(after: count)
                if isChoice { goOn(from: vertex, by: reaction) } else { beginEventless(vertex, reaction) }
                return .begun
            }
            performAlone(next, reaction, of: vertex)
            (plan, source) = (next, vertex)
            count += 1
        }
    }

    private func beginSettling(after eventlessSteps: Int) -> Progress {
        open(beginning)
        cells.value.didChange = true
        cells.value.trigger = .event
        cells.value.eventlessSteps = eventlessSteps
        readiness.value.phase = .settle
        return .begun
    }

    /// Takes an eventless transition; if it is not enabled after all, that of one above who has one.
    private func beginEventless(_ vertex: Int32, _ reaction: RawReaction) {
        var (vertex, reaction) = (vertex, reaction)
        while !addWithoutEvent(reaction, of: vertex, at: 0, "always()") {
            guard cells.value.status == .running else { return }
            reaction = askAlways(from: infos[vertex].parent, &vertex)
            if vertex < 0 {
                cells.value.isSettled = true
                return
            }
        }
        beginEventless(.eventless)
    }

    /// Asks `start` and those above it until one has an eventless transition: `vertex` is that one afterwards, or -1.
    private func askAlways(from start: Int32, _ vertex: inout Int32) -> RawReaction {
        var superior = start
        while superior >= 0, eventless[superior] >= 0 {
            vertex = eventless[superior]
            let reaction = nodes.call(vertex) { $0.reactAlways() }
            if !reaction.isUnhandled { return reaction }
            superior = infos[vertex].parent
        }
        vertex = -1
        return .unhandled
    }
}
