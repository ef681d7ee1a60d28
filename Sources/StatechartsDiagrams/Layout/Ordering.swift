extension Rows {
    /// Orders each row so that few edges cross: items move towards the middle of what they are connected to, from above
    /// and from below in turns (the barycentre heuristic of layered drawings).
    /// - Parameter keepingBoxes: whether boxes stay in the order of the document among themselves, and only lanes find
    ///   their places.
    mutating func order(_ nets: [Net], keepingBoxes: Bool) {
        var neighbours = Array(repeating: [(item: Int, side: Net.Side)](), count: items.count)
        for net in nets {
            neighbours[net.from.item].append((net.to.item, net.from.side))
            neighbours[net.to.item].append((net.from.item, net.to.side))
        }
        var position = Array(repeating: 0.0, count: items.count)
        for row in rows { Self.number(row, &position) }
        // Lanes begin beside what they belong to.
        for row in rows.indices { sort(row, neighbours, &position, side: nil) }
        for sweep in 0..<6 {
            let down = sweep % 2 == 0
            for row in down ? Array(rows.indices) : rows.indices.reversed() {
                sort(row, neighbours, &position, side: down ? .top : .bottom)
            }
        }
        guard keepingBoxes else { return }
        for row in rows.indices {
            let places = rows[row].indices.filter { isBox(rows[row][$0]) }
            for (place, box) in zip(places, places.map { rows[row][$0] }.sorted()) { rows[row][place] = box }
        }
    }

    private static func number(_ row: [Int], _ position: inout [Double]) {
        for (place, item) in row.enumerated() { position[item] = (Double(place) + 0.5) / Double(row.count) }
    }

    private mutating func sort(
        _ row: Int, _ neighbours: [[(item: Int, side: Net.Side)]], _ position: inout [Double], side: Net.Side?
    ) {
        let keys = rows[row].map { item -> Double in
            if items[item].content == .title { return -1 }
            // What lies in the same row counts always: a lane that leads back is to be near its box.
            let those = neighbours[item].filter { other in
                side == nil || other.side == side || items[other.item].row == row
            }
            guard !those.isEmpty else { return position[item] }
            return those.reduce(0) { $0 + position[$1.item] } / Double(those.count)
        }
        let sorted = rows[row].indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
        rows[row] = sorted.map { rows[row][$0] }
        Self.number(rows[row], &position)
    }
}
