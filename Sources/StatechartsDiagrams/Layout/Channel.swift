/// The level lines between two rows: what does not go straight has one, on a track of its own where they would touch.
/// What leads to one place has one line together.
struct Channel {
    struct Wire {
        /// Where it meets the row above and the row below; what turns back meets one row twice.
        var ends: [(x: Double, side: Net.Side)]

        var low: Double { ends.map(\.x).min() ?? 0 }
        var high: Double { ends.map(\.x).max() ?? 0 }
        var isStraight: Bool { high - low < 0.5 && ends.contains { $0.side != ends[0].side } }
    }

    /// The track of each wire, counted from above; -1 for one that goes straight.
    private(set) var tracks: [Int]
    private(set) var trackCount = 0
    /// How many crossings there are among the wires.
    private(set) var crossings = 0

    static let trackHeight = 8.0
    private static let most = 60

    init(_ wires: [Wire]) {
        tracks = Array(repeating: -1, count: wires.count)
        let spans = wires.map { (low: $0.low, high: $0.high) }
        func touch(_ a: Int, _ b: Int) -> Bool {
            spans[a].low < spans[b].high + 6 && spans[b].low < spans[a].high + 6
        }
        func cost(_ a: Int, above b: Int) -> Int {
            guard touch(a, b) else { return 0 }
            return Self.cost(wires[a], spans[a], above: wires[b], spans[b])
        }
        var order = wires.indices.filter { !wires[$0].isStraight }
            .sorted { Self.isEarlier(wires[$0], wires[$1]) || (!Self.isEarlier(wires[$1], wires[$0]) && $0 < $1) }
        // Neighbours change places as long as that spares crossings.
        var changed = true
        var rounds = 0
        while changed, rounds < 12 {
            changed = false
            rounds += 1
            for place in order.indices.dropFirst() {
                let (upper, lower) = (order[place - 1], order[place])
                if cost(upper, above: lower) > cost(lower, above: upper) {
                    order.swapAt(place - 1, place)
                    changed = true
                }
            }
        }
        for (place, wire) in order.enumerated() {
            var track = 0
            for earlier in order[..<place] where touch(earlier, wire) { track = max(track, tracks[earlier] + 1) }
            tracks[wire] = track
            trackCount = max(trackCount, track + 1)
        }
        for (place, lower) in order.enumerated() {
            for upper in order[..<place] { crossings += cost(upper, above: lower) / 2 }
            for (number, wire) in wires.enumerated() where wire.isStraight {
                if spans[number].low > spans[lower].low + 0.1, spans[number].low < spans[lower].high - 0.1 {
                    crossings += 1
                }
            }
        }
    }

    private static func isEarlier(_ a: Wire, _ b: Wire) -> Bool {
        func rank(_ wire: Wire) -> Int {
            wire.ends.contains { $0.side != wire.ends[0].side } ? 1 : wire.ends[0].side == .bottom ? 0 : 2
        }
        return (Double(rank(a)), a.low, a.high) < (Double(rank(b)), b.low, b.high)
    }

    /// How many crossings there are if `a` lies above `b`, twice; lines upon each other count as several.
    private static func cost(
        _ a: Wire, _ aSpan: (low: Double, high: Double), above b: Wire, _ bSpan: (low: Double, high: Double)
    ) -> Int {
        var cost = 0
        // What comes from the row above (a bottom side) down to the lower track passes the upper one, and the other way
        // round.
        for end in b.ends where end.side == .bottom {
            if end.x > aSpan.low + 0.1, end.x < aSpan.high - 0.1 { cost += 2 }
        }
        for end in a.ends where end.side == .top {
            if end.x > bSpan.low + 0.1, end.x < bSpan.high - 0.1 { cost += 2 }
            for other in b.ends where other.side == .bottom && abs(other.x - end.x) < 4 { cost += 5 }
        }
        return cost
    }

    /// How high the tracks are together.
    var height: Double { trackCount == 0 ? 0 : Double(trackCount - 1) * Self.trackHeight }

    /// How far below the first track that of a wire lies.
    func depth(of wire: Int) -> Double { Double(tracks[wire]) * Self.trackHeight }
}
