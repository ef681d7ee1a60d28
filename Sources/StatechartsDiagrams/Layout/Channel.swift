/// The level lines between two rows: each net that does not go straight has one, on a track of its own where they would
/// touch.
struct Channel {
    struct Wire {
        /// The net that this is a part of.
        let net: Int
        /// Where it meets the row above and the row below; a net that turns back meets one row twice.
        let from: (x: Double, side: Net.Side)
        let to: (x: Double, side: Net.Side)

        var low: Double { min(from.x, to.x) }
        var high: Double { max(from.x, to.x) }
        var isStraight: Bool { abs(from.x - to.x) < 0.5 && from.side != to.side }
    }

    /// The track of each wire, counted from above; -1 for one that goes straight.
    private(set) var tracks: [Int]
    private(set) var trackCount = 0

    static let trackHeight = 8.0

    init(_ wires: [Wire]) {
        tracks = Array(repeating: -1, count: wires.count)
        var order = wires.indices.filter { !wires[$0].isStraight }.sorted { Self.isEarlier(wires[$0], wires[$1]) }
        // Neighbours change places as long as that spares crossings.
        var changed = true
        var rounds = 0
        while changed, rounds < 12 {
            changed = false
            rounds += 1
            for place in order.indices.dropFirst() {
                let (upper, lower) = (wires[order[place - 1]], wires[order[place]])
                if Self.cost(upper, above: lower) > Self.cost(lower, above: upper) {
                    order.swapAt(place - 1, place)
                    changed = true
                }
            }
        }
        for (place, wire) in order.enumerated() {
            var track = 0
            for earlier in order[..<place] where Self.touch(wires[earlier], wires[wire]) {
                track = max(track, tracks[earlier] + 1)
            }
            tracks[wire] = track
            trackCount = max(trackCount, track + 1)
        }
    }

    private static func touch(_ a: Wire, _ b: Wire) -> Bool { a.low < b.high + 6 && b.low < a.high + 6 }

    private static func isEarlier(_ a: Wire, _ b: Wire) -> Bool {
        func rank(_ wire: Wire) -> Int {
            wire.from.side != wire.to.side ? 1 : wire.from.side == .bottom ? 0 : 2
        }
        return (rank(a), a.low, a.high, a.net) < (rank(b), b.low, b.high, b.net)
    }

    /// How many crossings there are if `a` lies above `b`; lines upon each other count as several.
    private static func cost(_ a: Wire, above b: Wire) -> Int {
        var cost = 0
        // What comes from the row above (a bottom side) down to the lower track passes the upper one, and the other way
        // round.
        for end in [b.from, b.to] where end.side == .bottom {
            if end.x > a.low + 0.1, end.x < a.high - 0.1 { cost += 2 }
        }
        for end in [a.from, a.to] where end.side == .top {
            if end.x > b.low + 0.1, end.x < b.high - 0.1 { cost += 2 }
        }
        for end in [a.from, a.to] where end.side == .top {
            for other in [b.from, b.to] where other.side == .bottom && abs(other.x - end.x) < 4 { cost += 5 }
        }
        return cost
    }

    /// How high the channel is.
    var height: Double { trackCount == 0 ? 14 : 20 + Double(trackCount - 1) * Self.trackHeight }

    /// How far below the row above the track of a wire lies.
    func depth(of wire: Int) -> Double { 8 + Double(tracks[wire]) * Self.trackHeight }
}
