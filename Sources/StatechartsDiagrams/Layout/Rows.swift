/// The rows of a container: boxes, and lanes on which edges pass beside them.
///
/// Rows are: the border with lanes of the edges that come from it, and the title; then for each layer a row of labels
/// and the row of its boxes; at the end a row of labels behind the last boxes. Rows of labels that nothing needs are
/// left out. All lines along the layers run between two rows, and all others in lanes, so that no line crosses a box
/// or a label. Edges to one box share their lanes behind their labels.
struct Rows {
    enum Content: Hashable {
        case title
        /// A box, by its place in the container.
        case box(Int)
        case lane
        /// A side of the container, in no row: where lines begin or end that come from beside the layers.
        case low, high
    }

    struct Item {
        let content: Content
        let row: Int
        var size: Size
        /// The place of the left side.
        var x = 0.0
        /// Where the line of a lane is, from its left side.
        var line = 0.0
        /// The label of a lane: the local edge that it belongs to, and its lines.
        var label: (edge: Int, lines: [String])?
    }

    /// What is to be connected: an edge with its label and where it may share its way.
    struct Wanted {
        var from: Int?
        var to: Int?
        let way: LocalEdge.Way
        /// The end that is missing is a side of the container, because the layers around it lead another way.
        let isAside: Bool
        var label: [String]
        /// The end that is shared with others of the same number.
        let joint: Int?
        let isBehindLabel: Bool
    }

    /// Boxes first, in their order; then the title, if there is one; then lanes.
    var items: [Item] = []
    /// The items of each row, from the left.
    var rows: [[Int]] = []
    /// The lanes that each edge takes, from its earlier end to the later one; for one that turns those of its first
    /// end, then those of the other.
    private(set) var lanes: [[Int]] = []
    /// For an edge that turns how many of its lanes lead away from its first end.
    private(set) var turns: [Int] = []
    /// The places of the nets of each edge, in the order of its lanes.
    private(set) var netsOfEdge: [[Int]] = []
    private(set) var nets: [Net] = []
    /// Where nets begin and end, each once.
    private(set) var ends: [Net.End] = []
    /// The numbers of the ends at the upper border of each box, and of those at its lower one.
    private(set) var borders: [[Int]]
    /// By the number of an end whether an arrow ends there.
    private(set) var isHead: [Bool] = []

    /// The items that stand for the sides.
    private(set) var sides = (low: 0, high: 0)

    static let laneWidth = 10.0

    init(boxes: [Size], layers: [Int], edges: [Wanted], title: Size?, axis: Axis, room: Double) {
        let count = (layers.max() ?? -1) + 1
        // Rows are numbered as if none were left out: 0 border, 2 i + 1 labels before layer i, 2 i + 2 its boxes.
        let spans = edges.map { Self.span($0, layers, count) }
        var kept = Set((0..<count).map { 2 * $0 + 2 } + [0])
        for (edge, span) in zip(edges, spans) where edge.way == .turn && !edge.label.isEmpty {
            if let last = span.first.last { kept.insert(last) }
        }
        if edges.contains(where: { $0.to == nil && !$0.isAside }) { kept.insert(2 * count + 1) }
        let labelRows = Self.placeLabels(edges, spans.map(\.first), &kept, room, axis)
        let numbers = Dictionary(uniqueKeysWithValues: kept.sorted().enumerated().map { ($1, $0) })

        borders = Array(repeating: [], count: 2 * boxes.count)
        rows = Array(repeating: [], count: kept.count)
        for (box, size) in boxes.enumerated() { add(.box(box), numbers[2 * layers[box] + 2] ?? 0, size) }
        if let title { add(.title, 0, title) }
        for content in [Content.low, .high] {
            items.append(Item(content: content, row: -1, size: Size(width: 0, height: 0)))
        }
        sides = (items.count - 2, items.count - 1)
        var shared: [[Int]: Int] = [:]
        for (number, edge) in edges.enumerated() {
            var own: [Int] = []
            var hasLabel = true
            func lane(_ row: Int) {
                guard let place = numbers[row] else { return }
                let label = hasLabel && labelRows[number] == row ? edge.label : []
                // Behind its label an edge may go together with others.
                let isBehind =
                    edge.isBehindLabel || labelRows[number].map { edge.way == .back ? row < $0 : row > $0 } ?? false
                if let joint = edge.joint, isBehind, edge.way == .forth || edge.way == .back {
                    let key = [joint, edge.way == .back ? 1 : 0, row]
                    if let known = shared[key] { return own.append(known) }
                    shared[key] = items.count
                }
                own.append(items.count)
                addLane(place, label, number, axis)
            }
            for row in spans[number].first { lane(row) }
            turns.append(own.count)
            hasLabel = false
            for row in spans[number].second { lane(row) }
            lanes.append(own)
        }
        connect(edges)
    }

    private mutating func add(_ content: Content, _ row: Int, _ size: Size) {
        rows[row].append(items.count)
        items.append(Item(content: content, row: row, size: size))
    }

    private mutating func addLane(_ row: Int, _ label: [String], _ edge: Int, _ axis: Axis) {
        add(.lane, row, Self.laneSize(label, axis))
        let item = items.count - 1
        if !label.isEmpty { items[item].label = (edge, label) }
        // Text stands right of an upright line, and above a level one.
        items[item].line = axis == .across && !label.isEmpty ? items[item].size.width - 5 : Self.laneWidth / 2
    }

    static func laneSize(_ label: [String], _ axis: Axis) -> Size {
        guard !label.isEmpty else { return Size(width: laneWidth, height: 0) }
        let width = (label.map(TextMetrics.width).max() ?? 0).rounded(.up)
        let height = Double(label.count) * TextMetrics.lineHeight
        return switch axis {
        case .down: Size(width: laneWidth + 2 + width, height: height + 2)
        case .across: Size(width: height + 8, height: width + 10)
        }
    }

    /// The rows that an edge passes, from its earlier end on; for one that turns those on either side of its turning.
    private static func span(_ edge: Wanted, _ layers: [Int], _ count: Int) -> (first: [Int], second: [Int]) {
        if edge.isAside { return ([], []) }
        let from = edge.from.map { layers[$0] }, to = edge.to.map { layers[$0] }
        switch (from, to) {
        case (let from?, let to?) where edge.way == .turn:
            let last = 2 * max(from, to) + (edge.label.isEmpty ? 2 : 3)
            return (
                from * 2 + 3 <= last ? Array(2 * from + 3...last) : [],
                to * 2 + 3 <= last ? (2 * to + 3...last).reversed() : []
            )
        case (let from?, let to?): return (2 * from + 3 < 2 * to + 2 ? Array(2 * from + 3..<2 * to + 2) : [], [])
        case (nil, let to?): return (Array(0..<2 * to + 2), [])
        case (let from?, nil): return (Array(2 * from + 3...2 * count + 1), [])
        case (nil, nil): return (Array(0...2 * count + 1), [])
        }
    }

    /// Chooses the row of each label, and keeps the rows that are needed for that.
    private static func placeLabels(
        _ edges: [Wanted], _ spans: [[Int]], _ kept: inout Set<Int>, _ room: Double, _ axis: Axis
    ) -> [Int?] {
        var rows: [Int?] = Array(repeating: nil, count: edges.count)
        var open: [Int] = []
        var used: [Int: Double] = [:]
        func put(_ number: Int, _ row: Int) {
            rows[number] = row
            kept.insert(row)
            used[row, default: 0] += laneSize(edges[number].label, axis).width + 8
        }
        for (number, edge) in edges.enumerated() where !edge.label.isEmpty {
            let span = spans[number]
            switch edge.way {
            case .turn: if let row = span.last { put(number, row) }
            case .forth, .back: if span.count == 1 { put(number, span[0]) } else { open.append(number) }
            }
        }
        for number in open {
            // Near its source: behind its label an edge may join others.
            let odd = spans[number].filter { $0 % 2 == 1 }
            let candidates = edges[number].way == .back ? odd.reversed() : odd
            let width = laneSize(edges[number].label, axis).width
            let roomy = candidates.filter { used[$0, default: 0] + width <= room }
            let emptiest = candidates.min { (used[$0, default: 0], $0) < (used[$1, default: 0], $1) }
            if let row = roomy.first(where: kept.contains) ?? roomy.first ?? emptiest { put(number, row) }
        }
        return rows
    }

    /// Where an edge meets boxes.
    func ends(of edge: Int) -> [Net.End] {
        netsOfEdge[edge].flatMap { [nets[$0].from, nets[$0].to] }.filter { isBox($0.item) }
    }

    private mutating func connect(_ edges: [Wanted]) {
        var knownNets: [Int: Int] = [:], knownEnds: [Net.End: Int] = [:]
        func numbered(_ end: Net.End) -> Net.End {
            var end = end
            let number = knownEnds[end] ?? ends.count
            if number == ends.count {
                knownEnds[end] = number
                end.number = number
                ends.append(end)
                isHead.append(false)
                if isBox(end.item) { borders[2 * end.item + (end.side == .top ? 0 : 1)].append(number) }
            }
            end.number = number
            return end
        }
        for (number, edge) in edges.enumerated() {
            var own: [Int] = []
            func link(_ from: Net.End, _ to: Net.End, _ channel: Int) {
                let from = numbered(from), to = numbered(to)
                // What leads from one end to another runs in one channel.
                let key = from.number << 32 | to.number
                let place = knownNets[key] ?? nets.count
                if place == nets.count {
                    knownNets[key] = place
                    nets.append(Net(from: from, to: to, channel: channel))
                }
                own.append(place)
            }
            // The end that the arrow points to may be shared.
            let joint = edge.joint.map { -1 - $0 } ?? number
            func end(_ box: Int, _ side: Net.Side, _ isTarget: Bool) -> Net.End {
                Net.End(item: box, side: side, pin: isTarget ? joint : number)
            }
            func head(_ end: Net.End) { isHead[numbered(end).number] = true }
            func chain(_ stations: [Net.End]) {
                for (upper, lower) in zip(stations, stations.dropFirst()) {
                    link(Net.End(item: upper.item, side: .bottom, pin: upper.pin), lower, items[upper.item].row)
                }
            }
            let path = lanes[number]
            let passed = path.map { Net.End(item: $0, side: .top, pin: 0) }
            if edge.isAside {
                guard let box = edge.from ?? edge.to else { continue }
                // Its end here is the target of what leads forth from before or back from behind.
                let isTarget = (edge.from == nil) == (edge.way == .forth)
                let met = end(box, isTarget ? .top : .bottom, isTarget)
                if isTarget { head(met) }
                let border = Net.End(item: edge.from == nil ? sides.low : sides.high, side: .border, pin: 0)
                let channel = items[box].row - (isTarget ? 1 : 0)
                if edge.from == nil { link(border, met, channel) } else { link(met, border, channel) }
                netsOfEdge.append(own)
                continue
            }
            switch edge.way {
            case .forth, .back:
                let isBack = edge.way == .back
                if let target = isBack ? edge.from : edge.to { head(end(target, isBack ? .bottom : .top, true)) }
                chain(
                    (edge.from.map { [end($0, .top, isBack)] } ?? []) + passed
                        + (edge.to.map { [end($0, .top, !isBack)] } ?? []))
            case .turn:
                guard let from = edge.from, let to = edge.to else { break }
                head(end(to, .bottom, true))
                let (first, second) = (passed.prefix(turns[number]), passed.dropFirst(turns[number]))
                chain([end(from, .top, false)] + first)
                let reached = ([end(from, .bottom, false)] + first).last ?? end(from, .bottom, false)
                let other = ([end(to, .bottom, true)] + second.reversed()).last ?? end(to, .bottom, true)
                link(
                    Net.End(item: reached.item, side: .bottom, pin: reached.pin),
                    Net.End(item: other.item, side: .bottom, pin: other.pin), items[reached.item].row)
                let back = [end(to, .top, true)] + second.reversed()
                for (upper, lower) in zip(back, back.dropFirst()).reversed() {
                    link(Net.End(item: upper.item, side: .bottom, pin: upper.pin), lower, items[upper.item].row)
                }
            }
            netsOfEdge.append(own)
        }
    }
}
