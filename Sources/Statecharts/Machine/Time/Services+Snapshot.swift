// Armed timers in snapshots. Activities are not in them: what they are doing cannot be saved, `restored()` starts them again.

extension TimeKeeper {
    // A keeper whose clock begins with it, such as a manual one, counts from there.
    package func instant(at time: Duration) -> SnapshotValue? { try? SnapshotValue(encoding: time) }
    package func time(of instant: SnapshotValue) -> Duration? { try? instant.decode(Duration.self) }
}

extension Services {
    /// What is armed, in the order of deadlines.
    func savedTimers() throws -> [Snapshot.Timer] {
        let now = keeper.now
        return try queue.slotsInOrder.compactMap { slot in
            guard let timer = queue.timer(at: slot), let key = queue.key(of: slot) else { return nil }
            return Snapshot.Timer(
                state: engine.snapshotPath(timer.node), event: try tree(of: slot, timer.node),
                remaining: max(key.deadline - now, .zero), interval: timer.interval, repeats: timer.repeats,
                policy: timer.policy, deadline: keeper.instant(at: key.deadline))
        }
    }

    /// The deadline as it was, if it makes sense on this clock.
    private func deadline(of saved: Snapshot.Timer) -> Duration? {
        guard let deadline = saved.deadline.flatMap({ keeper.time(of: $0) }) else { return nil }
        return deadline >= .zero - Self.longest && deadline <= Self.longest ? deadline : nil
    }

    private func tree(of slot: Int32, _ node: Int32) throws -> SnapshotValue {
        guard let event = event(of: slot, node) else {
            trap("an armed timer has no event", "please report this as a bug")
        }
        return try DynamicCoding.tree(ofTimed: event)
    }

    /// Arms a timer of a snapshot again.
    func arm(_ saved: Snapshot.Timer, at node: Int32, event: any Sendable) {
        let now = keeper.now
        let due =
            switch saved.policy {
            case .resumeRemaining: now + saved.remaining
            case .keepDeadline: deadline(of: saved) ?? now + saved.remaining
            case .startAnew: now + max(saved.interval, .zero)
            }
        let timer = arm(node, due: due, interval: saved.interval, repeats: saved.repeats, policy: saved.policy)
        guard let store = store(of: node) else { return }
        adopt(store)
        store.keepTimed(event, at: timer.slot)
    }
}

extension DynamicCoding {
    /// The event of a timer, whose chart is not known here, as a tree.
    static func tree(ofTimed event: any Sendable) throws -> SnapshotValue {
        guard let coded = event as? any Codable else {
            throw SnapshotError(
                .notCodable, "the event \(event) of an armed timer is not Codable",
                fix: "make \(type(of: event)) Codable, or take the snapshot when no timer is armed")
        }
        return try SnapshotValue(encoding: coded)
    }
}

extension Snapshot.Timer {
    /// Why nobody can have saved this; `nil` if somebody can.
    fileprivate var problem: String? {
        if remaining < .zero || remaining > Services.longest { return "\(remaining) remain" }
        if interval > Services.longest || (repeats && interval <= .zero) { return "its period is \(interval)" }
        return nil
    }
}

extension Engine {
    /// Checks the saved timers and answers with what arms them.
    func timerRestorations(
        _ snapshot: Snapshot, _ indices: [String: Int32], _ active: Set<Int32>
    ) throws -> [() -> Void] {
        try snapshot.timers.map { timer in
            guard let node = indices[timer.state], active.contains(node) else {
                throw SnapshotError(
                    .inconsistent, "a timer belongs to the state \(timer.state), which is not active",
                    fix: "let the migration rename the state or remove the timer")
            }
            if let problem = timer.problem {
                throw SnapshotError(
                    .inconsistent, "a timer of \(timer.state) cannot be: \(problem)",
                    fix: "correct it in the snapshot, or remove it")
            }
            guard let event = try events(of: infos[node].scope)?.timed(timer.event) else { return {} }
            return { [unowned self] in servicesMakingThem()?.arm(timer, at: node, event: event) }
        }
    }
}
