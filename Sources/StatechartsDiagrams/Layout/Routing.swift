/// Heights of rows and channels, and the corners of the edges: all that is left when every item has its place in its
/// row.
struct Routing {
    private let rows: Rows
    private let pins: Pins
    private var channels: [Channel] = []
    /// For each net its place among the wires of its channel.
    private var wires: [Int] = []
    private var netsOfEdge: [Int: [Int]] = [:]
    private var rowTops: [Double] = []
    private var rowHeights: [Double] = []
    let size: Size
    /// How high each box is without having been stretched.
    var naturalHeights: [Double] = []
    /// Pins at which edges come from, or go to, the inside of a box.
    var inside: Set<Pins.Key> = []

    init(_ rows: Rows, _ nets: [Net], _ pins: Pins, padding: Double) {
        self.rows = rows
        self.pins = pins
        var inChannel = Array(repeating: [Channel.Wire](), count: rows.rows.count)
        for (number, net) in nets.enumerated() {
            let from = Self.x(net.from, net.edge, rows, pins)
            let to = Self.x(net.to, net.edge, rows, pins)
            wires.append(inChannel[net.channel].count)
            netsOfEdge[net.edge, default: []].append(number)
            inChannel[net.channel].append(
                .init(net: number, from: (from, net.from.side), to: (to, net.to.side)))
        }
        channels = inChannel.map { Channel($0) }
        var y = 0.0
        for row in rows.rows.indices {
            rowTops.append(y)
            rowHeights.append(rows.rows[row].map { rows.items[$0].size.height }.max() ?? 0)
            y += rowHeights[row]
            y +=
                inChannel[row].isEmpty
                ? (row == 0 ? (rows.rows[0].isEmpty ? padding : 6) : padding) : channels[row].height
        }
        let width = rows.items.map { $0.x + $0.size.width }.max() ?? 0
        size = Size(width: width + padding, height: y)
    }

    private static func x(_ end: Net.End, _ edge: Int, _ rows: Rows, _ pins: Pins) -> Double {
        rows.items[end.item].x + pins.offset(end, edge, in: rows).rounded()
    }

    /// The frame of a box, in the middle of its row.
    func frame(of box: Int) -> Rectangle {
        let item = rows.items[box]
        let y = rowTops[item.row] + ((rowHeights[item.row] - item.size.height) / 2).rounded()
        return Rectangle(origin: Point(x: item.x, y: y), size: item.size)
    }

    private func point(_ end: Net.End, _ edge: Int) -> Point {
        let x = Self.x(end, edge, rows, pins)
        let item = rows.items[end.item]
        guard rows.isBox(end.item) else {
            return Point(x: x, y: end.side == .top ? rowTops[item.row] : rowTops[item.row] + rowHeights[item.row])
        }
        let frame = frame(of: end.item)
        guard end.side == .bottom else { return Point(x: x, y: frame.minY) }
        let goesOn = inside.contains(Pins.Key(end: end, edge: edge))
        return Point(x: x, y: goesOn ? frame.minY + naturalHeights[end.item] : frame.maxY)
    }

    /// The corners of a local edge.
    func points(of edge: Int, _ nets: [Net], _ beginsAbove: Bool, _ endsBelow: Bool) -> [Point] {
        var points: [Point] = []
        for number in netsOfEdge[edge, default: []] {
            let net = nets[number]
            let from = point(net.from, edge)
            let to = point(net.to, edge)
            points.append(from)
            if channels[net.channel].tracks[wires[number]] >= 0 {
                let y =
                    rowTops[net.channel] + rowHeights[net.channel] + channels[net.channel].depth(of: wires[number])
                points += [Point(x: from.x, y: y), Point(x: to.x, y: y)]
            }
            points.append(to)
        }
        if beginsAbove, let lane = rows.paths[edge].lanes.first {
            points.insert(Point(x: laneX(lane), y: 0), at: 0)
        }
        if endsBelow, let lane = rows.paths[edge].lanes.last {
            points.append(Point(x: laneX(lane), y: size.height))
        }
        return points
    }

    private func laneX(_ lane: Int) -> Double { rows.items[lane].x + Rows.laneWidth / 2 }

    /// The labels, right of the lines of their lanes.
    func labels(of local: [LocalEdge]) -> [Layout.Label] {
        rows.items.compactMap { item in
            guard case .lane(let edge) = item.content, !item.label.isEmpty else { return nil }
            let y = rowTops[item.row] + ((rowHeights[item.row] - item.size.height) / 2).rounded()
            return Layout.Label(
                edge: local[edge].edge, lines: item.label,
                frame: Rectangle(
                    origin: Point(x: item.x + Rows.laneWidth, y: y),
                    size: Size(width: item.size.width - Rows.laneWidth, height: item.size.height)))
        }
    }

    /// Lines between neighbouring regions, from the title to the lower border, or from side to side.
    func separators(_ regions: [Int], isStacked: Bool) -> [Layout.Separator] {
        if isStacked {
            return regions.dropLast().map { box in
                let row = rows.items[box].row
                let y = rowTops[row] + rowHeights[row] + 4
                return Layout.Separator(from: Point(x: 0, y: y), to: Point(x: size.width, y: y))
            }
        }
        guard let row = regions.first.map({ rows.items[$0].row }) else { return [] }
        let top = rowHeights[0] == 0 ? 0 : rowHeights[0]
        return rows.rows[row].indices.dropLast().compactMap { place in
            let item = rows.rows[row][place]
            guard regions.contains(item), rows.rows[row][(place + 1)...].contains(where: regions.contains) else {
                return nil
            }
            let next = rows.items[rows.rows[row][place + 1]]
            let x = ((frame(of: item).maxX + next.x) / 2).rounded()
            return Layout.Separator(from: Point(x: x, y: top), to: Point(x: x, y: size.height))
        }
    }
}
