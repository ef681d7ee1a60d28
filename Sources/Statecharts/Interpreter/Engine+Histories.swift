// What histories remember, and what they lead to.

extension Engine {
    /// What a history of `node` remembers of what is active: hands out the leaves, and answers the direct substate; -1,
    /// and no leaf, if it rests, passes through or has reached its final state.
    @inline(__always)
    private func remember(_ node: Int32, _ body: (Int32) -> Void) -> Int32 {
        let end = infos[node].end
        var position = firstLeaf(from: node)
        var child = leaves[position]
        let only = child
        if child == node || (infos[child].kind == .final && isFinished(node)) { return -1 }
        while infos[child].parent != node { child = infos[child].parent }
        position += 1
        if infos[only].kind == .state, position >= leaves.count || leaves[position] >= end {
            // One plain state is inside, as mostly.
            body(only)
            return child
        }
        if !infos[child].flags.contains(.isState), !infos[node].flags.contains(.hasRegions) { return -1 }
        position -= 1
        var last: Int32 = -1
        while position < leaves.count, leaves[position] < end {
            let leaf = leaves[position]
            position += 1
            guard infos[leaf].flags.contains(.isState) else { continue }
            let standIn = standIn(for: leaf, inside: node)
            // The leaves of a state that was finished have one stand-in.
            if standIn != last { body(standIn) }
            last = standIn
        }
        return child
    }

    /// Remembers what is active inside `node`, before it is left.
    func recordHistory(of node: Int32) {
        let place = infos[node].history
        var count: Int32 = 0
        let child = remember(node) { leaf in
            history[place + 2 + count] = leaf
            count += 1
        }
        history[place] = child
        history[place + 1] = count
    }

    /// What a deep history of `node` enters for a leaf: of a state that was finished the state itself, which starts
    /// anew. A region that was finished is so again, because others of its orthogonal state were not.
    private func standIn(for leaf: Int32, inside node: Int32) -> Int32 {
        guard infos[leaf].kind == .final else { return leaf }
        var standIn = leaf
        var superior = infos[leaf].parent
        while superior != node, isFinished(superior) {
            standIn = infos[superior].flags.contains(.isRegion) ? leaf : superior
            superior = infos[superior].parent
        }
        return standIn
    }

    /// The substate of `node` that its history leads to, once the transition that is being planned has left what it
    /// leaves; `nil` if there is none.
    func recordedChild(of node: Int32) -> Int32? {
        let child: Int32
        if isLeft(node) {
            child = remember(node) { _ in }
        } else {
            cells.value.dependsOnHistory = true
            child = history[infos[node].history]
        }
        return child >= 0 ? child : nil
    }

    /// The leaves that it leads to, appended to the targets; `nil` if there are none.
    func recordedLeaves(of node: Int32) -> Range<Int32>? {
        let first = work.targets.count
        if isLeft(node) {
            _ = remember(node) { work.targets.append($0) }
        } else {
            cells.value.dependsOnHistory = true
            let place = infos[node].history
            if history[place] >= 0 {
                for position in 0..<history[place + 1] { work.targets.append(history[place + 2 + position]) }
            }
        }
        return work.targets.count > first ? first..<work.targets.count : nil
    }

    /// The only leaf that it leads to; -1 if there are several, `nil` if there are none.
    private func recordedLeaf(of node: Int32) -> Int32? {
        guard let recorded = recordedLeaves(of: node) else { return nil }
        let leaf = recorded.count == 1 ? work.targets[recorded.lowerBound] : -1
        work.targets.truncate(to: recorded.lowerBound)
        return leaf
    }

    /// Whether the transition that is being planned leaves `node`, so that its history is recorded before it is asked
    /// for.
    private func isLeft(_ node: Int32) -> Bool {
        node >= cells.value.changesFrom && node < cells.value.changesUpTo && holdsLeaf(node)
    }

    /// The one vertex that a target leads to by its histories, or those that it resumes on its way down; the target
    /// itself if there is more to it.
    func resumed(_ named: Int32, _ transition: Workspace.Transition, isLocal: Bool) -> Int32 {
        let domain = work.domains[0]
        guard infos[named].flags.contains(.entersByHistory), transition.targets.count == 1 else { return named }
        setDomain(domain)
        guard let node = resumedVertex(named) else { return named }
        var other = Workspace.Transition(source: transition.source, isLocal: isLocal, targets: 0..<1, left: -1)
        work.targets[0] = node
        defer {
            work.targets[0] = named
            work.domains.truncate(to: 1)
        }
        if isLocal, !stays(transition.source, other) { other.isLocal = false }
        guard other.isLocal == transition.isLocal else { return named }
        findDomains(other)
        let isSame = work.domains.count == 2 && work.domains[1] == domain
        return isSame ? node : named
    }

    func resumedVertex(_ named: Int32) -> Int32? {
        var node = named
        var hops = 0
        while infos[node].flags.contains(.entersByHistory) {
            let info = infos[node]
            hops += 1
            guard hops < 100 else { return nil }
            switch info.kind {
            case .shallowHistory: node = recordedChild(of: info.parent) ?? historyDefault(node, info)
            case .deepHistory: node = recordedLeaf(of: info.parent) ?? historyDefault(node, info)
            case .state:
                if info.flags.contains(.resumesDeep) {
                    node = recordedLeaf(of: node) ?? info.initial
                } else if info.flags.contains(.resumesShallow) {
                    node = recordedChild(of: node) ?? info.initial
                } else {
                    node = info.initial
                }
            case .top, .orthogonal, .final, .submachine, .choice, .junction, .fork, .join, .entryPoint, .exitPoint,
                .terminate:
                return nil
            }
            guard node >= 0 else { return nil }
        }
        switch infos[node].kind {
        case .state, .orthogonal, .submachine, .final, .choice: return node
        case .top, .shallowHistory, .deepHistory, .junction, .fork, .join, .entryPoint, .exitPoint, .terminate:
            return nil
        }
    }

    private func historyDefault(_ vertex: Int32, _ info: NodeInfo) -> Int32 {
        switch info.fixedCount {
        case 0: infos[info.parent].initial == vertex ? -1 : infos[info.parent].initial
        case 1: topology.fixedIndex(info, 0)
        case _: -1
        }
    }
}
