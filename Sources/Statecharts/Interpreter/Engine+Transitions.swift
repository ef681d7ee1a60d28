extension Engine {
    /// Adds a reaction to the selected transitions, if everything it leads through allows that.
    /// - Parameters:
    ///   - kind: that of the transition, if `reaction` is the answer of a vertex that the source's reaction led to.
    ///   - vertex: that vertex, -1 if it is the source's own reaction.
    /// - Returns: `false` if it is not enabled after all: a junction without a branch, a join whose sources are not all active.
    func enable(
        _ source: Int32, _ reaction: consuming RawReaction, as kind: RawReaction.Kind? = nil,
        of vertex: Int32 = -1
    ) -> Bool {
        let firstTarget = work.targets.count
        let firstEffect = work.effects.count
        let answerer = vertex < 0 ? source : vertex
        cells.value.leftByExitPoint = -1
        let firstGuard = work.guards.count
        let kind = kind ?? reaction.kind
        guard resolve(answerer, reaction, hops: vertex < 0 ? 0 : 1, infos[answerer].scope) else {
            work.targets.truncate(to: firstTarget)
            work.effects.truncate(to: firstEffect)
            work.guards.truncate(to: firstGuard)
            return false
        }
        var transition = Workspace.Selected(
            source: source, kind: kind, targets: firstTarget..<work.targets.count,
            effects: firstEffect..<work.effects.count, left: cells.value.leftByExitPoint,
            guards: firstGuard..<work.guards.count)
        if kind != .internal {
            if transition.targets.count > 1, !arrange(transition) { return false }
            // A local transition that leads out of its source is an external one, and is recorded as what it is.
            if transition.kind == .local, !stays(source, transition) { transition.kind = .external }
            transition.domains = findDomains(transition)
            let isOne = transition.domains.count == 1
            transition.domain = isOne ? work.domains[transition.domains.lowerBound].node : source
        }
        work.selected.append(transition)
        return true
    }

    /// Collects what a reaction leads to, through junctions, forks, joins, entry and exit points, and the effects on the way.
    /// - Parameter scope: the chart of who answered.
    private func resolve(_ source: Int32, _ reaction: RawReaction, hops: Int, _ scope: Int16) -> Bool {
        if reaction.targetCount > 2 { return resolveMany(source, reaction, hops, scope) }
        if let words = reaction.guardText { work.guards.append(words) }
        addEffect(of: reaction, source)
        if reaction.targetCount == 0 { return true }
        guard reaction.tag == tag else {
            failForeignTarget(source, reaction)
            return false
        }
        guard resolveNamed(reaction.first, source, hops, scope) else { return false }
        if reaction.targetCount == 1 { return true }
        return resolveNamed(reaction.second, source, hops, scope)
    }

    /// A target that an answer names, which has to be one of its own chart.
    private func resolveNamed(_ target: Int32, _ source: Int32, _ hops: Int, _ scope: Int16) -> Bool {
        guard mayBeNamed(target, in: scope) else {
            failTargetOfOtherChart(source, target)
            return false
        }
        return resolveTarget(target, source, hops)
    }

    /// The same for more targets than fit into a reaction.
    private func resolveMany(_ source: Int32, _ reaction: RawReaction, _ hops: Int, _ scope: Int16) -> Bool {
        guard reaction.tag == tag, let many = reaction.manyTargets else {
            failForeignTarget(source, reaction)
            return false
        }
        if let words = many.guardText { work.guards.append(words) }
        addEffect(of: reaction.effectOnly(of: many), source)
        for target in many.targets {
            guard resolveNamed(target, source, hops, scope) else { return false }
        }
        return true
    }

    @inline(__always)
    private func addEffect(of reaction: consuming RawReaction, _ source: Int32) {
        if reaction.hasEffect { work.effects.append(.init(reaction: reaction, source: source)) }
    }

    /// The domain of an external transition: the innermost region that holds source and target (UML 14.2.3.9.6).
    ///
    /// That is a composite without regions that has both strictly inside it; a state directly inside an orthogonal one, which is that
    /// region and is left and entered itself if it is source or target; the top at the outermost.
    @inline(__always)
    func domain(of source: Int32, _ target: Int32) -> (node: Int32, includesNode: Bool) {
        var node = source
        var info = infos[source]
        if info.kind == .top { return (node, false) }
        while true {
            if info.flags.contains(.isRegion), target >= node, target < info.end {
                return (node, node == source || target == node || info.flags.contains(.hasRegions))
            }
            node = info.parent
            info = infos[node]
            if info.kind == .top { return (node, false) }
            if !info.flags.contains(.hasRegions), target > node, target < info.end { return (node, false) }
        }
    }

    private func resolveTarget(_ target: Int32, _ source: Int32, _ hops: Int) -> Bool {
        let info = infos[target]
        switch info.kind {
        case .state, .orthogonal, .submachine, .final, .top, .choice, .shallowHistory, .deepHistory, .terminate:
            work.targets.append(target)
            return true
        case .fork, .entryPoint:
            guard isNear(target, hops) else { return false }
            for position in 0..<info.fixedCount {
                guard resolveTarget(topology.fixedIndex(info, position), source, hops + 1) else { return false }
            }
            return true
        case .join:
            guard sourcesAreActive(of: target) else { return false }
            return resolveBranch(target, source, hops)
        case .exitPoint:
            // Where the host says where it leads, the submachine is left with its chart.
            let continuation = hostContinuation(of: target, info)
            let left = continuation == nil ? info.parent : infos[info.parent].parent
            let outer = cells.value.leftByExitPoint
            cells.value.leftByExitPoint = outer < 0 ? left : min(outer, left)
            return resolveBranch(target, source, hops, continuation)
        case .junction:
            return resolveBranch(target, source, hops)
        }
    }

    private func isNear(_ vertex: Int32, _ hops: Int) -> Bool {
        if hops < 100 { return true }
        fail(
            StepError(
                .junctionCycle, path: topology.path(of: vertex), "leads through itself again and again",
                fix: "let one branch lead to a state"))
        return false
    }

    /// - Parameter answer: where the vertex leads, if it is not to be asked itself.
    private func resolveBranch(
        _ vertex: Int32, _ source: Int32, _ hops: Int, _ answer: RawReaction? = nil
    ) -> Bool {
        guard isNear(vertex, hops) else { return false }
        let scope = answer == nil ? infos[vertex].scope : infos[infos[infos[vertex].parent].parent].scope
        let next = answer ?? nodes[vertex].branch()
        switch next.kind {
        case .unhandled, .deferred, .internal: return false
        case .external, .local: return resolve(vertex, next, hops: hops + 1, scope)
        }
    }

    /// Puts several targets into document order; they have to be in different regions, or one inside the other.
    private func arrange(_ transition: Workspace.Selected) -> Bool {
        guard let position = sortTargets(transition.targets) else { return true }
        let (first, second) = (work.targets[position - 1], work.targets[position])
        fail(
            StepError(
                .conflictingTargets, path: topology.path(of: transition.source),
                "led to \(topology.path(of: first)) and \(topology.path(of: second)), which cannot be active together",
                fix: "name targets in different regions of one orthogonal state"))
        return false
    }

    /// Puts targets into document order. Answers the position of the first that cannot be active together with the one before it.
    func sortTargets(_ range: Range<Int32>) -> Int32? {
        for position in (range.lowerBound + 1)..<range.upperBound {
            var place = position
            while place > range.lowerBound, work.targets[place] < work.targets[place - 1] {
                let moved = work.targets[place]
                work.targets[place] = work.targets[place - 1]
                work.targets[place - 1] = moved
                place -= 1
            }
        }
        return ((range.lowerBound + 1)..<range.upperBound).first { position in
            !topology.allowsTogether(work.targets[position - 1], work.targets[position])
        }
    }

    // MARK: What a transition changes

    /// The parts of the tree that the transition changes; SCXML's getTransitionDomain.
    func findDomains(_ transition: Workspace.Selected) -> Range<Int32> {
        let first = work.domains.count
        let source = transition.source
        let range = transition.targets
        let sourceInfo = infos[source]
        if transition.kind == .local {
            if !sourceInfo.flags.contains(.hasRegions) {
                work.domains.append(.init(node: source, includesNode: false, targets: range))
            } else {
                appendRegionDomains(source, range)
            }
            return first..<work.domains.count
        }
        let (node, includesNode) = domain(of: transition)
        work.domains.append(.init(node: node, includesNode: includesNode, targets: range))
        return first..<work.domains.count
    }

    /// The same for any number of targets, and an exit point.
    private func domain(of transition: Workspace.Selected) -> (node: Int32, includesNode: Bool) {
        var node = transition.source
        while infos[node].kind != .top || !holdsAsTop(node, transition) {
            let info = infos[node]
            let isAround = node != transition.source && info.kind != .top && !info.flags.contains(.hasRegions)
            if isAround, holds(node, transition) { return (node, false) }
            if infos[node].flags.contains(.isRegion), holds(node, transition, orIs: true) { return (node, true) }
            node = infos[node].parent
        }
        return (node, false)
    }

    /// One domain for each region of `state` that holds a target; the region itself only if it is a target.
    private func appendRegionDomains(_ state: Int32, _ range: Range<Int32>) {
        var position = range.lowerBound
        if infos[work.targets[position]].parent == state, !infos[work.targets[position]].flags.contains(.isState) {
            // A history of the state itself, which is about all its regions.
            work.domains.append(.init(node: state, includesNode: false, targets: range))
            return
        }
        while position < range.upperBound {
            var region = work.targets[position]
            while infos[region].parent != state { region = infos[region].parent }
            var last = position + 1
            while last < range.upperBound, work.targets[last] < infos[region].end { last += 1 }
            let isTarget = work.targets[position] == region
            work.domains.append(.init(node: region, includesNode: isTarget, targets: position..<last))
            position = last
        }
    }

    /// Whether all targets are strictly inside the node (or are the node), and so is the composite that is left through an exit point.
    private func holds(_ node: Int32, _ transition: Workspace.Selected, orIs: Bool = false) -> Bool {
        let first = orIs ? node : node + 1
        let end = infos[node].end
        for position in transition.targets {
            let target = work.targets[position]
            if target < first || target >= end { return false }
        }
        return transition.left < 0 || (transition.left >= first && transition.left < end)
    }

    /// Whether a local transition does not lead out of its source; to the source itself it leads if that is rested on.
    func stays(_ source: Int32, _ transition: Workspace.Selected) -> Bool {
        holds(source, transition)
            || (rests(source) && transition.left < 0 && holds(source, transition, orIs: true))
    }

    /// Whether a default entry of the composite rests on it.
    func rests(_ node: Int32) -> Bool {
        let info = infos[node]
        return info.initial < 0 && info.childCount > 0 && !info.flags.contains(.hasRegions)
    }

    /// Whether the transition stays inside this top state: of its chart, unless the host continues an exit point of an embedded one.
    private func holdsAsTop(_ top: Int32, _ transition: Workspace.Selected) -> Bool {
        if top == 0 || transition.left == top { return true }
        return holds(top, transition)
    }

    /// Of transitions that would leave the same states that whose source is inside the other's goes first, else document order;
    /// SCXML's removeConflictingTransitions.
    func removeConflictingTransitions() {
        let count = work.selected.count
        for candidate in 0..<count where count > 1 {
            var loses = false
            for other in 0..<candidate where !work.selected[other].isPreempted && conflict(candidate, other) {
                if !topology.contains(work.selected[other].source, work.selected[candidate].source) { loses = true }
            }
            if loses {
                work.selected[candidate].isPreempted = true
            } else {
                for other in 0..<candidate where conflict(candidate, other) { work.selected[other].isPreempted = true }
            }
        }
    }

    private func conflict(_ a: Int32, _ b: Int32) -> Bool { overlap(work.selected[a], work.selected[b]) }

    private func overlap(_ a: Workspace.Selected, _ b: Workspace.Selected) -> Bool {
        for first in a.domains {
            let one = work.domains[first].node
            for second in b.domains {
                let other = work.domains[second].node
                if one == other || topology.contains(one, other) || topology.contains(other, one) { return true }
            }
        }
        return false
    }
}
