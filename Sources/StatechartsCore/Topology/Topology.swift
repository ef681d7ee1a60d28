/// For every vertex the nearest one of some that are asked, such as those that handle events; -1 if there is none.
struct Nearest: Sendable {
    /// The vertex itself, or the nearest one above.
    let atOrAbove: FlatArray<VertexIndex>
    /// The nearest one above, which is asked if this one does not react.
    let above: FlatArray<VertexIndex>

    init(_ infos: [NodeInfo], _ isAsked: (NodeInfo) -> Bool) {
        var nearest: [VertexIndex] = []
        for (index, info) in infos.enumerated() {
            nearest.append(isAsked(info) ? Int32(index) : info.parent < 0 ? -1 : nearest[Int(info.parent)])
        }
        atOrAbove = FlatArray(nearest)
        above = FlatArray(infos.map { $0.parent < 0 ? -1 : nearest[Int($0.parent)] })
    }

    func free() {
        atOrAbove.free()
        above.free()
    }
}

/// The shape of a chart as numbers: never changed, and shared by all machines that run charts of the same shape.
package final class Topology: Sendable {
    let infos: FlatArray<NodeInfo>
    let children: FlatArray<VertexIndex>
    let fixed: FlatArray<VertexIndex>
    /// Those that handle events.
    let handlers: Nearest
    /// Those that have eventless transitions.
    let eventless: Nearest
    /// For every vertex the number after the last one inside it.
    let ends: FlatArray<VertexIndex>
    let plans: PlanCache
    package let names: [String]
    let types: FlatArray<ObjectIdentifier>
    /// For every vertex the name that it has given itself, `nil` if it is named by its class or property.
    let explicitNames: [String?]
    let hasExplicitNames: Bool
    let automaticJoins: Set<VertexIndex>
    /// The child machines that vertices declare, with the names of the properties.
    let machines: [VertexIndex: [(property: String, facts: EntrySlot.Facts)]]
    /// The submachine node of every scope, -1 for the host's.
    package let scopeNodes: [VertexIndex]
    package let historySize: Int
    let maxLeaves: Int
    package let count: Int
    package let hasEventless: Bool
    /// True if there are vertices of a kind with fixed targets or sources, even if none here has any: another chart
    /// that is compared with this topology may have some.
    let mayHaveFixed: Bool
    /// True if an entry or exit suspends.
    let suspends: Bool
    // What they name is looked at in every chart of this shape.
    let exitPoints: [VertexIndex]
    let looseProperties: [LooseProperty]

    init(
        infos: [NodeInfo], children: [VertexIndex], fixed: [VertexIndex], names: [String], types: [ObjectIdentifier],
        explicitNames: [String?], automaticJoins: Set<VertexIndex>,
        machines: [VertexIndex: [(property: String, facts: EntrySlot.Facts)]], scopeNodes: [VertexIndex],
        looseProperties: [LooseProperty], historySize: Int, maxLeaves: Int
    ) {
        self.infos = FlatArray(infos)
        self.children = FlatArray(children)
        self.fixed = FlatArray(fixed)
        handlers = Nearest(infos) { $0.overrides.contains(.handle) }
        let isEventless = { (info: NodeInfo) in
            info.overrides.contains(.always) || info.flags.contains(.hasAutomaticJoin)
        }
        eventless = Nearest(infos, isEventless)
        hasEventless = infos.contains(where: isEventless)
        ends = FlatArray(infos.map(\.end))
        self.names = names
        self.types = FlatArray(types)
        self.explicitNames = explicitNames
        hasExplicitNames = explicitNames.contains { $0 != nil }
        self.automaticJoins = automaticJoins
        self.machines = machines
        mayHaveFixed = infos.contains { $0.kind.mayHaveFixedVertices }
        suspends = infos.contains { !$0.overrides.isDisjoint(with: [.suspendingEntry, .suspendingExit]) }
        exitPoints = infos.indices.filter { infos[$0].kind == .exitPoint }.map { Int32($0) }
        self.looseProperties = looseProperties
        self.scopeNodes = scopeNodes
        self.historySize = historySize
        self.maxLeaves = maxLeaves
        count = infos.count
        plans = PlanCache(count: infos.count)
    }

    deinit {
        for numbers in [children, fixed, ends] { numbers.free() }
        handlers.free()
        eventless.free()
        types.free()
        infos.free()
        plans.free(count: count)
    }

    package func info(_ index: VertexIndex) -> NodeInfo { infos[index] }

    package func path(of index: VertexIndex) -> String { Self.path(of: index, names) { info($0).parent } }

    static func path(of index: VertexIndex, _ names: [String], _ parent: (VertexIndex) -> VertexIndex) -> String {
        guard index > 0 else { return names[0] }
        var parts: [String] = []
        var node = index
        while node > 0 {
            parts.append(names[Int(node)])
            node = parent(node)
        }
        return parts.reversed().joined(separator: ".")
    }

    /// True if `inner` is strictly inside `outer`.
    func contains(_ outer: VertexIndex, _ inner: VertexIndex) -> Bool { inner > outer && inner < info(outer).end }

    /// True if two vertices can be active together: one is inside the other, or they are in different regions.
    func allowsTogether(_ a: VertexIndex, _ b: VertexIndex) -> Bool {
        a == b || contains(a, b) || contains(b, a) || areInDifferentRegions(a, b)
    }

    /// True if two vertices are in different regions of one orthogonal state, so that both can be targets.
    func areInDifferentRegions(_ a: VertexIndex, _ b: VertexIndex) -> Bool {
        let ancestor = commonAncestor(a, b)
        return ancestor != a && ancestor != b && info(ancestor).flags.contains(.hasRegions)
            && !isBesideRegions(a, of: ancestor) && !isBesideRegions(b, of: ancestor)
    }

    /// True for a pseudostate that an orthogonal state owns, which is in none of its regions.
    func isBesideRegions(_ node: VertexIndex, of orthogonal: VertexIndex) -> Bool {
        info(node).parent == orthogonal && !info(node).flags.contains(.isState)
    }

    /// The vertex directly inside `outer` that has `inner` inside it, or is it: the region, in an orthogonal state.
    func child(of outer: VertexIndex, holding inner: VertexIndex) -> VertexIndex {
        var child = inner
        while info(child).parent != outer { child = info(child).parent }
        return child
    }

    /// The submachine whose chart has a vertex directly inside its top; `nil` if the vertex is elsewhere.
    func submachine(around info: NodeInfo) -> VertexIndex? {
        guard info.parent > 0, self.info(info.parent).kind == .top else { return nil }
        return self.info(info.parent).parent
    }

    /// The innermost node that has both strictly inside it or is one of them.
    func commonAncestor(_ a: VertexIndex, _ b: VertexIndex) -> VertexIndex {
        var node = a
        while node != b && !contains(node, b) { node = info(node).parent }
        return node
    }
}

extension Topology {
    package func childIndex(_ info: NodeInfo, _ position: Int32) -> VertexIndex { children[info.firstChild + position] }
    func fixedIndex(_ info: NodeInfo, _ position: Int32) -> VertexIndex { fixed[info.firstFixed + position] }
}
