/// A container whose boxes and edges have their places, with what its picture is worth.
struct Container {
    private(set) var box: BoxLayout
    /// What its picture costs apart from being too wide.
    private let looks: Double

    /// Places boxes and the edges between them, and makes the container as large as they need.
    init(
        _ graph: LayoutGraph, _ number: Int, _ children: [Int], _ places: [Int], _ local: [LocalEdge],
        _ inner: [BoxLayout], _ layering: Layering, _ axes: [Axis], room: Double
    ) {
        let axis = axes[number]
        let node = number < graph.nodes.count ? graph.nodes[number] : nil
        // A region has no border of its own.
        let isRegion = node?.isBox == true && node?.parent.map { graph.nodes[$0].hasRegions } == true
        let padding = node == nil ? 8.0 : isRegion ? 4 : 12
        let title = Self.title(of: node)
        let isDown = axis == .down
        let wanted = local.map { part in
            let edge = graph.edges[part.edge]
            return Rows.Wanted(
                from: part.from.map { places[$0] }, to: part.to.map { places[$0] }, way: part.way,
                isAside: axes[part.middle] != axis,
                label: part.label, joint: edge.joins ? edge.target : nil,
                isBehindLabel: part.isBehindLabel || edge.label.isEmpty)
        }
        let natural = inner.map { axis.turned($0.size) }
        let sizes = Self.widened(graph, children, local, natural, axis)
        var rows = Rows(
            boxes: sizes, layers: layering.layers, edges: wanted, title: isDown ? title : nil, axis: axis, room: room)
        let regions = node?.hasRegions == true ? children.indices.filter { graph.nodes[children[$0]].isBox } : []
        rows.stretch(regions)
        var pins = Pins(rows)
        Self.fix(&pins, rows, graph, children, local, inner, axis)
        rows.order(pins, keepingBoxes: !regions.isEmpty)
        rows.place(pins, isFirst: true)
        if rows.shorten(pins, keepingBoxes: !regions.isEmpty) { rows.place(pins, isFirst: true) }
        for _ in 0..<2 {
            rows.moveSidesAway()
            pins.spread(rows)
            rows.place(pins, isFirst: false)
        }
        rows.moveToOrigin(padding: padding)
        Straightening.straighten(&rows, &pins)
        rows.moveToOrigin(padding: padding)
        let routing = Routing(rows, pins, padding: padding, naturalHeights: natural.map(\.height))

        let lines = local.indices.map { place in
            let part = local[place], isAside = wanted[place].isAside
            return routing.points(
                of: place, beginsAbove: part.from == nil && !isAside, endsBelow: part.to == nil && !isAside)
        }
        // What lies across has its title above everything, and lines from above pass right of it.
        let header = title.map { isDown ? rows.items[children.count].size.height : $0.height } ?? 0
        var shift = Point(x: 0, y: isDown ? 0 : header)
        if !isDown, let title {
            let entries = local.indices.filter { wanted[$0].isAside && local[$0].from == nil }.compactMap {
                lines[$0].first?.y
            }
            if let first = entries.min() { shift.x = max(0, title.width + 14 - first).rounded(.up) }
        }
        func turned(_ point: Point) -> Point { axis.turned(point) + shift }
        func turned(_ frame: Rectangle) -> Rectangle {
            Rectangle(origin: turned(frame.origin), size: axis.turned(frame.size))
        }
        box = BoxLayout(size: axis.turned(routing.size))
        box.size.height += shift.y
        box.size.width += shift.x
        if !isDown, let title { box.size.width = max(box.size.width, title.width + padding + 8) }
        box.header = header
        for (place, child) in children.enumerated() { box.boxes.append((child, turned(routing.frame(of: place)))) }
        var length = 0.0
        var corners = 0
        for (place, part) in local.enumerated() {
            let points = lines[place]
            for (a, b) in zip(points, points.dropFirst()) { length += abs(a.x - b.x) + abs(a.y - b.y) }
            corners += max(0, points.count - 2)
            var inPicture = points.map { turned($0) }
            let isAside = wanted[place].isAside
            if part.from == nil, let first = inPicture.first {
                // Past the title, and past the room beside it.
                if !isDown, isAside { inPicture[0].y = 0 }
                if !isDown, !isAside { inPicture[0].x = 0 }
                box.before[part.edge] = axes[part.middle] == .down ? first.x : first.y
            }
            if part.to == nil, let last = inPicture.last {
                box.behind[part.edge] = axes[part.middle] == .down ? last.x : last.y
            }
            box.parts.append((part.edge, part.place, part.way == .back ? inPicture.reversed() : inPicture))
        }
        box.labels = routing.labels().map {
            Layout.Label(edge: local[$0.edge].edge, lines: $0.lines, frame: turned($0.frame))
        }
        if regions.count > 1 {
            box.separate(
                regions.map { turned(routing.frame(of: $0)) }, layers: regions.map { layering.layers[$0] },
                last: layering.layers.max() ?? 0, axis)
        }
        let size = box.size
        let ratio = size.width / max(1, size.height)
        let shape = max(1, max(0.8 / ratio, ratio / 2.4))
        looks =
            (size.width * size.height).squareRoot() * shape.squareRoot() * 4 + length * 0.7
            + Double(routing.crossings) * 30 + Double(corners) * 3
    }

    /// What its picture costs: the less, the better.
    ///
    /// - Parameter tolerance: how much wider than the room it may become for a better picture.
    func cost(room: Double, _ tolerance: Double) -> Double {
        looks + max(0, box.size.width - room) * 4 + max(0, box.size.width - room * tolerance) * 40
    }

    /// Tells it from all others.
    mutating func number(_ number: Int) { box.number = number }

    /// Whether its layers should be shorter: it is wider than there is room, or much longer than high in their
    /// direction.
    func isTooLong(_ axis: Axis, _ room: Double) -> Bool {
        let layers = axis.turned(box.size)
        return layers.width > layers.height * 1.6 || (axis == .down && box.size.width > room)
    }

    private static func title(of node: LayoutGraph.Node?) -> Size? {
        guard let node, !node.lines.isEmpty else { return nil }
        return Size(
            width: (node.lines.map(TextMetrics.width).max() ?? 0) * 1.05 + 8,
            height: Double(node.lines.count) * TextMetrics.lineHeight + 4)
    }

    /// The sizes of the boxes, with room for all edges that meet them.
    private static func widened(
        _ graph: LayoutGraph, _ children: [Int], _ local: [LocalEdge], _ natural: [Size], _ axis: Axis
    ) -> [Size] {
        var before = Dictionary(uniqueKeysWithValues: children.map { ($0, 0) }), behind = before
        var isMet: Set<[Int]> = []
        for part in local {
            let target = graph.edges[part.edge].joins ? graph.edges[part.edge].target : -1 - part.edge
            func meet(_ box: Int?, isTarget: Bool, isBehind: Bool) {
                guard let box else { return }
                if isTarget, !isMet.insert([box, isBehind ? 1 : 0, target]).inserted { return }
                if isBehind { behind[box, default: 0] += 1 } else { before[box, default: 0] += 1 }
            }
            switch part.way {
            case .forth, .back:
                meet(part.from, isTarget: part.way == .back, isBehind: true)
                meet(part.to, isTarget: part.way == .forth, isBehind: false)
            case .turn:
                meet(part.from, isTarget: false, isBehind: true)
                meet(part.to, isTarget: true, isBehind: true)
            }
        }
        return zip(children, natural).map { child, natural in
            var size = natural
            if graph.nodes[child].anchor(axis) == nil {
                size.width = max(size.width, Double(max(before[child] ?? 0, behind[child] ?? 0) + 1) * 12)
            }
            size.width.round(.up)
            size.height.round(.up)
            return size
        }
    }

    /// Pins that are where a symbol or the inside of a box wants them.
    private static func fix(
        _ pins: inout Pins, _ rows: Rows, _ graph: LayoutGraph, _ children: [Int], _ local: [LocalEdge],
        _ inner: [BoxLayout], _ axis: Axis
    ) {
        for (number, part) in local.enumerated() {
            for end in rows.ends(of: number) {
                let child = children[end.item]
                let inside = end.side == .top ? inner[end.item].before : inner[end.item].behind
                if let offset = inside[part.edge] {
                    pins.fix(end, at: offset)
                } else if let anchor = graph.nodes[child].anchor(axis) {
                    // Who leaves where others arrive leaves beside them.
                    let isBeside =
                        !rows.isHead[end.number]
                        && rows.borders[2 * end.item + (end.side == .top ? 0 : 1)].contains { rows.isHead[$0] }
                    pins.fix(end, at: anchor + (isBeside ? LayoutGraph.Node.beside : 0))
                }
            }
        }
    }
}

extension BoxLayout {
    /// Lines between neighbouring regions, from border to border.
    fileprivate mutating func separate(_ regions: [Rectangle], layers: [Int], last: Int, _ axis: Axis) {
        let frames = regions.map { axis.turned($0) }
        let whole = axis.turned(Rectangle(origin: Point(x: 0, y: 0), size: size))
        let first = axis == .down ? header : 0
        var bounds: [(low: Double, high: Double)] = []
        let rows = Dictionary(grouping: frames.indices) { layers[$0] }.sorted { $0.key < $1.key }.map(\.value)
        for row in rows {
            bounds.append((row.map { frames[$0].minY }.min() ?? 0, row.map { frames[$0].maxY }.max() ?? 0))
        }
        var lines: [(from: Point, to: Point)] = []
        let middles = zip(bounds, bounds.dropFirst()).map { (($0.high + $1.low) / 2).rounded() }
        for y in middles { lines.append((Point(x: axis == .down ? 0 : header, y: y), Point(x: whole.maxX, y: y))) }
        for (number, row) in rows.enumerated() {
            var top = number == 0 ? first : middles[number - 1]
            var bottom = number == rows.count - 1 ? whole.maxY : middles[number]
            // Not past what lies before and behind the regions.
            if number == 0, layers.min() ?? 0 > 0 { top = max(top, bounds[number].low) }
            if number == rows.count - 1, last > layers.max() ?? 0 { bottom = bounds[number].high }
            let ordered = row.sorted { frames[$0].minX < frames[$1].minX }
            for (left, right) in zip(ordered, ordered.dropFirst()) {
                let x = ((frames[left].maxX + frames[right].minX) / 2).rounded()
                lines.append((Point(x: x, y: top), Point(x: x, y: bottom)))
            }
        }
        let frames2 = labels.map(\.frame)
        separators = lines.flatMap {
            Layout.Separator(from: axis.turned($0.from), to: axis.turned($0.to)).leavingOut(frames2)
        }
    }
}

extension Layout.Separator {
    /// The parts of a line that pass no label.
    fileprivate func leavingOut(_ labels: [Rectangle]) -> [Layout.Separator] {
        let axis: Axis = from.x == to.x ? .down : .across
        let (start, end) = (axis.turned(from), axis.turned(to))
        var parts: [Layout.Separator] = []
        var y = start.y
        func add(to end: Double) {
            guard end > y else { return }
            parts.append(
                Layout.Separator(
                    from: axis.turned(Point(x: start.x, y: y)), to: axis.turned(Point(x: start.x, y: end))))
        }
        for label in labels.map({ axis.turned($0) }).sorted(by: { $0.minY < $1.minY })
        where label.minX - 3 < start.x && start.x < label.maxX + 3 && label.maxY > y {
            add(to: min(label.minY, end.y))
            y = max(y, label.maxY)
        }
        add(to: end.y)
        return parts
    }
}
