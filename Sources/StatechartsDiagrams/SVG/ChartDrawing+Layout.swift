import Statecharts

/// The symbols that a drawing is made of.
enum Symbol: Hashable {
    case state, composite, region, orthogonal
    case initial, shallowHistory, deepHistory
    case final, terminate, choice, junction, bar, entryPoint, exitPoint
    case child, children
}

/// A chart's drawing as boxes and edges.
struct ChartBoxes {
    struct Shape {
        let symbol: Symbol
        /// The vertex; for the dot before an initial state its composite, for a child machine its state.
        let vertex: Int
        /// Where the child machine is, `Playing/player`; `nil` for all else.
        var child: String?
        let title: String
        /// The lines below the title.
        let body: [String]
        /// The history that its regions resume by.
        var history: Symbol?
        let isActive: Bool
    }

    var graph = LayoutGraph()
    /// What each box is.
    var shapes: [Shape] = []
    /// For each edge whether it was taken last, is local, was never taken, and the transition's source and target, by
    /// which scripts find it.
    var styles: [(isTaken: Bool, isLocal: Bool, isOpen: Bool, key: String?)] = []
    private var boxes: [Int: Int] = [:]

    init(_ drawing: ChartDrawing, width: Double) {
        graph.width = width
        let shown = drawing.shownVertices
        var isComposite = Set(shown.compactMap { drawing.box(around: $0) })
        isComposite.formUnion(drawing.graph.vertices.filter { !$0.childMachines.isEmpty }.map(\.id))
        for vertex in drawing.graph.vertices where shown.contains(vertex.id) {
            add(vertex, drawing, isComposite: isComposite.contains(vertex.id))
        }
        for vertex in drawing.graph.vertices where shown.contains(vertex.id) {
            for child in vertex.childMachines { add(child, of: vertex.id, drawing.graph) }
        }
        for vertex in drawing.graph.vertices {
            guard let dot = initialDots[vertex.id], let initial = vertex.initial, let target = boxes[initial] else {
                continue
            }
            graph.edges.append(.init(source: dot, target: target, label: [], joins: false))
            styles.append((false, false, false, nil))
        }
        for arrow in drawing.arrows { add(arrow, drawing) }
    }

    private var initialDots: [Int: Int] = [:]

    private mutating func add(_ vertex: ChartGraph.Vertex, _ drawing: ChartDrawing, isComposite: Bool) {
        let symbol = Symbol(vertex, isComposite: isComposite)
        let parent = drawing.box(around: vertex.id).flatMap { boxes[$0] }
        let body = vertex.kind.isState ? drawing.shortBody(of: vertex) : []
        let mark: Symbol? =
            vertex.hasRegions && vertex.history != .none
            ? vertex.history == .deep ? .deepHistory : .shallowHistory : nil
        // The history of regions stands behind the title.
        let title = vertex.name + (mark == nil ? "" : "  H*")
        let box = graph.add(symbol.node(title, body, in: parent, hasRegions: vertex.hasRegions))
        boxes[vertex.id] = box
        shapes.append(
            Shape(
                symbol: symbol, vertex: vertex.id, title: vertex.name, body: body, history: mark,
                isActive: drawing.active.contains(vertex.id)))
        guard isComposite, vertex.initial != nil else { return }
        let dot: Symbol =
            switch vertex.history {
            case .none: .initial
            case .shallow: .shallowHistory
            case .deep: .deepHistory
            }
        var node = dot.node("", [], in: box, hasRegions: false)
        node.isFirst = true
        initialDots[vertex.id] = graph.add(node)
        shapes.append(Shape(symbol: dot, vertex: vertex.id, title: "", body: [], isActive: false))
    }

    private mutating func add(_ child: ChartGraph.ChildMachine, of state: Int, _ graph: ChartGraph) {
        let symbol: Symbol = child.keys == nil ? .child : .children
        let body = graph.texts(of: child, in: state)
        _ = self.graph.add(symbol.node(child.title, body, in: boxes[state], hasRegions: false))
        shapes.append(
            Shape(
                symbol: symbol, vertex: state, child: graph.place(ofChild: child.name, in: state), title: child.title,
                body: body, isActive: false))
    }

    private mutating func add(_ arrow: ChartDrawing.Arrow, _ drawing: ChartDrawing) {
        let targets = arrow.targets.compactMap { boxes[$0] }
        guard let source = boxes[arrow.source], !targets.isEmpty else { return }
        let keys = arrow.targets.map { "\(arrow.source) \($0)" }
        guard targets.count > 1 else {
            graph.edges.append(.init(source: source, target: targets[0], label: arrow.labels))
            styles.append((arrow.isTaken, arrow.isLocal, arrow.isOpen, keys[0]))
            return
        }
        // Several targets: a fork bar beside what holds them all.
        let around = targets.map { [$0] + graph.ancestors(of: $0) }
        let common = around[0].first { box in around.allSatisfy { $0.contains(box) } }
        let parent = common.flatMap { graph.nodes[$0].hasRegions ? graph.nodes[$0].parent : $0 }
        let bar = graph.add(Symbol.bar.node("", [], in: parent, hasRegions: false))
        shapes.append(Shape(symbol: .bar, vertex: arrow.source, title: "", body: [], isActive: false))
        graph.edges.append(.init(source: source, target: bar, label: arrow.labels))
        styles.append((arrow.isTaken, arrow.isLocal, arrow.isOpen, keys[0]))
        for (target, key) in zip(targets, keys) {
            graph.edges.append(.init(source: bar, target: target, label: []))
            styles.append((arrow.isTaken, arrow.isLocal, arrow.isOpen, key))
        }
    }
}

extension Symbol {
    init(_ vertex: ChartGraph.Vertex, isComposite: Bool) {
        self =
            switch vertex.kind {
            case .top, .state, .orthogonal, .submachine:
                vertex.isRegion && isComposite
                    ? .region : vertex.hasRegions ? .orthogonal : isComposite ? .composite : .state
            case .final: .final
            case .choice: .choice
            case .junction: .junction
            case .fork, .join: .bar
            case .shallowHistory: .shallowHistory
            case .deepHistory: .deepHistory
            case .entryPoint: .entryPoint
            case .exitPoint: .exitPoint
            case .terminate: .terminate
            }
    }

    /// How wide the symbol itself is, without the name beside it; `nil` for boxes with text inside.
    var width: Double? {
        switch self {
        case .state, .composite, .region, .orthogonal, .child, .children: nil
        case .initial, .junction: 14
        case .shallowHistory, .deepHistory, .final, .terminate, .choice, .entryPoint, .exitPoint: 22
        case .bar: 48
        }
    }

    var isChild: Bool { self == .child || self == .children }

    /// How much more room than a state a child machine takes: for the lines at its sides, and for the box behind that
    /// says that there are several.
    var margin: Size {
        switch self {
        case .child: Size(width: 8, height: 0)
        case .children: Size(width: 12, height: 4)
        case .state, .composite, .region, .orthogonal, .initial, .shallowHistory, .deepHistory, .final, .terminate,
            .choice, .junction, .bar, .entryPoint, .exitPoint:
            Size(width: 0, height: 0)
        }
    }

    func node(_ name: String, _ body: [String], in parent: Int?, hasRegions: Bool) -> LayoutGraph.Node {
        guard let width else {
            let lines = [name] + body
            let text = lines.map(TextMetrics.width).max() ?? 0
            let room = margin
            return LayoutGraph.Node(
                parent: parent, lines: lines,
                size: Size(
                    width: max(56, (text * 1.05 + 20).rounded(.up)) + room.width,
                    height: Double(lines.count) * TextMetrics.lineHeight + 14 + room.height),
                symbol: nil, hasRegions: hasRegions, isBox: !isChild)
        }
        let text = name.isEmpty || self == .bar ? 0 : TextMetrics.width(name) + 6
        return LayoutGraph.Node(
            parent: parent, lines: [name],
            size: Size(width: (width + text).rounded(.up), height: self == .bar ? 5 : width),
            symbol: width, slope: self == .choice ? 7 : 3, isBar: self == .bar, isBox: false)
    }
}

extension ChartDrawing {
    /// The vertices that a picture shows: all states, what is entered first, and pseudostates that a transition leads
    /// to or comes from.
    var shownVertices: Set<Int> {
        var shown = Set(graph.vertices.filter { $0.kind.isState }.map(\.id) + graph.vertices.compactMap(\.initial))
        for transition in graph.transitions {
            let isLearnt = transition.origins != [.declared]
            for vertex in [transition.source] + transition.targets where !graph.vertices[vertex].kind.isState {
                if isLearnt { shown.insert(vertex) }
            }
        }
        return shown
    }

    /// What is written below the name of a state: the history of its regions, its actions, timers, activities, child
    /// machines, internal transitions and deferred events.
    func body(of vertex: ChartGraph.Vertex) -> [String] {
        var lines: [String] = []
        if vertex.methods.contains(.entry) { lines.append("entry /") }
        if vertex.methods.contains(.exit) { lines.append("exit /") }
        if vertex.hasRegions, vertex.history != .none { lines.insert(vertex.history == .deep ? "H*" : "H", at: 0) }
        let children = vertex.childMachines.map { child in
            let texts = graph.texts(of: child, in: vertex.id)
            return "\(child.title) /" + (texts.isEmpty ? "" : " \(texts.joined(separator: ", "))")
        }
        return lines + graph.workTexts(of: vertex.id) + children + internals(of: vertex.id).map { "\($0) /" }
            + graph.deferredEvents(of: vertex.id).map { "\($0) / defer" }
    }

    /// The same in few lines: entry and exit in one, and internal transitions as a list. Child machines are boxes.
    func shortBody(of vertex: ChartGraph.Vertex) -> [String] {
        var lines: [String] = []
        let methods = [
            vertex.methods.contains(.entry) ? "entry /" : nil, vertex.methods.contains(.exit) ? "exit /" : nil,
        ]
        let actions = methods.compactMap { $0 }
        if !actions.isEmpty { lines.append(actions.joined(separator: "  ")) }
        lines += graph.workTexts(of: vertex.id)
        let internals = internals(of: vertex.id)
        let deferred = graph.deferredEvents(of: vertex.id)
        for (texts, end) in [(internals, " /"), (deferred, " / defer")] {
            if let last = texts.last { lines += TextMetrics.list(texts.dropLast() + [last + end], at: 130) }
        }
        return lines
    }
}
