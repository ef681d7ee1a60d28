extension Engine {
    /// The chart between two steps as plain data.
    func snapshot() throws -> Snapshot {
        _ = try pathIndices()
        return Snapshot(
            chart: chartName, version: snapshotVersion, states: snapshotStates,
            configuration: leaves.elements.map(snapshotPath), history: savedHistory(), raised: try savedRaised(),
            deferred: try savedDeferred(), queued: [], timers: try services?.savedTimers() ?? [],
            activations: services?.savedActivations() ?? [], lastNumber: services?.lastNumber ?? 0,
            data: try savedData(), scoped: try savedScoped())
    }

    var chartName: String { ClassFacts.of(type(of: nodes[0])).name }

    var snapshotVersion: Int { (type(of: nodes[0]) as? any Snapshotting.Type)?.snapshotVersion ?? 1 }

    var snapshotStates: [Snapshot.State] {
        stateIndices.map { .init(path: snapshotPath($0), kind: snapshotKind(infos[$0])) }
    }

    /// The path as snapshots have it: the top has the empty one, so that it differs from a substate of its name.
    func snapshotPath(_ index: Int32) -> String { index == 0 ? "" : topology.path(of: index) }

    /// The states by path.
    func pathIndices() throws -> [String: Int32] {
        var indices: [String: Int32] = [:]
        for index in stateIndices {
            let path = snapshotPath(index)
            guard indices.updateValue(index, forKey: path) == nil else {
                throw SnapshotError(
                    .ambiguousPath, "two states have the path \(path)", fix: "let the names of siblings be different")
            }
        }
        return indices
    }

    private var stateIndices: [Int32] { (0..<Int32(topology.count)).filter { infos[$0].flags.contains(.isState) } }

    private func snapshotKind(_ info: NodeInfo) -> String {
        switch info.kind {
        case .top: "top"
        case .state: info.childCount > 0 ? "composite" : "state"
        case .orthogonal: "orthogonal"
        case .final: "final"
        case .submachine: "submachine"
        case .choice, .junction, .fork, .join, .shallowHistory, .deepHistory, .entryPoint, .exitPoint, .terminate:
            trap("a \(info.kind) was listed as a state", "please report this as a bug")
        }
    }

    /// The path of the submachine whose chart the scope is; empty for the host's chart.
    private func scopePath(_ scope: Int16) -> String {
        let submachine = topology.scopeNodes[Int(scope)]
        return submachine < 0 ? "" : snapshotPath(submachine)
    }

    private func savedHistory() -> [Snapshot.History] {
        stateIndices.compactMap { index in
            let place = infos[index].history
            guard place >= 0, history[place] >= 0 || history[place + 1] > 0 else { return nil }
            return Snapshot.History(
                state: snapshotPath(index), substate: history[place] >= 0 ? snapshotPath(history[place]) : nil,
                leaves: (0..<max(0, history[place + 1])).map { snapshotPath(history[place + 2 + $0]) })
        }
    }

    private func savedRaised() throws -> [Snapshot.Event] {
        var trees: [Int16: ArraySlice<SnapshotValue>] = [:]
        var saved: [Snapshot.Event] = []
        for position in cells.value.raisedHead..<max(cells.value.raisedHead, raised.count) {
            let scope = raised[position]
            var rest = try trees[scope] ?? events(of: scope)?.raisedTrees()[...] ?? []
            if let tree = rest.popFirst() { saved.append(.init(chart: scopePath(scope), event: tree)) }
            trees[scope] = rest
        }
        return saved
    }

    private func savedDeferred() throws -> [Snapshot.Event] {
        try deferred.elements.compactMap { kept in
            try events(of: kept.scope)?.deferredTree(number: kept.number)
                .map {
                    .init(
                        chart: scopePath(kept.scope), event: $0,
                        owner: kept.owner < 0 ? nil : snapshotPath(kept.owner))
                }
        }
    }

    func events(of scope: Int16) -> (any SnapshotEvents)? { store(of: scope) as? any SnapshotEvents }

    private func savedData() throws -> [String: SnapshotValue] {
        var data: [String: SnapshotValue] = [:]
        for index in stateIndices {
            guard let node = nodes[index] as? any Snapshotting else { continue }
            do { data[snapshotPath(index)] = try node.saveTree() } catch {
                throw SnapshotError(
                    .notCodable, "the data of \(topology.path(of: index)) could not be encoded: \(error)",
                    fix: "correct its encode(to:)", underlying: error)
            }
        }
        return data
    }

    private func savedScoped() throws -> [String: [String: SnapshotValue]] {
        var saved: [String: [String: SnapshotValue]] = [:]
        for (index, slots) in scopedByName() where isActive(index) {
            var values: [String: SnapshotValue] = [:]
            for (name, slot) in slots {
                do { values[name] = try slot.save() } catch {
                    throw SnapshotError(
                        .notCodable, "\(slot.label) could not be encoded: \(error)", fix: "correct its encode(to:)",
                        underlying: error)
                }
            }
            if !values.isEmpty { saved[snapshotPath(index)] = values }
        }
        return saved
    }

    /// Scoped properties by the name of the property; a second one of the same name is a superclass's.
    func scopedByName() -> [(node: Int32, slots: [String: ScopedSlot])] {
        scoped.sorted { $0.key < $1.key }.map { index, slots in
            var named: [String: ScopedSlot] = [:]
            for slot in slots {
                let plain = slot.label.split(separator: ".").last.map(String.init) ?? slot.label
                var name = plain
                var number = 2
                while named[name] != nil {
                    name = "\(plain) \(number)"
                    number += 1
                }
                named[name] = slot
            }
            return (index, named)
        }
    }
}
