/// A piece of an edge between two rows: from an item of one row to one of the next, or back to the same row.
struct Net: Hashable {
    /// Which border of an item a net meets.
    enum Side: Hashable {
        case top, bottom
        /// It ends at a side of the container.
        case border
    }
    struct End: Hashable {
        let item: Int
        let side: Side
        /// Where it meets the border of a box: edges with the same number meet it in the same place.
        let pin: Int
    }
    let from: End
    let to: End
    /// The row before the channel in which the net runs.
    let channel: Int
}

/// Where the edges of a container meet the borders of its boxes, from the left side of each box.
struct Pins {
    private var offsets: [Net.End: Double] = [:]
    /// Those that are where a symbol or the inside of a box wants them.
    private(set) var fixed: Set<Net.End> = []

    /// Gives an end its place for good: where the inside of a box or a symbol wants it.
    mutating func fix(_ end: Net.End, at offset: Double) {
        offsets[end] = offset
        fixed.insert(end)
    }

    mutating func move(_ end: Net.End, to offset: Double) { offsets[end] = offset }

    func offset(_ end: Net.End, in rows: Rows) -> Double {
        let item = rows.items[end.item]
        switch item.content {
        case .lane: return item.line
        case .title, .low, .high: return 0
        case .box: return (offsets[end] ?? item.size.width / 2).rounded()
        }
    }

    /// Spreads the pins that are free over the borders, in the order of where they lead; wants the places of all items.
    mutating func spread(_ rows: Rows) {
        var free: [[Int]: [Net.End: (sum: Double, count: Double, turns: Bool)]] = [:]
        var taken: [[Int]: [Double]] = [:]
        for net in rows.nets {
            for (end, other) in [(net.from, net.to), (net.to, net.from)] {
                guard rows.isBox(end.item) else { continue }
                let border = [end.item, end.side == .top ? 0 : 1]
                if fixed.contains(end) {
                    taken[border, default: []].append(offsets[end] ?? 0)
                } else {
                    let towards = rows.items[other.item].x + offset(other, in: rows)
                    var known = free[border, default: [:]][end] ?? (0, 0, false)
                    known.sum += towards
                    known.count += 1
                    free[border, default: [:]][end] = known
                }
            }
        }
        for (border, ends) in free {
            let sorted = ends.map { (end: $0, towards: $1.sum / $1.count) }
                .sorted { ($0.towards, $0.end.pin) < ($1.towards, $1.end.pin) }
            let item = rows.items[border[0]]
            let places = Self.places(
                sorted.map { $0.towards - item.x }, on: item.size.width, without: taken[border] ?? [])
            for (place, end) in zip(places, sorted) { offsets[end.end] = place }
        }
    }

    /// Places on a border: evenly, or if some are taken away from those, each as near as it can to where it leads.
    private static func places(_ wanted: [Double], on width: Double, without taken: [Double]) -> [Double] {
        let count = wanted.count
        if taken.isEmpty {
            return (1...count).map { width * Double($0) / Double(count + 1) }
        }
        var candidates = stride(from: 10.0, through: width - 10, by: 2)
            .filter { place in taken.allSatisfy { abs($0 - place) >= 8 } }
        if candidates.count < count { candidates = Array(stride(from: 4.0, through: width - 4, by: 2)) }
        guard candidates.count >= count else { return Array(repeating: width / 2, count: count) }
        var places: [Double] = []
        var first = 0
        for (number, towards) in wanted.enumerated() {
            // As many stay as are needed for those that follow.
            let last = candidates.count - (count - number)
            let best = (first...last).min { abs(candidates[$0] - towards) < abs(candidates[$1] - towards) } ?? first
            places.append(candidates[best])
            first = best + 1
            while first <= last, candidates[first] - candidates[best] < 8 { first += 1 }
        }
        return places
    }
}
