extension Rows {
    /// Gives each item its place in its row: near what it is connected to, in order, and never nearer to a neighbour
    /// than allowed.
    mutating func place(_ nets: [Net], _ pins: Pins) {
        var links = Array(repeating: [(own: Double, other: Int, offset: Double, weight: Double)](), count: items.count)
        for net in nets {
            let from = pins.offset(net.from, net.edge, in: self)
            let to = pins.offset(net.to, net.edge, in: self)
            let areLanes = isLane(net.from.item) && isLane(net.to.item)
            let weight = areLanes ? 4.0 : net.from.side == net.to.side ? 0.25 : 1
            links[net.from.item].append((from, net.to.item, to, weight))
            links[net.to.item].append((to, net.from.item, from, weight))
        }
        for row in rows.indices {
            var x = 0.0
            for (place, item) in rows[row].enumerated() {
                if place > 0 { x += gap(rows[row][place - 1], item) }
                items[item].x = x
                x += items[item].size.width
            }
        }
        for sweep in 0..<8 {
            let down = sweep % 2 == 0
            for row in down ? Array(rows.indices) : rows.indices.reversed() { settle(row, links) }
        }
    }

    func isLane(_ item: Int) -> Bool {
        if case .lane = items[item].content { true } else { false }
    }

    /// The least distance between two neighbours.
    private func gap(_ left: Int, _ right: Int) -> Double {
        isLane(left) && isLane(right) ? 4 : isLane(left) || isLane(right) ? 8 : 24
    }

    /// Moves the items of a row to where they would like to be, as far as their neighbours allow: the least sum of
    /// squares (isotonic regression, by merging neighbours that are in each other's way).
    private mutating func settle(
        _ row: Int, _ links: [[(own: Double, other: Int, offset: Double, weight: Double)]]
    ) {
        var blocks: [(sum: Double, weight: Double, count: Int)] = []
        var offsets: [Double] = []
        var offset = 0.0
        for (place, item) in rows[row].enumerated() {
            if place > 0 { offset += gap(rows[row][place - 1], item) }
            offsets.append(offset)
            var sum = 0.0
            var weight = 0.0
            for link in links[item] {
                sum += link.weight * (items[link.other].x + link.offset - link.own)
                weight += link.weight
            }
            // Who is connected to nothing stays about where it is.
            if weight == 0 { (sum, weight) = (items[item].x * 0.1, 0.1) }
            blocks.append((sum - weight * offset, weight, 1))
            while blocks.count > 1 {
                let last = blocks[blocks.count - 1]
                let before = blocks[blocks.count - 2]
                guard before.sum / before.weight > last.sum / last.weight else { break }
                blocks.removeLast(2)
                blocks.append((before.sum + last.sum, before.weight + last.weight, before.count + last.count))
            }
            offset += items[item].size.width
        }
        var place = 0
        for block in blocks {
            for _ in 0..<block.count {
                items[rows[row][place]].x = block.sum / block.weight + offsets[place]
                place += 1
            }
        }
    }
}
