/// Which edges between the boxes of a container lead forth, and which back.
///
/// Several orders of the boxes are tried: as a search from the first box finds them, with what nothing leads to at the
/// end or at the beginning, by their distance from the first, and as the document has them. The one that needs the
/// fewest layers and the shortest edges is taken.
struct Orientation {
    /// By edge, in the order in which they were given.
    private(set) var ways: [LocalEdge.Way]

    /// - Parameters:
    ///   - count: how many boxes there are.
    ///   - edges: between their places.
    ///   - first: those that a search begins at.
    init(count: Int, edges: [(Int, Int)], first: [Int]) {
        var outgoing = Array(repeating: [Int](), count: count)
        for edge in edges where edge.0 != edge.1 { outgoing[edge.0].append(edge.1) }
        let firsts = Set(first)
        let roots = first + (0..<count).filter { !firsts.contains($0) }
        func behindFirst(_ order: [Int]) -> [Int] { first + order.filter { !firsts.contains($0) } }
        let searches = Self.depthFirst(outgoing, roots)
        let orders = [
            // What a later search found leads to what an earlier one found, never the other way round.
            searches.prefix(1).flatMap { $0 } + searches.dropFirst().reversed().flatMap { $0 },
            Self.breadthFirst(outgoing, roots), behindFirst(Array(0..<count)),
            behindFirst(searches.reversed().flatMap { $0 }),
        ]
        var best: (cost: Double, ways: [LocalEdge.Way])?
        for order in orders {
            var place = Array(repeating: 0, count: count)
            for (number, box) in order.enumerated() { place[box] = number }
            let ways = edges.map { place[$0.0] < place[$0.1] ? LocalEdge.Way.forth : .back }
            let layers = Layering.longestPaths(
                count: count, edges: zip(edges, ways).map { $1 == .forth ? $0 : ($0.1, $0.0) })
            let spans = edges.reduce(0) { $0 + abs(layers[$1.0] - layers[$1.1]) }
            let back = ways.count { $0 == .back }
            let cost = Double(spans) + 1.5 * Double((layers.max() ?? 0) + 1) + 0.9 * Double(back)
            if best.map({ cost < $0.cost }) ?? true { best = (cost, ways) }
        }
        ways = best?.ways ?? []
    }

    /// Regions have no order; what forks into them comes before, what joins them behind.
    init(regions isRegion: [Bool], edges: [(Int, Int)]) {
        let ranks = Self.ranks(isRegion, edges)
        ways = edges.map { edge in
            let (from, to) = (ranks[edge.0], ranks[edge.1])
            return from < to ? .forth : from > to ? .back : .turn
        }
    }

    /// 0 for what lies before the regions, 1 for them, 2 for what lies behind.
    ///
    /// - Parameter entered: what edges reach from before all of them.
    static func ranks(_ isRegion: [Bool], _ edges: [(Int, Int)], entered: Set<Int> = []) -> [Int] {
        let forks = Set(edges.filter { isRegion[$0.1] }.map(\.0))
        let joins = Set(edges.filter { isRegion[$0.0] }.map(\.1))
        return isRegion.indices.map { box in
            if isRegion[box] { return 1 }
            let isBefore = forks.contains(box) || entered.contains(box)
            return isBefore && !joins.contains(box) ? 0 : 2
        }
    }

    /// What each search finds: what is finished last comes first; without recursion.
    private static func depthFirst(_ outgoing: [[Int]], _ roots: [Int]) -> [[Int]] {
        var isSeen = Array(repeating: false, count: outgoing.count)
        var finished: [Int] = []
        var order: [[Int]] = []
        for root in roots where !isSeen[root] {
            isSeen[root] = true
            var path: [(node: Int, next: Int)] = [(root, 0)]
            while let (node, next) = path.last {
                guard next < outgoing[node].count else {
                    finished.append(node)
                    path.removeLast()
                    continue
                }
                path[path.count - 1].next += 1
                let target = outgoing[node][next]
                guard !isSeen[target] else { continue }
                isSeen[target] = true
                path.append((target, 0))
            }
            order.append(finished.reversed())
            finished = []
        }
        return order
    }

    private static func breadthFirst(_ outgoing: [[Int]], _ roots: [Int]) -> [Int] {
        var isSeen = Array(repeating: false, count: outgoing.count)
        var order: [Int] = []
        var next = 0
        for root in roots where !isSeen[root] {
            isSeen[root] = true
            order.append(root)
            while next < order.count {
                for target in outgoing[order[next]] where !isSeen[target] {
                    isSeen[target] = true
                    order.append(target)
                }
                next += 1
            }
        }
        return order
    }
}
