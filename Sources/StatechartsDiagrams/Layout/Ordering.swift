extension Rows {
    /// Orders each row so that few edges cross: items move towards the middle of what they are connected to, from above
    /// and from below in turns, then neighbours change places where that spares crossings. The best order met is kept
    /// (the barycentre heuristic of layered drawings, with transpositions).
    /// - Parameter keepingBoxes: whether boxes stay in the order of the document among themselves, and only lanes find
    ///   their places.
    mutating func order(_ pins: Pins, keepingBoxes: Bool) {
        let links = RowLinks(self, pins)
        var position = Array(repeating: 0.0, count: items.count)
        for row in rows { Self.number(row, &position) }
        // Lanes begin beside what they belong to.
        for row in rows.indices { sort(row, links, &position, side: nil, keepingBoxes) }
        var best = (rows: rows, crossings: links.crossings(rows))
        for sweep in 0..<8 where best.crossings > 0 || sweep < 4 {
            let down = sweep % 2 == 0
            for row in down ? Array(rows.indices) : rows.indices.reversed() {
                sort(row, links, &position, side: down ? .top : .bottom, keepingBoxes)
            }
            let crossings = links.crossings(rows)
            if crossings < best.crossings || (crossings == best.crossings && sweep < 4) { best = (rows, crossings) }
        }
        rows = best.rows
        if best.crossings > 0 { transpose(links, keepingBoxes) }
    }

    private static func number(_ row: [Int], _ position: inout [Double]) {
        for (place, item) in row.enumerated() { position[item] = (Double(place) + 0.5) / Double(row.count) }
    }

    private mutating func sort(
        _ row: Int, _ links: RowLinks, _ position: inout [Double], side: Net.Side?, _ keepingBoxes: Bool
    ) {
        let count = Double(max(1, rows[row].count))
        let keys = rows[row].map { item -> Double in
            if items[item].content == .title { return -1 }
            var sum = 0.0, number = 0.0
            for link in links.links[item] {
                // What lies in the same row counts always: a lane that leads back is to be near its box.
                if items[link.other].row < 0 {
                    sum += items[link.other].content == .low ? -0.3 : 1.3
                    number += 1
                    continue
                }
                guard side == nil || link.side == side || items[link.other].row == row else { continue }
                let width = Double(max(1, rows[items[link.other].row].count))
                sum +=
                    position[link.other] + (link.otherShare - 0.5) * 0.9 / width - (link.ownShare - 0.5) * 0.9 / count
                number += 1
            }
            return number == 0 ? position[item] : sum / number
        }
        let sorted = rows[row].indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
        rows[row] = sorted.map { rows[row][$0] }
        if keepingBoxes { keepBoxes(row) }
        Self.number(rows[row], &position)
    }

    /// Has neighbours change places where that crosses no more edges and each comes nearer to what it is connected to;
    /// wants the places of all items.
    mutating func shorten(_ pins: Pins, keepingBoxes: Bool) -> Bool {
        let links = RowLinks(self, pins)
        var place = Array(repeating: 0, count: items.count)
        for row in rows { for (number, item) in row.enumerated() { place[item] = number } }
        func wanted(_ item: Int) -> Double? {
            var sum = 0.0, count = 0.0
            for link in links.links[item] where items[link.other].row >= 0 && items[link.other].row != items[item].row {
                let other = items[link.other]
                sum += other.x + other.size.width * link.otherShare
                count += 1
            }
            return count == 0 ? nil : sum / count
        }
        let goals = items.indices.map(wanted)
        var hasChanged = false
        for _ in 0..<4 {
            var isChanged = false
            for row in rows.indices {
                for number in rows[row].indices.dropFirst() {
                    let (left, right) = (rows[row][number - 1], rows[row][number])
                    if items[left].content == .title { continue }
                    if keepingBoxes, isBox(left), isBox(right) { continue }
                    guard let a = goals[left], let b = goals[right], a > b + 12 else { continue }
                    guard links.gain(left, right, place) >= 0 else { continue }
                    rows[row].swapAt(number - 1, number)
                    place[left] = number
                    place[right] = number - 1
                    isChanged = true
                }
            }
            if !isChanged { break }
            hasChanged = true
        }
        return hasChanged
    }

    private mutating func keepBoxes(_ row: Int) {
        let places = rows[row].indices.filter { isBox(rows[row][$0]) }
        for (place, box) in zip(places, places.map { rows[row][$0] }.sorted()) { rows[row][place] = box }
    }

    private mutating func transpose(_ links: RowLinks, _ keepingBoxes: Bool) {
        var place = Array(repeating: 0, count: items.count)
        for row in rows { for (number, item) in row.enumerated() { place[item] = number } }
        for _ in 0..<6 {
            var isChanged = false
            for row in rows.indices {
                for number in rows[row].indices.dropFirst() {
                    let (left, right) = (rows[row][number - 1], rows[row][number])
                    if items[left].content == .title { continue }
                    if keepingBoxes, isBox(left), isBox(right) { continue }
                    guard links.gain(left, right, place) > 0 else { continue }
                    rows[row].swapAt(number - 1, number)
                    place[left] = number
                    place[right] = number - 1
                    isChanged = true
                }
            }
            if !isChanged { break }
        }
    }
}

/// What the items of rows are connected to.
struct RowLinks {
    struct Link {
        let other: Int
        let side: Net.Side
        /// Where on their borders the two meet it, from 0 to 1.
        let ownShare: Double
        let otherShare: Double
        /// Whether the other is a side of the container: the low one for a share of 0, the high one for 1.
        var isBorder = false
    }
    private(set) var links: [[Link]]
    /// The nets from a row to the next one, by the row.
    private var between: [[(upper: Int, lower: Int, upperShare: Double, lowerShare: Double)]]

    init(_ rows: Rows, _ pins: Pins) {
        links = Array(repeating: [], count: rows.items.count)
        between = Array(repeating: [], count: rows.rows.count)
        func share(_ end: Net.End) -> Double {
            guard pins.isFixed(end) else { return 0.5 }
            return pins.offset(end, in: rows) / max(1, rows.items[end.item].size.width)
        }
        for net in rows.nets {
            let (from, to) = (share(net.from), share(net.to))
            if net.from.side == .border || net.to.side == .border {
                let (own, other) = net.from.side == .border ? (net.to, net.from) : (net.from, net.to)
                let isHigh = rows.items[other.item].content == .high
                links[own.item].append(
                    Link(
                        other: other.item, side: own.side, ownShare: share(own), otherShare: isHigh ? 1 : 0,
                        isBorder: true))
                continue
            }
            links[net.from.item].append(Link(other: net.to.item, side: net.from.side, ownShare: from, otherShare: to))
            links[net.to.item].append(Link(other: net.from.item, side: net.to.side, ownShare: to, otherShare: from))
            if net.from.side == .bottom, net.to.side == .top {
                between[net.channel].append((net.from.item, net.to.item, from, to))
            }
        }
    }

    func crossings(_ rows: [[Int]]) -> Int {
        var place = Array(repeating: 0.0, count: links.count)
        for row in rows { for (number, item) in row.enumerated() { place[item] = Double(number) } }
        var sum = 0
        for nets in between where nets.count > 1 {
            let ends = nets.map { (place[$0.upper] + $0.upperShare * 0.9, place[$0.lower] + $0.lowerShare * 0.9) }
                .sorted { $0 < $1 }
            for (number, a) in ends.enumerated() {
                for b in ends[(number + 1)...] where b.1 < a.1 && a.0 < b.0 { sum += 1 }
            }
        }
        return sum
    }

    /// How many crossings are spared if two neighbours change places.
    func gain(_ left: Int, _ right: Int, _ place: [Int]) -> Int {
        var gain = 0
        for a in links[left] {
            for b in links[right] where a.side == b.side {
                if a.isBorder || b.isBorder {
                    gain +=
                        a.isBorder && b.isBorder
                        ? 0 : a.isBorder ? (a.otherShare > 0.5 ? 1 : -1) : (b.otherShare > 0.5 ? -1 : 1)
                    continue
                }
                let at = Double(place[a.other]) + a.otherShare * 0.9,
                    other = Double(place[b.other]) + b.otherShare * 0.9
                if at > other { gain += 1 } else if at < other { gain -= 1 }
            }
        }
        return gain
    }
}
