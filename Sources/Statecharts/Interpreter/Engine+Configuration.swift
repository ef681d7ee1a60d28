extension Engine {
    var configuration: Configuration {
        Configuration(topology: topology, leafIndices: leaves.elements)
    }

    /// Whether a leaf lies inside the node, or is the node.
    func isActive(_ index: Int32) -> Bool {
        guard cells.value.status == .running, index >= 0 else { return false }
        let position = firstLeaf(from: index)
        if position < leaves.count && leaves[position] < infos[index].end { return true }
        guard readiness.value.phase == .effects else { return false }
        // While effects run, states around what was left are still active although no leaf is in them.
        for position in 0..<work.domains.count {
            let domain = work.domains[position]
            if topology.contains(index, domain.node) || (index == domain.node && !domain.includesNode) { return true }
        }
        return false
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
