extension Rows {
    /// Takes needless corners out: lanes of one edge get the same place where their rows have room, and pins move below
    /// or above them.
    mutating func straighten(_ nets: [Net], _ pins: inout Pins, fixed: Set<Pins.Key>) {
        var ofEdge = Array(repeating: [Net](), count: paths.count)
        for net in nets { ofEdge[net.edge].append(net) }
        for edge in paths.indices { align(edge, ofEdge[edge], pins, fixed) }
        pins.follow(nets, in: self, fixed: fixed)
    }

    /// Gives the lanes of an edge one place, or few.
    private mutating func align(_ edge: Int, _ nets: [Net], _ pins: Pins, _ fixed: Set<Pins.Key>) {
        var rest = paths[edge].lanes[...]
        while !rest.isEmpty {
            var common = -Double.infinity...Double.infinity
            var together: [Int] = []
            while let lane = rest.first {
                let room = room(of: lane)
                let low = max(common.lowerBound, room.lowerBound)
                let high = min(common.upperBound, room.upperBound)
                guard low <= high else { break }
                common = low...high
                together.append(lane)
                rest.removeFirst()
            }
            guard !together.isEmpty else { return }
            let wanted = preferred(together, edge, nets, pins, fixed)
            let x = min(max(wanted, common.lowerBound), common.upperBound).rounded()
            for lane in together where common.contains(x) { items[lane].x = x }
        }
    }

    /// How far an item may go without touching its neighbours.
    private func room(of item: Int) -> ClosedRange<Double> {
        let row = rows[items[item].row]
        guard let place = row.firstIndex(of: item) else { return items[item].x...items[item].x }
        let left = row.indices.contains(place - 1) ? row[place - 1] : nil
        let right = row.indices.contains(place + 1) ? row[place + 1] : nil
        let low = left.map { items[$0].x + items[$0].size.width + 4 } ?? items[item].x - 200
        let high = right.map { items[$0].x - items[item].size.width - 4 } ?? items[item].x + 200
        return min(low, items[item].x)...max(high, items[item].x)
    }

    /// Where lanes would like to be: at a pin that cannot move, else where most of them are.
    private func preferred(
        _ lanes: [Int], _ edge: Int, _ nets: [Net], _ pins: Pins, _ fixed: Set<Pins.Key>
    ) -> Double {
        for net in nets where net.from.side != net.to.side {
            for (end, other) in [(net.from, net.to), (net.to, net.from)] {
                guard lanes.contains(other.item), fixed.contains(Pins.Key(end: end, edge: edge)) else { continue }
                return items[end.item].x + pins.offset(end, edge, in: self) - Self.laneWidth / 2
            }
        }
        return lanes.map { items[$0].x }.sorted()[lanes.count / 2]
    }
}

extension Pins {
    /// Moves free pins to where their edges come from, if there is room on the border.
    mutating func follow(_ nets: [Net], in rows: Rows, fixed: Set<Key>) {
        var taken: [Net.End: [(edge: Int, offset: Double)]] = [:]
        for net in nets {
            for end in [net.from, net.to] where rows.isBox(end.item) {
                taken[end, default: []].append((net.edge, offset(end, net.edge, in: rows)))
            }
        }
        for net in nets where net.from.side != net.to.side {
            for (end, other) in [(net.to, net.from), (net.from, net.to)] where rows.isBox(end.item) {
                let key = Key(end: end, edge: net.edge)
                guard !fixed.contains(key) else { continue }
                let item = rows.items[end.item]
                let wanted = rows.items[other.item].x + offset(other, net.edge, in: rows) - item.x
                let own = offset(end, net.edge, in: rows)
                guard wanted >= 9, wanted <= item.size.width - 9 else { continue }
                // Not past a neighbour, and not near one.
                let others = (taken[end] ?? []).filter { $0.edge != net.edge }.map(\.offset)
                let passes = others.contains { ($0 - own) * ($0 - wanted) < 0 }
                guard !passes, others.allSatisfy({ abs($0 - wanted) >= 8 }) else { continue }
                fix(end, net.edge, at: wanted)
                taken[end] = (taken[end] ?? []).map { $0.edge == net.edge ? ($0.edge, wanted) : $0 }
            }
        }
    }
}
