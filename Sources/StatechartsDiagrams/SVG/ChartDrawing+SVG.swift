import Statecharts

extension ChartDrawing {
    /// Returns the chart as a picture: nested boxes with rounded corners, arrows with their events, what is active in
    /// colour.
    ///
    /// The picture is self-contained: its style is inside, it follows the reader's preference for light or dark,
    /// nothing is fetched, and screen readers get its content as words. Boxes never overlap boxes, labels never overlap
    /// anything, and arrows run around boxes that they do not belong to. The same drawing gives the same bytes.
    ///
    /// - Parameter width: the width that the picture should not exceed, in pixels. Rows become shorter and regions lie
    ///   one below the other to keep to it; a single long name may still make it wider.
    public func svg(width: Double = 800) -> String {
        let chart = ChartBoxes(self, width: width)
        let layout = chart.graph.layout()
        let name = graph.vertices.first?.name ?? "empty chart"
        var picture = SVGPicture(size: layout.size, title: name, description: words)
        draw(chart, layout, into: &picture)
        return picture.finish()
    }

    /// What a screen reader says.
    private var words: String {
        let states = graph.vertices.filter { $0.kind.isState && $0.id > 0 }.count
        let active = graph.vertices.filter { vertex in
            self.active.contains(vertex.id)
                && !graph.vertices.contains { $0.superior == vertex.id && self.active.contains($0.id) }
        }
        let arrows = graph.transitions.filter { !$0.origins.isSubset(of: [.declared]) }.count
        let open = graph.transitions.count { $0.isOpen }
        let children = graph.vertices.flatMap(\.childMachines).map(\.title)
        return "statechart with \(CountText.of(states, "state")) and \(CountText.of(arrows, "transition"))"
            + (open == 0 ? "" : ", \(open) of them never taken")
            + (children.isEmpty ? "" : "; child machines: " + children.joined(separator: ", "))
            + (active.isEmpty ? "" : "; active: " + active.map(\.path).joined(separator: ", "))
    }

    private func draw(_ chart: ChartBoxes, _ layout: Layout, into picture: inout SVGPicture) {
        for (box, shape) in chart.shapes.enumerated() {
            let frame = layout.frames[box]
            let classes = [Self.style(of: shape.symbol)] + (shape.isActive ? ["active"] : [])
            let (name, value) = shape.child.map { ("child", $0) } ?? ("vertex", "\(shape.vertex)")
            picture.writer.open("g", ["class": classes.joined(separator: " "), "data-\(name)": value])
            switch shape.symbol {
            case .state: picture.state(shape, frame)
            case .child, .children: picture.child(shape, frame)
            case .composite, .region, .orthogonal: picture.composite(shape, frame)
            case .initial, .shallowHistory, .deepHistory, .final, .terminate, .choice, .junction, .bar, .entryPoint,
                .exitPoint:
                picture.symbol(shape, frame, layout.axes[box])
            }
            picture.writer.close("g")
        }
        for separator in layout.separators { picture.line(from: separator.from, to: separator.to, "regions", .regions) }
        // What was taken last is drawn last, above the others.
        let order = layout.paths.indices.sorted { a, b in
            (chart.styles[a].isTaken ? 1 : 0, a) < (chart.styles[b].isTaken ? 1 : 0, b)
        }
        for edge in order {
            let style = chart.styles[edge]
            picture.arrow(
                layout.paths[edge], isTaken: style.isTaken, isLocal: style.isLocal, isOpen: style.isOpen,
                data: style.key.map { ("data-edge", $0) })
        }
        for label in layout.labels {
            let style = chart.styles[label.edge]
            picture.label(
                label, isTaken: style.isTaken, isOpen: style.isOpen, data: style.key.map { ("data-edge", $0) })
        }
    }

    private static func style(of symbol: Symbol) -> String {
        switch symbol {
        case .state: "state"
        case .child, .children: "state child"
        case .composite, .orthogonal: "composite"
        case .region: "region"
        case .initial, .shallowHistory, .deepHistory, .final, .terminate, .choice, .junction, .bar, .entryPoint,
            .exitPoint:
            "pseudostate"
        }
    }
}

extension SVGPicture {
    fileprivate mutating func state(_ shape: ChartBoxes.Shape, _ frame: Rectangle) {
        box(frame, shape.isActive ? [.activeBox, .activeState] : [])
        words(shape, frame)
    }

    /// An active object: a sharp box with double sides (UML 2.5.1, 11.4.4 Classes), of several with another one behind.
    fileprivate mutating func child(_ shape: ChartBoxes.Shape, _ frame: Rectangle) {
        let offset = shape.symbol == .children ? 4.0 : 0
        let size = Size(width: frame.size.width - offset, height: frame.size.height - offset)
        if offset > 0 { box(Rectangle(origin: frame.origin + Point(x: offset, y: 0), size: size), radius: 2) }
        let front = Rectangle(origin: frame.origin + Point(x: 0, y: offset), size: size)
        box(front, radius: 2)
        for x in [front.minX + 4, front.maxX - 4] {
            line(from: Point(x: x, y: front.minY), to: Point(x: x, y: front.maxY), "rule", .rule)
        }
        words(shape, front)
    }

    private mutating func words(_ shape: ChartBoxes.Shape, _ frame: Rectangle) {
        let middle = frame.minX + frame.size.width / 2
        let height = Double(1 + shape.body.count) * TextMetrics.lineHeight
        let top = frame.minY + (frame.size.height - height) / 2
        title(shape, at: Point(x: middle, y: top + 12), centred: true)
        for (number, line) in shape.body.enumerated() {
            let y = top + 12 + Double(number + 1) * TextMetrics.lineHeight
            text(line, at: Point(x: middle, y: y), "body", [.body], centred: true)
        }
    }

    fileprivate mutating func composite(_ shape: ChartBoxes.Shape, _ frame: Rectangle) {
        let look: [SVGStyle.Look] = shape.symbol == .region ? [.regionBox] : [.compositeBox]
        box(frame, look + (shape.isActive && shape.symbol != .region ? [.activeBox] : []))
        title(shape, at: Point(x: frame.minX + 10, y: frame.minY + 15), centred: false)
        if let mark = shape.history {
            let x = frame.minX + 10 + TextMetrics.width(shape.title) * 1.05 + 14
            history(mark, at: Point(x: x, y: frame.minY + 13))
        }
        for (number, line) in shape.body.enumerated() {
            let y = frame.minY + 15 + Double(number + 1) * TextMetrics.lineHeight
            text(line, at: Point(x: frame.minX + 10, y: y), "body", [.body])
        }
    }

    private mutating func history(_ symbol: Symbol, at centre: Point) {
        ring(centre, 10)
        let letter = symbol == .deepHistory ? "H*" : "H"
        text(letter, at: Point(x: centre.x, y: centre.y + 4), "label", [.label], centred: true)
    }

    private mutating func title(_ shape: ChartBoxes.Shape, at point: Point, centred: Bool) {
        text(shape.title, at: point, "title", [.title] + (shape.isActive ? [.activeTitle] : []), centred: centred)
    }

    fileprivate mutating func symbol(_ shape: ChartBoxes.Shape, _ frame: Rectangle, _ axis: Axis) {
        let width = shape.symbol.width ?? 0
        // Its name stands right of it, or below.
        let isBelow = axis == .across
        let centre = Point(
            x: isBelow ? frame.minX + frame.size.width / 2 : frame.minX + width / 2,
            y: isBelow ? frame.minY + width / 2 : frame.minY + frame.size.height / 2)
        switch shape.symbol {
        case .initial: disc(centre, 6)
        case .junction: disc(centre, 5)
        case .final:
            ring(centre, 9)
            disc(centre, 5)
        case .shallowHistory, .deepHistory:
            history(shape.symbol, at: centre)
        case .choice:
            diamond([(0.0, -11.0), (11, 0), (0, 11), (-11, 0)].map { Point(x: centre.x + $0, y: centre.y + $1) })
        case .bar: bar(frame)
        case .entryPoint: ring(centre, 8)
        case .exitPoint, .terminate:
            if shape.symbol == .exitPoint { ring(centre, 8) }
            line(
                from: Point(x: centre.x - 5, y: centre.y - 5), to: Point(x: centre.x + 5, y: centre.y + 5), "line",
                .line)
            line(
                from: Point(x: centre.x - 5, y: centre.y + 5), to: Point(x: centre.x + 5, y: centre.y - 5), "line",
                .line)
        case .state, .composite, .region, .orthogonal, .child, .children: break
        }
        guard shape.symbol != .bar, !shape.title.isEmpty else { return }
        let place =
            isBelow
            ? Point(x: centre.x, y: frame.minY + width + 12) : Point(x: frame.minX + width + 4, y: centre.y + 4)
        text(shape.title, at: place, "label", [.label], centred: isBelow)
    }
}
