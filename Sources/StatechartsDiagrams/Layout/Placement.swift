extension Rows {
    /// Gives each item its place in its row: near what it is connected to, in order, and never nearer to a neighbour
    /// than allowed.
    mutating func place(_ pins: Pins, isFirst: Bool) {
        var links = Array(repeating: [(own: Double, other: Int, offset: Double, weight: Double)](), count: items.count)
        for net in nets where net.from.side != .border && net.to.side != .border {
            let from = pins.offset(net.from, in: self)
            let to = pins.offset(net.to, in: self)
            let areLanes = isLane(net.from.item) && isLane(net.to.item)
            let weight = areLanes ? 4.0 : net.from.side == net.to.side ? 0.25 : 1
            links[net.from.item].append((from, net.to.item, to, weight))
            links[net.to.item].append((to, net.from.item, from, weight))
        }
        if isFirst {
            for row in rows.indices {
                var x = 0.0
                for (place, item) in rows[row].enumerated() {
                    if place > 0 { x += gap(rows[row][place - 1], item) }
                    items[item].x = x
                    x += items[item].size.width
                }
            }
        }
        for sweep in 0..<(isFirst ? 8 : 4) {
            let down = sweep % 2 == 0
            for row in down ? Array(rows.indices) : rows.indices.reversed() { settle(row, links) }
        }
    }

    /// Puts the sides where they are seen from the items: far away.
    mutating func moveSidesAway() {
        items[sides.low].x = -1_000_000
        items[sides.high].x = 1_000_000
    }

    func isLane(_ item: Int) -> Bool { items[item].content == .lane }

    func isBox(_ item: Int) -> Bool {
        if case .box = items[item].content { true } else { false }
    }

    /// The least distance between two neighbours.
    func gap(_ left: Int, _ right: Int) -> Double {
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

    /// Whole pixels, with the leftmost item at the padding.
    mutating func moveToOrigin(padding: Double) {
        let left = rows.compactMap { $0.first }.map { items[$0].x }.min() ?? 0
        for item in items.indices { items[item].x = (items[item].x - left + padding).rounded() }
        // Rounding may have brought neighbours nearer by a pixel; never into each other.
        for row in rows {
            for (left, right) in zip(row, row.dropFirst()) {
                items[right].x = max(items[right].x, items[left].x + items[left].size.width + min(4, gap(left, right)))
            }
        }
    }

    /// Regions in one row are equally high.
    mutating func stretch(_ regions: [Int]) {
        for row in rows {
            let height = row.map { isBox($0) ? items[$0].size.height : 0 }.max() ?? 0
            for item in row where regions.contains(item) { items[item].size.height = height }
        }
    }
}
