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
        /// Where all edges meet its upper and lower border, from the left; `nil` if they spread.
        var anchor: Double?
        /// Whether the boxes inside are regions, in a row or one below the other.
        var hasRegions = false
        /// Whether it is a region or a state rather than a pseudostate: beside regions it is as high as they are, with
        /// a line between.
        var isBox = true
        /// Whether it is entered first: it is placed above its neighbours.
        var isFirst = false
    }

    /// An arrow.
    struct Edge {
        let source: Int
        let target: Int
        /// The lines of its label; empty for none.
        let label: [String]
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

        /// The parts of an upright line that pass no label; a level one passes none.
        func leavingOut(_ labels: [Rectangle]) -> [Separator] {
            guard from.x == to.x else { return [self] }
            var parts: [Separator] = []
            var y = from.y
            for label in labels.sorted(by: { $0.minY < $1.minY })
            where label.minX - 3 < from.x && from.x < label.maxX + 3 && label.maxY > y {
                if label.minY > y {
                    parts.append(Separator(from: Point(x: from.x, y: y), to: Point(x: from.x, y: label.minY)))
                }
                y = label.maxY
            }
            if y < to.y { parts.append(Separator(from: Point(x: from.x, y: y), to: to)) }
            return parts
        }
    }

    var size = Size(width: 0, height: 0)
    /// The frames of the boxes, by their number.
    var frames: [Rectangle] = []
    /// How high the title of a box with boxes inside is, by its number; 0 for others.
    var headers: [Double] = []
    /// The corners of the edges, by their number: upright and level lines in turn.
    var paths: [[Point]] = []
    var labels: [Label] = []
    var separators: [Separator] = []
}

/// An edge as seen by one box: between two boxes directly inside, or from the upper border, or to the lower one.
struct LocalEdge {
    let edge: Int
    /// `nil`: it comes through, or begins at, the upper border.
    let from: Int?
    /// `nil`: it leaves through, or ends at, the lower border.
    let to: Int?
    let label: [String]
    /// How far this part is from the beginning of the edge; parts with greater numbers follow.
    let place: Int
}

extension LayoutGraph {
    /// The edges in the parts that each box sees: the canvas first, then the boxes by number.
    func localEdges() -> (canvas: [LocalEdge], boxes: [[LocalEdge]]) {
        var canvas: [LocalEdge] = []
        var boxes = Array(repeating: [LocalEdge](), count: nodes.count)
        func put(_ local: LocalEdge, in box: Int?) {
            if let box { boxes[box].append(local) } else { canvas.append(local) }
        }
        for (number, edge) in edges.enumerated() {
            let sources = [edge.source] + ancestors(of: edge.source)
            let targets = [edge.target] + ancestors(of: edge.target)
            if edge.source != edge.target, let depth = targets.firstIndex(of: edge.source) {
                // Into a box that it begins at: from the upper border downwards.
                descend(targets[..<depth].reversed(), number, through: edge.source, label: edge.label, put)
            } else if edge.source != edge.target, let depth = sources.firstIndex(of: edge.target) {
                ascend(sources[..<depth], number, through: edge.target, label: edge.label, put)
            } else {
                let outer = nodes[edge.source].parent.flatMap { first in
                    ([first] + ancestors(of: first)).first { targets.dropFirst().contains($0) }
                }
                let up = sources.prefix { $0 != outer }
                let down = targets.prefix { $0 != outer }
                ascend(up.dropLast(), number, through: up.last, label: [], put)
                let middle = LocalEdge(
                    edge: number, from: up.last, to: down.last, label: edge.label, place: up.count)
                put(middle, in: outer)
                descend(down.dropLast().reversed(), number, through: down.last, label: [], put)
            }
        }
        return (canvas, boxes)
    }

    /// Parts from a box up to the lower border of `last`.
    private func ascend(
        _ boxes: ArraySlice<Int>, _ edge: Int, through last: Int?, label: [String],
        _ put: (LocalEdge, Int?) -> Void
    ) {
        for (position, box) in boxes.enumerated() {
            let outer = boxes.index(boxes.startIndex, offsetBy: position + 1)
            let isLast = outer == boxes.endIndex
            let part = LocalEdge(edge: edge, from: box, to: nil, label: isLast ? label : [], place: position)
            put(part, isLast ? last : boxes[outer])
        }
    }

    /// Parts from the upper border of `first` down to a box.
    private func descend(
        _ boxes: [Int], _ edge: Int, through first: Int?, label: [String], _ put: (LocalEdge, Int?) -> Void
    ) {
        for (position, box) in boxes.enumerated() {
            // Behind everything that leads upwards; no chart is that deep.
            let part = LocalEdge(
                edge: edge, from: nil, to: box, label: position == 0 ? label : [], place: 1_000_000 + position)
            put(part, position == 0 ? first : boxes[position - 1])
        }
    }
}
