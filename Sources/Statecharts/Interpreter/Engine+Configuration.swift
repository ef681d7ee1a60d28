extension Engine {
    var configuration: Configuration {
        Configuration(topology: topology, leafIndices: leaves.elements)
    }

    /// Whether a leaf lies inside the node, or is the node, and the state has been entered and not left (UML 2.5.1, 14.2.3.4.5 and 6).
    func isActive(_ index: Int32) -> Bool {
        guard cells.value.status == .running, index >= 0 else { return false }
        let position = firstLeaf(from: index)
        if position < leaves.count && leaves[position] < infos[index].end { return !isBeyondAction(index) }
        guard readiness.value.phase == .effects else { return false }
        // While effects run, states around what was left are still active although no leaf is in them.
        for position in 0..<work.domains.count {
            let domain = work.domains[position]
            if topology.contains(index, domain.node) || (index == domain.node && !domain.includesNode) { return true }
        }
        return false
    }

    /// Whether the state's exit has been called in the step under way, or its entry has not been: exits are called from the highest number
    /// down, entries from the lowest up, so that the one under way tells.
    private func isBeyondAction(_ index: Int32) -> Bool {
        guard index > readiness.value.acting else { return false }
        switch readiness.value.phase {
        case .exits, .entries: return isBeingChanged(index)
        case .idle, .asking, .effects, .settle, .closing, .recalling: return false
        }
    }

    /// Whether the node is inside what the transitions under way leave and enter.
    func isBeingChanged(_ node: Int32) -> Bool {
        if cells.value.leaving >= 0 { return topology.contains(cells.value.leaving, node) }
        for position in 0..<work.exchanges.count {
            if let exchange = work.exchanges[position].exchange, topology.contains(exchange.domain, node) {
                return true
            }
        }
        for position in 0..<work.domains.count {
            let domain = work.domains[position]
            let first = domain.includesNode ? domain.node : domain.node + 1
            if node >= first && node < infos[domain.node].end { return true }
        }
        return false
    }

    /// The positions of the leaves inside the node, or of the node.
    func positions(within node: Int32) -> Range<Int32> {
        if node == 0 { return 0..<leaves.count }
        let first = firstLeaf(from: node)
        let end = infos[node].end
        var next = first
        while next < leaves.count, leaves[next] < end { next += 1 }
        return first..<next
    }

    /// The position of the first leaf whose number is at least `index`.
    func firstLeaf(from index: Int32) -> Int32 {
        var low: Int32 = 0
        if leaves.count <= 4 {
            while low < leaves.count, leaves[low] < index { low += 1 }
            return low
        }
        var high = leaves.count
        while low < high {
            let middle = (low + high) / 2
            if leaves[middle] < index { low = middle + 1 } else { high = middle }
        }
        return low
    }

    func invariantsHold() -> Bool {
        let active = leaves.elements
        guard zip(active, active.dropFirst()).allSatisfy({ $0 < $1 }) else { return false }
        return active.allSatisfy { leaf in
            // No leaf is inside another, and every orthogonal superior has a leaf in each region.
            guard !active.contains(where: { topology.contains(leaf, $0) }) else { return false }
            var node = leaf
            while node >= 0 {
                let info = infos[node]
                if info.flags.contains(.hasRegions) {
                    for child in 0..<info.childCount {
                        let region = topology.childIndex(info, child)
                        guard infos[region].flags.contains(.isState) else { continue }
                        guard active.contains(where: { $0 == region || topology.contains(region, $0) }) else {
                            return false
                        }
                    }
                }
                node = info.parent
            }
            return true
        }
    }
}
