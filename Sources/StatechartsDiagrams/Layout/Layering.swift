/// Which row each box of a container belongs to: edges lead downwards where they can.
///
/// Cycles are broken where a search from the first box on comes back to its own path; what leads back is routed upwards
/// later.
struct Layering {
    /// The row of each box, in the order in which the boxes were given.
    private(set) var layers: [Int]

    /// - Parameters:
    ///   - widths: of the boxes, in the order of the document.
    ///   - edges: between their places.
    ///   - first: those that a search begins at.
    ///   - limit: how wide a row may become before a box is put into the next one.
    init(widths: [Double], edges: [(from: Int, to: Int)], first: [Int], limit: Double) {
        let count = widths.count
        var outgoing = Array(repeating: [Int](), count: count)
        for edge in edges where edge.from != edge.to { outgoing[edge.from].append(edge.to) }

        // Depth first, without recursion: what is finished last comes first in a topological order.
        var state = Array(repeating: 0, count: count)  // 0 unseen, 1 on the path, 2 done
        var isBack = Set<[Int]>()
        var finished: [Int] = []
        for root in first + Array(0..<count) where state[root] == 0 {
            var path: [(node: Int, next: Int)] = [(root, 0)]
            state[root] = 1
            while let (node, next) = path.last {
                guard next < outgoing[node].count else {
                    state[node] = 2
                    finished.append(node)
                    path.removeLast()
                    continue
                }
                path[path.count - 1].next += 1
                let target = outgoing[node][next]
                switch state[target] {
                case 0:
                    state[target] = 1
                    path.append((target, 0))
                case 1: isBack.insert([node, target])
                case _: break
                }
            }
        }

        layers = Array(repeating: 0, count: count)
        var used: [Double] = []
        let firsts = Set(first)
        let order =
            finished.reversed().filter { firsts.contains($0) } + finished.reversed().filter { !firsts.contains($0) }
        for node in Self.sorted(order, outgoing, isBack) {
            var layer = layers[node]
            while layer < used.count, used[layer] > 0, used[layer] + widths[node] > limit { layer += 1 }
            while used.count <= layer { used.append(0) }
            used[layer] += widths[node] + 24
            layers[node] = layer
            for target in outgoing[node] where !isBack.contains([node, target]) {
                layers[target] = max(layers[target], layer + 1)
            }
        }
        // What no edge meets has no place of its own: at the end, where it is out of the way.
        let connected = Set(edges.flatMap { [$0.from, $0.to] })
        var last = layers.max() ?? 0
        var room = limit
        for node in layers.indices where last == layers[node] && connected.contains(node) { room -= widths[node] + 24 }
        for node in layers.indices where !connected.contains(node) && !connected.isEmpty {
            if room < widths[node], room < limit { (last, room) = (last + 1, limit) }
            layers[node] = last
            room -= widths[node] + 24
        }
        closeGaps()
    }

    /// A topological order without the edges that lead back.
    private static func sorted(_ order: [Int], _ outgoing: [[Int]], _ isBack: Set<[Int]>) -> [Int] {
        var waiting = Array(repeating: 0, count: outgoing.count)
        for (node, targets) in outgoing.enumerated() {
            for target in targets where !isBack.contains([node, target]) { waiting[target] += 1 }
        }
        var ready = order.filter { waiting[$0] == 0 }
        var sorted: [Int] = []
        var next = 0
        while next < ready.count {
            let node = ready[next]
            next += 1
            sorted.append(node)
            for target in outgoing[node] where !isBack.contains([node, target]) {
                waiting[target] -= 1
                if waiting[target] == 0 { ready.append(target) }
            }
        }
        return sorted
    }

    private mutating func closeGaps() {
        let used = Set(layers).sorted()
        let numbers = Dictionary(uniqueKeysWithValues: used.enumerated().map { ($1, $0) })
        layers = layers.map { numbers[$0] ?? $0 }
    }

    /// Each box in a row of its own, or all in one.
    init(regions count: Int, stacked: Bool) { layers = (0..<count).map { stacked ? $0 : 0 } }
}
