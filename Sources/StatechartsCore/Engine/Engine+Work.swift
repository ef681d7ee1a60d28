// What states have under way: timers and activities, which others know, see `StateResources`.

extension Engine {
    package func beginWork() {
        pending.remove(.work)
        resources?.beginWork()
    }

    /// Ends the timers and activities of a state, and drops deferred events that they have sent.
    func endWork(of node: VertexIndex) {
        resources?.leave(node)
        if deferral.value.owned > 0 { dropDeferred { $0.owner == node } }
    }

    func hasUnfinishedWork(_ node: VertexIndex) -> Bool { resources?.hasUnfinishedWork(node) ?? false }

    /// The last activity of a state is over: the state may be complete now, and with it those around it.
    package func didEndActivities(_ node: VertexIndex) {
        pending.insert(.completion)
        var complete = node
        appendCompletion(complete)
        while let outer = mayComplete(with: complete) {
            appendCompletion(outer)
            complete = outer
        }
    }
}
