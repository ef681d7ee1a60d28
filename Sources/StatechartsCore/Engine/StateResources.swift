/// What states have under way that ends with them: timers and activities, of which the engine knows no more than this.
package protocol StateResources: AnyObject {
    /// Ends everything that a state has under way.
    func leave(_ node: Int32)
    /// Ends everything: the chart has come to its end.
    func leaveAll()
    /// Begins what the states have asked for that are still active.
    func beginWork()
    /// True if a state has work under way, or work that has failed and that it has not begun anew.
    func hasUnfinishedWork(_ node: Int32) -> Bool
    /// True from the chart's end until all that belonged to its states has come to its own.
    var isEnding: Bool { get }
    /// Returns when ``isEnding`` is false.
    func awaitEnd() async
    /// Remembers that a chart keeps the events of its timers in this store.
    func adopt(_ store: EventStore)
}
