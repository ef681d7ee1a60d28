// The charts of an engine, its own and the embedded ones, by their numbers.

extension Engine {
    /// The store with the events of a chart, made by the first use.
    package func store(of scope: ScopeIndex) -> EventStore? { nodes[top(of: scope)].eventStore }

    /// Uses the store of a chart without retaining it.
    @inline(__always)
    func useStore(of scope: ScopeIndex, makes: Bool = true, _ body: (EventStore) -> Void) {
        nodes.call(top(of: scope)) { $0.useEventStore(makes: makes, body) }
    }

    /// The top of the chart that events of a scope are for.
    func top(of scope: ScopeIndex) -> VertexIndex { scope == 0 ? 0 : topology.scopeNodes[Int(scope)] + 1 }

    /// True if a chart is active: that of the engine itself, or an embedded one whose submachine is active.
    func isActive(chart scope: ScopeIndex) -> Bool { scope == 0 || isActive(topology.scopeNodes[Int(scope)]) }
}
