extension ChartBinder {
    /// Checks a chart as a whole and makes it ready to run.
    /// - Throws: a ``ChartError`` with everything that is wrong; the chart is then as it was before.
    static func bind(_ top: StateNode, allowsSuspending: Bool) throws(ChartError) -> Engine {
        if let engine = KnownShapes.engine(of: top, allowsSuspending: allowsSuspending) { return engine }
        var binder = ChartBinder(top)
        // From here to the end every vertex is this binder's, whatever the chart's own code does meanwhile: no other
        // binder takes it.
        defer { binder.release() }
        binder.checkStructure(allowsSuspending: allowsSuspending)
        guard binder.areTypesSound else { throw binder.error }

        // Closures of forks, joins, histories and entry points use `superior`, so the nodes are bound while they are
        // asked.
        let nodes = binder.vertices.map(\.node)
        let none: [[Int32]] = Array(repeating: [], count: nodes.count)
        var probe: Engine? = Engine(topology: binder.topology(fixed: none), nodes: nodes)
        let fixed = binder.checkPseudostates()
        let hasFixed = fixed.contains { !$0.isEmpty }
        guard binder.findings.isEmpty else { throw binder.error }
        if let engine = probe, !hasFixed {
            KnownShapes.remember(engine.topology, of: top)
            return engine
        }
        probe?.unbind(keepsClaims: true)
        probe = nil
        let topology = binder.topology(fixed: fixed)
        KnownShapes.remember(topology, of: top)
        return Engine(topology: topology, nodes: nodes)
    }
}
