// How a step ends in which the only answer was performed by its plan: at once if nothing follows. What does follow is
// performed here as long as it is one known plan after the other, in the order of `Engine.settle`, but in a step that
// is not opened for more.

extension Engine {
    /// How many transitions may follow here; a longer run is settled, where cycles are found.
    private static let followingLimit = 100

    /// Ends a step of which nothing follows.
    @inlinable @inline(__always)
    func endShort() -> Progress {
        readiness.value.phase = .idle
        assert(isSound)
        return .complete
    }

    /// Ends the step of a plan or, without one, of an internal transition.
    /// - Parameter target: what the answer named.
    @inline(__always)
    func end(_ plan: Plan?, of source: Int32, to target: Int32) -> Progress {
        guard readiness.value.isPlain, plan?.leadsOn != true else { return follow(plan, of: source, to: target) }
        readiness.value.next = nextHandler
        return endShort()
    }

    /// Goes on from choices that were reached, and takes eventless transitions, until there are none.
    @inline(never)
    func follow(_ first: Plan?, of source: Int32, to target: Int32) -> Progress {
        var (plan, source, target) = (first, source, target)
        var count = 0
        var didChange = false
        let limit = extras == nil ? Self.followingLimit : min(Self.followingLimit, limits.eventless)
        following: while true {
            // All that was entered is active when the next one is asked.
            readiness.value.phase = .settle
            if !failures.isEmpty { nameFailures(by: plan, of: source, to: target) }
            if plan?.has(.changes) == true { didChange = true }
            let hasOneLeaf = leaves.count == 1 || plan?.leadsOn != true && !settlesAlways
            guard cells.value.status == .running, count < limit, hasOneLeaf else {
                return settleAfter(plan, count, didChange)
            }
            if let last = plan, last.leadsOn {
                guard last.leadsToChoice else { return settleAfter(last, count, didChange) }
                source = leaves[0]
                let reaction = asking(source) { $0.branch() }
                guard let next = planWithoutPause(for: reaction, of: source) else {
                    _ = settleAfter(nil, count, didChange)
                    goOn(from: source, by: reaction)
                    return .begun
                }
                performKnown(next, reaction, of: source, at: 0)
                (plan, target) = (next, reaction.first)
                count += 1
                continue
            }
            guard failures.isEmpty, !topology.hasAutomaticJoins else { return settleAfter(nil, count, didChange) }
            var vertex = settlesAlways ? eventless[leaves[0]] : -1
            while vertex >= 0 {
                readiness.value.signposts.lead(to: vertex)
                let reaction = asking(vertex) { $0.reactAlways() }
                if let next = planWithoutPause(for: reaction, of: vertex) {
                    performKnown(next, reaction, of: vertex, at: 0)
                    (plan, source, target) = (next, vertex, reaction.first)
                    count += 1
                    continue following
                }
                if addWithoutEvent(reaction, of: vertex, at: 0, "always()") {
                    _ = settleAfter(nil, count, didChange)
                    beginEventless(.eventless)
                    return .begun
                }
                vertex = topology.eventlessAbove.base[vertex]
            }
            return endFollowing(count, didChange)
        }
    }

    /// Ends the step after all were asked for eventless transitions: at once, if nothing else follows.
    @inline(__always)
    private func endFollowing(_ count: Int, _ didChange: Bool) -> Progress {
        let isOver =
            raised.isEmpty && cells.value.status == .running && !cells.value.hasWork && !awaitsCompletion
            && failures.isEmpty
        if isOver, deferred.isEmpty {
            cells.value.answer = .handled
            readiness.value.next = nextHandler
            return endShort()
        }
        // Whoever wants to be told of recalls is told while the engine runs.
        if isOver, bookmarks == nil {
            cells.value.didChange = didChange
            closeDirectStep(.handled)
            return progress
        }
        _ = settleAfter(nil, count, didChange)
        if cells.value.status == .running { takeQueued() }
        return .begun
    }

    /// Opens the step, to settle what follows.
    private func settleAfter(_ plan: Plan?, _ eventlessSteps: Int, _ didChange: Bool) -> Progress {
        open(beginning)
        cells.value.didChange = didChange
        cells.value.trigger = .event
        cells.value.eventlessSteps = eventlessSteps
        if let plan { noteAllThatFollows(plan) }
        readiness.value.phase = .settle
        return .begun
    }

    /// How far a step has come that was begun with the only leaf.
    var progress: Progress {
        switch readiness.value.phase {
        case .idle: .complete
        case .recalling: .recalls
        case .asking, .exits, .effects, .entries, .settle, .closing: .begun
        }
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
