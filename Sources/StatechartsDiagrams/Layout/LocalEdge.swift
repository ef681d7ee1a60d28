/// An edge as seen by one box: between two boxes directly inside, or from the border before all layers, or to the one
/// behind.
///
/// Each part leads from an earlier layer to a later one, whatever way its arrow points: what leads back is drawn from
/// its end. So an arrow back leaves its source where the layers come from, and is as short as one that leads forth.
struct LocalEdge {
    enum Way: Hashable {
        /// In the direction of its arrow.
        case forth
        /// Against it.
        case back
        /// Both ends lie behind their boxes: between regions, which have no order, and from a box to itself.
        case turn
    }

    let edge: Int
    /// `nil`: it comes through, or begins at, the border before the first layer.
    let from: Int?
    /// `nil`: it leaves through, or ends at, the border behind the last layer.
    let to: Int?
    let way: Way
    /// The lines of its label, where this part has it.
    let label: [String]
    /// How far this part is from the beginning of the edge; parts with greater numbers follow.
    let place: Int
    /// The container whose axis says through which borders it enters and leaves.
    let middle: Int
    /// Whether its label has been passed already where this part begins, in the direction of the arrow.
    var isBehindLabel = false
}

/// All edges in the parts that each container sees; the canvas is the last container.
struct LocalEdges {
    private(set) var parts: [[LocalEdge]]
    /// For each container the one that stands for all with which it is laid out, because edges pass their borders.
    private(set) var groups: [Int]

    init(_ graph: LayoutGraph) {
        let canvas = graph.nodes.count
        parts = Array(repeating: [], count: canvas + 1)
        groups = Array(0...canvas)
        let around = graph.nodes.indices.map { graph.ancestors(of: $0) }
        let labels = graph.edges.map(\.lines)
        // The boxes between which an edge runs in the innermost box around both its ends.
        var middles: [(container: Int, from: Int, to: Int)?] = []
        var between = Array(repeating: [Int](), count: canvas + 1)
        for (number, edge) in graph.edges.enumerated() {
            let sources = [edge.source] + around[edge.source], targets = [edge.target] + around[edge.target]
            guard edge.source != edge.target, !sources.contains(edge.target), !targets.contains(edge.source) else {
                middles.append(nil)
                continue
            }
            let outer = around[edge.source].first { around[edge.target].contains($0) }
            let from = sources.prefix { $0 != outer }.last ?? edge.source
            let to = targets.prefix { $0 != outer }.last ?? edge.target
            middles.append((outer ?? canvas, from, to))
            between[outer ?? canvas].append(number)
        }
        var ways = Array(repeating: LocalEdge.Way.forth, count: graph.edges.count)
        var children = Array(repeating: [Int](), count: canvas + 1)
        for (number, node) in graph.nodes.enumerated() { children[node.parent ?? canvas].append(number) }
        for container in 0...canvas where !between[container].isEmpty {
            let places = Dictionary(uniqueKeysWithValues: children[container].enumerated().map { ($1, $0) })
            let pairs = between[container].compactMap { edge in
                middles[edge].map { (places[$0.from] ?? 0, places[$0.to] ?? 0) }
            }
            let hasRegions = container < canvas && graph.nodes[container].hasRegions
            let orientation =
                hasRegions
                ? Orientation(regions: children[container].map { graph.nodes[$0].isBox }, edges: pairs)
                : Orientation(
                    count: children[container].count, edges: pairs,
                    first: children[container].indices.filter { graph.nodes[children[container][$0]].isFirst })
            for (edge, way) in zip(between[container], orientation.ways) { ways[edge] = way }
        }
        for (number, edge) in graph.edges.enumerated() {
            let sources = [edge.source] + around[edge.source], targets = [edge.target] + around[edge.target]
            if edge.source == edge.target {
                put(
                    LocalEdge(
                        edge: number, from: edge.source, to: edge.target, way: .turn, label: labels[number], place: 0,
                        middle: graph.nodes[edge.source].parent ?? canvas),
                    graph.nodes[edge.source].parent ?? canvas)
            } else if let depth = targets.firstIndex(of: edge.source) {
                // Into a box that it begins at: from the border before its layers.
                enter(
                    targets[..<depth].reversed(), number, edge.source, through: edge.source, .forth,
                    label: labels[number])
            } else if let depth = sources.firstIndex(of: edge.target) {
                leave(sources[..<depth], number, edge.target, through: edge.target, .forth, label: labels[number])
            } else if let middle = middles[number] {
                let up = sources[...(sources.firstIndex(of: middle.from) ?? 0)]
                let down = targets[...(targets.firstIndex(of: middle.to) ?? 0)]
                leave(
                    up.dropLast(), number, middle.container, through: middle.from,
                    ways[number] == .back ? .back : .forth, label: [])
                let isBack = ways[number] == .back
                put(
                    LocalEdge(
                        edge: number, from: isBack ? middle.to : middle.from, to: isBack ? middle.from : middle.to,
                        way: ways[number], label: labels[number], place: up.count, middle: middle.container),
                    middle.container)
                enter(
                    down.dropLast().reversed(), number, middle.container, through: middle.to,
                    ways[number] == .forth ? .forth : .back, label: [])
                for box in up.dropFirst() + down.dropFirst() { join(box, graph.nodes[box].parent ?? canvas) }
            }
        }
        for container in groups.indices { groups[container] = root(container) }
    }

    /// The containers whose layers must lead the same way as those of others: an edge passes two borders there.
    func bound(_ graph: LayoutGraph) -> Set<Int> {
        var bound: Set<Int> = []
        for (container, parts) in parts.enumerated() {
            for part in parts where part.middle != container {
                guard let box = part.from ?? part.to else { continue }
                let edge = graph.edges[part.edge]
                if box != edge.source, box != edge.target { bound.formUnion([container, part.middle]) }
            }
        }
        return bound
    }

    private mutating func put(_ part: LocalEdge, _ container: Int) { parts[container].append(part) }

    private func root(_ container: Int) -> Int {
        var root = container
        while groups[root] != root { root = groups[root] }
        return root
    }

    private mutating func join(_ inner: Int, _ outer: Int) {
        let (a, b) = (root(inner), root(outer))
        if a != b { groups[a] = b }
    }

    /// Parts from a box out to the border of `last`: the one behind all layers for what leads forth.
    private mutating func leave(
        _ boxes: ArraySlice<Int>, _ edge: Int, _ middle: Int, through last: Int, _ way: LocalEdge.Way, label: [String]
    ) {
        for (position, box) in boxes.enumerated() {
            let outer = boxes.index(boxes.startIndex, offsetBy: position + 1)
            let isLast = outer == boxes.endIndex
            let container = isLast ? last : boxes[outer]
            put(
                LocalEdge(
                    edge: edge, from: way == .back ? nil : box, to: way == .back ? box : nil, way: way,
                    label: isLast ? label : [], place: position, middle: middle), container)
            if !isLast { join(container, boxes.index(after: outer) == boxes.endIndex ? last : boxes[outer + 1]) }
        }
    }

    /// Parts from the border of `first` in to a box.
    private mutating func enter(
        _ boxes: [Int], _ edge: Int, _ middle: Int, through first: Int, _ way: LocalEdge.Way, label: [String]
    ) {
        for (position, box) in boxes.enumerated() {
            let container = position == 0 ? first : boxes[position - 1]
            put(
                // Behind everything that leads outwards; no chart is that deep.
                LocalEdge(
                    edge: edge, from: way == .back ? box : nil, to: way == .back ? nil : box, way: way,
                    label: position == 0 ? label : [], place: 1_000_000 + position,
                    middle: middle, isBehindLabel: position > 0 || label.isEmpty), container)
            if position > 0 { join(container, position == 1 ? first : boxes[position - 2]) }
        }
    }
}
