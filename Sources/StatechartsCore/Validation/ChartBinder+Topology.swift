extension ChartBinder {
    /// Whether it is safe to run closures of the chart: every node is where its class says it is.
    var areTypesSound: Bool {
        !findings.contains { [.wrongSuperior, .wrongTop, .inUse, .declaredTwice].contains($0.code) }
    }

    /// Numbers and flags of all vertices, once the chart is known to be sound.
    func topology(fixed: [[Int32]]) -> Topology {
        let ends = ends
        let maxLeaves = maxLeaves()
        var infos: [NodeInfo] = []
        var allFixed: [Int32] = []
        var historySize = 0
        for (position, vertex) in vertices.enumerated() {
            let index = Int32(position)
            let overrides = ClassInfo.of(type(of: vertex.node)).overrides
            var flags: NodeInfo.Flags = []
            if vertex.node.kind.isState { flags.insert(.isState) }
            if hasRegions(index) { flags.insert(.hasRegions) }
            if vertex.parent >= 0, hasRegions(vertex.parent), vertex.node.kind.isState { flags.insert(.isRegion) }
            if vertex.children.contains(where: { isState($0) }) { flags.insert(.hasSubstates) }
            if vertex.hasScopedProperties { flags.insert(.hasScoped) }
            if vertex.children.contains(where: { vertices[Int($0)].node.isAutomaticJoin }) {
                flags.insert(.hasAutomaticJoin)
            }
            switch vertex.declared.history {
            case .none: break
            case .shallow: flags.insert(hasRegions(index) ? .resumesDeep : .resumesShallow)
            case .deep: flags.insert(.resumesDeep)
            }
            let holdsHistory = vertex.children.contains {
                [.shallowHistory, .deepHistory].contains(vertices[Int($0)].node.kind)
            }
            let recordsHistory = holdsHistory || vertex.declared.history != .none
            infos.append(
                NodeInfo(
                    kind: vertex.node.kind, overrides: overrides, flags: flags, scope: vertex.scope,
                    parent: vertex.parent, end: ends[position], initial: initialVertex(of: index),
                    history: recordsHistory ? Int32(historySize) : -1,
                    firstFixed: Int32(allFixed.count), fixedCount: Int32(fixed[position].count)))
            allFixed += fixed[position]
            if recordsHistory { historySize += 2 + maxLeaves[position] }
        }
        return Topology(
            infos: infos, fixed: allFixed, names: names,
            machines: machines, scopeNodes: scopeNodes, historySize: historySize, maxLeaves: maxLeaves[0])
    }

    /// The child machines of all vertices that declare any.
    private var machines: [Int32: [(property: String, facts: EntrySlot.Facts)]] {
        var machines: [Int32: [(property: String, facts: EntrySlot.Facts)]] = [:]
        for (index, vertex) in vertices.enumerated() where !vertex.declared.machines.isEmpty {
            machines[Int32(index)] = vertex.declared.machines.compactMap { slot in
                slot.declaration.map { (slot.name, $0) }
            }
        }
        return machines
    }

    /// The most leaves that can be active inside each vertex together.
    private func maxLeaves() -> [Int] {
        var most = Array(repeating: 1, count: vertices.count)
        for index in vertices.indices.reversed() {
            let inside = vertices[index].children.filter { isState($0) }.map { most[Int($0)] }
            guard !inside.isEmpty else { continue }
            most[index] = hasRegions(Int32(index)) ? inside.reduce(0, +) : (inside.max() ?? 1)
        }
        return most
    }
}
