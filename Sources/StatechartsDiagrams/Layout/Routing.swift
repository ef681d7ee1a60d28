/// Heights of rows and channels, and the corners of the edges: all that is left when every item has its place in its
/// row.
struct Routing {
    private let rows: Rows
    private let pins: Pins
    private var channels: [Channel] = []
    /// For each net its wire in its channel; -1 for one that turns earlier.
    private var wires: [Int] = []
    /// Where the first track of each channel is.
    private var firstTracks: [Double] = []
    private(set) var rowTops: [Double] = []
    private(set) var rowHeights: [Double] = []
    private(set) var size = Size(width: 0, height: 0)
    /// How many crossings there are.
    private(set) var crossings = 0
    /// How many more edges each box has behind than before itself.
    private var pulls: [Int]
    /// How high each box is without having been stretched.
    private let naturalHeights: [Double]

    init(_ rows: Rows, _ pins: Pins, padding: Double, naturalHeights: [Double]) {
        self.rows = rows
        self.pins = pins
        self.naturalHeights = naturalHeights
        pulls = []
        var inChannel = Array(repeating: [Channel.Wire](), count: rows.rows.count)
        var joined: [Int?] = Array(repeating: nil, count: rows.ends.count)
        wires = Array(repeating: -1, count: rows.nets.count)
        let width = (rows.rows.joined().map { rows.items[$0].x + rows.items[$0].size.width }.max() ?? 0) + padding
        func x(_ end: Net.End) -> Double {
            switch rows.items[end.item].content {
            case .low: 0
            case .high: width
            case .title, .lane, .box: Self.x(end, rows, pins)
            }
        }
        var uses = Array(repeating: 0, count: rows.ends.count)
        for net in rows.nets { for end in [net.from, net.to] where end.side != .border { uses[end.number] += 1 } }
        for (number, net) in rows.nets.enumerated() {
            // What ends at one shared pin, or goes on in one shared lane, is one line.
            let shared = [net.to, net.from].first { uses[$0.number] > 1 }
            if let shared, let wire = joined[shared.number] {
                let other = shared.number == net.to.number ? net.from : net.to
                inChannel[net.channel][wire].ends.append((x(other), other.side))
                wires[number] = wire
                continue
            }
            if rows.turnsEarly(net) { continue }
            wires[number] = inChannel[net.channel].count
            if let shared { joined[shared.number] = wires[number] }
            inChannel[net.channel].append(.init(ends: [(x(net.from), net.from.side), (x(net.to), net.to.side)]))
        }
        channels = inChannel.map { Channel($0) }
        pulls = Array(repeating: 0, count: rows.items.count)
        for net in rows.nets {
            for end in [net.from, net.to] where end.side != .border { pulls[end.item] += end.side == .bottom ? 1 : -1 }
        }
        crossings = channels.reduce(0) { $0 + $1.crossings }
        var above = Array(repeating: false, count: rows.rows.count), below = above
        for net in rows.nets {
            for end in [net.from, net.to] where rows.isHead[end.number] {
                if end.side == .bottom { above[net.channel] = true } else { below[net.channel] = true }
            }
        }
        var y = 0.0
        for row in rows.rows.indices {
            rowTops.append(y)
            rowHeights.append(rows.rows[row].map { rows.items[$0].size.height }.max() ?? 0)
            y += rowHeights[row]
            let isLast = row == rows.rows.count - 1
            if inChannel[row].isEmpty {
                firstTracks.append(y)
                y += isLast || (row == 0 && rows.rows[0].isEmpty) ? padding : row == 0 ? 8 : 16
            } else if channels[row].trackCount == 0 {
                firstTracks.append(y)
                y += (above[row] ? 14 : 0) + (below[row] ? 14 : 0) + (above[row] || below[row] ? 2 : 8)
            } else {
                firstTracks.append(y + (above[row] ? 15 : 7))
                y += (above[row] ? 15 : 7) + channels[row].height + (below[row] ? 15 : 7)
            }
        }
        size = Size(width: width, height: y)
    }

    private static func x(_ end: Net.End, _ rows: Rows, _ pins: Pins) -> Double {
        rows.items[end.item].x + pins.offset(end, in: rows).rounded()
    }

    /// The frame of a box: in its row where most of its edges come from, else in the middle.
    func frame(of box: Int) -> Rectangle {
        let item = rows.items[box]
        let rest = rowHeights[item.row] - item.size.height
        let y = rowTops[item.row] + (pulls[box] < 0 ? 0 : pulls[box] > 0 ? rest : (rest / 2).rounded())
        return Rectangle(origin: Point(x: item.x, y: y), size: item.size)
    }

    private func point(_ end: Net.End, beside track: Double) -> Point {
        switch rows.items[end.item].content {
        case .low: return Point(x: 0, y: track)
        case .high: return Point(x: size.width, y: track)
        case .title, .lane, .box: break
        }
        let x = Self.x(end, rows, pins)
        let item = rows.items[end.item]
        guard rows.isBox(end.item) else {
            return Point(x: x, y: end.side == .top ? rowTops[item.row] : rowTops[item.row] + rowHeights[item.row])
        }
        let frame = frame(of: end.item)
        guard end.side == .bottom else { return Point(x: x, y: frame.minY) }
        let goesOn = pins.isFixed(end)
        return Point(x: x, y: goesOn ? frame.minY + naturalHeights[end.item] : frame.maxY)
    }

    /// The corners of a local edge, from its earlier end, or from where its arrow begins if it turns.
    func points(of edge: Int, beginsAbove: Bool, endsBelow: Bool) -> [Point] {
        var points: [Point] = []
        for (place, number) in rows.netsOfEdge[edge].enumerated() {
            let net = rows.nets[number]
            var from = net.from, to = net.to
            // Of what turns the second half is passed upwards.
            if place > rows.turns[edge] { swap(&from, &to) }
            if wires[number] < 0 {
                let start = point(from, beside: 0), end = point(to, beside: 0)
                let turn = rowTops[net.channel] + rows.items[from.item].size.height + 4
                points += [Point(x: start.x, y: turn), Point(x: end.x, y: turn)]
                continue
            }
            let channel = channels[net.channel]
            let track =
                channel.tracks[wires[number]] >= 0
                ? firstTracks[net.channel] + channel.depth(of: wires[number]) : firstTracks[net.channel]
            let (start, end) = (point(from, beside: track), point(to, beside: track))
            points.append(start)
            if abs(start.x - end.x) >= 0.5 || from.side == to.side, channel.tracks[wires[number]] >= 0 {
                points += [Point(x: start.x, y: track), Point(x: end.x, y: track)]
            }
            points.append(end)
        }
        if beginsAbove, let lane = rows.lanes[edge].first { points.insert(Point(x: laneX(lane), y: 0), at: 0) }
        if endsBelow, let lane = rows.lanes[edge].last { points.append(Point(x: laneX(lane), y: size.height)) }
        return points
    }

    private func laneX(_ lane: Int) -> Double { rows.items[lane].x + rows.items[lane].line }

    /// The labels, beside the lines of their lanes, with their local edges.
    func labels() -> [(edge: Int, lines: [String], frame: Rectangle)] {
        rows.items.compactMap { item in
            guard let label = item.label else { return nil }
            let isShort = rows.netsOfEdge[label.edge].contains { rows.turnsEarly(rows.nets[$0]) }
            let rest = isShort ? 0 : ((rowHeights[item.row] - item.size.height) / 2).rounded()
            let y = rowTops[item.row] + rest
            let left = item.line < item.size.width / 2 ? Rows.laneWidth : 0
            let width = item.size.width - (left > 0 ? left : item.size.width - item.line + 1)
            return (
                label.edge, label.lines,
                Rectangle(origin: Point(x: item.x + left, y: y), size: Size(width: width, height: item.size.height))
            )
        }
    }
}

extension Rows {
    /// Whether a line that comes back turns right behind its own label: its two lanes are neighbours, and another label
    /// of their row is longer.
    fileprivate func turnsEarly(_ net: Net) -> Bool {
        let (from, to) = (net.from.item, net.to.item)
        guard net.from.side == .bottom, net.to.side == .bottom, from != to, isLane(from), isLane(to),
            items[from].row == items[to].row
        else { return false }
        let row = rows[items[from].row]
        guard let a = row.firstIndex(of: from), let b = row.firstIndex(of: to), abs(a - b) == 1 else { return false }
        return row.contains { items[$0].size.height >= items[from].size.height + 4 }
    }
}
