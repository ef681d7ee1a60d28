extension Engine {
    /// Lists what the selected transitions leave, deepest first, and records histories; SCXML's computeExitSet and exitStates.
    func planExits() {
        work.exits.removeAll()
        sortDomains()
        var position = work.domains.count - 1
        while position >= 0 {
            listExits(work.domains[position], recordsHistory: true)
            position -= 1
        }
    }

    /// Domains of preempted transitions go; the others come in document order. They never overlap.
    private func sortDomains() {
        guard work.selected.count > 1 else { return }
        var kept: [Workspace.Domain] = []
        for position in 0..<work.selected.count where !work.selected[position].isPreempted {
            for domain in work.selected[position].domains { kept.append(work.domains[domain]) }
        }
        work.domains.removeAll()
        for domain in kept.sorted(by: { $0.node < $1.node }) { work.domains.append(domain) }
    }

    @inline(__always)
    func listExits(_ domain: Workspace.Domain, recordsHistory: Bool) {
        let lowest = domain.includesNode ? domain.node : domain.node + 1
        let end = infos[domain.node].end
        let first = firstLeaf(from: lowest)
        var position = first
        while position < leaves.count, leaves[position] < end { position += 1 }
        // Leaves from the last to the first; from each up to where the one before it branches off.
        while position > first {
            position -= 1
            var node = leaves[position]
            let previous = position > first ? leaves[position - 1] : -1
            while node >= lowest && node > previous {
                let info = infos[node]
                if info.flags.contains(.isState) {
                    work.exits.append(step(node, info, calls: .exit, suspends: .suspendingExit))
                    if recordsHistory, info.flags.contains(.recordsHistory) { recordHistory(of: node, info) }
                }
                node = info.parent
            }
        }
    }

    /// Remembers what is active inside `node`, unless it rests, passes through or has reached its final state.
    func recordHistory(of node: Int32, _ info: NodeInfo) {
        var position = firstLeaf(from: node)
        var child = leaves[position]
        let leaf = child, leafInfo = infos[child]
        if leafInfo.kind == .state, leaf != node, position + 1 >= leaves.count || leaves[position + 1] >= info.end {
            // One plain state is inside, as mostly.
            var parent = leafInfo.parent
            while parent != node { (child, parent) = (parent, infos[parent].parent) }
            history[info.history] = child
            history[info.history + 1] = 1
            history[info.history + 2] = leaf
            return
        }
        history[info.history] = -1
        history[info.history + 1] = 0
        if child == node || (infos[child].kind == .final && isFinished(node)) { return }
        while infos[child].parent != node { child = infos[child].parent }
        if !infos[child].flags.contains(.isState), !info.flags.contains(.hasRegions) { return }
        history[info.history] = child
        let first = info.history + 2
        var count: Int32 = 0
        while position < leaves.count, leaves[position] < info.end {
            var leaf = leaves[position]
            position += 1
            let leafInfo = infos[leaf]
            guard leafInfo.flags.contains(.isState) else { continue }
            if leafInfo.kind == .final {
                leaf = standIn(for: leaf, inside: node)
                // The leaves of a state that was finished have one stand-in.
                if count > 0, history[first + count - 1] == leaf { continue }
            }
            history[first + count] = leaf
            count += 1
        }
        history[info.history + 1] = count
    }

    /// What a deep history of `node` enters for a leaf: of a state that was finished the state itself, which starts anew. A region that was
    /// finished is so again, because others of its orthogonal state were not.
    func standIn(for leaf: Int32, inside node: Int32) -> Int32 {
        guard infos[leaf].kind == .final else { return leaf }
        var standIn = leaf
        var superior = infos[leaf].parent
        while superior != node, isFinished(superior) {
            standIn = infos[superior].flags.contains(.isRegion) ? leaf : superior
            superior = infos[superior].parent
        }
        return standIn
    }

    /// Whether something waits to be continued or to be asked for its completion.
    var hasWaiting: Bool { !work.passing.isEmpty || !work.completions.isEmpty }

    /// What was to be continued or asked inside the domains is not any more.
    func forgetWhatIsLeft() {
        forgetWhatIsLeft(work.passing)
        forgetWhatIsLeft(work.completions)
    }

    private func forgetWhatIsLeft(_ waiting: FlatStack<Int32>) {
        var position: Int32 = 0
        while position < waiting.count {
            if isBeingChanged(waiting[position]) { _ = waiting.remove(at: position) } else { position += 1 }
        }
    }

    /// What is to be done about a vertex that is left or entered.
    func step(_ node: Int32, _ info: NodeInfo, calls action: ClassFacts.Overrides, suspends: ClassFacts.Overrides)
        -> Plan.Step
    {
        var flags: Plan.Step.Flags = []
        if info.overrides.contains(action) { flags.insert(.calls) }
        if info.overrides.contains(suspends) { flags.insert(.suspends) }
        if info.flags.contains(.hasScoped) { flags.insert(.hasScoped) }
        if info.flags.contains(.recordsHistory) { flags.insert(.recordsHistory) }
        return Plan.Step(node: node, flags: flags)
    }
}
