/// Containers that are laid out together, with different axes; what an attempt has in common with one before is made
/// once.
struct Attempts {
    private let graph: LayoutGraph
    /// The containers, the inner ones first.
    private let members: [Int]
    private let children: [[Int]]
    private let local: LocalEdges
    private let tolerance: Double
    /// For each member those on whose axes its layout depends.
    private var relevant: [Int: [Int]] = [:]
    private var known: [[Int]: Container] = [:]

    /// - Parameter tolerance: how much wider than wanted a container may become for a better picture.
    init(_ graph: LayoutGraph, _ members: [Int], _ children: [[Int]], _ local: LocalEdges, _ tolerance: Double) {
        (self.graph, self.members, self.children, self.local) = (graph, members, children, local)
        self.tolerance = tolerance
        let all = Set(members)
        for member in members {
            let inside = children[member].flatMap { relevant[$0] ?? [] }
            let middles = local.parts[member].map(\.middle).filter(all.contains)
            relevant[member] = Set(inside + middles + [member]).sorted()
        }
    }

    mutating func attempt(_ axes: [Axis], _ known: [BoxLayout]) -> (boxes: [BoxLayout], axes: [Axis], cost: Double) {
        var boxes = known
        var cost = 0.0
        for member in members {
            let key = [member] + (relevant[member] ?? []).map { axes[$0].rawValue }
            let made = self.known[key] ?? best(member, boxes, axes)
            self.known[key] = made
            boxes[member] = made.box
            cost += made.cost
        }
        return (boxes, axes, cost)
    }

    /// The best of several ways to put boxes into layers.
    private func best(_ container: Int, _ boxes: [BoxLayout], _ axes: [Axis]) -> Container {
        let axis = axes[container], children = children[container], local = local.parts[container]
        let isCanvas = container == graph.nodes.count
        // Each box around takes its padding.
        let depth = isCanvas ? 0 : graph.ancestors(of: container).count + 1
        let room = graph.width - 16 - Double(max(0, depth - 1)) * 24
        var boxes = boxes
        for child in children where self.children[child].isEmpty {
            boxes[child] = BoxLayout(size: graph.nodes[child].size(axis))
        }
        var tried: Set<Layering> = []
        var best: Container?
        let isRegions = !isCanvas && graph.nodes[container].hasRegions
        for layering in layerings(container, boxes, axis, room)
        where tried.insert(layering).inserted {
            // Shorter layers are for what is too long in their direction.
            if let first = best, !isRegions, !first.isTooLong(axis, room) { break }
            let made = Container(graph, container, children, local, boxes, layering, axes, room: room, tolerance)
            if best.map({ made.cost < $0.cost }) ?? true { best = made }
        }
        return best
            ?? Container(graph, container, [], [], boxes, Layering(ranks: [], columns: 1), axes, room: room, tolerance)
    }

    private func layerings(_ container: Int, _ boxes: [BoxLayout], _ axis: Axis, _ room: Double) -> [Layering] {
        let children = children[container], local = local.parts[container]
        let places = Dictionary(uniqueKeysWithValues: children.enumerated().map { ($1, $0) })
        let edges = local.compactMap { part in
            part.from.flatMap { from in part.to.map { (places[from] ?? 0, places[$0] ?? 0) } }
        }
        let entered = local.compactMap { part in part.from == nil ? part.to.flatMap { places[$0] } : nil }
        let widths = children.map { axis.turned(boxes[$0].size).width }
        if container < graph.nodes.count, graph.nodes[container].hasRegions {
            let ranks = Orientation.ranks(children.map { graph.nodes[$0].isBox }, edges, entered: Set(entered))
            let count = ranks.count { $0 == 1 }
            let wide = (1...max(1, count)).reversed().map { Layering(ranks: ranks, columns: $0) }
            return wide + [1, 0.8, 0.6].map { Layering(ranks: ranks, widths: widths, limit: room * $0 - 24) }
        }
        let whole = widths.reduce(0, +) + 24 * Double(widths.count)
        return [1, 0.6, 0.35, 0.15].map { share in
            Layering(
                widths: widths, edges: edges,
                first: children.indices.filter { graph.nodes[children[$0]].isFirst },
                entered: entered, limit: min(whole, max(room, 300)) * share)
        }
    }
}
