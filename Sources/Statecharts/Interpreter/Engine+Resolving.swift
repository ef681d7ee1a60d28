// Where a reaction leads, and by which plan.

extension Engine {
    /// Adds an answer whose plan has to be looked for or worked out, if everything that it leads through allows that.
    func addResolved(_ reaction: consuming RawReaction, _ source: Int32, _ position: Int32) -> Bool {
        let work = work
        let first = work.passed.count
        let refusals = cells.value.refusals
        guard resolve(reaction, of: source) else {
            work.passed.truncate(to: first)
            return refusals != cells.value.refusals && addRefused(source, position)
        }
        let passed = first..<work.passed.count
        let isLocal = reaction.isLocal
        if reaction.targetCount > 2, let many = reaction.manyTargets { reaction = reaction.effectOnly(of: many) }
        let named = cells.value.named
        var plan = knownPlan(of: source, to: named, isLocal, at: position)
        if plan == nil {
            guard let transition = transition(of: source, isLocal: isLocal) else {
                work.passed.truncate(to: first)
                return addRefused(source, position)
            }
            if work.domains.count > 1 { return list(reaction, of: source, at: position, passed) }
            plan = makePlan(transition, isLocal: isLocal, at: position)
        }
        list(.init(reaction: reaction, plan: plan, source: source, position: position, target: named, passed: passed))
        return true
    }

    /// Adds an answer that changes several regions, each by a plan of its own.
    private func list(
        _ reaction: consuming RawReaction, of source: Int32, at position: Int32, _ passed: Range<Int32>
    ) -> Bool {
        for place in 0..<work.domains.count {
            let plan = makePlan(work.domains[place], isLocal: true, at: position)
            let isFirst = place == 0
            list(
                .init(
                    reaction: isFirst ? reaction : .unhandled, plan: plan, source: source, position: position,
                    passed: isFirst ? passed : 0..<0, isContinued: !isFirst))
        }
        return true
    }

    @inline(__always)
    private func list(_ answer: consuming Workspace.Answer) {
        if let plan = answer.plan {
            answer.position -= plan.offset
            noteReach(answer.position, plan)
        }
        work.answers.append(answer)
    }

    /// The kept plan of a transition to `named`; none of that is below 0.
    @inline(__always)
    private func knownPlan(of source: Int32, to named: Int32, _ isLocal: Bool, at position: Int32) -> Plan? {
        guard named >= 0, let plan = plans.find(leaves, at: position, .init(source, named, isLocal: isLocal)) else {
            return nil
        }
        return plan.has(.remembers) ? remembered(plan, source, isLocal, at: position) : plan
    }

    /// The kept plan of where a history leads now that was named, if its domain is the same.
    @inline(never)
    func remembered(_ history: Plan, _ source: Int32, _ isLocal: Bool, at position: Int32) -> Plan? {
        (cells.value.changesFrom, cells.value.changesUpTo) = (history.first, history.end)
        guard let vertex = resumedVertex(history.target),
            let plan = plans.find(leaves, at: position, .init(source, vertex, isLocal: isLocal)), !plan.has(.remembers),
            plan.first == history.first, plan.end == history.end, plan.has(.local) == history.has(.local)
        else { return nil }
        return plan
    }

    /// What was resolved as a transition, with its domains; `nil` if the targets cannot be active together.
    private func transition(of source: Int32, isLocal: Bool) -> Workspace.Transition? {
        var transition = Workspace.Transition(
            source: source, isLocal: isLocal, targets: 0..<work.targets.count, left: cells.value.left)
        if work.targets.count > 1, !arrange(transition) { return nil }
        // A local transition that leads out of its source is an external one, and is recorded as what it is.
        if isLocal, !stays(source, transition) { transition.isLocal = false }
        findDomains(transition)
        return transition
    }

    /// Works out the plan of a transition with one domain, and keeps it if it depends on nothing but the shape of the
    /// chart and the leaves that it replaces. To name a history is the same as to name what it leads to.
    private func makePlan(_ transition: Workspace.Transition, isLocal: Bool, at position: Int32) -> Plan {
        let domain = work.domains[0]
        let named = cells.value.named
        guard named >= 0 else { return makePlan(domain, isLocal: transition.isLocal, at: position) }
        let target = resumed(named, transition, isLocal: isLocal)
        let key = Plan.Key(transition.source, target, isLocal: isLocal)
        if target != named {
            keepDomain(of: .init(transition.source, named, isLocal: isLocal), domain, transition.isLocal, position)
            if let known = plans.find(leaves, at: position, key), !known.has(.remembers) { return known }
            work.targets[0] = target
        }
        return makePlan(domain, isLocal: transition.isLocal, at: position, key)
    }

    /// Takes a reaction that cannot be taken as one that stays where it is; what is wrong with it is offered when the
    /// microstep is complete. A choice, or a join, has no state to stay in: the chart fails.
    func addRefused(_ source: Int32, _ position: Int32) -> Bool {
        guard infos[source].flags.contains(.isState) else {
            if let mistake = pendingMistake { fail(mistake) }
            return false
        }
        // Whoever only looks has noted nothing.
        if cells.value.hearing != .nobody, failures.count > 0 {
            failures[failures.count - 1].node = source
            failures[failures.count - 1].askedFirst = askedFirst(about: source)
        }
        list(.init(reaction: RawReaction(.internal, effect: nil), plan: nil, source: source, position: position))
        return true
    }

    // MARK: The way to the targets

    /// Lists the targets of a reaction, through junctions, forks, joins, entry and exit points, and what those answer
    /// on the way. Answers `false` if that is not enabled.
    func resolve(_ reaction: borrowing RawReaction, of source: Int32) -> Bool {
        let work = work
        if work.answers.isEmpty { work.plans.removeAll() }
        work.clearPlan()
        cells.value.left = -1
        cells.value.named = -1
        guard lead(by: reaction, of: source, hops: 0, infos[source].scope) else { return false }
        if cells.value.left >= 0 { cells.value.named = -2 }
        return true
    }

    /// - Parameter scope: the chart of who answered.
    private func lead(by reaction: borrowing RawReaction, of source: Int32, hops: Int, _ scope: Int16) -> Bool {
        if reaction.targetCount > 2 { return lead(byMany: reaction, of: source, hops, scope) }
        if hops > 0, reaction.hasEffect || reaction.hasGuard { work.passed.append(.init(copy reaction, of: source)) }
        if reaction.targetCount == 0 { return true }
        guard reaction.tag == tag else {
            failForeignTarget(source, reaction)
            return false
        }
        if reaction.targetCount == 1 { return lead(to: reaction.first, source, hops, scope) }
        cells.value.named = -2
        return lead(to: reaction.first, source, hops, scope) && lead(to: reaction.second, source, hops, scope)
    }

    /// The same for more targets than fit into a reaction.
    private func lead(byMany reaction: borrowing RawReaction, of source: Int32, _ hops: Int, _ scope: Int16) -> Bool {
        guard reaction.tag == tag, let many = reaction.manyTargets else {
            failForeignTarget(source, reaction)
            return false
        }
        if hops > 0 { work.passed.append(.init(reaction.effectOnly(of: many), of: source)) }
        cells.value.named = -2
        for target in many.targets {
            guard lead(to: target, source, hops, scope) else { return false }
        }
        return true
    }

    /// A target that an answer names, which has to be one of its own chart.
    private func lead(to target: Int32, _ source: Int32, _ hops: Int, _ scope: Int16) -> Bool {
        guard mayBeNamed(target, in: scope) else {
            failTargetOfOtherChart(source, target)
            return false
        }
        return lead(to: target, hops)
    }

    private func lead(to target: Int32, _ hops: Int) -> Bool {
        switch infos[target].kind {
        case .state, .orthogonal, .submachine, .final, .top, .choice, .shallowHistory, .deepHistory, .terminate:
            if cells.value.named == -1 { cells.value.named = target }
            work.targets.append(target)
            return true
        case .fork, .entryPoint:
            return isNear(target, hops) && leadToAll(of: target, hops)
        case .join:
            return sourcesAreActive(of: target) && lead(through: target, hops)
        case .exitPoint:
            return leadOut(through: target, hops)
        case .junction:
            return lead(through: target, hops)
        }
    }

    private func leadToAll(of fork: Int32, _ hops: Int) -> Bool {
        let info = infos[fork]
        if cells.value.named == -1 { cells.value.named = fork }
        for position in 0..<info.fixedCount {
            let target = topology.fixedIndex(info, position)
            if infos[target].flags.contains(.isState) {
                work.targets.append(target)
            } else if !lead(to: target, hops + 1) {
                return false
            }
        }
        return true
    }

    private func leadOut(through point: Int32, _ hops: Int) -> Bool {
        let info = infos[point]
        // Where the host says where it leads, the submachine is left with its chart.
        let continuation = hostContinuation(of: point, info)
        let left = continuation == nil ? info.parent : infos[info.parent].parent
        cells.value.left = cells.value.left < 0 ? left : min(cells.value.left, left)
        guard let continuation else { return lead(through: point, hops) }
        return lead(through: point, hops, continuation, infos[left].scope)
    }

    /// Goes on from a vertex that is asked itself where it leads.
    private func lead(through vertex: Int32, _ hops: Int) -> Bool {
        lead(through: vertex, hops, asking(vertex) { $0.branch() }, infos[vertex].scope)
    }

    /// - Parameter scope: the chart of who answered.
    private func lead(through vertex: Int32, _ hops: Int, _ next: borrowing RawReaction, _ scope: Int16) -> Bool {
        guard isNear(vertex, hops) else { return false }
        // What is named further in depends on more than what was named.
        if cells.value.named >= 0 { cells.value.named = -2 }
        switch next.kind {
        case .unhandled, .deferred, .internal: return false
        case .external, .local: return lead(by: next, of: vertex, hops: hops + 1, scope)
        }
    }

    private func isNear(_ vertex: Int32, _ hops: Int) -> Bool {
        if hops < 100 { return true }
        refuse(
            StepError(
                .junctionCycle, path: topology.path(of: vertex), "leads through itself again and again",
                fix: "let one branch lead to a state"), of: vertex)
        return false
    }

    /// Puts several targets into document order; they have to be in different regions, or one inside the other.
    private func arrange(_ transition: Workspace.Transition) -> Bool {
        guard let position = sortTargets() else { return true }
        let (first, second) = (work.targets[position - 1], work.targets[position])
        refuse(
            StepError(
                .conflictingTargets, path: topology.path(of: transition.source),
                "led to \(topology.path(of: first)) and \(topology.path(of: second)), which cannot be active together",
                fix: "name targets in different regions of one orthogonal state"), of: transition.source)
        return false
    }

    /// Puts targets into document order. Answers the position of the first that cannot be active together with the one
    /// before it.
    private func sortTargets() -> Int32? {
        let targets = work.targets
        for position in 1..<targets.count {
            var place = position
            while place > 0, targets[place] < targets[place - 1] {
                (targets[place], targets[place - 1]) = (targets[place - 1], targets[place])
                place -= 1
            }
        }
        return (1..<targets.count).first { !topology.allowsTogether(targets[$0 - 1], targets[$0]) }
    }
}
