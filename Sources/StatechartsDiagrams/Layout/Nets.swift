/// A piece of an edge between two rows: from an item of one row to one of the next, or back to the same row.
struct Net {
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
        /// Its place among all ends of the rows.
        var number = -1
    }
    let from: End
    let to: End
    /// The row before the channel in which the net runs.
    let channel: Int
}

/// Where the edges of a container meet the borders of its boxes, from the left side of each box.
struct Pins {
    /// By the number of the end; `nil`: in the middle.
    private var offsets: [Double?]
    /// Those that are where a symbol or the inside of a box wants them.
    private var fixed: [Bool]

    init(_ rows: Rows) {
        offsets = Array(repeating: nil, count: rows.ends.count)
        fixed = Array(repeating: false, count: rows.ends.count)
    }

    /// Gives an end its place for good: where the inside of a box or a symbol wants it.
    mutating func fix(_ end: Net.End, at offset: Double) {
        offsets[end.number] = offset
        fixed[end.number] = true
    }

    mutating func move(_ end: Net.End, to offset: Double) { offsets[end.number] = offset }

    func isFixed(_ end: Net.End) -> Bool { fixed[end.number] }

    func offset(_ end: Net.End, in rows: Rows) -> Double {
        switch rows.items[end.item].content {
        case .lane: return rows.items[end.item].line
        case .title, .low, .high: return 0
        case .box: return (offsets[end.number] ?? rows.items[end.item].size.width / 2).rounded()
        }
    }

    /// Spreads the pins that are free over the borders, in the order of where they lead; wants the places of all items.
    mutating func spread(_ rows: Rows) {
        var sums = Array(repeating: (towards: 0.0, count: 0.0), count: rows.ends.count)
        for net in rows.nets {
            for (end, other) in [(net.from, net.to), (net.to, net.from)] where rows.isBox(end.item) && !isFixed(end) {
                sums[end.number].towards += rows.items[other.item].x + offset(other, in: rows)
                sums[end.number].count += 1
            }
        }
        for border in rows.borders where !border.isEmpty {
            let free = border.filter { !fixed[$0] }
            guard let one = free.first else { continue }
            let taken = border.filter { fixed[$0] }.map { offsets[$0] ?? 0 }
            let sorted = free.map { (end: $0, towards: sums[$0].towards / sums[$0].count) }
                .sorted { ($0.towards, rows.ends[$0.end].pin) < ($1.towards, rows.ends[$1.end].pin) }
            let item = rows.items[rows.ends[one].item]
            let places = Self.places(sorted.map { $0.towards - item.x }, on: item.size.width, without: taken)
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
