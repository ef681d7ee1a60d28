// Questions that are asked of an engine, and where it has what belongs to one of its charts.

extension Engine {
    /// True from before a step's first handler is asked until its last action has run and its record is told.
    @usableFromInline package var isStepping: Bool { phase != .idle }
    /// True if the chart runs and no step is under way.
    @usableFromInline package var isReady: Bool { phase == .idle && status == .running }

    /// True if a step is under way that still comes to its end, where activities begin, see `close`.
    package var willClose: Bool {
        switch phase {
        case .exits, .effects, .entries, .settling, .ending, .closing: true
        case .idle, .asking, .recalling: false
        }
    }

    /// True while the chart is left as a whole, for its end.
    package var isLeavingChart: Bool { step.value.ending != nil }

    package func id(_ index: Int32) -> StateID { StateID(topology: topology, index: index) }

    /// The store with the events of a chart, made by the first use.
    package func store(of scope: Int16) -> EventStore? { nodes[top(of: scope)].eventStore }

    /// Uses the store of a chart without retaining it.
    @inline(__always)
    func useStore(of scope: Int16, makes: Bool = true, _ body: (EventStore) -> Void) {
        nodes.call(top(of: scope)) { $0.useEventStore(makes: makes, body) }
    }

    /// The top of the chart that events of a scope are for.
    func top(of scope: Int16) -> Int32 { scope == 0 ? 0 : topology.scopeNodes[Int(scope)] + 1 }

    /// True if a chart is active: that of the engine itself, or an embedded one whose submachine is active.
    func isActive(chart scope: Int16) -> Bool { scope == 0 || isActive(topology.scopeNodes[Int(scope)]) }
}
