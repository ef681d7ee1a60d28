/// The level lines between two rows: what does not go straight has one, on a track of its own where they would touch.
/// What leads to one place has one line together.
struct Channel {
    struct Wire {
        /// Where it meets the row above and the row below; what turns back meets one row twice.
        var ends: [(x: Double, side: Net.Side)]

        fileprivate var span: (low: Double, high: Double) {
            var span = (low: ends.first?.x ?? 0, high: ends.first?.x ?? 0)
            for end in ends { span = (min(span.low, end.x), max(span.high, end.x)) }
            return span
        }
        /// Whether it leads from one row to the other.
        fileprivate var crosses: Bool { ends.contains { $0.side != ends[0].side } }
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
        // Asked once for each wire: there may be hundreds, which are compared with each other.
        let spans = wires.map(\.span)
        let areStraight = zip(wires, spans).map { wire, span in span.high - span.low < 0.5 && wire.crosses }
        let straight = spans.indices.filter { areStraight[$0] }.map { spans[$0].low }.sorted()
        let ranks = wires.map { $0.crosses ? 1 : $0.ends[0].side == .bottom ? 0 : 2 }
        func touch(_ a: Int, _ b: Int) -> Bool {
            spans[a].low < spans[b].high + 6 && spans[b].low < spans[a].high + 6
        }
        func cost(_ a: Int, above b: Int) -> Int {
            guard touch(a, b) else { return 0 }
            return Self.cost(wires[a], spans[a], above: wires[b], spans[b])
        }
        var order = wires.indices.filter { !areStraight[$0] }.sorted {
            (ranks[$0], spans[$0].low, spans[$0].high, $0) < (ranks[$1], spans[$1].low, spans[$1].high, $1)
        }
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
            crossings += Self.count(straight, above: spans[lower].low + 0.1, below: spans[lower].high - 0.1)
        }
    }

    /// How many of the places, which are in order, lie between two others.
    private static func count(_ places: [Double], above low: Double, below high: Double) -> Int {
        func first(where isBehind: (Double) -> Bool) -> Int {
            var (first, end) = (0, places.count)
            while first < end {
                let middle = (first + end) / 2
                if isBehind(places[middle]) { end = middle } else { first = middle + 1 }
            }
            return first
        }
        return max(0, first { $0 >= high } - first { $0 > low })
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
