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
    ///   - width: what the picture should not be wider than.
    ///   - patience: how much worse a container may look by itself to lie across, because the whole would become too
    ///     high.
    ///   - tolerance: how much wider than wanted a container may become for a better picture.
    private init(_ all: inout Containers, width: Double, patience: Double, tolerance: Double) {
        let canvas = all.graph.nodes.count
        let bound = all.local.bound(all.graph)
        boxes = Array(repeating: BoxLayout(size: Size(width: 0, height: 0)), count: canvas + 1)
        axes = Array(repeating: .down, count: canvas + 1)
        var members: [Int: [Int]] = [:]
        // Boxes come before what is inside them, so that going backwards meets the inside first.
        for container in [Array(all.graph.nodes.indices.reversed()), [canvas]].joined() {
            if container < canvas, all.children[container].isEmpty { continue }
            let group = all.local.groups[container]
            members[group, default: []].append(container)
            let parent = container == canvas ? nil : all.graph.nodes[container].parent ?? canvas
            if let parent, all.local.groups[parent] == group { continue }
            // The outermost one of its group.
            let own = members[group, default: []]
            func attempt(_ axes: [Axis]) -> Attempt {
                var made: [Int: (box: BoxLayout, cost: Double)] = [:]
                for member in own {
                    made[member] = all.layout(member, axes, width: width, tolerance: tolerance) { child in
                        made[child]?.box ?? boxes[child]
                    }
                }
                return Attempt(made: made, axes: axes, cost: own.reduce(0) { $0 + (made[$1]?.cost ?? 0) })
            }
            func axes(_ axis: Axis) -> [Axis] {
                var axes = self.axes
                for member in own { axes[member] = axis }
                return axes
            }
            let down = attempt(axes(.down)), across = attempt(axes(.across))
            var best = across.cost < down.cost * patience ? across : down
            if own.count > 1, own.count < 8 {
                for member in own where !bound.contains(member) {
                    var axes = best.axes
                    axes[member] = axes[member] == .down ? .across : .down
                    let other = attempt(axes)
                    if other.cost < best.cost * (axes[member] == .across ? patience : 1) { best = other }
                }
            }
            cost += best.cost
            for member in own { if let made = best.made[member] { boxes[member] = made.box } }
            self.axes = best.axes
        }
    }

    /// Containers that are laid out together, with one choice of axes.
    private struct Attempt {
        let made: [Int: (box: BoxLayout, cost: Double)]
        let axes: [Axis]
        let cost: Double
    }

    /// The plan of a picture that keeps to its width, if that can be, and is not much higher than wide.
    static func best(_ graph: LayoutGraph) -> LayoutPlan {
        var all = Containers(graph)
        var best = LayoutPlan(&all, width: graph.width, patience: 0.97, tolerance: 1)
        for share in [1, 0.85] where best.isHigh {
            let other = LayoutPlan(&all, width: graph.width * share, patience: 1.3, tolerance: 1.12)
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
