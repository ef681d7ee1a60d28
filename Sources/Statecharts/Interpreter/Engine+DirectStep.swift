// Most microsteps exchange one leaf for another by synchronous actions, in one region or in several. They need no lists of
// exits and entries: the same order can be followed along the superiors. The random tests compare both ways.

extension Engine {
    /// Whether every selected transition exchanges exactly one leaf, apart from the others, by synchronous actions only, and nobody
    /// wants a record. Nothing has been changed when this answers.
    var canStepDirectly: Bool {
        if cells.value.isRecording { return false }
        var reached: Int32 = -1
        for position in 0..<work.selected.count {
            let selected = work.selected[position]
            if selected.kind == .internal { continue }
            guard selected.domains.count == 1, selected.targets.count == 1 else { return false }
            let domain = work.domains[selected.domains.lowerBound]
            let end = infos[domain.node].end
            // In document order and apart: no conflict, and the order of domains is that of leaves.
            guard !domain.includesNode, domain.node >= reached else { return false }
            reached = end
            guard exitsOneLeafDirectly(domain.node, end),
                entersOneLeafDirectly(work.targets[selected.targets.lowerBound], domain.node)
            else { return false }
        }
        for position in 0..<work.effects.count {
            if case .suspending = work.effects[position].effect { return false }
        }
        return true
    }

    @inline(__always)
    private func exitsOneLeafDirectly(_ domain: Int32, _ end: Int32) -> Bool {
        let place = leaves.count == 1 ? 0 : firstLeaf(from: domain)
        guard place < leaves.count, leaves.count == 1 || place + 1 == leaves.count || leaves[place + 1] >= end else {
            return false
        }
        var node = leaves[place]
        guard node < end else { return false }
        while node > domain {
            guard infos[node].flags.contains(.exitsDirectly) else { return false }
            node = infos[node].parent
        }
        return true
    }

    @inline(__always)
    private func entersOneLeafDirectly(_ target: Int32, _ domain: Int32) -> Bool {
        guard infos[target].flags.contains(.entersDirectly) else { return false }
        var node = infos[target].parent
        while node > domain {
            guard infos[node].flags.contains(.passesDirectly) else { return false }
            node = infos[node].parent
        }
        return true
    }

    /// All exits, all effects, all entries of the selected transitions; then the macrostep goes on.
    func stepDirectly() {
        cells.value.phase = .exits
        endServicesOfDirectExits()
        exitDirectly()
        cells.value.phase = .effects
        work.effects.drain { pending in
            let source = pending.source
            if case .immediate(let effect) = pending.effect { attempt(source, effect) }
        }
        cells.value.phase = .entries
        enterDirectly()
        endDirectStep()
    }

    @inline(__always)
    private func exitDirectly() {
        var position = work.domains.count - 1
        while position >= 0 {
            let domain = work.domains[position].node
            let place = leaves.count == 1 ? 0 : firstLeaf(from: domain)
            var node = leaves[place]
            while node > domain {
                let flags = infos[node].flags
                if flags.contains(.recordsHistory) { recordHistory(of: node, infos[node]) }
                node = infos[node].parent
            }
            position -= 1
        }
        position = work.domains.count - 1
        while position >= 0 {
            let domain = work.domains[position].node
            var node = leaves[leaves.count == 1 ? 0 : firstLeaf(from: domain)]
            while node > domain {
                let info = infos[node]
                if info.flags.contains(.acts) { exitAction(node, info) }
                node = info.parent
            }
            position -= 1
        }
        // While effects run, what remains active is the domains.
        for position in 0..<work.domains.count {
            let domain = work.domains[position].node
            leaves[leaves.count == 1 ? 0 : firstLeaf(from: domain)] = domain
        }
    }

    @inline(__always)
    private func enterDirectly() {
        // The entries of all transitions in document order; then the new leaves are active, then the actions run.
        for position in 0..<work.domains.count {
            let domain = work.domains[position].node
            let first = work.entries.count
            var node = work.targets[work.domains[position].targets.lowerBound]
            var leaf = node
            while node > domain {
                work.entries.append(node)
                node = infos[node].parent
            }
            reverseEntries(from: first)
            while infos[leaf].initial >= 0 {
                leaf = infos[leaf].initial
                work.entries.append(leaf)
            }
            leaves[leaves.count == 1 ? 0 : firstLeaf(from: domain)] = leaf
        }
        for position in 0..<work.entries.count {
            let node = work.entries[position]
            let info = infos[node]
            if info.flags.contains(.acts) { entryAction(node, info) }
        }
    }

    @inline(__always)
    private func reverseEntries(from first: Int32) {
        var low = first
        var high = work.entries.count - 1
        while low < high {
            let entry = work.entries[low]
            work.entries[low] = work.entries[high]
            work.entries[high] = entry
            low += 1
            high -= 1
        }
    }

    /// Ends the macrostep at once if nothing can follow; otherwise leaves it to `settle`.
    @inline(__always)
    private func endDirectStep() {
        if work.domains.count > 0 { cells.value.didChange = true }
        work.selected.removeAll()
        work.targets.removeAll()
        work.domains.removeAll()
        work.entries.removeAll()
        assert(invariantsHold())
        if failures.isEmpty, deferred.isEmpty, !topology.hasEventless, raised.isEmpty, work.completions.isEmpty,
            cells.value.status == .running, cells.value.macrostep == .event
        {
            cells.value.answer = .handled
            cells.value.phase = .idle
        } else {
            cells.value.phase = .settle
        }
    }
}
