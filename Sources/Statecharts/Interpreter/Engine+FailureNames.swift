// Which transition an action that has thrown is part of: found out afterwards, so that a step in which nothing is thrown pays nothing for it.

extension Engine {
    /// The planned transition that a state's action is part of, as records describe it; `nil` where it was not planned in place.
    func plannedTransition(of node: Int32, _ action: StepError.Action) -> String? {
        guard let work = cells.value.workspace else { return nil }
        for position in 0..<work.selected.count {
            let selected = work.selected[position]
            if selected.isPreempted { continue }
            let isPart =
                action == .effect
                ? selected.source == node
                : selected.kind != .internal && isInside(node, selected.domain)
            guard isPart else { continue }
            return describe(selected, withWords: false).description
        }
        return nil
    }

    /// Names the transition of the failures that a known plan has brought about.
    @inline(never)
    func nameFailures(by plan: Plan?, of source: Int32) {
        for position in 0..<failures.count where failures[position].transition == nil {
            var failure = failures[position]
            guard failure.action != nil else { continue }
            guard failure.node == source || plan.map({ isInside(failure.node, $0.domain) }) == true else {
                continue
            }
            failure.transition = describe(
                source, plan.map { $0.isLocal ? .local : .external } ?? .internal,
                plan.map { [$0.target] } ?? [])
            failures[position] = failure
        }
    }

    /// The same for several plans, each for a part of the chart of its own.
    @inline(never)
    func nameFailures(by parts: FlatStack<Workspace.Part>) {
        for position in 0..<parts.count { nameFailures(by: parts[position].plan, of: parts[position].source) }
    }

    /// The transition of a failure; an effect of which nothing else is known was that of an internal one.
    func transition(of failure: Failure) -> String? {
        failure.transition ?? (failure.action == .effect ? describe(failure.node, .internal, []) : nil)
    }

    private func isInside(_ node: Int32, _ domain: Int32) -> Bool { node == domain || topology.contains(domain, node) }

    private func describe(_ source: Int32, _ kind: Microstep.Transition.Kind, _ targets: [Int32]) -> String {
        func id(_ index: Int32) -> StateID { StateID(topology: topology, index: index) }
        return Microstep.Transition(source: id(source), kind: kind, targets: targets.map(id)).description
    }
}
