extension Snapshot {
    /// Changes a path in all that the snapshot says, for a migration: that of a state that was renamed or moved.
    ///
    /// States inside it move along: after `rename("Cart", to: "Shop.Cart")` what was in `Cart.Open` is in
    /// `Shop.Cart.Open`.
    public mutating func rename(_ old: String, to new: String) {
        func moved(_ path: String) -> String {
            if path == old { return new }
            return path.hasPrefix(old + ".") ? new + path.dropFirst(old.count) : path
        }
        for index in states.indices { states[index].path = moved(states[index].path) }
        configuration = configuration.map(moved)
        for index in history.indices {
            history[index].state = moved(history[index].state)
            history[index].substate = history[index].substate.map(moved)
            history[index].leaves = history[index].leaves.map(moved)
        }
        for index in raised.indices { raised[index].chart = moved(raised[index].chart) }
        for index in deferred.indices {
            deferred[index].chart = moved(deferred[index].chart)
            deferred[index].owner = deferred[index].owner.map(moved)
        }
        for index in timers.indices { timers[index].state = moved(timers[index].state) }
        for index in activations.indices { activations[index].state = moved(activations[index].state) }
        for index in queued.indices {
            switch queued[index] {
            case .inside(let event, let chart): queued[index] = .inside(event, chart: moved(chart))
            case .sent(let event, let state, let activity):
                queued[index] = .sent(event, state: moved(state), activity: activity)
            case .event, .expiry, .ended: break
            }
        }
        for index in omitted.indices { omitted[index].state = moved(omitted[index].state) }
        data = Dictionary(data.map { (moved($0.key), $0.value) }) { first, _ in first }
        scoped = Dictionary(scoped.map { (moved($0.key), $0.value) }) { first, _ in first }
    }

    /// What differs between the snapshot's chart and a chart with these states.
    func differences(from present: [State]) -> [SnapshotError.Difference] {
        let now = Dictionary(present.map { ($0.path, $0.kind) }) { first, _ in first }
        let then = Dictionary(states.map { ($0.path, $0.kind) }) { first, _ in first }
        let known = states.compactMap { state -> SnapshotError.Difference? in
            guard let kind = now[state.path] else { return .init(path: state.path, kind: .missing) }
            return kind == state.kind ? nil : .init(path: state.path, kind: .changed(from: state.kind, to: kind))
        }
        let new = present.filter { then[$0.path] == nil }.map { SnapshotError.Difference(path: $0.path, kind: .extra) }
        return known + new
    }

    /// Refuses a snapshot that is not of this chart, or migrates it; also says whether it did.
    package func admitted(
        to chart: String, version: Int, states: [State], migrate: ((inout Snapshot) throws -> Void)?
    ) throws -> (snapshot: Snapshot, isMigrated: Bool) {
        var snapshot = self
        let differences = differences(from: states)
        let isKnown = format == Self.currentFormat && self.chart == chart && self.version == version
        if isKnown, differences.isEmpty { return (snapshot, false) }
        if let migrate {
            try migrate(&snapshot)
            // What the migration leaves is judged by what it says of states, events and data, not by where it came
            // from.
            (snapshot.format, snapshot.chart, snapshot.version) = (Self.currentFormat, chart, version)
            snapshot.states = states
            return (snapshot, true)
        }
        guard format == Self.currentFormat else {
            throw SnapshotError(
                .unknownFormat, "the snapshot has format \(format), this framework reads \(Self.currentFormat)",
                fix: "migrate the snapshot")
        }
        let ours = "\(chart) version \(version)"
        let whose = isKnown ? "another shape of it" : "\(self.chart) version \(self.version)"
        throw SnapshotError(
            .otherChart, "the chart is \(ours), the snapshot is of \(whose)",
            fix: "migrate the snapshot, or start afresh",
            differences: differences)
    }
}
