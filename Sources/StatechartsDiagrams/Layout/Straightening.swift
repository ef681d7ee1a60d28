/// Takes needless corners out: what hangs together by straight lines is moved as a whole to where one more line becomes
/// straight, and pins move along their borders, wherever that makes lines shorter or straighter.
struct Straightening {
    private var rows: Rows
    private var pins: Pins
    private let netsOf: [[Int]]
    /// The nets that meet each end.
    private let netsOfEnd: [[Int]]
    /// Where each item is in its row.
    private let placeOf: [Int]

    /// The bend that is saved is worth so many pixels.
    private static let bend = 24.0

    static func straighten(_ rows: inout Rows, _ pins: inout Pins) {
        var all = Straightening(rows, pins)
        for _ in 0..<6 {
            let isChanged = all.movePins()
            guard all.moveBlocks() || isChanged else { break }
        }
        (rows, pins) = (all.rows, all.pins)
    }

    private init(_ rows: Rows, _ pins: Pins) {
        (self.rows, self.pins) = (rows, pins)
        var netsOf = Array(repeating: [Int](), count: rows.items.count)
        var netsOfEnd = Array(repeating: [Int](), count: rows.ends.count)
        for (number, net) in rows.nets.enumerated() {
            netsOfEnd[net.from.number].append(number)
            if net.to.number != net.from.number { netsOfEnd[net.to.number].append(number) }
            guard net.from.item != net.to.item, net.from.side != .border, net.to.side != .border else { continue }
            netsOf[net.from.item].append(number)
            netsOf[net.to.item].append(number)
        }
        var placeOf = Array(repeating: 0, count: rows.items.count)
        for row in rows.rows { for (place, item) in row.enumerated() { placeOf[item] = place } }
        (self.netsOf, self.netsOfEnd, self.placeOf) = (netsOf, netsOfEnd, placeOf)
    }

    private func x(_ end: Net.End) -> Double { rows.items[end.item].x + pins.offset(end, in: rows) }

    private func cost(_ net: Net, moved: Double = 0) -> Double {
        if net.from.side == .border || net.to.side == .border { return 0 }
        let distance = abs(x(net.to) - x(net.from) + moved)
        guard net.from.side != net.to.side else { return distance * 0.25 }
        return distance < 0.5 ? 0 : distance + Self.bend
    }

    // MARK: Blocks

    private mutating func moveBlocks() -> Bool {
        var isChanged = false
        for number in rows.nets.indices {
            let net = rows.nets[number]
            guard net.from.side != net.to.side, net.from.side != .border, net.to.side != .border else { continue }
            let distance = x(net.to) - x(net.from)
            guard abs(distance) >= 0.5 else { continue }
            for (end, by) in [(net.from, distance), (net.to, -distance)] where move(end.item, by, unless: number) {
                isChanged = true
                break
            }
            guard abs(x(net.to) - x(net.from)) >= 0.5 else { continue }
            for (end, by) in [(net.from, distance), (net.to, -distance)] where moveChain(end.item, by, unless: number) {
                isChanged = true
                break
            }
        }
        return isChanged
    }

    /// Moves an item with all that hangs on it by straight lines, if that is worth it.
    private mutating func move(_ item: Int, _ distance: Double, unless other: Int) -> Bool {
        var block = [item]
        var isInside: Set<Int> = [item]
        var next = 0
        while next < block.count {
            for number in netsOf[block[next]] where number != other {
                let net = rows.nets[number]
                guard net.from.side != net.to.side, abs(x(net.to) - x(net.from)) < 0.5 else { continue }
                for end in [net.from.item, net.to.item] where isInside.insert(end).inserted { block.append(end) }
            }
            next += 1
            if block.count > 60 { return false }
        }
        let net = rows.nets[other]
        if isInside.contains(net.from.item), isInside.contains(net.to.item) { return false }
        for item in block where !hasRoom(item, distance, beside: isInside) { return false }
        var before = 0.0, after = 0.0
        for item in block {
            for number in netsOf[item] {
                let net = rows.nets[number]
                let isFrom = isInside.contains(net.from.item), isTo = isInside.contains(net.to.item)
                guard isFrom != isTo else { continue }
                before += cost(net)
                after += cost(net, moved: isTo ? distance : -distance)
            }
        }
        guard after < before - 0.5 else { return false }
        for item in block { rows.items[item].x += distance }
        return true
    }

    /// Moves lanes that are one straight line, with the free pins at its ends along their borders.
    private mutating func moveChain(_ item: Int, _ distance: Double, unless other: Int) -> Bool {
        guard !rows.isBox(item) else { return false }
        var chain = [item]
        var isInside: Set<Int> = [item]
        var ends: Set<Net.End> = []
        var next = 0
        while next < chain.count {
            for number in netsOf[chain[next]] where number != other {
                let net = rows.nets[number]
                guard net.from.side != net.to.side, abs(x(net.to) - x(net.from)) < 0.5 else { continue }
                for end in [net.from, net.to] {
                    if rows.isBox(end.item) {
                        guard !pins.isFixed(end) else { return false }
                        ends.insert(end)
                    } else if isInside.insert(end.item).inserted {
                        chain.append(end.item)
                    }
                }
            }
            next += 1
            if chain.count > 60 { return false }
        }
        let net = rows.nets[other]
        if isInside.contains(net.from.item), isInside.contains(net.to.item) { return false }
        guard !ends.isEmpty else { return false }
        for item in chain where !hasRoom(item, distance, beside: isInside) { return false }
        for end in ends where !hasRoom(end, distance) { return false }
        let moved = Set(chain.flatMap { netsOf[$0] } + ends.flatMap { netsOfEnd[$0.number] }).sorted()
        func sum() -> Double { moved.reduce(0) { $0 + cost(rows.nets[$1]) } }
        let before = sum()
        for item in chain { rows.items[item].x += distance }
        for end in ends { pins.move(end, to: pins.offset(end, in: rows) + distance) }
        if sum() < before - 0.5 { return true }
        for item in chain { rows.items[item].x -= distance }
        for end in ends { pins.move(end, to: pins.offset(end, in: rows) - distance) }
        return false
    }

    /// Whether an item can be moved so far without coming too near to a neighbour that stays.
    private func hasRoom(_ item: Int, _ distance: Double, beside block: Set<Int>) -> Bool {
        let row = rows.rows[rows.items[item].row], place = placeOf[item]
        let neighbour = distance > 0 ? place + 1 : place - 1
        guard row.indices.contains(neighbour), !block.contains(row[neighbour]) else { return true }
        let (left, right) = distance > 0 ? (item, row[neighbour]) : (row[neighbour], item)
        let gap = rows.items[right].x - rows.items[left].x - rows.items[left].size.width
        return gap - abs(distance) >= rows.gap(left, right) - 0.01
    }

    /// Whether a pin can be moved so far without leaving its border, or meeting another one.
    private func hasRoom(_ end: Net.End, _ distance: Double) -> Bool {
        let width = rows.items[end.item].size.width
        let own = pins.offset(end, in: rows), wanted = own + distance
        guard wanted >= 9, wanted <= width - 9 else { return false }
        return rows.borders[2 * end.item + (end.side == .top ? 0 : 1)].allSatisfy { other in
            if other == end.number { return true }
            let place = pins.offset(rows.ends[other], in: rows)
            return (place - own) * (place - wanted) >= 0 && abs(place - wanted) >= 8
        }
    }

    // MARK: Pins

    /// Moves free pins to where their edges come from, if there is room on the border.
    private mutating func movePins() -> Bool {
        var isChanged = false
        for net in rows.nets where net.from.side != net.to.side && net.from.side != .border && net.to.side != .border {
            for (end, other) in [(net.to, net.from), (net.from, net.to)] where rows.isBox(end.item) {
                guard !pins.isFixed(end) else { continue }
                let own = pins.offset(end, in: rows)
                let wanted = x(other) - rows.items[end.item].x
                guard abs(wanted - own) > 0.4, hasRoom(end, wanted - own) else { continue }
                let before = netsOfEnd[end.number].reduce(0) { $0 + cost(rows.nets[$1]) }
                pins.move(end, to: wanted)
                let after = netsOfEnd[end.number].reduce(0) { $0 + cost(rows.nets[$1]) }
                if after < before - 0.5 { isChanged = true } else { pins.move(end, to: own) }
            }
        }
        return isChanged
    }
}
