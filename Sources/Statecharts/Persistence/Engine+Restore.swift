/// What a machine or interpreter starts from instead of its initial configuration.
struct Restoration: Restoring {
    let snapshot: Snapshot
    let migrate: ((inout Snapshot) throws -> Void)?
    /// The same for the parts of child machines, which only a machine has.
    var migrateChildren: Snapshot.Migration?
    /// What waits, if that is not in the snapshot: the mailbox of a supervised machine is kept as it is.
    var waiting: WaitingNumbers?
}

extension Engine {
    /// Puts a chart that was never entered into the state that a snapshot describes. Begin the step
    /// ``StepInput/restored`` next.
    ///
    /// Everything is checked before anything is changed.
    /// - Parameter check: what else has to be right, given the migrated snapshot and its letters.
    func restore<Checked>(
        _ restoration: Restoration, check: (Snapshot, [RestoredEnvelope<SnapshotValue>]) throws -> Checked
    ) throws -> Checked {
        let paths = SnapshotPaths(topology)
        let (snapshot, isMigrated) = try restoration.snapshot.admitted(
            to: chartName, version: snapshotVersion, states: snapshotStates(paths), migrate: restoration.migrate)
        do { return try take(snapshot, of: restoration, paths, check) } catch let error as SnapshotError {
            throw isMigrated ? error : error.unmigrated(of: chartName, isVersioned: nodes[0] is any Snapshotting)
        }
    }

    private func take<Checked>(
        _ snapshot: Snapshot, of restoration: Restoration, _ paths: SnapshotPaths,
        _ check: (Snapshot, [RestoredEnvelope<SnapshotValue>]) throws -> Checked
    ) throws -> Checked {
        if snapshot.deferred.count > limits.deferred {
            throw SnapshotError(
                .inconsistent,
                "the snapshot has \(snapshot.deferred.count) deferred events, and at most \(limits.deferred) are kept here",
                migration: "raise the deferralLimit, or let the migration remove some")
        }
        let indices = try pathIndices(paths)
        let active = try checkedConfiguration(snapshot.configuration, indices)
        let histories = try snapshot.history.map { try checkedHistory($0, indices) }
        let data = try dataRestorations(snapshot, indices)
        let states = Configuration(topology: topology, leafIndices: active).states.map(\.index)
        var takeOver = try eventRestorations(snapshot, indices, Set(states))
        let armings = try workRestorations(
            snapshot, indices, Set(states), restoration.waiting ?? snapshot.waiting, restoration.migrateChildren)
        let checked = try check(snapshot, try lettersToRestore(snapshot, indices, Set(states)))
        takeOver += try scopedRestorations(snapshot, indices, Set(states))
        takeOver += try outputRestorations(snapshot)
        if !snapshot.inputs.isEmpty { takeOver += try namedPorts.restorations(ofInputs: snapshot.inputs) }
        // The chart's own code. Its data come first: initial values of scoped properties may depend on them.
        for (index, restore) in data { try takingOver(restore, of: index, "restore(_:)") }
        cold.armings = armings
        cold.onRestored = { [unowned self] in services?.settleInterrupted() }

        for leaf in active { leaves.append(leaf) }
        for (place, words) in histories {
            for (offset, word) in words.enumerated() { history[place + Int32(offset)] = word }
        }
        for index in states {
            for slot in scoped[index, default: []] {
                try takingOver({ slot.fill() }, of: index, "the initial value of \(slot.name)")
            }
        }
        for restore in takeOver { restore() }
        status = .running
        return checked
    }

    /// Runs code of a state while the chart is put back to where it was; what it does wrong refuses the snapshot.
    private func takingOver(_ body: () -> Void, of node: Int32, _ what: String) throws {
        do { try throwingMistakes(body) } catch {
            let done = (error as? StepError)?.message ?? "\(error)"
            throw SnapshotError(
                .misused, "\(what) of \(topology.path(of: node)) \(done)",
                fix: "leave scoped values to the snapshot, which has those that are Codable, or set them in "
                    + "restored(); the same goes for timers and activities",
                underlying: error)
        }
    }

    private func index(_ path: String, _ indices: [String: Int32], _ what: String) throws -> Int32 {
        guard let index = indices[path] else {
            throw SnapshotError(
                .inconsistent, "\(what) names the state \(path), which the chart does not have",
                migration: "let the migration rename it")
        }
        return index
    }

    private func checkedConfiguration(_ paths: [String], _ indices: [String: Int32]) throws -> [Int32] {
        let active = try paths.map { try index($0, indices, "the configuration") }.sorted()
        if let problem = problem(of: active[...], inside: 0, isHistory: false) {
            throw SnapshotError(
                .inconsistent,
                "the configuration (\(paths.clipped(each: 800).joined(separator: ", "))) cannot be: \(problem)",
                migration: "let the migration choose states that can be active together")
        }
        return active
    }

    /// Where the history lies and the words that go there.
    private func checkedHistory(
        _ saved: Snapshot.History, _ indices: [String: Int32]
    ) throws -> (place: Int32, words: [Int32]) {
        let what = "the history of \(saved.state)"
        let state = try index(saved.state, indices, what)
        let leaves = try saved.leaves.map { try index($0, indices, what) }.sorted()
        let substate = try saved.substate.map { try index($0, indices, what) } ?? -1
        let place = infos[state].history
        var problem = leaves.isEmpty ? nil : problem(of: leaves[...], inside: state, isHistory: true)
        if leaves.contains(state) { problem = "\(saved.state) is not inside itself" }
        if place < 0 { problem = "the state has none" }
        if substate >= 0, infos[substate].parent != state { problem = "\(saved.substate ?? "") is not directly inside" }
        if let problem {
            throw SnapshotError(
                .inconsistent, "\(what) cannot be: \(problem)", migration: "let the migration correct or remove it")
        }
        return (place, [substate, Int32(leaves.count)] + leaves)
    }

    /// Why these leaves, in document order, cannot be active together inside `node`; `nil` if they can.
    ///
    /// A history may lack regions: those that were passing through a pseudostate when it was recorded.
    private func problem(of leaves: ArraySlice<Int32>, inside node: Int32, isHistory: Bool) -> String? {
        let info = infos[node]
        var path: String { topology.path(of: node) }
        if leaves.first == node {
            if leaves.count > 1 { return "\(path) contains other states of it" }
            // What was finished starts anew.
            if isHistory { return nil }
            let restsInside = info.initial >= 0 && infos[info.initial].flags.contains(.isState)
            return restsInside || info.flags.contains(.hasRegions) ? "\(path) needs an active substate" : nil
        }
        var left = leaves
        var active = 0
        for child in topology.children(of: node) where infos[child].flags.contains(.isState) {
            let inside = left.prefix { $0 >= child && $0 < infos[child].end }
            left = left.dropFirst(inside.count)
            if inside.isEmpty {
                if info.flags.contains(.hasRegions), !isHistory {
                    return "\(topology.path(of: child)) has no active state"
                }
                continue
            }
            active += 1
            if let problem = problem(of: inside, inside: child, isHistory: isHistory) { return problem }
        }
        if let outside = left.first { return "\(topology.path(of: outside)) is not inside \(path), or there twice" }
        if active == 0 { return "\(path) has no active state" }
        return active > 1 && !info.flags.contains(.hasRegions) ? "\(path) has several active substates" : nil
    }

    private func dataRestorations(
        _ snapshot: Snapshot, _ indices: [String: Int32]
    ) throws -> [(node: Int32, restore: () -> Void)] {
        try snapshot.data.map { path, tree in (try index(path, indices, "saved data"), tree) }
            .sorted { $0.0 < $1.0 }
            .map { index, tree in
                let path = topology.path(of: index)
                guard let node = nodes[index] as? any Snapshotting else {
                    throw SnapshotError(
                        .inconsistent, "there are saved data of \(path), which takes none over",
                        migration: "let it conform to Snapshotting, or the migration remove its data")
                }
                do { return (index, try node.restoration(of: tree)) } catch {
                    throw SnapshotError(
                        .undecodable, "the saved data of \(path) do not fit: \(DynamicCoding.words(error))",
                        migration: "migrate the snapshot", underlying: error)
                }
            }
    }

    private func eventRestorations(
        _ snapshot: Snapshot, _ indices: [String: Int32], _ active: Set<Int32>
    ) throws -> [() -> Void] {
        var restorations: [() -> Void] = []
        for (number, saved) in snapshot.deferred.enumerated() {
            let scope = try scope(of: saved.chart, indices)
            guard let restore = try events(of: scope)?.deferring(saved.event, number: number) else { continue }
            let owner = try owner(of: saved, indices, active)
            restorations.append {
                restore()
                self.appendDeferred(number, in: scope, owner: owner)
            }
        }
        for saved in snapshot.raised {
            let scope = try scope(of: saved.chart, indices)
            guard let restore = try events(of: scope)?.raising(saved.event) else { continue }
            restorations.append {
                restore()
                self.raised.append(scope)
                self.pending.insert(.raised)
            }
        }
        return restorations
    }

    /// The active state that a deferred event belongs to, -1 for none.
    private func owner(of saved: Snapshot.Event, _ indices: [String: Int32], _ active: Set<Int32>) throws -> Int32 {
        guard let path = saved.owner else { return -1 }
        let owner = try index(path, indices, "a deferred event")
        guard active.contains(owner), infos[owner].scope == (try scope(of: saved.chart, indices)) else {
            throw SnapshotError(
                .inconsistent, "a deferred event belongs to the state \(path), which is not active in its chart",
                migration: "let the migration rename the state or remove the event")
        }
        return owner
    }

    /// The scope of a chart, by the path of its submachine; that of the host's chart is empty.
    func scope(of chart: String, _ indices: [String: Int32]) throws -> Int16 {
        guard !chart.isEmpty else { return 0 }
        let submachine = try index(chart, indices, "a waiting event")
        guard let scope = topology.scopeNodes.firstIndex(of: submachine) else {
            throw SnapshotError(
                .inconsistent, "an event waits in \(chart), which is no submachine", migration: "migrate the snapshot")
        }
        return Int16(scope)
    }
}
