/// Which layer each box of a container belongs to: every edge leads from an earlier layer to a later one.
struct Layering: Hashable {
    /// The layer of each box, in the order in which the boxes were given.
    private(set) var layers: [Int]

    /// - Parameters:
    ///   - widths: of the boxes, along their layer.
    ///   - edges: between their places, without circles.
    ///   - first: those that are entered first.
    ///   - entered: those that edges reach from before the layers.
    ///   - limit: how wide a layer may become before a box is put into the next one.
    init(widths: [Double], edges: [(Int, Int)], first: [Int], entered: [Int], limit: Double) {
        let count = widths.count
        layers = Self.longestPaths(count: count, edges: edges)
        var after = Array(repeating: [Int](), count: count), before = after
        for edge in edges where edge.0 != edge.1 {
            after[edge.0].append(edge.1)
            before[edge.1].append(edge.0)
        }
        let isConnected = (0..<count).map { !after[$0].isEmpty || !before[$0].isEmpty }
        let order = layers.indices.filter { isConnected[$0] || !isConnected.contains(true) }
            .sorted { (layers[$0], $0) < (layers[$1], $1) }
        var used: [Double] = []
        for box in order {
            var layer = before[box].map { layers[$0] + 1 }.max() ?? 0
            layer = max(layer, before[box].isEmpty ? layers[box] : 0)
            while layer < used.count, used[layer] > 0, used[layer] + widths[box] > limit { layer += 1 }
            while used.count <= layer { used.append(0) }
            used[layer] += widths[box] + Self.gap
            layers[box] = layer
        }
        tighten(order, before, after, widths, &used, limit)
        let begin = order.filter { !first.contains($0) }.map { layers[$0] }.min() ?? 0
        // What no edge inside meets has no place of its own: at the end, where it is out of the way.
        var last = order.map { layers[$0] }.max() ?? 0
        for box in 0..<count where !order.contains(box) {
            while used.count <= last { used.append(0) }
            // What is reached from before the layers has its place beside what is entered first, if there is room.
            let roomy = used.indices.dropFirst(begin).first { used[$0] == 0 || used[$0] + widths[box] <= limit }
            if let roomy, entered.contains(box) {
                layers[box] = roomy
                used[roomy] += widths[box] + Self.gap
                continue
            }
            if used[last] > 0, used[last] + widths[box] > limit { last += 1 }
            while used.count <= last { used.append(0) }
            layers[box] = last
            used[last] += widths[box] + Self.gap
        }
        closeGaps()
    }

    static let gap = 24.0

    /// Regions in so many columns, with what lies before and behind them.
    init(ranks: [Int], columns: Int) {
        let before = ranks.contains(0) ? 1 : 0
        var region = 0
        let rows = (ranks.count { $0 == 1 } + columns - 1) / columns
        layers = ranks.map { rank in
            guard rank == 1 else { return rank == 0 ? 0 : before + rows }
            region += 1
            return before + (region - 1) / columns
        }
        closeGaps()
    }

    /// Regions in as many columns as fit, row by row.
    init(ranks: [Int], widths: [Double], limit: Double) {
        let before = ranks.contains(0) ? 1 : 0
        var row = 0, used = 0.0
        layers = Array(repeating: 0, count: ranks.count)
        for (box, rank) in ranks.enumerated() where rank == 1 {
            if used > 0, used + widths[box] > limit { (row, used) = (row + 1, 0) }
            layers[box] = before + row
            used += widths[box] + Self.gap
        }
        for (box, rank) in ranks.enumerated() where rank == 2 { layers[box] = before + row + 1 }
        closeGaps()
    }

    /// Each box as early as the edges allow; those that nothing leads to are moved near to what they lead to.
    static func longestPaths(count: Int, edges: [(Int, Int)]) -> [Int] {
        var after = Array(repeating: [Int](), count: count)
        var waiting = Array(repeating: 0, count: count)
        for edge in edges where edge.0 != edge.1 {
            after[edge.0].append(edge.1)
            waiting[edge.1] += 1
        }
        var layers = Array(repeating: 0, count: count)
        let isSource = waiting.map { $0 == 0 }
        var ready = (0..<count).filter { waiting[$0] == 0 }
        var next = 0
        while next < ready.count {
            let box = ready[next]
            next += 1
            for target in after[box] {
                layers[target] = max(layers[target], layers[box] + 1)
                waiting[target] -= 1
                if waiting[target] == 0 { ready.append(target) }
            }
        }
        for box in ready.reversed() where isSource[box] {
            if let nearest = after[box].map({ layers[$0] }).min() { layers[box] = nearest - 1 }
        }
        return layers
    }

    /// Moves boxes to where their edges are shortest, as far as there is room.
    private mutating func tighten(
        _ order: [Int], _ before: [[Int]], _ after: [[Int]], _ widths: [Double], _ used: inout [Double], _ limit: Double
    ) {
        for round in 0..<6 {
            var isChanged = false
            for box in round % 2 == 0 ? order.reversed() : order {
                let low = before[box].map { layers[$0] + 1 }.max() ?? 0
                let high = after[box].map { layers[$0] - 1 }.min() ?? layers[box]
                let slope = before[box].count - after[box].count
                guard slope != 0, low <= high else { continue }
                let wanted =
                    slope > 0
                    ? Array(low..<max(low, layers[box])) : (layers[box] + 1..<max(high + 1, layers[box] + 1)).reversed()
                guard let layer = wanted.first(where: { used[$0] == 0 || used[$0] + widths[box] <= limit }) else {
                    continue
                }
                used[layers[box]] -= widths[box] + Self.gap
                used[layer] += widths[box] + Self.gap
                layers[box] = layer
                isChanged = true
            }
            if !isChanged { break }
        }
    }

    private mutating func closeGaps() {
        let used = Set(layers).sorted()
        let numbers = Dictionary(uniqueKeysWithValues: used.enumerated().map { ($1, $0) })
        layers = layers.map { numbers[$0] ?? $0 }
    }
}
