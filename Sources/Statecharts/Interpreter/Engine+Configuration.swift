extension Engine {
    /// What is active. While effects run, what is left is so no more, and what it was in stands for it.
    var configuration: Configuration {
        Configuration(
            topology: topology,
            leafIndices: readiness.value.phase == .effects ? remainingLeaves : leaves.elements)
    }

    private var remainingLeaves: [Int32] {
        var remaining: Set<Int32> = []
        for var leaf in leaves.elements {
            while leaf >= 0, isBeingChanged(leaf) { leaf = infos[leaf].parent }
            if leaf >= 0 { remaining.insert(leaf) }
        }
        return remaining.filter { outer in !remaining.contains { topology.contains(outer, $0) } }.sorted()
    }

    /// Whether a leaf lies inside the node, or is the node, and the state has been entered and not left (UML 2.5.1,
    /// 14.2.3.4.5 and 6).
    ///
    /// Exits are called from the highest number down, entries from the lowest up: the one under way tells what has been
    /// called.
    func isActive(_ index: Int32) -> Bool {
        #if DEBUG
            if let guest = unsafe guest { return guest.isActive(index) }
        #endif
        guard cells.value.status == .running, index >= 0 else { return false }
        guard holdsLeaf(index) else { return false }
        switch readiness.value.phase {
        case .exits, .entries: return index <= readiness.value.acting || !isBeingChanged(index)
        case .effects: return !isBeingChanged(index)
        case .idle, .asking, .settle, .closing, .recalling: return true
        }
    }

    /// Whether a leaf lies inside the node, or is the node.
    @inline(__always)
    func holdsLeaf(_ node: Int32) -> Bool {
        let position = firstLeaf(from: node)
        return position < leaves.count && leaves[position] < infos[node].end
    }

    /// Whether the node is inside what the transitions under way leave and enter.
    func isBeingChanged(_ node: Int32) -> Bool {
        if let plan = cells.value.performed { return plan.changes(node) }
        guard let answers = cells.value.workspace?.answers else { return false }
        for position in 0..<answers.count where answers[position].plan?.changes(node) == true { return true }
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

    /// For assertions and tests: the active leaves can be active together. Linear in the active states, because debug
    /// builds ask after each microstep.
    func invariantsHold() -> Bool {
        var previous: Int32 = -1
        for position in 0..<leaves.count {
            let leaf = leaves[position]
            // In document order, and no leaf inside another.
            if previous >= 0, leaf < infos[previous].end { return false }
            // What is around the leaf before too has been looked at.
            var node = leaf
            while node > previous {
                let info = infos[node]
                if info.flags.contains(.hasRegions), !hasLeafInEachRegion(info) { return false }
                node = info.parent
            }
            previous = leaf
        }
        return true
    }

    private func hasLeafInEachRegion(_ info: NodeInfo) -> Bool {
        for child in 0..<info.childCount {
            let region = topology.childIndex(info, child)
            guard infos[region].flags.contains(.isState) else { continue }
            let position = firstLeaf(from: region)
            guard position < leaves.count, leaves[position] < infos[region].end else { return false }
        }
        return true
    }
}
