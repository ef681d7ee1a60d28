/// The layouts of all containers, and which way the layers of each lead.
///
/// Containers whose borders edges pass are laid out together: first all with one axis, then with that of single ones
/// changed, as long as that makes their pictures better.
struct LayoutPlan {
    private(set) var boxes: [BoxLayout]
    private(set) var axes: [Axis]

    var canvas: BoxLayout { boxes[boxes.count - 1] }

    /// What the picture is worth: the less, the better.
    private(set) var cost = 0.0

    /// - Parameters:
    ///   - patience: how much worse a container may look by itself to lie across, because the whole would become too
    ///     high.
    ///   - tolerance: how much wider than wanted a container may become for a better picture.
    init(_ graph: LayoutGraph, patience: Double, tolerance: Double) {
        let canvas = graph.nodes.count
        let local = LocalEdges(graph)
        let bound = local.bound(graph)
        boxes = Array(repeating: BoxLayout(size: Size(width: 0, height: 0)), count: canvas + 1)
        axes = Array(repeating: .down, count: canvas + 1)
        var children = Array(repeating: [Int](), count: canvas + 1)
        for (number, node) in graph.nodes.enumerated() { children[node.parent ?? canvas].append(number) }
        var members: [Int: [Int]] = [:]
        // Boxes come before what is inside them, so that going backwards meets the inside first.
        for container in [Array(graph.nodes.indices.reversed()), [canvas]].joined() {
            if container < canvas, children[container].isEmpty { continue }
            let group = local.groups[container]
            members[group, default: []].append(container)
            let parent = container == canvas ? nil : graph.nodes[container].parent ?? canvas
            if let parent, local.groups[parent] == group { continue }
            // The outermost one of its group.
            let all = members[group, default: []]
            var made = Attempts(graph, all, children, local, tolerance)
            func axes(_ axis: Axis) -> [Axis] {
                var axes = self.axes
                for member in all { axes[member] = axis }
                return axes
            }
            let down = made.attempt(axes(.down), boxes), across = made.attempt(axes(.across), boxes)
            var best = across.cost < down.cost * patience ? across : down
            if all.count > 1, all.count < 8 {
                for member in all where !bound.contains(member) {
                    var axes = best.axes
                    axes[member] = axes[member] == .down ? .across : .down
                    let other = made.attempt(axes, boxes)
                    if other.cost < best.cost * (axes[member] == .across ? patience : 1) { best = other }
                }
            }
            cost += best.cost
            boxes = best.boxes
            self.axes = best.axes
        }
    }

    /// The plan of a picture that keeps to its width, if that can be, and is not much higher than wide.
    static func best(_ graph: LayoutGraph) -> LayoutPlan {
        var best = LayoutPlan(graph, patience: 0.97, tolerance: 1)
        for share in [1, 0.85] where best.isHigh {
            var narrower = graph
            narrower.width = graph.width * share
            let other = LayoutPlan(narrower, patience: 1.3, tolerance: 1.12)
            let (size, known) = (other.canvas.size, best.canvas.size)
            // An eighth wider for a picture that is a quarter lower.
            let fits = size.width <= max(graph.width, known.width)
            let almostFits = size.width <= graph.width * 1.125 && size.height < known.height * 0.75
            if almostFits || (fits && size.height < known.height * 0.9) { best = other }
        }
        return best
    }

    private var isHigh: Bool { canvas.size.height > canvas.size.width * 1.2 && canvas.size.height > 560 }
}
