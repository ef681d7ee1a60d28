// Timers, activities and waiting letters of a snapshot: checked first, all of them, then taken over.

extension Snapshot.Timer {
    /// Why nobody can have saved this; `nil` if somebody can.
    fileprivate var problem: String? {
        if remaining < .zero || remaining > Services.longest { return "\(remaining) remain" }
        if interval > Services.longest || (repeats && interval <= .zero) { return "its period is \(interval)" }
        return nil
    }
}

extension Engine {
    /// The greatest number that a machine can have come to.
    private static var greatestNumber: UInt64 { 1 << 62 }

    private func refuse(_ message: String, migration: String) -> SnapshotError {
        SnapshotError(.inconsistent, message, migration: migration)
    }

    /// Checks what states have under way and answers with what takes it over, work before timers.
    /// - Parameter waiting: what of it waits in the mailbox.
    func workRestorations(
        _ snapshot: Snapshot, _ indices: [String: Int32], _ active: Set<Int32>, _ waiting: WaitingNumbers,
        _ migrate: Snapshot.Migration?
    ) throws -> [() -> Void] {
        var waiting = waiting
        waiting.last = max(try checkNumbers(snapshot), waiting.last)
        let works = try activationRestorations(snapshot, indices, active)
        let children = try childRestorations(snapshot, indices, waiting, migrate)
        let timers = try timerRestorations(snapshot, indices, active)
        if works.isEmpty, timers.isEmpty, waiting.last == 0 { return [] }
        let prepare: () -> Void = { [unowned self] in servicesMakingThem()?.prepareRestoring(waiting) }
        return [prepare] + works + timers + children
    }

    /// Numbers tell things apart, so no two may have the same. Answers with the greatest.
    private func checkNumbers(_ snapshot: Snapshot) throws -> UInt64 {
        var known: Set<UInt64> = []
        var greatest = snapshot.lastNumber
        let activations = snapshot.activations.flatMap { [$0.number] + $0.activities.map(\.number) }
        for number in activations + snapshot.timers.map(\.number) where number != 0 {
            guard known.insert(number).inserted else {
                throw refuse(
                    "two timers or activities have the number \(number)",
                    migration: "let the migration number them anew")
            }
            greatest = max(greatest, number)
        }
        if activations.contains(0) {
            throw refuse("an activity has no number", migration: "let the migration give it one that nothing else has")
        }
        guard greatest <= Self.greatestNumber else {
            throw refuse(
                "the number \(greatest) is too great", migration: "let the migration number timers and activities anew")
        }
        return greatest
    }

    private func activationRestorations(
        _ snapshot: Snapshot, _ indices: [String: Int32], _ active: Set<Int32>
    ) throws -> [() -> Void] {
        var known: Set<String> = []
        return try snapshot.activations.compactMap { saved in
            guard known.insert(saved.state).inserted else {
                throw refuse(
                    "the work of \(saved.state) is told twice",
                    migration: "let the migration put it together, or remove one")
            }
            guard let node = indices[saved.state], active.contains(node) else {
                // Only what a state has under way needs it to be active.
                if saved.activities.isEmpty, saved.failures == 0 { return nil }
                throw refuse(
                    "an activity belongs to the state \(saved.state), which is not active",
                    migration: "let the migration rename the state or remove the activity")
            }
            guard (0...1_000_000).contains(saved.failures) else {
                throw SnapshotError(
                    .inconsistent, "\(saved.failures) activities of \(saved.state) have failed, which cannot be",
                    fix: "correct it in the snapshot")
            }
            let events = events(of: infos[node].scope)
            var failures: [UInt64: any Sendable] = [:]
            for activity in saved.activities {
                if let tree = activity.failure {
                    failures[activity.number] = try events?.event(tree, "failed activity's")
                }
            }
            return { [unowned self] in servicesMakingThem()?.restore(saved, of: node, failures: failures) }
        }
    }

    /// Checks the child machines and answers with what makes them, each list in its order.
    private func childRestorations(
        _ snapshot: Snapshot, _ indices: [String: Int32], _ waiting: WaitingNumbers, _ migrate: Snapshot.Migration?
    ) throws -> [() -> Void] {
        try snapshot.activations.flatMap { saved -> [() -> Void] in
            let children = saved.activities.compactMap { one in one.child.map { (activity: one, child: $0) } }
                .sorted { $0.child.place < $1.child.place }
            guard !children.isEmpty, let node = indices[saved.state] else { return [] }
            let slots = scoped[node, default: []].compactMap { $0 as? EntrySlot }
            // Children of one declaration differ by their keys, as the chart has them.
            var known: [String: Set<AnyHashable?>] = [:]
            return try children.map { activity, child in
                let label = "\(topology.path(of: node)).\(child.property)"
                guard let slot = slots.first(where: { $0.name == child.property }),
                    let restorer = slot.restorer as? ChildRestorer
                else {
                    throw refuse(
                        "there is a child \(label), which the chart does not have",
                        migration: "let the migration rename or remove it")
                }
                guard (child.life == .ended) == waiting.activities.contains(activity.number) else {
                    throw refuse(
                        "the child \(label) has ended and its end does not wait, or the other way round",
                        migration: "let the migration remove the child or its end")
                }
                let admitted = try restorer.admit(activity, child, migrate)
                guard known[child.property, default: []].insert(admitted.key).inserted else {
                    throw admitted.key == nil
                        ? refuse("the child \(label) is told twice", migration: "let the migration remove one")
                        : refuse(
                            "two children in \(label) have the same key",
                            migration: "let the migration remove one, or give it another key")
                }
                return admitted.make
            }
        }
    }

    private func timerRestorations(
        _ snapshot: Snapshot, _ indices: [String: Int32], _ active: Set<Int32>
    ) throws -> [() -> Void] {
        try snapshot.timers.map { timer in
            guard let node = indices[timer.state], active.contains(node) else {
                throw refuse(
                    "a timer belongs to the state \(timer.state), which is not active",
                    migration: "let the migration rename the state or remove the timer")
            }
            if let problem = timer.problem {
                throw SnapshotError(
                    .inconsistent, "a timer of \(timer.state) cannot be: \(problem)",
                    fix: "correct it in the snapshot, or remove it")
            }
            guard let event = try events(of: infos[node].scope)?.event(timer.event, "timer's") else { return {} }
            return { [unowned self] in servicesMakingThem()?.arm(timer, at: node, event: event) }
        }
    }

    /// Checks the letters of a snapshot, except for the events of the chart itself.
    func lettersToRestore(
        _ snapshot: Snapshot, _ indices: [String: Int32], _ active: Set<Int32>
    ) throws -> [RestoredEnvelope<SnapshotValue>] {
        var timers: [UInt64: Int32] = [:]
        for timer in snapshot.timers { timers[timer.number] = indices[timer.state] }
        var activations: [String: UInt64] = [:]
        var activities: [UInt64: (state: String, activation: UInt64, activity: Snapshot.Activity)] = [:]
        for activation in snapshot.activations {
            activations[activation.state] = activation.number
            for activity in activation.activities {
                activities[activity.number] = (activation.state, activation.number, activity)
            }
        }
        var claimed: Set<UInt64> = []
        return try snapshot.queued.map { letter in
            switch letter {
            case .event(let tree): return .event(tree)
            case .inside(let tree, let chart):
                let scope = try scope(of: chart, indices)
                guard scope > 0, let event = try events(of: scope)?.event(tree, "waiting") else { return .event(tree) }
                return .service(InsideEvent(event, for: topology.scopeNodes[Int(scope)] + 1))
            case .expiry(let timer):
                guard let node = timers[timer], claimed.insert(timer).inserted else {
                    throw refuse(
                        "an expiry waits of timer \(timer), which is not armed, or waits twice",
                        migration: "let the migration remove it")
                }
                return .service(ResourceMessage.expired(timer, node: node))
            case .sent(let tree, let state, let activity):
                guard let node = indices[state], active.contains(node), let number = activations[state] else {
                    throw refuse(
                        "an event waits that an activity of \(state) has sent, which is not active or has none",
                        migration: "let the migration rename the state or remove the event")
                }
                guard let event = try events(of: infos[node].scope)?.event(tree, "waiting") else { return .event(tree) }
                return .service(
                    ResourceMessage.event(
                        event, activity: activity ?? 0, node: node, activation: number, cause: nil))
            case .ended(let number, let end):
                guard let ended = activities[number], let node = indices[ended.state],
                    claimed.insert(number).inserted
                else {
                    throw refuse(
                        "the end of activity \(number) waits, which was not under way, or waits twice",
                        migration: "let the migration remove it")
                }
                return .service(
                    ResourceMessage.ended(
                        try self.end(end, of: ended.activity, node), activity: number, node: node,
                        activation: ended.activation, cause: nil))
            }
        }
    }

    private func end(_ saved: Snapshot.End, of activity: Snapshot.Activity, _ node: Int32) throws -> ActivityEnd {
        let events = events(of: infos[node].scope)
        switch saved {
        case .silently: return .silently
        case .event(let tree): return (try events?.event(tree, "waiting")).map { .event($0) } ?? .silently
        case .failed(let tree): return (try events?.event(tree, "waiting")).map { .failed($0) } ?? .silently
        case .failure(let reason):
            return .failure(
                InterruptedActivity(
                    snapshotPath(node), activity.kind, activity.policy, name: activity.name, reason: reason))
        }
    }
}
