extension Engine {
    /// The chart between two steps as plain data.
    func snapshot(with children: [UInt64: Snapshot.Child], at time: Duration?) throws -> Snapshot {
        let paths = SnapshotPaths(topology)
        _ = try pathIndices(paths)
        var snapshot = Snapshot(
            chart: chartName, version: snapshotVersion, states: snapshotStates(paths),
            configuration: leaves.elements.map { paths[$0] })
        snapshot.history = savedHistory(paths)
        snapshot.raised = try savedRaised(paths)
        snapshot.deferred = try savedDeferred(paths)
        if let services {
            snapshot.timers = try services.savedTimers(paths, at: time)
            snapshot.activations = try services.savedActivations(paths, with: children)
            snapshot.lastNumber = services.lastNumber
        }
        snapshot.data = try savedData(paths)
        try saveScoped(in: &snapshot, paths)
        try saveOutputs(in: &snapshot)
        return snapshot
    }

    var snapshotVersion: Int { (type(of: nodes[0]) as? any Snapshotting.Type)?.snapshotVersion ?? 1 }

    func snapshotStates(_ paths: SnapshotPaths) -> [Snapshot.State] {
        stateIndices.map { .init(path: paths[$0], kind: snapshotKind(infos[$0])) }
    }

    /// The path as snapshots have it: the top has the empty one, so that it differs from a substate of its name.
    func snapshotPath(_ index: Int32) -> String { index == 0 ? "" : topology.path(of: index) }

    /// The states by path.
    func pathIndices(_ paths: SnapshotPaths) throws -> [String: Int32] {
        var indices: [String: Int32] = [:]
        for index in stateIndices {
            let path = paths[index]
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
        case .state: info.flags.contains(.hasSubstates) ? "composite" : "state"
        case .orthogonal: "orthogonal"
        case .final: "final"
        case .submachine: "submachine"
        case .choice, .junction, .fork, .join, .shallowHistory, .deepHistory, .entryPoint, .exitPoint, .terminate:
            trap("a \(info.kind) was listed as a state", "please report this as a bug")
        }
    }

    /// The path of the submachine whose chart the scope is; empty for the host's chart.
    private func scopePath(_ scope: Int16, _ paths: SnapshotPaths) -> String {
        let submachine = topology.scopeNodes[Int(scope)]
        return submachine < 0 ? "" : paths[submachine]
    }

    private func savedHistory(_ paths: SnapshotPaths) -> [Snapshot.History] {
        stateIndices.compactMap { index in
            let place = infos[index].history
            guard place >= 0, history[place] >= 0 || history[place + 1] > 0 else { return nil }
            return Snapshot.History(
                state: paths[index], substate: history[place] >= 0 ? paths[history[place]] : nil,
                leaves: (0..<max(0, history[place + 1])).map { paths[history[place + 2 + $0]] })
        }
    }

    private func savedRaised(_ paths: SnapshotPaths) throws -> [Snapshot.Event] {
        var trees: [Int16: ArraySlice<SnapshotValue>] = [:]
        var saved: [Snapshot.Event] = []
        for position in 0..<raised.count {
            let scope = raised[position]
            var rest = try trees[scope] ?? events(of: scope)?.raisedTrees()[...] ?? []
            if let tree = rest.popFirst() { saved.append(.init(chart: scopePath(scope, paths), event: tree)) }
            trees[scope] = rest
        }
        return saved
    }

    private func savedDeferred(_ paths: SnapshotPaths) throws -> [Snapshot.Event] {
        try deferred.elements.compactMap { kept in
            try events(of: kept.scope)?.deferredTree(number: kept.number)
                .map {
                    .init(
                        chart: scopePath(kept.scope, paths), event: $0,
                        owner: kept.owner < 0 ? nil : paths[kept.owner])
                }
        }
    }

    func events(of scope: Int16) -> (any SnapshotEvents)? { store(of: scope) as? any SnapshotEvents }

    private func savedData(_ paths: SnapshotPaths) throws -> [String: SnapshotValue] {
        var data: [String: SnapshotValue] = [:]
        for index in stateIndices {
            guard let node = nodes[index] as? any Snapshotting else { continue }
            do {
                data[paths[index]] = try throwingMistakes(of: index) { try node.saveTree() }
            } catch let mistake as StepError {
                throw SnapshotError(
                    .misused, "save() of \(topology.path(of: index)) \(mistake.message)",
                    fix: "leave scoped values to the snapshot, which has those that are Codable of active states",
                    underlying: mistake)
            } catch {
                throw SnapshotError(
                    .notCodable,
                    "the data of \(topology.path(of: index)) could not be encoded: \(DynamicCoding.words(error))",
                    fix: error is SecretError
                        ? "let save() answer what keeps the secret, or leave it out" : DynamicCoding.fix(error),
                    underlying: error)
            }
        }
        return data
    }

    /// `nil` also if there is a secret in it.
    private func savedUnlessSecret(_ slot: ScopedSlot) throws -> SnapshotValue? {
        do { return try slot.save() } catch is SecretError { return nil }
    }

    private func saveScoped(in snapshot: inout Snapshot, _ paths: SnapshotPaths) throws {
        for (index, slots) in scopedByName() where isActive(index) {
            var values: [String: SnapshotValue] = [:]
            // Child machines are in the snapshot with their own.
            for (name, slot) in slots.sorted(by: { $0.key < $1.key }) where !(slot is EntrySlot) {
                do {
                    if slot.persistence == .saved,
                        let value = try throwingMistakes(of: index, { try savedUnlessSecret(slot) })
                    {
                        values[name] = value
                    } else {
                        snapshot.omitted.append(.init(state: paths[index], property: name, type: slot.typeName))
                    }
                } catch let mistake as StepError {
                    throw SnapshotError(
                        .misused, "saving \(slot.label) \(mistake.message)",
                        fix: "use nothing of the chart in its encode(to:)", underlying: mistake)
                } catch {
                    throw SnapshotError(
                        .notCodable, "\(slot.label) could not be encoded: \(DynamicCoding.words(error))",
                        fix: DynamicCoding.fix(error), underlying: error)
                }
            }
            if !values.isEmpty { snapshot.scoped[paths[index]] = values }
        }
    }

    /// Scoped properties by the name of the property; a second one of the same name is a superclass's.
    func scopedByName() -> [(node: Int32, slots: [String: ScopedSlot])] {
        scoped.sorted { $0.key < $1.key }.map { index, slots in
            var named: [String: ScopedSlot] = [:]
            for slot in slots {
                var name = slot.name
                var number = 2
                while named[name] != nil {
                    name = "\(slot.name) \(number)"
                    number += 1
                }
                named[name] = slot
            }
            return (index, named)
        }
    }
}

/// The paths of all states of a chart as snapshots have them, each made of that of its superior.
struct SnapshotPaths {
    private var paths: [String] = [""]

    init(_ topology: Topology) {
        paths.reserveCapacity(topology.count)
        for index in 1..<max(1, topology.count) {
            let parent = Int(topology.infos[Int32(index)].parent)
            paths.append(parent == 0 ? topology.names[index] : paths[parent] + "." + topology.names[index])
        }
    }

    subscript(index: Int32) -> String { paths[Int(index)] }
}
