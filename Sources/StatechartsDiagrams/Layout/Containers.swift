/// The containers of a graph, and the layouts that were made of them so far: what several plans have in common is made
/// once.
struct Containers {
    let graph: LayoutGraph
    let local: LocalEdges
    /// The boxes inside each; the canvas is the last one.
    let children: [[Int]]
    /// Where each box is among those in its container.
    private let places: [Int]
    private var known: [[Int]: Known] = [:]
    private var number = 0

    /// A layout, and the room it was made for.
    private struct Known {
        let made: Container
        let room: Double
    }

    init(_ graph: LayoutGraph) {
        let canvas = graph.nodes.count
        var children = Array(repeating: [Int](), count: canvas + 1)
        var places: [Int] = []
        for (number, node) in graph.nodes.enumerated() {
            places.append(children[node.parent ?? canvas].count)
            children[node.parent ?? canvas].append(number)
        }
        (self.graph, self.children, self.places) = (graph, children, places)
        local = LocalEdges(graph)
    }

    /// Lays a container out: the best of several ways to put boxes into layers, with its cost.
    ///
    /// - Parameters:
    ///   - box: the layouts of the containers inside.
    ///   - width: what the picture should not be wider than.
    ///   - tolerance: how much wider than wanted a container may become for a better picture.
    mutating func layout(
        _ container: Int, _ axes: [Axis], width: Double, tolerance: Double, _ box: (Int) -> BoxLayout
    ) -> (box: BoxLayout, cost: Double) {
        let axis = axes[container]
        let inner = children[container].map { child in
            children[child].isEmpty ? BoxLayout(size: graph.nodes[child].size(axis)) : box(child)
        }
        // Each box around takes its padding.
        let depth = container == graph.nodes.count ? 0 : graph.ancestors(of: container).count
        let room = width - 16 - Double(depth) * 24
        let isRegions = container < graph.nodes.count && graph.nodes[container].hasRegions
        let labels = local.parts[container].reduce(0) { $0 + Rows.laneSize($1.label, axis).width + 8 }
        let key =
            [container, axis.rawValue] + inner.map(\.number) + local.parts[container].map { axes[$0.middle].rawValue }
        var tried: Set<Layering> = []
        var best: (container: Container, cost: Double)?
        for layering in layerings(container, inner, axis, room) where tried.insert(layering).inserted {
            // Shorter layers are for what is too long in their direction.
            if let first = best?.container, !isRegions, !first.isTooLong(axis, room) { break }
            let made = make(container, inner, layering, axes, room, labels, key)
            let cost = made.cost(room: room, tolerance)
            if best.map({ cost < $0.cost }) ?? true { best = (made, cost) }
        }
        guard let best else {
            let empty = Layering(ranks: [], columns: 1)
            let made = Container(graph, container, [], places, [], [], empty, axes, room: room)
            return (made.box, made.cost(room: room, tolerance))
        }
        return (best.container.box, best.cost)
    }

    private mutating func make(
        _ container: Int, _ inner: [BoxLayout], _ layering: Layering, _ axes: [Axis], _ room: Double, _ labels: Double,
        _ key: [Int]
    ) -> Container {
        let key = key + layering.layers
        // Room is asked for labels only, and all of them have enough.
        if let known = known[key], known.room == room || min(known.room, room) >= labels { return known.made }
        var made = Container(
            graph, container, children[container], places, local.parts[container], inner, layering, axes, room: room)
        number += 1
        made.number(number)
        known[key] = Known(made: made, room: room)
        return made
    }

    /// Ways to put the boxes into layers.
    private func layerings(_ container: Int, _ inner: [BoxLayout], _ axis: Axis, _ room: Double) -> [Layering] {
        let children = children[container], local = local.parts[container]
        let edges = local.compactMap { part in
            part.from.flatMap { from in part.to.map { (places[from], places[$0]) } }
        }
        let entered = local.compactMap { part in part.from == nil ? part.to.map { places[$0] } : nil }
        let widths = inner.map { axis.turned($0.size).width }
        let whole = widths.reduce(0, +) + 24 * Double(widths.count)
        if container < graph.nodes.count, graph.nodes[container].hasRegions {
            let ranks = Orientation.ranks(children.map { graph.nodes[$0].isBox }, edges, entered: Set(entered))
            let count = ranks.count { $0 == 1 }
            let wide = (1...max(1, count)).reversed().map { Layering(ranks: ranks, columns: $0) }
            return wide + [1, 0.8, 0.6].map { Layering(ranks: ranks, widths: widths, limit: room * $0 - 24) }
        }
        let first = children.indices.filter { graph.nodes[children[$0]].isFirst }
        return [1, 0.6, 0.35, 0.15].map { share in
            Layering(
                widths: widths, edges: edges, first: first, entered: entered,
                limit: min(whole, max(room, 300)) * share)
        }
    }
}
