import Statecharts

extension SystemDrawing {
    /// Returns the system as a picture, in the same style as those of charts: components, composites as frames around
    /// theirs, ports of composites, and connections with the names of their ports and the types of their messages.
    ///
    /// A line with a diamond leads from a machine to each that it owns as a child (UML 2.5.1, 11.5.4: composition).
    /// Connections from one component to another are one line with a list; of more than three the first two are
    /// written, and all of them appear over the picture while the pointer or the focus is there.
    ///
    /// - Parameter width: the width that the picture should not exceed, in pixels, as far as it can be kept to.
    public func svg(width: Double = 800) -> String {
        let outline = SystemOutline(self)
        var graph = LayoutGraph()
        graph.width = width
        var boxes: [String: Int] = [:]
        var nodes: [(title: String, type: String, style: String)] = []
        func add(_ node: SystemOutline.Node, in parent: Int?) {
            let lines = [node.title] + (node.type.isEmpty || node.isPort || node.type == node.title ? [] : [node.type])
            let text = lines.map(TextMetrics.width).max() ?? 0
            let size = Size(
                width: max(56, (text * 1.05 + 20).rounded(.up)),
                height: Double(lines.count) * TextMetrics.lineHeight + (node.isPort ? 6 : 14))
            boxes[node.id] = graph.add(.init(parent: parent, lines: lines, size: size))
            nodes.append((node.title, lines.count > 1 ? node.type : "", node.isPort ? "port" : "state"))
        }
        func add(_ items: [SystemOutline.Item], in parent: Int?) {
            for item in items {
                switch item {
                case .node(let node): add(node, in: parent)
                case .frame(let id, let title, let inner):
                    let frame = graph.add(
                        .init(parent: parent, lines: [title], size: Size(width: 60, height: 30)))
                    boxes[id] = frame
                    nodes.append((title, "", "composite"))
                    add(inner, in: frame)
                }
            }
        }
        add(outline.items, in: nil)
        let bundles = outline.bundles.filter { boxes[$0.from] != nil && boxes[$0.to] != nil }
        for bundle in bundles {
            guard let from = boxes[bundle.from], let to = boxes[bundle.to] else { continue }
            graph.edges.append(
                .init(source: from, target: to, label: [bundle.shortList.joined(separator: "\n")], joins: false))
        }
        for pair in outline.ownerships {
            guard let owner = boxes[pair.owner], let child = boxes[pair.child] else { continue }
            graph.edges.append(.init(source: owner, target: child, label: [], joins: false))
        }
        let layout = graph.layout()
        var picture = SVGPicture(
            size: layout.size, overflows: bundles.contains { !$0.isWhole }, title: "system",
            description: CountText.of(components.count, "component") + " and "
                + CountText.of(connections.count, "connection") + ": " + components.map(\.name).joined(separator: ", "))
        for (number, node) in nodes.enumerated() {
            let frame = layout.frames[number]
            picture.writer.open("g", ["class": node.style, "data-component": node.style == "port" ? "" : node.title])
            picture.box(
                frame, radius: node.style == "port" ? frame.size.height / 2 : 4,
                node.style == "composite" ? [.compositeBox] : [])
            if node.style == "composite" {
                picture.text(node.title, at: Point(x: frame.minX + 10, y: frame.minY + 15), "title", [.title])
            } else {
                let middle = Point(
                    x: frame.minX + frame.size.width / 2,
                    y: frame.minY + frame.size.height / 2 + (node.type.isEmpty ? 4 : -4))
                picture.text(
                    node.title, at: middle, node.style == "port" ? "label" : "title",
                    node.style == "port" ? [.label] : [.title], centred: true)
                if !node.type.isEmpty {
                    picture.text(node.type, at: Point(x: middle.x, y: middle.y + 16), "body", [.body], centred: true)
                }
            }
            picture.writer.close("g")
        }
        for path in layout.paths.dropFirst(bundles.count) { picture.composition(path) }
        for (number, path) in layout.paths.prefix(bundles.count).enumerated() {
            picture.arrow(
                path, isTaken: false, isLocal: bundles[number].isMapped,
                data: ("data-connection", bundles[number].places))
        }
        // What can be opened comes last, so that nothing is drawn over it.
        for isWhole in [true, false] {
            for label in layout.labels where bundles[label.edge].isWhole == isWhole {
                draw(label, of: bundles[label.edge], into: &picture)
            }
        }
        return picture.finish()
    }

    /// The names of connections, each of which scripts find, and behind a long list all of them.
    private func draw(_ label: Layout.Label, of bundle: SystemOutline.Bundle, into picture: inout SVGPicture) {
        let isWhole = bundle.isWhole
        if !isWhole { picture.writer.open("g", ["class": "more", "tabindex": "0"]) }
        var first = 0
        for (number, text) in bundle.shortList.enumerated() {
            let count = TextMetrics.wrap(text, at: 150).count
            let isRest = !isWhole && number == bundle.shortList.count - 1
            let part = Layout.Label(
                edge: label.edge, lines: Array(label.lines.dropFirst(first).prefix(count)),
                frame: Rectangle(
                    origin: label.frame.origin + Point(x: 0, y: Double(first) * TextMetrics.lineHeight),
                    size: label.frame.size))
            let rest = bundle.labels[number...].map { "\($0.place)" }.joined(separator: " ")
            picture.label(
                part, isTaken: false,
                data: ("data-connection", isRest ? rest : "\(bundle.labels[number].place)"))
            first += count
        }
        guard !isWhole else { return }
        picture.list(bundle.labels.map { ($0.text, "\($0.place)") }, at: label.frame.origin)
        picture.writer.close("g")
    }
}

extension SystemOutline.Bundle {
    fileprivate var places: String { labels.map { "\($0.place)" }.joined(separator: " ") }
    /// Whether everything is written beside the line.
    fileprivate var isWhole: Bool { labels.count <= 3 }
    /// What is written beside the line: of many the first ones.
    fileprivate var shortList: [String] {
        isWhole ? labels.map(\.text) : labels.prefix(2).map(\.text) + ["+ \(labels.count - 2) more"]
    }
}
