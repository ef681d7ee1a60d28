/// A box with everything inside it, measured from its upper left corner.
struct BoxLayout {
    var size: Size
    /// Where edges pass, or meet, the border before its first layer, by edge: from the left, or from above.
    var before: [Int: Double] = [:]
    /// Where edges pass, or meet, the border behind its last layer.
    var behind: [Int: Double] = [:]
    /// The boxes directly inside.
    var boxes: [(node: Int, frame: Rectangle)] = []
    /// The parts of edges between these boxes, in the direction of their arrows.
    var parts: [(edge: Int, place: Int, points: [Point])] = []
    var labels: [Layout.Label] = []
    var separators: [Layout.Separator] = []
    var header = 0.0
    /// Tells it from all others of the same picture; 0 for a box without boxes inside.
    var number = 0

    init(size: Size) { self.size = size }
}

extension LayoutGraph {
    /// Places everything.
    func layout() -> Layout {
        let plan = LayoutPlan.best(self)
        var layout = Layout()
        layout.size = plan.canvas.size
        let nowhere = Rectangle(origin: Point(x: 0, y: 0), size: Size(width: 0, height: 0))
        layout.frames = Array(repeating: nowhere, count: nodes.count)
        layout.headers = Array(repeating: 0, count: nodes.count)
        layout.axes = Array(repeating: .down, count: nodes.count)
        var parts = Array(repeating: [(place: Int, points: [Point])](), count: edges.count)
        var open: [(container: Int, origin: Point)] = [(nodes.count, Point(x: 0, y: 0))]
        while let (container, origin) = open.popLast() {
            let box = plan.boxes[container]
            if container < nodes.count { layout.headers[container] = box.header }
            for part in box.parts { parts[part.edge].append((part.place, part.points.map { $0 + origin })) }
            layout.labels += box.labels.map {
                Layout.Label(
                    edge: $0.edge, lines: $0.lines,
                    frame: Rectangle(origin: $0.frame.origin + origin, size: $0.frame.size))
            }
            layout.separators += box.separators.map {
                Layout.Separator(from: $0.from + origin, to: $0.to + origin)
            }
            for inner in box.boxes {
                let place = inner.frame.origin + origin
                layout.frames[inner.node] = Rectangle(origin: place, size: inner.frame.size)
                layout.axes[inner.node] = plan.axes[container]
                open.append((inner.node, place))
            }
        }
        layout.paths = parts.map(Self.join)
        for (number, edge) in edges.enumerated() { extend(number, edge, &layout, plan) }
        layout.labels.sort { $0.edge < $1.edge }
        return layout
    }

    /// The parts of one edge as one line: each begins where the one before it ends.
    private static func join(_ parts: [(place: Int, points: [Point])]) -> [Point] {
        let line = parts.sorted { $0.place < $1.place }.flatMap(\.points)
        // No corner where the line goes straight on.
        var corners: [Point] = []
        for point in line {
            if let last = corners.last, corners.count > 1 {
                let before = corners[corners.count - 2]
                let isStraight =
                    (abs(before.x - last.x) < 0.01 && abs(last.x - point.x) < 0.01)
                    || (abs(before.y - last.y) < 0.01 && abs(last.y - point.y) < 0.01)
                if isStraight { corners.removeLast() }
            }
            if corners.last != point { corners.append(point) }
        }
        return corners
    }

    /// Lengthens an edge to what it belongs to: to the border of a region that is larger than what is inside it needs,
    /// and to a symbol whose name is wider than it.
    private func extend(_ number: Int, _ edge: Edge, _ layout: inout Layout, _ plan: LayoutPlan) {
        guard edge.source != edge.target, layout.paths[number].count > 1 else { return }
        let last = layout.paths[number].count - 1
        if ancestors(of: edge.source).contains(edge.target) {
            let frame = layout.frames[edge.target]
            if plan.axes[edge.target] == .down {
                layout.paths[number][last].y = frame.maxY
            } else {
                layout.paths[number][last].x = frame.maxX
            }
        }
        for (node, end, next) in [(edge.source, 0, 1), (edge.target, last, last - 1)]
        where nodes[node].symbol != nil && plan.boxes[node].boxes.isEmpty {
            let (point, frame) = (layout.paths[number][end], layout.frames[node])
            let (dx, dy) = (point.x - layout.paths[number][next].x, point.y - layout.paths[number][next].y)
            let anchor = (nodes[node].anchor(layout.axes[node]) ?? 0)
            let offset = layout.axes[node] == .down ? point.x - frame.minX : point.y - frame.minY
            let isBeside = !nodes[node].isBar && abs(offset - anchor) > 1
            let depth = nodes[node].inset(layout.axes[node]) + (isBeside ? nodes[node].slope : 0)
            if dx != 0 { layout.paths[number][end].x += dx > 0 ? depth : -depth }
            if dy != 0 { layout.paths[number][end].y += dy > 0 ? depth : -depth }
        }
    }
}
