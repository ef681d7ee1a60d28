/// The shapes of charts that were found sound before, by the class of their top state, so that the next machine with
/// the same chart is not checked and numbered again. What the shape does not say is looked at each time: see
/// `Engine.hasSoundObjects`.
enum TopologyCache {
    /// Charts whose shape depends on data could have any number of shapes; the latest few are enough.
    private static let limit = 4
    private static let shapes = Guarded<[ObjectIdentifier: [KnownShape]]>([:])

    static func remember(_ shape: KnownShape, of top: StateNode) {
        #if DEBUG
            if !PlanCache.isUsed { return }
        #endif
        let type = ObjectIdentifier(Swift.type(of: top))
        shapes.withLock { shapes in
            // A new array: somebody may still be reading the old one.
            shapes[type] = [shape] + (shapes[type] ?? []).prefix(limit - 1)
        }
    }

    /// The engine of a chart that has exactly a shape that is known; `nil` if the chart has to be looked at in full.
    /// - Parameter declarations: keeps what the nodes have declared meanwhile if no shape is that of the chart.
    static func engine(of top: StateNode, _ declarations: inout Declarations, allowsSuspending: Bool) -> Engine? {
        #if DEBUG
            if !PlanCache.isUsed { return nil }
        #endif
        let type = ObjectIdentifier(Swift.type(of: top))
        for shape in shapes.withLock({ $0[type] }) ?? [] where allowsSuspending || !shape.suspends {
            if let engine = engine(of: top, like: shape, &declarations) { return engine }
        }
        return nil
    }

    private static func engine(
        of top: StateNode, like shape: KnownShape, _ declarations: inout Declarations
    ) -> Engine? {
        var walk = TopologyMatcher(shape)
        guard walk.matches(top, declarations) else {
            walk.keepDeclared(in: &declarations)
            walk.forget()
            return nil
        }
        let engine = Engine(topology: shape.topology, memory: walk.memory)
        if engine.hasFixedVertices(of: shape), engine.hasSoundObjects(of: shape) { return engine }
        // The engine has the nodes.
        withExtendedLifetime(engine) { walk.keepDeclared(in: &declarations) }
        return nil
    }
}

/// Goes through a chart in document order and compares it with a shape, node by node.
///
/// Children are put where the shape says that they come, and looked at when it is their turn: nothing is kept twice.
struct TopologyMatcher {
    private let shape: KnownShape
    private let topology: Topology
    /// What the engine will have: the nodes are put there as they are met.
    let memory: EngineMemory
    private let nodes: NodeTable
    /// How many nodes have declared what the shape says of them.
    private var matched: VertexIndex = 0
    /// What nodes have declared of which the shape does not say all: child machines, a named initial vertex, and what
    /// is not as the shape says.
    private var kept: [(vertex: VertexIndex, contents: Declaration.Contents)] = []

    init(_ shape: KnownShape) {
        self.shape = shape
        topology = shape.topology
        memory = EngineMemory(topology)
        nodes = memory.nodes
    }

    /// Whether the chart has the shape; afterwards the nodes are in `memory` in document order, numbered.
    mutating func matches(_ top: StateNode, _ declarations: Declarations) -> Bool {
        guard put(top, at: 0) else { return false }
        let nodes = nodes
        // Whoever comes before a node has put it: each vertex but the top is a child of one that comes before it.
        for index in 0..<Int32(topology.count) {
            guard nodes.call(index, { visit($0, topology.infos[index], declarations) }) else { return false }
            matched = index + 1
        }
        return kept.isEmpty || hasNamedInitials
    }

    /// Whether the initial vertices that were named, which may be further inside, are those of the shape.
    private var hasNamedInitials: Bool {
        kept.allSatisfy { vertex, contents in
            guard case .node(let named) = contents.initial else { return true }
            let initial = topology.infos[vertex].initial
            return initial >= 0 && nodes[initial] === named
        }
    }

    /// Keeps what was declared, so that no node is asked again. To be called while the nodes are there.
    func keepDeclared(in declarations: inout Declarations) {
        for index in 0..<matched { declarations.keep(declared(by: index), of: nodes[index]) }
        for (vertex, contents) in kept { declarations.keep(contents, of: nodes[vertex]) }
    }

    /// What a node has declared of which nothing was kept, because it is as the shape says.
    private func declared(by index: VertexIndex) -> Declaration.Contents {
        let info = topology.infos[index]
        var contents = Declaration.Contents()
        let embedded = info.kind == .submachine ? 1 : 0
        contents.children = topology.children(of: index).dropFirst(embedded).map { nodes[$0] }
        contents.calls = contents.children.isEmpty ? 0 : 1
        contents.areRegions = info.flags.contains(.hasRegions)
        if info.flags.contains(.resumesShallow) { contents.history = .shallow }
        if info.flags.contains(.resumesDeep) { contents.history = .deep }
        contents.initial = info.initial < 0 ? .none : .first
        return contents
    }

    /// Takes the numbers back and frees the memory.
    func forget() {
        nodes.releasePut(count: topology.count) { $0.releaseClaim() }
        memory.block.free()
    }

    private func put(_ node: StateNode, at index: Int32) -> Bool {
        guard node.claim(as: index) else { return false }
        nodes.put(node, at: index)
        return true
    }

    private mutating func visit(_ node: StateNode, _ info: NodeInfo, _ declarations: Declarations) -> Bool {
        let index = node.index
        guard shape.types[Int(index)] == ObjectIdentifier(Swift.type(of: node)),
            shape.explicitNames[Int(index)] == node.stateName
        else { return false }
        let contents = declarations.contents(of: node)
        let isAlike = isAlike(info, node, contents)
        if !isAlike || !contents.machines.isEmpty || contents.namesInitial { kept.append((index, contents)) }
        return isAlike
    }

    @inline(__always)
    private func isAlike(_ info: NodeInfo, _ node: StateNode, _ declared: borrowing Declaration.Contents) -> Bool {
        guard declared.calls <= 1, isSame(info, node, declared), hasSameMachines(node.index, declared) else {
            return false
        }
        let embedded = node.embedded
        var places = topology.children(of: node.index)
        if let embedded {
            guard let place = places.next(), put(embedded, at: place) else { return false }
        }
        for position in declared.children.indices {
            guard let place = places.next(), put(declared.children[position], at: place) else { return false }
        }
        guard places.next() == nil else { return false }
        return info.end == node.index + 1 || beginsAlike(info, embedded, declared)
    }

    /// Whether the submachine around the chart says where an exit point leads.
    private func hostLeadsOn(from point: StateNode, _ info: NodeInfo) -> Bool {
        topology.submachine(around: info).map { nodes.call($0) { $0.leadsOn(from: point) } } ?? false
    }

    /// Whether the child machines are declared alike, in the same order; their names belong to the class.
    private func hasSameMachines(_ index: Int32, _ declared: borrowing Declaration.Contents) -> Bool {
        if declared.machines.isEmpty, topology.machines.isEmpty { return true }
        return (topology.machines[index] ?? []).map { $0.facts as EntrySlot.Facts? }
            == declared.machines.map(\.declaration)
    }

    private func isSame(_ info: NodeInfo, _ node: StateNode, _ declared: borrowing Declaration.Contents) -> Bool {
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
        case .join: return node.isAutomaticJoin == shape.automaticJoins.contains(node.index)
        case .exitPoint: return (node.hasContinuation || hostLeadsOn(from: node, info)) && declared.calls == 0
        case .choice, .junction: return node.hasContinuation && declared.calls == 0
        case .submachine, .final, .fork, .shallowHistory, .deepHistory, .entryPoint, .terminate:
            return declared.calls == 0
        }
    }

    private func beginsAlike(
        _ info: NodeInfo, _ embedded: StateNode?, _ declared: borrowing Declaration.Contents
    ) -> Bool {
        if info.flags.contains(.hasRegions) { return true }
        switch declared.initial {
        case .none: return info.initial == -1
        case .node: return true  // see hasNamedInitials
        case .first:
            if let embedded { return info.initial == embedded.index }
            for child in declared.children.indices where declared.children[child].kind.isState {
                return info.initial == declared.children[child].index
            }
            return info.initial == -1
        }
    }
}
