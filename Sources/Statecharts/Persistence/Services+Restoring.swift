// What becomes of activities of a snapshot: begun again by `restored()`, or what their policy says.

extension Services {
    /// True while what a snapshot has under way is taken over, children too: before the first `restored()`.
    var isTakingOver: Bool { engine.coldState?.armings != nil }

    /// Takes over what a state had under way, before `restored()` is called.
    func restore(_ saved: Snapshot.Activation, of node: Int32, failures: [UInt64: any Sendable]) {
        activations[node].number = saved.number
        activations[node].failures = Int32(saved.failures)
        for one in saved.activities.sorted(by: { $0.number < $1.number }) where one.child == nil {
            let event = failures[one.number]
            resumable[node, default: .init()].append(one.number, one.policy, of: .init(one.name, one.kind))
            let activity = Activity(
                kind: .saved(one.kind), name: one.name, policy: one.policy,
                failure: event.map { event in { @Sendable _ in event } }, isInterrupted: true)
            keep(activity, one.number, of: node)
        }
    }

    /// The number of the interrupted activity whose place an activity takes that `restored()` begins.
    ///
    /// That is one of the same name, or, without a name, one without a name and of the same kind. If there is none, an
    /// activity without a name is a new one. `nil` if nothing is to begin: the activity's end waits, or it has a name
    /// that was not under way.
    func numberBegunAgain(_ node: Int32, _ activity: Activity) -> UInt64? {
        let key = ResumableActivities.Key(activity.name, activity.kind.text)
        var next = resumable[node]?.next(activity.policy, of: key)
        // Not what was cancelled meanwhile.
        while let number = next, self.activity(number, of: node)?.isInterrupted != true {
            next = resumable[node]?.next(activity.policy, of: key)
        }
        guard let number = next else { return activity.name == nil ? nextNumber() : nil }
        self.activity(number, of: node)?.isInterrupted = false
        return waiting.activities.contains(number) ? nil : number
    }

    /// After `restored()` of all states: decides about what was not begun again.
    func settleInterrupted() {
        resumable = [:]
        for node in 0..<Int32(engine.topology.count) {
            for (number, activity) in activitiesInOrder(node) where activity.isInterrupted {
                activity.isInterrupted = false
                if !waiting.activities.contains(number) { settle(number, activity, of: node) }
            }
        }
        waiting = WaitingNumbers()
    }

    private func settle(_ number: UInt64, _ activity: Activity, of node: Int32) {
        let told = InterruptedActivity(
            engine.snapshotPath(node), activity.kind.text, activity.policy, name: activity.name)
        interrupted.append(told)
        switch activity.policy {
        case .forgotten: activities[node]?.remove(number)
        case .failed:
            let end = activity.failure.map { ActivityEnd.failed($0(told)) } ?? .failure(told)
            _ = deliver(.ended(end, activity: number, node: node, activation: activations[node].number, cause: nil))
        case .again:
            engine.fail(
                StepError(
                    .notBegunAgain, path: engine.topology.path(of: node),
                    "had an activity (\(activity.label)) under way that is to be begun again, and restored() did not",
                    fix: "begin it in restored(), or run it with another policy"))
        }
    }
}
