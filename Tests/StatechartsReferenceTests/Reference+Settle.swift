@testable import Statecharts
@testable import StatechartsCore

extension Reference {
    /// What follows a microstep, until the chart is at rest: choices, thrown errors, the end, eventless transitions,
    /// completions, the end of a top with regions, raised events, always the first of these that there is.
    mutating func settle() throws {
        while status == .running {
            if let vertex = reached.first {
                reached.removeFirst()
                try goOn(from: vertex)
            } else if !faults.isEmpty {
                try offer(faults.removeFirst())
            } else if isComplete(0), !chart.regionful.contains(0) {
                finish(.finished)
            } else if try takeEventless() || !faults.isEmpty || takeCompletion() {
                continue
            } else if isComplete(0) {
                finish(.finished)
            } else if try !takeRaised() {
                return
            }
        }
        if status == .finished || status == .terminated { raised = [] }
    }

    private mutating func countEventless() throws {
        eventlessSteps += 1
        if eventlessSteps > eventlessLimit { throw TooLong() }
    }

    private mutating func goOn(from vertex: Int) throws {
        guard let chosen = decide(.branch, vertex, chart[vertex].branch),
            chosen.reaction.kind == .external || chosen.reaction.kind == .local,
            let next = try transition(from: vertex, chosen.reaction, chosen.rule)
        else { throw Stop(code: .noBranch, vertex: vertex) }
        try countEventless()
        try take([next], .choice(vertex))
    }

    /// An error goes to the active states from its origin outwards.
    private mutating func offer(_ fault: Trouble) throws {
        isOffering = true
        let reaction = try reaction(to: fault)
        isOffering = false
        guard let reaction else { throw fault.stop }
        try countEventless()
        try take([reaction], .failure(fault.origin, fault.text))
    }

    private mutating func reaction(to fault: Trouble) throws -> Transition? {
        guard let first = fault.first else { return nil }
        for state in [first] + chart.ancestors(of: first)
        where active.contains(state) && chart.stateSet.contains(state) {
            if let reaction = try withoutEvent(.failed, state, chart[state].failed) { return reaction }
        }
        return nil
    }

    private mutating func takeEventless() throws -> Bool {
        if !hasEventless { return false }
        let wanted = try selectEventless()
        if wanted.isEmpty { return false }
        try countEventless()
        try take(wanted, .eventless)
        return true
    }

    private mutating func takeRaised() throws -> Bool {
        guard !raised.isEmpty else { return false }
        let (event, scope) = raised.removeFirst()
        eventlessSteps = 0
        // A chart that was left takes nothing any more; its host may.
        guard scope == 0 || active.contains(scope) else {
            passOutward(event, from: scope)
            return true
        }
        let outcome = try ask(event, keeps: true, cause: .raised("\(event)"), scope: scope)
        if outcome != .handled { steps.append(Record.Step(cause: .raised("\(event)"))) }
        if outcome == .unhandled { passOutward(event, from: scope) }
        return true
    }

    // MARK: Completion

    /// Whether it is finished, and no child of a region goes on.
    func isComplete(_ state: Int) -> Bool { isFinished(state) { !busy.contains($0) } }

    /// Whether the active substate is final, or that holds in all regions, and what is said of each region.
    func isFinished(_ state: Int, andEachRegion holds: (Int) -> Bool = { _ in true }) -> Bool {
        if chart.regionful.contains(state) {
            return chart.regions(of: state).allSatisfy { holds($0) && isFinished($0, andEachRegion: holds) }
        }
        if chart.kinds[state] == .submachine { return isFinished(state + 1, andEachRegion: holds) }
        return chart.childLists[state].contains { chart.kinds[$0] == .final && active.contains($0) }
    }

    /// The final states by which a complete state is complete.
    private func finals(of state: Int) -> NodeSet {
        if chart.regionful.contains(state) {
            return chart.regions(of: state).reduce(NodeSet()) { $0 | finals(of: $1) }
        }
        if chart.kinds[state] == .submachine { return finals(of: state + 1) }
        return NodeSet(chart.childLists[state].filter { chart.kinds[$0] == .final && active.contains($0) })
    }

    /// Who became complete by these entries: simple states entered, and states around a final state entered; innermost
    /// first, then document order.
    mutating func noteCompletions(_ entered: [Int]) {
        if hasCompletions { noteCompletions(inside: 0, NodeSet(entered)) }
    }

    private mutating func noteCompletions(inside state: Int, _ entered: NodeSet) {
        for child in chart.childLists[state] where active.contains(child) && chart.stateSet.contains(child) {
            noteCompletions(inside: child, entered)
        }
        let isSimple = chart.kinds[state] == .state && !chart.hasSubstates(state)
        let comesAbout =
            isSimple ? entered.contains(state) : isComplete(state) && finals(of: state).intersects(entered)
        if comesAbout, !chart[state].completed.isEmpty {
            completions.removeAll { $0 == state }
            completions.append(state)
        }
    }

    private mutating func takeCompletion() throws -> Bool {
        while !completions.isEmpty {
            let state = completions.removeFirst()
            let isSimple = !chart.hasSubstates(state)
            guard !busy.contains(state), isSimple || isComplete(state) else { continue }
            if let reaction = try withoutEvent(.completed, state, chart[state].completed) {
                try countEventless()
                try take([reaction], .completion(state))
                return true
            }
            if !faults.isEmpty { return true }
        }
        return false
    }
}
