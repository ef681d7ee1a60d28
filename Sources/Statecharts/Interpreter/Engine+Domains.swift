// What part of the chart a transition changes, and which of several transitions go together.

extension Engine {
    /// Lists the parts of the tree that the transition changes; SCXML's getTransitionDomain.
    func findDomains(_ transition: Workspace.Transition) {
        if transition.isLocal {
            let source = transition.source
            guard infos[source].flags.contains(.hasRegions) else {
                work.domains.append(.init(node: source, includesNode: false, targets: transition.targets))
                return
            }
            return appendRegionDomains(source, transition.targets)
        }
        let (node, includesNode) = domain(of: transition)
        work.domains.append(.init(node: node, includesNode: includesNode, targets: transition.targets))
    }

    /// The domain of an external transition: the innermost region that holds source and targets (UML 14.2.3.9.6).
    ///
    /// That is a composite without regions that has them strictly inside it; a state directly inside an orthogonal one,
    /// which is that region and is left and entered itself if it is source or target; the top at the outermost.
    private func domain(of transition: Workspace.Transition) -> (node: Int32, includesNode: Bool) {
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

    /// Whether all targets are strictly inside the node (or are the node), and so is the composite that is left through
    /// an exit point.
    private func holds(_ node: Int32, _ transition: Workspace.Transition, orIs: Bool = false) -> Bool {
        let first = orIs ? node : node + 1
        let end = infos[node].end
        for position in transition.targets {
            let target = work.targets[position]
            if target < first || target >= end { return false }
        }
        return transition.left < 0 || (transition.left >= first && transition.left < end)
    }

    /// Whether a local transition does not lead out of its source; to the source itself it leads if that is rested on.
    func stays(_ source: Int32, _ transition: Workspace.Transition) -> Bool {
        holds(source, transition)
            || (rests(source) && transition.left < 0 && holds(source, transition, orIs: true))
    }

    /// Whether a default entry of the composite rests on it.
    private func rests(_ node: Int32) -> Bool {
        let info = infos[node]
        return info.initial < 0 && info.childCount > 0 && !info.flags.contains(.hasRegions)
    }

    /// Whether the transition stays inside this top state: of its chart, unless the host continues an exit point of an
    /// embedded one.
    private func holdsAsTop(_ top: Int32, _ transition: Workspace.Transition) -> Bool {
        if top == 0 || transition.left == top { return true }
        return holds(top, transition)
    }

    // MARK: Conflicts

    /// Of transitions that would replace the same leaves that whose source is inside the other's goes first, else
    /// document order; SCXML's removeConflictingTransitions.
    func removeConflictingTransitions() {
        let answers = work.answers
        var isPreempted = Array(repeating: false, count: Int(answers.count))
        func preempt(_ source: Int32) {
            for position in 0..<answers.count where answers[position].source == source {
                isPreempted[Int(position)] = true
            }
        }
        for candidate in 0..<answers.count where !isPreempted[Int(candidate)] {
            let source = answers[candidate].source
            for other in 0..<candidate where !isPreempted[Int(other)] && conflict(candidate, other) {
                if !topology.contains(answers[other].source, source) { preempt(source) }
            }
            guard !isPreempted[Int(candidate)] else { continue }
            for other in 0..<candidate where conflict(candidate, other) { preempt(answers[other].source) }
        }
        var kept: [Workspace.Answer] = []
        answers.drain { answer in
            if isPreempted[0] { work.preempted.append(answer) } else { kept.append(answer) }
            isPreempted.removeFirst()
        }
        for answer in kept { answers.append(answer) }
    }

    /// Whether the leaves that one replaces are also replaced by the other.
    private func conflict(_ a: Int32, _ b: Int32) -> Bool {
        let (a, b) = (work.answers[a], work.answers[b])
        guard let one = a.plan, let other = b.plan, a.source != b.source else { return false }
        return a.position < b.position + other.oldCount && b.position < a.position + one.oldCount
    }
}
