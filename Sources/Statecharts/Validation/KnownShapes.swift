/// The shapes of charts that were found sound before, by the class of their top state, so that the next machine with the
/// same chart is not checked and numbered again.
enum KnownShapes {
    /// Charts whose shape depends on data could have any number of shapes; the latest few are enough.
    private static let limit = 4
    private static let shapes = Guarded<[ObjectIdentifier: [Topology]]>([:])

    static func remember(_ topology: Topology, of top: StateNode) {
        let type = ObjectIdentifier(Swift.type(of: top))
        shapes.withLock { shapes in
            shapes[type, default: []].insert(topology, at: 0)
            if shapes[type, default: []].count > limit { shapes[type]?.removeLast() }
        }
    }

    /// The engine of a chart that has exactly a shape that is known; `nil` if the chart has to be looked at in full.
    static func engine(of top: StateNode, allowsSuspending: Bool) -> Engine? {
        let type = ObjectIdentifier(Swift.type(of: top))
        for topology in shapes.withLock({ $0[type] }) ?? [] where allowsSuspending || !topology.suspends {
            var walk = ShapeWalk(topology)
            if walk.matches(top) {
                let engine = Engine(topology: topology, memory: walk.memory)
                if engine.hasFixedVerticesOfTopology { return engine }
                return nil
            }
            walk.forget()
        }
        return nil
    }
}

/// Goes through a chart in document order and compares it with a shape, node by node.
struct ShapeWalk {
    private let topology: Topology
    /// What the engine will have: the nodes are put there as they are met.
    let memory: EngineMemory<Engine.Block>
    private let nodes: NodeTable
    private var count = 0

    init(_ topology: Topology) {
        self.topology = topology
        memory = topology.makeMemory()
        nodes = memory.nodeTable(count: topology.count)
    }

    /// Whether the chart has the shape; afterwards the nodes are in `memory` in document order, numbered.
    mutating func matches(_ top: StateNode) -> Bool {
        visit(top) && count == topology.count
    }

    /// Takes the numbers back and frees the memory.
    func forget() {
        for index in 0..<Int32(count) { nodes[index].index = -1 }
        nodes.release(count: count)
        memory.free()
    }

    private mutating func visit(_ node: StateNode) -> Bool {
        let index = count
        guard index < topology.count, node.index < 0, node.table == nil else { return false }
        guard topology.types[index] == ObjectIdentifier(Swift.type(of: node)),
            topology.explicitNames[index] == node.name
        else { return false }
        let info = topology.info(Int32(index))
        node.index = Int32(index)
        nodes.put(node, at: index)
        count += 1

        let declared = Declaration.of(node)
        guard declared.calls <= 1, isSame(info, node, declared) else { return false }
        let embedded = node.embedded
        if declared.children.isEmpty && embedded == nil { return info.childCount == 0 }

        if let embedded, !visit(embedded) { return false }
        for child in declared.children { guard visit(child) else { return false } }
        return hasSameChildren(info, embedded, declared.children) && isSame(info, embedded, declared)
    }

    private func isSame(_ info: NodeInfo, _ node: StateNode, _ declared: Declaration.Contents) -> Bool {
        let resumes: NodeInfo.Flags =
            switch declared.history {
            case .none: []
            case .shallow: info.flags.contains(.hasRegions) ? .resumesDeep : .resumesShallow
            case .deep: .resumesDeep
            }
        guard info.flags.intersection([.resumesShallow, .resumesDeep]) == resumes else { return false }
        switch info.kind {
        case .top: return declared.areRegions == info.flags.contains(.hasRegions)
        case .orthogonal: return declared.areRegions
        case .state: return !declared.areRegions
        case .join: return node.isAutomaticJoin == topology.automaticJoins.contains(node.index)
        case .exitPoint, .submachine, .final, .choice, .junction, .fork, .shallowHistory, .deepHistory, .entryPoint,
            .terminate:
            return node.hasContinuation && declared.calls == 0
        }
    }

    private func hasSameChildren(_ info: NodeInfo, _ embedded: StateNode?, _ children: [StateNode]) -> Bool {
        let first: Int32 = embedded == nil ? 0 : 1
        guard info.childCount == Int32(children.count) + first else { return false }
        for (position, child) in children.enumerated()
        where topology.childIndex(info, Int32(position) + first) != child.index {
            return false
        }
        return true
    }

    private func isSame(_ info: NodeInfo, _ embedded: StateNode?, _ declared: Declaration.Contents) -> Bool {
        if info.flags.contains(.hasRegions) { return true }
        switch declared.initial {
        case .none: return info.initial == -1
        case .node(let child): return info.initial == child.index && declared.children.contains { $0 === child }
        case .first:
            if let embedded { return info.initial == embedded.index }
            return info.initial == declared.children.first { $0.kind.isState }?.index ?? -1
        }
    }
}

extension Engine {
    /// Whether forks, joins, histories and entry points lead where those of the topology do.
    var hasFixedVerticesOfTopology: Bool {
        guard topology.mayHaveFixed else { return true }
        for index in 0..<Int32(topology.count) {
            let info = infos[index]
            guard info.kind.mayHaveFixedVertices else { continue }
            let vertices = nodes[index].fixedVertices()
            guard vertices.allSatisfy({ $0.tag == tag }) else { return false }
            let expected = (0..<info.fixedCount).map { topology.fixedIndex(info, $0) }
            if vertices.map(\.index).sorted() != expected { return false }
        }
        return true
    }
}
