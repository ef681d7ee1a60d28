// Resolution: where a reaction leads, through junctions, forks, joins, entry and exit points.

extension Engine {
    /// The way of a reaction while it is followed.
    private struct Way {
        /// The first target or fork that was met, by which the plan can be cached. -1 as long as none was.
        var named: VertexIndex = -1
        /// True if more than that vertex says where the way leads: its plan is not cached then.
        var dependsOnMore = false
        /// See `Transition.exited`.
        var exited: VertexIndex
    }

    /// Follows an external or local reaction to its targets, and asks the vertices on the way. Nothing is changed.
    /// - Returns: `nil` if the way is closed: a junction has no branch, or the sources of a join are not all active.
    /// - Throws: the mistake of the chart's code by which the reaction cannot be taken.
    func resolve(_ reaction: borrowing RawReaction, of source: VertexIndex) throws(StepError) -> Transition? {
        scratch.targets.removeAll()
        var way = Way(exited: exitedAnyway(by: source))
        guard try follow(reaction, of: source, in: infos[source].scope, hops: 0, &way) else { return nil }
        try arrangeTargets(of: source)
        // A local transition that leads out of its source is an external one, and is recorded as what it is.
        let isLocal = reaction.isLocal && stays(source, way.exited)
        return Transition(
            source: source, isLocal: isLocal, targets: 0..<scratch.targets.count,
            named: way.dependsOnMore ? -1 : way.named, exited: way.exited)
    }

    /// Follows a reaction to its targets. Answers false if the way is closed.
    /// - Parameters:
    ///   - scope: the chart of the vertex that has answered.
    ///   - hops: how many pseudostates were passed.
    private func follow(
        _ reaction: borrowing RawReaction, of source: VertexIndex, in scope: ScopeIndex, hops: Int, _ way: inout Way
    ) throws(StepError) -> Bool {
        if hops > 0, reaction.hasEffect || reaction.hasGuard {
            scratch.passed.append(Passed(reaction: (copy reaction).withoutMany(), source: source))
        }
        let count = reaction.targetCount
        if count == 0 { return true }
        guard reaction.tag == tag else { throw foreignTarget(source, reaction) }
        if count > 1 { way.dependsOnMore = true }
        for place in 0..<count {
            let target = reaction.target(place)
            guard mayBeNamed(target, in: scope) else { throw targetOfOtherChart(source, target) }
            if try !reach(target, hops, &way) { return false }
        }
        return true
    }

    /// Reaches a target, or goes through it if it is a pseudostate that is passed.
    private func reach(_ target: VertexIndex, _ hops: Int, _ way: inout Way) throws(StepError) -> Bool {
        switch infos[target].kind {
        case .state, .orthogonal, .submachine, .final, .top, .choice, .shallowHistory, .deepHistory, .terminate:
            if way.named == -1 { way.named = target }
            scratch.targets.append(target)
            return true
        case .fork, .entryPoint:
            try checkIsNear(target, hops)
            if way.named == -1 { way.named = target }
            for place in infos[target].fixed where try !reach(topology.fixed[place], hops + 1, &way) { return false }
            return true
        case .join:
            guard sourcesAreActive(of: target) else { return false }
            widenExits(of: &way, to: exitedAnyway(by: target))
        case .exitPoint:
            if let submachine = submachineThatLeads(from: target) {
                // The host has said where the exit point leads: the submachine is exited too.
                widenExits(of: &way, to: submachine)
                let next = asking(submachine) { $0.continuation(from: nodes[target]) }
                return try follow(next, behind: target, in: infos[submachine].scope, hops, &way)
            }
            widenExits(of: &way, to: infos[target].parent)
        case .junction: break
        }
        return try follow(asking(target) { $0.branch() }, behind: target, in: infos[target].scope, hops, &way)
    }

    /// Has the way exit a state, with everything inside, wherever it leads.
    private func widenExits(of way: inout Way, to node: VertexIndex) {
        way.exited = way.exited < 0 ? node : topology.commonAncestor(way.exited, node)
    }

    /// What a transition of this source exits whatever its way: a join exits the orthogonal state in whose regions its
    /// sources are. -1 for none.
    func exitedAnyway(by source: VertexIndex) -> VertexIndex {
        guard infos[source].kind == .join else { return -1 }
        let sources = infos[source].fixed
        return topology.commonAncestor(topology.fixed[sources.lowerBound], topology.fixed[sources.upperBound - 1])
    }

    /// Follows what a junction, a join or an exit point has answered, or the host has said of it.
    private func follow(
        _ next: RawReaction?, behind vertex: VertexIndex, in scope: ScopeIndex, _ hops: Int, _ way: inout Way
    ) throws(StepError) -> Bool {
        try checkIsNear(vertex, hops)
        guard let next, next.kind == .external || next.kind == .local else { return false }
        // Behind a named vertex this one is asked too.
        if way.named >= 0 { way.dependsOnMore = true }
        return try follow(next, of: vertex, in: scope, hops: hops + 1, &way)
    }

    /// Throws after so many pseudostates that they must lead through each other in a cycle.
    private func checkIsNear(_ vertex: VertexIndex, _ hops: Int) throws(StepError) {
        if hops < Limits.hops { return }
        throw StepError(
            .junctionCycle, path: topology.path(of: vertex), "leads through itself again and again",
            fix: "let one branch lead to a state")
    }

    /// Puts the targets into document order. Throws if two of them are not in different regions.
    private func arrangeTargets(of source: VertexIndex) throws(StepError) {
        let targets = scratch.targets
        guard targets.count > 1 else { return }
        for position in 1..<targets.count {
            var place = position
            while place > 0, targets[place] < targets[place - 1] {
                (targets[place], targets[place - 1]) = (targets[place - 1], targets[place])
                place -= 1
            }
        }
        for position in 1..<targets.count {
            let (first, second) = (targets[position - 1], targets[position])
            if topology.areInDifferentRegions(first, second) { continue }
            throw StepError(
                .conflictingTargets, path: topology.path(of: source), "led to \(describeConflict(first, second))",
                fix: "name targets in different regions of one orthogonal state")
        }
    }

    private func describeConflict(_ first: VertexIndex, _ second: VertexIndex) -> String {
        let name = topology.path(of: first)
        if first == second { return "\(name) twice" }
        let trouble = topology.contains(first, second) ? "which is inside it" : "which cannot be active together"
        return "\(name) and \(topology.path(of: second)), \(trouble)"
    }

    /// True if a local transition does not lead out of its source. One to the source itself stays if the source is a
    /// composite without an initial state, which can be rested on. One that exits something in one region for a target
    /// in another one leads out.
    private func stays(_ source: VertexIndex, _ exited: VertexIndex) -> Bool {
        let extent = extent(of: 0..<scratch.targets.count, exited)
        let info = infos[source]
        if holds(source, extent) {
            guard exited >= 0, info.flags.contains(.hasRegions),
                !topology.isBesideRegions(scratch.targets[0], of: source)
            else { return true }
            return isOrHolds(topology.child(of: source, holding: exited), extent)
        }
        let rests = info.initial < 0 && info.flags.contains(.hasSubstates) && !info.flags.contains(.hasRegions)
        // What is exited on the way has to be inside it, like that behind a join in one of its regions.
        return rests && exited != source && isOrHolds(source, extent)
    }
}
