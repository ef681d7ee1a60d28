// What is asked of an engine from outside of a step.

extension Engine {
    /// True from before a step's first handler is asked until its last action has run and its record is told.
    @usableFromInline package var isStepping: Bool { phase != .idle }
    /// True if the chart runs and no step is under way.
    @usableFromInline package var isReady: Bool { phase == .idle && status == .running }

    /// True inside a macrostep that will be closed.
    package var isInMacrostep: Bool {
        switch phase {
        case .exits, .effects, .entries, .settling, .ending, .closing: true
        case .idle, .asking, .recalling: false
        }
    }

    /// True while the chart is left as a whole, for its end.
    package var isLeavingChart: Bool { step.value.ending != nil }

    package func id(_ index: Int32) -> StateID { StateID(topology: topology, index: index) }

    /// The raised and deferred events of a chart.
    package func store(of scope: Int16) -> EventStore? { nodes[top(of: scope)].eventStore }

    /// Uses the store of a chart without counting a reference.
    @inline(__always)
    func useStore(of scope: Int16, makes: Bool = true, _ body: (EventStore) -> Void) {
        nodes.call(top(of: scope)) { $0.useEventStore(makes: makes, body) }
    }

    /// The top of the chart that events of a scope are for.
    func top(of scope: Int16) -> Int32 { scope == 0 ? 0 : topology.scopeNodes[Int(scope)] + 1 }
}
