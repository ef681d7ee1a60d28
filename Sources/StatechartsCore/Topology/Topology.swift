/// The shape of a chart as numbers: never changed, and shared by all machines that run charts of the same shape.
package final class Topology: Sendable {
    let infos: SharedArray<NodeInfo>
    let children: SharedArray<Int32>
    let fixed: SharedArray<Int32>
    /// For every vertex the nearest one, itself or above, that handles events; -1 if none does.
    let handlers: SharedArray<Int32>
    /// For every vertex the nearest one above that handles events, which is asked if this one does not react.
    let handlersAbove: SharedArray<Int32>
    /// For every vertex the nearest one, itself or above, that has eventless transitions; -1 if none has.
    let eventless: SharedArray<Int32>
    /// For every vertex the nearest one above that has eventless transitions.
    let eventlessAbove: SharedArray<Int32>
    /// For each vertex the number after the last one inside it.
    let ends: SharedArray<Int32>
    let plans: PlanCache
    package let names: [String]
    let types: SharedArray<ObjectIdentifier>
    /// For every vertex the name that it has given itself, `nil` if it is named by its class or property.
    let explicitNames: [String?]
    let hasExplicitNames: Bool
    let automaticJoins: Set<Int32>
    /// The child machines that vertices declare, with the names of the properties.
    let machines: [Int32: [(property: String, facts: EntrySlot.Facts)]]
    /// The submachine node of every scope, -1 for the host's.
    package let scopeNodes: [Int32]
    package let historySize: Int
    let maxLeaves: Int
    package let count: Int
    package let hasEventless: Bool
    /// True if there are vertices of a kind with fixed targets or sources, even if none here has any: another chart
    /// that is compared with this topology may have some.
    let mayHaveFixed: Bool
    /// True if an entry or exit suspends.
    let suspends: Bool

    init(
        infos: [NodeInfo], children: [Int32], fixed: [Int32], names: [String], types: [ObjectIdentifier],
        explicitNames: [String?], automaticJoins: Set<Int32>,
        machines: [Int32: [(property: String, facts: EntrySlot.Facts)]], scopeNodes: [Int32], historySize: Int,
        maxLeaves: Int
    ) {
        self.infos = SharedArray(infos)
        self.children = SharedArray(children)
        self.fixed = SharedArray(fixed)
        let handlers = Self.nearest(infos) { $0.overrides.contains(.handle) }
        self.handlers = SharedArray(handlers)
        let eventless = Self.nearest(infos) { $0.overrides.contains(.always) || $0.flags.contains(.hasAutomaticJoin) }
        self.eventless = SharedArray(eventless)
        eventlessAbove = SharedArray(Self.above(eventless, infos))
        ends = SharedArray(infos.map(\.end))
        handlersAbove = SharedArray(Self.above(handlers, infos))
        self.names = names
        self.types = SharedArray(types)
        self.explicitNames = explicitNames
        hasExplicitNames = explicitNames.contains { $0 != nil }
        self.automaticJoins = automaticJoins
        self.machines = machines
        mayHaveFixed = infos.contains { $0.kind.mayHaveFixedVertices }
        suspends = infos.contains { !$0.overrides.isDisjoint(with: [.suspendingEntry, .suspendingExit]) }
        self.scopeNodes = scopeNodes
        self.historySize = historySize
        self.maxLeaves = maxLeaves
        count = infos.count
        plans = PlanCache(count: infos.count)
        hasEventless = eventless.contains { $0 >= 0 }
    }

    /// For every vertex the nearest one, itself or above, that is to be asked.
    private static func nearest(_ infos: [NodeInfo], _ isAsked: (NodeInfo) -> Bool) -> [Int32] {
        var nearest: [Int32] = []
        for (index, info) in infos.enumerated() {
            nearest.append(isAsked(info) ? Int32(index) : info.parent < 0 ? -1 : nearest[Int(info.parent)])
        }
        return nearest
    }

    private static func above(_ nearest: [Int32], _ infos: [NodeInfo]) -> [Int32] {
        infos.map { $0.parent < 0 ? -1 : nearest[Int($0.parent)] }
    }

    deinit {
        handlers.free()
        handlersAbove.free()
        eventless.free()
        eventlessAbove.free()
        ends.free()
        types.free()
        infos.free()
        children.free()
        fixed.free()
        plans.free()
    }

    package func info(_ index: Int32) -> NodeInfo { infos[index] }

    package func path(of index: Int32) -> String {
        guard index > 0 else { return names[0] }
        var parts: [String] = []
        var node = index
        while node > 0 {
            parts.append(names[Int(node)])
            node = info(node).parent
        }
        return parts.reversed().joined(separator: ".")
    }

    /// True if `inner` is strictly inside `outer`.
    func contains(_ outer: Int32, _ inner: Int32) -> Bool { inner > outer && inner < info(outer).end }

    /// True if two vertices can be active together: one is inside the other, or they are in different regions.
    /// - Parameter a: the one that comes first in document order.
    func allowsTogether(_ a: Int32, _ b: Int32) -> Bool {
        let ancestor = commonAncestor(a, b)
        if ancestor == a { return true }
        return info(ancestor).flags.contains(.hasRegions) && isInRegion(a, of: ancestor) && isInRegion(b, of: ancestor)
    }

    /// True if the node is in a region, and not beside the regions as a history is.
    private func isInRegion(_ node: Int32, of ancestor: Int32) -> Bool {
        var node = node
        while info(node).parent != ancestor { node = info(node).parent }
        return info(node).flags.contains(.isState)
    }

    /// The innermost node that has both strictly inside it or is one of them.
    func commonAncestor(_ a: Int32, _ b: Int32) -> Int32 {
        var node = a
        while node != b && !contains(node, b) { node = info(node).parent }
        return node
    }
}

extension Topology {
    package func childIndex(_ info: NodeInfo, _ position: Int32) -> Int32 { children[info.firstChild + position] }
    func fixedIndex(_ info: NodeInfo, _ position: Int32) -> Int32 { fixed[info.firstFixed + position] }
}
