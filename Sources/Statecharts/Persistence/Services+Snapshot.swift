// What states have under way, in snapshots: armed timers, that there was work, and what of both waits in the mailbox.

extension TimeKeeper {
    // A keeper whose clock begins with it, such as a manual one, counts from there.
    package func instant(at time: Duration) -> SnapshotValue? { try? SnapshotValue(encoding: time) }
    package func time(of instant: SnapshotValue) -> Duration? { try? instant.decode(Duration.self) }
}

extension Services {
    /// What is armed, in the order of deadlines.
    func savedTimers(_ paths: SnapshotPaths? = nil, at time: Duration? = nil) throws -> [Snapshot.Timer] {
        let paths = paths ?? SnapshotPaths(engine.topology), now = time ?? keeper.now
        return try queue.slotsInOrder.compactMap { slot in
            guard let timer = queue.timer(at: slot), let key = queue.key(of: slot) else { return nil }
            return Snapshot.Timer(
                number: timer.serial, state: paths[timer.node], event: try tree(of: slot, timer.node),
                remaining: max(key.deadline - now, .zero), interval: timer.interval, repeats: timer.repeats,
                policy: timer.policy, deadline: keeper.instant(at: key.deadline))
        }
    }

    /// When each of them is due.
    var namedKeys: [NamedKey] {
        queue.slotsInOrder.compactMap { slot in
            guard let timer = queue.timer(at: slot), let key = queue.key(of: slot) else { return nil }
            return NamedKey(key: key, timer: timer.serial, node: timer.node)
        }
    }

    /// The work of all states, in document order.
    func savedActivations(
        _ paths: SnapshotPaths, with children: [UInt64: Snapshot.Child]
    ) throws -> [Snapshot.Activation] {
        try (0..<Int32(engine.topology.count)).compactMap { node in
            let activation = activations[node]
            guard activation.number != 0 else { return nil }
            let path = paths[node]
            return Snapshot.Activation(
                state: path, number: activation.number, failures: Int(activation.failures),
                activities: try activitiesInOrder(node).map { number, activity in
                    let child = children[number]
                    if activity.child != nil, child == nil { throw refusal(ofChild: activity.name) }
                    let error = InterruptedActivity(path, activity.kind.text, activity.policy, name: activity.name)
                    let failure = activity.failure.flatMap { try? DynamicCoding.tree(of: $0(error), "") }
                    return Snapshot.Activity(
                        number: number, kind: activity.kind.text, name: activity.name, policy: activity.policy,
                        failure: failure, child: child)
                })
        }
    }

    /// What is taken in the midst of its owner's steps, for a restart, has no children.
    private func refusal(ofChild name: String?) -> SnapshotError {
        SnapshotError(
            .notCodable,
            "\(engine.topology.path(of: 0)) has the child machine \(name ?? ""), of which a restart keeps nothing",
            fix: "restart it afresh and not from its last snapshot, or take the snapshot by snapshot(within:)")
    }

    /// What a message in the mailbox is in a snapshot.
    /// - Parameter claimed: timers that messages in front of it are about; those of this one are added.
    func saved(_ message: ResourceMessage, _ claimed: inout Set<UInt64>) throws -> [Snapshot.Waiting] {
        switch message {
        case .due(let limit):
            let limit = self.limit.map { max($0, limit) } ?? limit
            return namedKeys.filter { $0.key <= limit && claimed.insert($0.timer).inserted }
                .map { .expiry(timer: $0.timer) }
        case .expired(let timer, let node):
            guard slot(of: timer, node) != nil, claimed.insert(timer).inserted else { return [] }
            return [.expiry(timer: timer)]
        case .work: return []
        case .event(let event, let activity, let node, let activation, _):
            if isOver(node, activation) || hasEnded(activity, of: node) { return [] }
            return [
                .sent(
                    try sentTree(event, node), state: engine.snapshotPath(node),
                    activity: activity == 0 ? nil : activity)
            ]
        case .ended(let end, let activity, let node, let activation, _):
            if isOver(node, activation) || hasEnded(activity, of: node) { return [] }
            switch end {
            case .silently: return [.ended(activity: activity, .silently)]
            case .event(let event): return [.ended(activity: activity, .event(try sentTree(event, node)))]
            case .failed(let event): return [.ended(activity: activity, .failed(try sentTree(event, node)))]
            case .failure(let error): return [.ended(activity: activity, .failure("\(error)"))]
            }
        }
    }

    private func sentTree(_ event: any Sendable, _ node: Int32) throws -> SnapshotValue {
        try DynamicCoding.tree(of: event, "of an activity of \(engine.topology.path(of: node)), which waits,")
    }

    /// The deadline as it was, if it makes sense on this clock: not on one that has begun anew since, such as that of
    /// a computer that was started again.
    private func deadline(of saved: Snapshot.Timer) -> Duration? {
        guard let deadline = saved.deadline.flatMap({ keeper.time(of: $0) }) else { return nil }
        return deadline >= .zero - Self.longest && deadline <= keeper.now.later(by: saved.remaining) ? deadline : nil
    }

    private func tree(of slot: Int32, _ node: Int32) throws -> SnapshotValue {
        guard let event = event(of: slot, node) else {
            trap("an armed timer has no event", "please report this as a bug")
        }
        return try DynamicCoding.tree(of: event, "of an armed timer")
    }

    /// Arms a timer of a snapshot again. One that has fired is due at once, whatever its policy: its turn has only to
    /// come.
    func arm(_ saved: Snapshot.Timer, at node: Int32, event: any Sendable) {
        let now = keeper.now
        let due =
            switch saved.policy {
            case .resumeRemaining: now.later(by: saved.remaining)
            case .keepDeadline: deadline(of: saved) ?? now.later(by: saved.remaining)
            case .startAnew:
                waiting.timers.contains(saved.number) ? now : now.later(by: max(saved.interval, .zero))
            }
        let timer = arm(
            node, due: due, interval: saved.interval, repeats: saved.repeats, policy: saved.policy,
            serial: saved.number)
        guard let store = store(of: node) else { return }
        adopt(store)
        store.keepTimed(event, at: timer.slot)
    }
}

extension DynamicCoding {
    /// An event whose chart is not known here, as a tree.
    static func tree(of event: any Sendable, _ whose: String) throws -> SnapshotValue {
        guard let coded = event as? any Codable else {
            throw SnapshotError(
                .notCodable, "the event \(ValueText.of(event).clipped()) \(whose) is not Codable",
                fix: "make \(TypeText.of(type(of: event))) Codable, or take the snapshot when there is none")
        }
        do { return try SnapshotValue(encoding: coded) } catch {
            throw SnapshotError(
                .notCodable,
                "the event \(ValueText.of(event).clipped()) \(whose) could not be encoded: \(words(error))",
                fix: fix(error), underlying: error)
        }
    }
}
