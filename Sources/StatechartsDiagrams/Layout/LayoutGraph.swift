/// What is to be laid out: boxes inside boxes, and edges between any two of them.
struct LayoutGraph {
    /// A box.
    struct Node {
        /// The box that contains it; `nil` for one that lies on the canvas.
        let parent: Int?
        /// Its text: the first line is its title.
        var lines: [String]
        /// The least size of a box without boxes inside.
        var size: Size
        /// For a symbol how wide it is itself, without the name beside it; `nil` for a box.
        var symbol: Double?
        /// How much farther away the outline of a symbol is where edges leave it beside those that arrive.
        var slope = 0.0
        /// A bar, which lies across the edges.
        var isBar = false
        /// Whether the boxes inside are regions, in rows and columns.
        var hasRegions = false
        /// Whether it is a region or a state rather than a pseudostate: beside regions it is as high as they are, with
        /// a line between.
        var isBox = true
        /// Whether it is entered first: it is placed before its neighbours.
        var isFirst = false
    }

    /// An arrow.
    struct Edge {
        let source: Int
        let target: Int
        /// The texts of its label; empty for none.
        let label: [String]
        /// Whether it may share the last part of its way with others that lead to the same box.
        var joins = true

        /// The lines of its label: several texts as a list.
        var lines: [String] { TextMetrics.list(label, at: 150) }
    }

    var nodes: [Node] = []
    var edges: [Edge] = []
    /// What the drawing should not be wider than, if that is possible.
    var width = 800.0

    mutating func add(_ node: Node) -> Int {
        nodes.append(node)
        return nodes.count - 1
    }

    /// The boxes around one, the innermost first.
    func ancestors(of node: Int) -> [Int] {
        var all: [Int] = []
        var next = nodes[node].parent
        while let outer = next {
            all.append(outer)
            next = nodes[outer].parent
        }
        return all
    }
}

extension LayoutGraph.Node {
    /// The size of a box without boxes inside. Along a row of columns a symbol has its name below, and a bar stands.
    func size(_ axis: Axis) -> Size {
        switch axis {
        case .down: return size
        case .across:
            if isBar { return Size(width: size.height, height: size.width) }
            guard let symbol, size.width > symbol else { return size }
            let name = size.width - symbol
            return Size(width: max(symbol, name), height: symbol + TextMetrics.lineHeight)
        }
    }

    /// Where all edges meet a symbol, from the left side or from above; `nil` for a box, on which they spread.
    func anchor(_ axis: Axis) -> Double? { isBar ? nil : symbol.map { $0 / 2 } }

    /// How far beside those that arrive at a symbol edges leave it.
    static let beside = 7.0

    /// How far the symbol is from the ends of its box, where its name is wider.
    func inset(_ axis: Axis) -> Double {
        guard axis == .across, !isBar, let symbol else { return 0 }
        return (size(.across).width - symbol) / 2
    }
}

/// Where everything is.
struct Layout {
    /// A label and the edge that it belongs to.
    struct Label {
        let edge: Int
        let lines: [String]
        let frame: Rectangle
    }
    /// A line between two regions.
    struct Separator {
        let from: Point
        let to: Point
    }

    var size = Size(width: 0, height: 0)
    /// The frames of the boxes, by their number.
    var frames: [Rectangle] = []
    /// How high the title of a box with boxes inside is, by its number; 0 for others.
    var headers: [Double] = []
    /// Whether the layers around a box follow each other to the right, by its number.
    var axes: [Axis] = []
    /// The corners of the edges, by their number: upright and level lines in turn.
    var paths: [[Point]] = []
    var labels: [Label] = []
    var separators: [Separator] = []
}
