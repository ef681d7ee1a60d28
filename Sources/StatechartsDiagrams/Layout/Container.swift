extension LayoutGraph {
    /// Places boxes and the edges between them, in shorter rows if the container would be too wide otherwise.
    func fitted(
        _ children: [Int], _ local: [LocalEdge], _ boxes: [BoxLayout], title: Size?, padding: Double, room: Double
    ) -> BoxLayout {
        func container(_ share: Double) -> BoxLayout {
            self.container(
                children, local, boxes, title: title, hasRegions: false, padding: padding, room: room,
                limit: room * share)
        }
        var best = container(1)
        guard children.count > 1 else { return best }
        for share in [0.7, 0.45, 0] where best.size.width > room {
            let other = container(share)
            // Not for a few pixels: shorter rows make a longer picture.
            if other.size.width < best.size.width * 0.95 { best = other }
        }
        return best
    }

    /// Places boxes and the edges between them, and makes the container as large as they need.
    /// - Parameters:
    ///   - room: how wide it should become at most.
    ///   - limit: how wide a row of boxes may become.
    func container(
        _ children: [Int], _ local: [LocalEdge], _ boxes: [BoxLayout], title: Size?, hasRegions: Bool,
        isStacked: Bool = false, padding: Double, room: Double, limit: Double
    ) -> BoxLayout {
        let places = Dictionary(uniqueKeysWithValues: children.enumerated().map { ($1, $0) })
        let ends = local.map { edge in
            (
                from: edge.from.flatMap { places[$0] }, to: edge.to.flatMap { places[$0] },
                label: edge.label.flatMap { TextMetrics.wrap($0, at: 150) }
            )
        }
        let sizes = widened(children, local, boxes)
        let layering =
            hasRegions
            ? Layering(regions: children.count, stacked: isStacked)
            : Layering(
                widths: sizes.map(\.width),
                edges: ends.compactMap { edge in edge.from.flatMap { from in edge.to.map { (from, $0) } } },
                first: children.indices.filter { nodes[children[$0]].isFirst }, limit: limit)
        var rows = Rows(boxes: sizes, layers: layering.layers, edges: ends, title: title, room: room)
        if hasRegions { rows.stretch(children.indices.filter { nodes[children[$0]].isBox }) }
        let nets = rows.nets(of: ends)

        var pins = Pins()
        let (fixed, inside) = fix(&pins, children, local, boxes)
        rows.order(nets, keepingBoxes: hasRegions)
        rows.place(nets, pins)
        for _ in 0..<2 {
            pins.spread(nets, in: rows, fixed: fixed)
            rows.place(nets, pins)
        }
        rows.moveToOrigin(padding: padding)
        rows.straighten(nets, &pins, fixed: fixed)
        rows.moveToOrigin(padding: padding)
        var routing = Routing(rows, nets, pins, padding: padding)
        routing.naturalHeights = children.map { boxes[$0].size.height }
        routing.inside = inside

        var box = BoxLayout(size: routing.size)
        box.header = title == nil ? 0 : rows.items[children.count].size.height
        for (place, child) in children.enumerated() {
            box.boxes.append((child, routing.frame(of: place)))
        }
        for (number, edge) in local.enumerated() {
            let points = routing.points(of: number, nets, ends[number].from == nil, ends[number].to == nil)
            box.parts.append((edge.edge, edge.place, points))
            if edge.from == nil, let first = points.first { box.entering[edge.edge] = first.x }
            if edge.to == nil, let last = points.last { box.leaving[edge.edge] = last.x }
        }
        box.labels = routing.labels(of: local)
        if hasRegions {
            let regions = children.indices.filter { nodes[children[$0]].isBox }
            let labels = box.labels.map(\.frame)
            box.separators = routing.separators(regions, isStacked: isStacked).flatMap { $0.leavingOut(labels) }
        }
        return box
    }

    /// The sizes of the boxes, with room for all edges that meet them.
    private func widened(_ children: [Int], _ local: [LocalEdge], _ boxes: [BoxLayout]) -> [Size] {
        var above = Dictionary(uniqueKeysWithValues: children.map { ($0, 0) })
        var below = above
        for edge in local {
            if let to = edge.to { above[to, default: 0] += 1 }
            if let from = edge.from { below[from, default: 0] += 1 }
        }
        return children.map { child in
            var size = boxes[child].size
            if nodes[child].anchor == nil {
                let most = max(above[child] ?? 0, below[child] ?? 0)
                size.width = max(size.width, Double(most + 1) * 12)
            }
            size.width.round(.up)
            return size
        }
    }

    /// Pins that are where a symbol or the inside of a box wants them, and those among them that lead inside.
    private func fix(
        _ pins: inout Pins, _ children: [Int], _ local: [LocalEdge], _ boxes: [BoxLayout]
    ) -> (fixed: Set<Pins.Key>, inside: Set<Pins.Key>) {
        let places = Dictionary(uniqueKeysWithValues: children.enumerated().map { ($1, $0) })
        var fixed: Set<Pins.Key> = []
        var leadInside: Set<Pins.Key> = []
        func fix(_ child: Int?, _ side: Net.Side, _ edge: Int, goesOn: Bool, _ inside: Double?) {
            guard let child, let place = places[child] else { return }
            guard let offset = goesOn ? inside : nodes[child].anchor else { return }
            let end = Net.End(item: place, side: side)
            pins.fix(end, edge, at: offset)
            fixed.insert(Pins.Key(end: end, edge: edge))
            if goesOn { leadInside.insert(Pins.Key(end: end, edge: edge)) }
        }
        for (number, edge) in local.enumerated() {
            let whole = edges[edge.edge]
            if let to = edge.to {
                fix(to, .top, number, goesOn: to != whole.target, boxes[to].entering[edge.edge])
            }
            if let from = edge.from {
                fix(from, .bottom, number, goesOn: from != whole.source, boxes[from].leaving[edge.edge])
            }
        }
        return (fixed, leadInside)
    }
}

extension Rows {
    /// Regions in one row are equally high.
    mutating func stretch(_ regions: [Int]) {
        for row in rows {
            let height = row.map { isBox($0) ? items[$0].size.height : 0 }.max() ?? 0
            for item in row where regions.contains(item) { items[item].size.height = height }
        }
    }

    func isBox(_ item: Int) -> Bool {
        if case .box = items[item].content { true } else { false }
    }

    /// Whole pixels, with the leftmost item at the padding.
    mutating func moveToOrigin(padding: Double) {
        let left = items.map(\.x).min() ?? 0
        for item in items.indices { items[item].x = (items[item].x - left + padding).rounded() }
        // Rounding may have brought neighbours nearer by a pixel; never into each other.
        for row in rows {
            for (left, right) in zip(row, row.dropFirst()) {
                items[right].x = max(items[right].x, items[left].x + items[left].size.width + 2)
            }
        }
    }
}
