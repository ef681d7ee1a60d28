/// A box with everything inside it, measured from its upper left corner.
struct BoxLayout {
    var size: Size
    /// Where edges that go on inside pass the upper border, by edge.
    var entering: [Int: Double] = [:]
    /// Where edges that come from inside pass the lower border.
    var leaving: [Int: Double] = [:]
    /// The boxes directly inside.
    var boxes: [(node: Int, frame: Rectangle)] = []
    /// The parts of edges between these boxes.
    var parts: [(edge: Int, place: Int, points: [Point])] = []
    var labels: [Layout.Label] = []
    var separators: [Layout.Separator] = []
    var header = 0.0
}

extension LayoutGraph {
    /// Places everything.
    func layout() -> Layout {
        let (canvas, local) = localEdges()
        var children = Array(repeating: [Int](), count: nodes.count)
        var roots: [Int] = []
        for (number, node) in nodes.enumerated() {
            if let parent = node.parent { children[parent].append(number) } else { roots.append(number) }
        }
        // Boxes come before what is inside them, so that going backwards meets the inside first.
        var boxes = Array(repeating: BoxLayout(size: Size(width: 0, height: 0)), count: nodes.count)
        for number in nodes.indices.reversed() {
            boxes[number] = box(number, children[number], local[number], boxes)
        }
        let all = fitted(roots, canvas, boxes, title: nil, padding: 8, room: width)

        var layout = Layout()
        layout.size = all.size
        layout.frames = Array(
            repeating: Rectangle(origin: Point(x: 0, y: 0), size: Size(width: 0, height: 0)), count: nodes.count)
        layout.headers = boxes.map(\.header)
        var parts = Array(repeating: [(place: Int, points: [Point])](), count: edges.count)
        var open: [(box: BoxLayout, origin: Point)] = [(all, Point(x: 0, y: 0))]
        while let (box, origin) = open.popLast() {
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
                open.append((boxes[inner.node], place))
            }
        }
        layout.paths = parts.map(Self.join)
        for (number, edge) in edges.enumerated() where edge.source != edge.target {
            // A region may be higher than what is inside it needs; who leaves for its border goes on to it.
            guard let end = layout.paths[number].indices.last, ancestors(of: edge.source).contains(edge.target) else {
                continue
            }
            layout.paths[number][end].y = layout.frames[edge.target].maxY
        }
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

    private func box(_ number: Int, _ children: [Int], _ local: [LocalEdge], _ boxes: [BoxLayout]) -> BoxLayout {
        let node = nodes[number]
        if children.isEmpty { return BoxLayout(size: node.size) }
        let width = (node.lines.map(TextMetrics.width).max() ?? 0) + 8
        let title = Size(width: width, height: Double(node.lines.count) * TextMetrics.lineHeight + 4)
        let text = node.lines.isEmpty ? nil : title
        // Each box around takes its padding.
        let room = self.width - 16 - Double(ancestors(of: number).count) * 24
        if !node.hasRegions { return fitted(children, local, boxes, title: text, padding: 12, room: room) }
        func regions(isStacked: Bool) -> BoxLayout {
            container(
                children, local, boxes, title: text, hasRegions: true, isStacked: isStacked, padding: 12, room: room,
                limit: room)
        }
        let box = regions(isStacked: false)
        // One below the other if side by side they are too wide.
        guard box.size.width > room, children.count > 1 else { return box }
        let stacked = regions(isStacked: true)
        return stacked.size.width < box.size.width ? stacked : box
    }
}
