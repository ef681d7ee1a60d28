extension ChartBinder {
    /// Checks a chart as a whole and makes it ready to run.
    /// - Throws: a ``ChartError`` with everything that is wrong; the chart is then as it was before.
    static func bind(_ top: StateNode, allowsSuspending: Bool) throws(ChartError) -> Engine {
        var binder = ChartBinder(top)
        binder.checkStructure(allowsSuspending: allowsSuspending)
        guard binder.areTypesSound else { throw ChartError(diagnostics: binder.diagnostics) }

        // Closures of forks, joins, histories and entry points use `superior`, so the nodes are bound while they are asked.
        let nodes = binder.vertices.map(\.node)
        let none: [[Int32]] = Array(repeating: [], count: nodes.count)
        var probe: Engine? = Engine(topology: binder.topology(fixed: none), nodes: nodes)
        let fixed = binder.checkPseudostates()
        let hasFixed = fixed.contains { !$0.isEmpty }
        guard binder.diagnostics.isEmpty else { throw ChartError(diagnostics: binder.diagnostics) }
        if let engine = probe, !hasFixed { return engine }
        probe = nil
        return Engine(topology: binder.topology(fixed: fixed), nodes: nodes)
    }
}
