extension ChartBinder {
    /// Checks a chart as a whole and makes it ready to run.
    /// - Throws: a ``ChartError`` with everything that is wrong; the chart is then as it was before.
    static func bind(_ top: StateNode, allowsSuspending: Bool) throws(ChartError) -> Engine {
        var declarations = Declarations()
        if let engine = TopologyCache.engine(of: top, &declarations, allowsSuspending: allowsSuspending) {
            return engine
        }
        var binder = ChartBinder(top, declarations)
        // From here to the end every vertex is this binder's, whatever the chart's own code does meanwhile: no other
        // binder takes it.
        defer { binder.release() }
        binder.checkStructure(allowsSuspending: allowsSuspending)
        guard binder.areTypesSound else { throw binder.error }

        // Closures of forks, joins, histories and entry points use `superior`, so the nodes are bound while they are
        // asked.
        let nodes = binder.vertices.map(\.node)
        let none: [[Int32]] = Array(repeating: [], count: nodes.count)
        var probe: Engine? = makeEngine(binder.topology(fixed: none), nodes)
        let fixed = binder.checkPseudostates()
        let hasFixed = fixed.contains { !$0.isEmpty }
        guard binder.findings.isEmpty else { throw binder.error }
        if let engine = probe, !hasFixed {
            TopologyCache.remember(KnownShape(engine.topology, of: binder), of: top)
            return engine
        }
        probe?.unbind(keepsClaims: true)
        probe = nil
        let topology = binder.topology(fixed: fixed)
        TopologyCache.remember(KnownShape(topology, of: binder), of: top)
        return makeEngine(topology, nodes)
    }

    /// - Parameter nodes: all vertices in document order.
    private static func makeEngine(_ topology: Topology, _ nodes: [StateNode]) -> Engine {
        let memory = EngineMemory(topology)
        for (index, node) in nodes.enumerated() { memory.nodes.put(node, at: Int32(index)) }
        return Engine(topology: topology, memory: memory)
    }
}
