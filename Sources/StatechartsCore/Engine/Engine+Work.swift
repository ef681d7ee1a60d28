/// The timers and activities of all states, which end with their states. The engine knows no more of them than this.
package protocol StateResources: AnyObject {
    /// Ends the timers and activities of a state that is left.
    func leave(_ node: VertexIndex)
    /// Ends all timers and activities: the chart has come to its end.
    func leaveAll()
    /// Begins the activities that states have asked for, if these are still active: then none is pending.
    func beginWork()
    /// True if a state has activities under way, or failed ones that it has not begun anew.
    func hasUnfinishedWork(_ node: VertexIndex) -> Bool
    /// True from the chart's end until all cancelled activities are over.
    var isEnding: Bool { get }
    /// Returns when ``isEnding`` is false.
    func awaitEnd() async
    /// Takes the store in which a chart keeps the events of its timers.
    func adopt(_ store: EventStore)
}

extension Engine {
    /// Ends the timers and activities of a state, and drops deferred events that they have sent.
    func endWork(of node: VertexIndex) {
        resources?.leave(node)
        if deferral.value.owned > 0 { dropDeferred { $0.owner == node } }
    }

    func hasUnfinishedWork(_ node: VertexIndex) -> Bool { resources?.hasUnfinishedWork(node) ?? false }
}
