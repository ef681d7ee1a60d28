@testable import Statecharts
@testable import StatechartsCore

extension Reference {
    /// The part of the tree that a transition changes: what is inside `state`, and `state` too if it is entered anew.
    struct Domain {
        var state: Int
        var includesState = false
    }

    // MARK: What is left

    /// SCXML's getTransitionDomain: the innermost composite around source and targets that is not itself left, or the
    /// region that is left and entered again (UML 14.2.3.9.6).
    func domains(of transition: Transition) -> [Domain] {
        switch transition.kind {
        case .internal:
            return []
        case .local:
            guard chart.regionful.contains(transition.source) else { return [Domain(state: transition.source)] }
            let regions = chart.regions(of: transition.source)
            let touched = regions.filter { region in
                transition.targets.contains { $0 == region || chart.contains(region, $0) }
            }
            // A history of the orthogonal state itself is about all regions.
            let isAboutAll = transition.targets.contains {
                chart.parents[$0] == transition.source && !regions.contains($0)
            }
            if isAboutAll { return [Domain(state: transition.source)] }
            return touched.map { Domain(state: $0, includesState: transition.targets.contains($0)) }
        case .external:
            if chart.kinds[transition.source] == .top { return [Domain(state: transition.source)] }
            let places = transition.targets + transition.leaves
            for state in [transition.source] + chart.ancestors(of: transition.source) {
                if chart.kinds[state] == .top { return [Domain(state: state)] }
                let isAround = state != transition.source && places.allSatisfy { chart.contains(state, $0) }
                if isAround, !chart.regionful.contains(state) { return [Domain(state: state)] }
                if chart.isRegion(state), places.allSatisfy({ $0 == state || chart.contains(state, $0) }) {
                    return [Domain(state: state, includesState: true)]
                }
            }
            return [Domain(state: 0)]
        }
    }

    /// Whether the top, which stays, would be left if it were any other state: its histories remember what was inside.
    private func leavesAllInsideItsTop(_ transition: Transition) -> Bool {
        let top = chart.scopes[transition.source]
        guard transition.kind == .external, domains(of: transition).contains(where: { $0.state == top }) else {
            return false
        }
        return chart.regionful.contains(top)
            || ([transition.source] + transition.targets + transition.leaves).contains(top)
    }

    func vertices(in domains: [Domain]) -> NodeSet {
        var all = NodeSet()
        for domain in domains {
            all |= chart.insides[domain.state]
            if domain.includesState { all.insert(domain.state) }
        }
        return all
    }

    /// SCXML's removeConflictingTransitions: a source inside another one goes first, else document order.
    func removeConflicts(_ wanted: [Transition]) -> (taken: [Transition], preempted: [Transition]) {
        var taken: [Int] = []
        for candidate in wanted.indices {
            let rivals = taken.filter { conflict(wanted[candidate], wanted[$0]) }
            guard rivals.allSatisfy({ chart.contains(wanted[$0].source, wanted[candidate].source) }) else { continue }
            taken.removeAll { rivals.contains($0) }
            taken.append(candidate)
        }
        return (
            wanted.indices.filter { taken.contains($0) }.map { wanted[$0] },
            wanted.indices.filter { !taken.contains($0) }.map { wanted[$0] }
        )
    }

    /// Whether both leave the same states, or one leaves the state inside which the other one acts.
    private func conflict(_ a: Transition, _ b: Transition) -> Bool {
        let (ours, theirs) = (domains(of: a), domains(of: b))
        let (left, alsoLeft) = (vertices(in: ours) & active, vertices(in: theirs) & active)
        return left.intersects(alsoLeft) || ours.contains { alsoLeft.contains($0.state) }
            || theirs.contains { left.contains($0.state) }
    }

    // MARK: The microstep

    mutating func take(_ wanted: [Transition], _ cause: Record.Cause) throws {
        let (taken, preempted) = removeConflicts(wanted)
        var step = Record.Step(cause: cause)
        step.transitions = taken.map { .init(source: $0.source, kind: $0.kind, targets: $0.targets) }
        step.preempted = preempted.map { .init(source: $0.source, kind: $0.kind, targets: $0.targets) }

        let domains = taken.flatMap { self.domains(of: $0) }
        let gone = vertices(in: domains) & active
        step.exits = gone.descending.filter { chart.stateSet.contains($0) }
        for state in step.exits { recordHistory(of: state) }
        for transition in taken where leavesAllInsideItsTop(transition) {
            recordHistory(of: chart.scopes[transition.source])
        }
        dropDeferred(of: gone)
        runExits(step.exits)
        active -= gone
        leaveOwners(gone)
        reached.removeAll { gone.contains($0) }
        completions.removeAll { gone.contains($0) }

        for transition in taken {
            for effect in transition.effects {
                step.effects.append(effect.source)
                run(effect.action, .effect, effect.source, rule: effect.rule)
            }
        }

        let entered = entries(taken.flatMap(\.targets), domains)
        enter(entered, &step)
        steps.append(step)
        if entered.contains(where: { chart.kinds[$0] == .terminate }) {
            status = .terminated
        }
        // What is passed on the way is not part of the configuration.
        if gone.intersects(chart.stateSet) || entered.contains(where: { chart.stateSet.contains($0) }) {
            hasChanged = true
        }
    }

    mutating func enterChart() throws {
        var step = Record.Step(cause: .start)
        var all = NodeSet([0])
        fill(&all, [Domain(state: 0)])
        enter(all.ascending, &step)
        steps.append(step)
        hasChanged = true
    }

    /// All exits, nothing else; the configuration goes on to show where the chart ended.
    mutating func finish(_ end: Status) {
        var step = Record.Step(cause: .finish)
        step.exits = active.descending.filter { chart.stateSet.contains($0) }
        let last = active
        runExits(step.exits)
        active = last
        steps.append(step)
        status = end
    }

    /// A state is active until just after its own exit, and from just before its own entry.
    private mutating func runExits(_ states: [Int]) {
        for state in states {
            run(chart[state].exit, .exit, state)
            active -= NodeSet([state])
        }
    }

    private mutating func enter(_ vertices: [Int], _ step: inout Record.Step) {
        let remaining = active
        active |= NodeSet(vertices)
        step.entries = vertices.filter { chart.stateSet.contains($0) }
        reached += vertices.filter { chart.kinds[$0] == .choice || chart.kinds[$0] == .junction }
        noteCompletions(vertices)
        active = remaining
        for vertex in vertices {
            active.insert(vertex)
            enterOwner(vertex)
            if chart.stateSet.contains(vertex) { run(chart[vertex].entry, .entry, vertex) }
        }
    }

    /// What was deferred goes with the state that it belongs to, and with the chart that has deferred it.
    private mutating func dropDeferred(of gone: NodeSet) {
        deferred.removeAll { kept in
            let isLeft = kept.scope > 0 && gone.contains(kept.scope) || kept.owner.map(gone.contains) ?? false
            guard isLeft else { return false }
            if kept.number == recalled { isOver = true }
            return kept.number != recalled
        }
    }

    // MARK: History

    private mutating func recordHistory(of state: Int) {
        shallow[state] = nil
        deep[state] = nil
        guard let child = substates(of: state).first, !isFinished(state) else { return }
        shallow[state] = child
        let leaves = resumed(inside: state)
        if !leaves.isEmpty { deep[state] = NodeSet(leaves) }
    }

    private func substates(of state: Int) -> [Int] {
        chart.childLists[state].filter { active.contains($0) && chart.stateSet.contains($0) }
    }

    /// What a deep history enters inside a state that was not finished. A region that was finished is so again, because
    /// others were not.
    private func resumed(inside state: Int) -> [Int] {
        substates(of: state).flatMap { inner -> [Int] in
            guard isFinished(inner) else { return resumed(of: inner) }
            return chart.isRegion(inner) ? leaves.filter { chart.contains(inner, $0) } : [inner]
        }
    }

    /// What it enters of a state that was active: the state itself if nothing was inside, nothing if that was a vertex
    /// on the way.
    private func resumed(of state: Int) -> [Int] {
        active.intersects(chart.insides[state]) ? resumed(inside: state) : [state]
    }

    // MARK: What is entered

    /// In document order: the targets, everything between them and the domain, and what belongs to it by default.
    private func entries(_ targets: [Int], _ domains: [Domain]) -> [Int] {
        var all = NodeSet()
        for domain in domains where domain.includesState { all.insert(domain.state) }
        for target in targets {
            all |= resolved(target)
            all |= path(to: target, below: domains)
        }
        fill(&all, domains)
        return (all & vertices(in: domains)).ascending
    }

    /// What is around a target, inside its domain.
    private func path(to target: Int, below domains: [Domain]) -> NodeSet {
        NodeSet(chart.ancestors(of: target)) & vertices(in: domains)
    }

    /// A target itself, or what a history stands for, with everything between that and the history's superior.
    private func resolved(_ target: Int) -> NodeSet {
        guard chart.kinds[target].isHistory else { return NodeSet([target]) }
        let superior = chart.parents[target]
        var rest: [Int] = []
        if chart.kinds[target] == .shallowHistory, let child = shallow[superior] {
            rest = [child]
        } else if chart.kinds[target] == .deepHistory, let leaves = deep[superior] {
            rest = leaves.ascending
        } else if !chart[target].fixed.isEmpty {
            rest = chart[target].fixed
        } else if let initial = chart.initial(of: superior) {
            return byDefault(initial, in: superior)
        }
        return between(rest, superior)
    }

    /// What a default entry of `state` enters by naming `initial`, with everything between.
    private func byDefault(_ initial: Int, in state: Int) -> NodeSet {
        resolved(initial) | (NodeSet(chart.ancestors(of: initial)) & chart.insides[state])
    }

    private func between(_ vertices: [Int], _ superior: Int) -> NodeSet {
        var all = NodeSet(vertices)
        for vertex in vertices { all |= NodeSet(chart.ancestors(of: vertex)) & chart.insides[superior] }
        return all
    }

    /// Adds what is missing until every state entered has in it what it needs.
    private func fill(_ all: inout NodeSet, _ domains: [Domain]) {
        var before: NodeSet
        repeat {
            before = all
            for state in (all | NodeSet(domains.map(\.state))).ascending {
                let isEmpty = !all.intersects(chart.insides[state])
                if isEmpty, chart[state].history != .none, let leaves = deep[state],
                    chart[state].history == .deep
                {
                    all |= between(leaves.ascending, state)
                } else if isEmpty, chart[state].history == .shallow, let child = shallow[state] {
                    all.insert(child)
                } else if chart.regionful.contains(state) {
                    // Of a state that stays, only the regions that were left.
                    for region in chart.regions(of: state) where !active.contains(region) { all.insert(region) }
                } else if isEmpty, let initial = chart.initial(of: state) {
                    all |= byDefault(initial, in: state)
                }
            }
        } while all != before
    }
}
