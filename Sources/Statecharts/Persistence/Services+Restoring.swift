// What becomes of activities of a snapshot: begun again by `restored()`, or what their policy says.

extension Services {
    /// Takes over what a state had under way, before `restored()` is called.
    func restore(_ saved: Snapshot.Activation, of node: Int32, failures: [UInt64: any Sendable]) {
        activations[node].number = saved.number
        activations[node].failures = Int32(saved.failures)
        for one in saved.activities {
            let event = failures[one.number]
            activities[node, default: [:]][one.number] = Activity(
                kind: .saved(one.kind), policy: one.policy, failure: event.map { event in { @Sendable _ in event } },
                isInterrupted: true)
        }
    }

    /// The number of the activity whose place an activity takes that `restored()` begins, or a new one if it is none of
    /// those; `nil` if that one's end waits, so that it is not begun again.
    func numberBegunAgain(_ node: Int32, _ activity: Activity) -> UInt64? {
        let kind = activity.kind.text
        let old = activitiesInOrder(node).filter { $0.activity.isInterrupted && $0.activity.kind.text == kind }
        guard let (number, _) = old.first(where: { $0.activity.policy == activity.policy }) ?? old.first else {
            return nextNumber()
        }
        activities[node]?[number]?.isInterrupted = false
        return waiting.activities.contains(number) ? nil : number
    }

    /// After `restored()` of all states: decides about what was not begun again.
    func settleInterrupted() {
        isRestoring = false
        for node in 0..<Int32(engine.topology.count) where !(activities[node]?.isEmpty ?? true) {
            for (number, activity) in activitiesInOrder(node) where activity.isInterrupted {
                activities[node]?[number]?.isInterrupted = false
                if !waiting.activities.contains(number) { settle(number, activity, of: node) }
            }
        }
        waiting = WaitingNumbers()
    }

    private func settle(_ number: UInt64, _ activity: Activity, of node: Int32) {
        let kind = activity.kind.text
        let told = InterruptedActivity(engine.snapshotPath(node), kind, activity.policy)
        interrupted.append(told)
        switch activity.policy {
        case .forgotten: activities[node]?[number] = nil
        case .failed:
            let end = activity.failure.map { ActivityEnd.failed($0(told)) } ?? .failure(told)
            _ = deliver(.ended(end, activity: number, node: node, activation: activations[node].number))
        case .again:
            engine.fail(
                StepError(
                    .notBegunAgain, path: engine.topology.path(of: node),
                    "had an activity (\(kind)) under way that is to be begun again, and restored() did not",
                    fix: "begin it in restored(), or run it with another policy"))
        }
    }
}
