/// A piece of an edge between two rows: from an item of one row to one of the next, or back to the same row.
struct Net {
    /// Which border of an item a net meets.
    enum Side: Hashable {
        case top, bottom
    }
    struct End: Hashable {
        let item: Int
        let side: Side
    }
    /// The local edge.
    let edge: Int
    /// In the direction of the edge.
    let from: End
    let to: End
    /// The row above the channel in which the net runs.
    let channel: Int
}

extension Rows {
    /// All nets, those of an edge in its direction.
    func nets(of edges: [(from: Int?, to: Int?, label: [String])]) -> [Net] {
        var nets: [Net] = []
        for (number, edge) in edges.enumerated() {
            let path = paths[number]
            if path.leadsBack, let from = edge.from, let to = edge.to, let first = path.lanes.first,
                let last = path.lanes.last
            {
                nets.append(
                    Net(
                        edge: number, from: .init(item: from, side: .bottom), to: .init(item: first, side: .bottom),
                        channel: items[from].row))
                for (lower, upper) in zip(path.lanes, path.lanes.dropFirst()) {
                    nets.append(
                        Net(
                            edge: number, from: .init(item: lower, side: .top), to: .init(item: upper, side: .bottom),
                            channel: items[upper].row))
                }
                nets.append(
                    Net(
                        edge: number, from: .init(item: last, side: .top), to: .init(item: to, side: .top),
                        channel: items[to].row - 1))
            } else {
                let stations = (edge.from.map { [$0] } ?? []) + path.lanes + (edge.to.map { [$0] } ?? [])
                for (upper, lower) in zip(stations, stations.dropFirst()) {
                    nets.append(
                        Net(
                            edge: number, from: .init(item: upper, side: .bottom), to: .init(item: lower, side: .top),
                            channel: items[upper].row))
                }
            }
        }
        return nets
    }
}

/// Where the edges of a container meet the borders of its boxes, from the left side of each box.
struct Pins {
    /// A border of a box, and the local edge that meets it.
    struct Key: Hashable {
        let end: Net.End
        let edge: Int
    }

    private var offsets: [Key: Double] = [:]

    /// The pins that a box has by what lies inside it, or because all its edges meet in one place.
    mutating func fix(_ end: Net.End, _ edge: Int, at offset: Double) { offsets[Key(end: end, edge: edge)] = offset }

    func offset(_ end: Net.End, _ edge: Int, in rows: Rows) -> Double {
        switch rows.items[end.item].content {
        case .lane: Rows.laneWidth / 2
        case .title: 0
        case .box: offsets[Key(end: end, edge: edge)] ?? rows.items[end.item].size.width / 2
        }
    }

    /// Spreads the pins that are free over the borders, in the order of where they lead; wants the places of all items.
    mutating func spread(_ nets: [Net], in rows: Rows, fixed: Set<Key>) {
        var free: [Net.End: [(edge: Int, towards: Double)]] = [:]
        var taken: [Net.End: [Double]] = [:]
        for net in nets {
            for (end, other) in [(net.from, net.to), (net.to, net.from)] {
                guard case .box = rows.items[end.item].content else { continue }
                let key = Key(end: end, edge: net.edge)
                if fixed.contains(key) {
                    taken[end, default: []].append(offsets[key] ?? 0)
                } else {
                    let towards = rows.items[other.item].x + offset(other, net.edge, in: rows)
                    free[end, default: []].append((net.edge, towards))
                }
            }
        }
        for (end, edges) in free {
            let sorted = edges.sorted { ($0.towards, $0.edge) < ($1.towards, $1.edge) }
            let places = Self.places(sorted.count, on: rows.items[end.item].size.width, without: taken[end] ?? [])
            for (place, edge) in zip(places, sorted) { offsets[Key(end: end, edge: edge.edge)] = place }
        }
    }

    /// So many places on a border, evenly, none of them near one that is taken.
    private static func places(_ count: Int, on width: Double, without taken: [Double]) -> [Double] {
        if taken.isEmpty { return (1...count).map { width * Double($0) / Double(count + 1) } }
        var candidates = stride(from: 10.0, through: width - 10, by: 2)
            .filter { place in taken.allSatisfy { abs($0 - place) >= 8 } }
        if candidates.count < count { candidates = Array(stride(from: 4.0, through: width - 4, by: 2)) }
        return (1...count).map { candidates[candidates.count * $0 / (count + 1)] }
    }
}
