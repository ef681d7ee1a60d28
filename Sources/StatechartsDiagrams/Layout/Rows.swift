/// The rows of a container: boxes, and lanes on which edges pass beside them.
///
/// Rows are, from above: the title, with lanes of the edges that come from the upper border; then for each layer a row
/// of labels and the row of its boxes; at the end a row of labels below the last boxes. Rows of labels that nothing
/// needs are left out. All upright lines run in lanes, and all level ones between two rows, so that no line crosses a
/// box or a label.
struct Rows {
    enum Content: Hashable {
        case title
        /// A box, by its place in the container.
        case box(Int)
        /// A lane of a local edge.
        case lane(Int)
    }

    struct Item {
        let content: Content
        let row: Int
        var size: Size
        /// The place of the left side.
        var x = 0.0
        /// The label of a lane, right of its line.
        var label: [String] = []
    }

    /// Where an edge passes, from its source to its target.
    struct Path {
        /// The items whose lanes it takes.
        var lanes: [Int] = []
        /// Whether the lanes are taken upwards, beside source and target too.
        var leadsBack = false
    }

    /// Boxes first, in their order; then the title, if there is one; then lanes.
    var items: [Item] = []
    /// The items of each row, from the left.
    var rows: [[Int]] = []
    private(set) var paths: [Path] = []

    static let laneWidth = 10.0

    /// - Parameter room: how wide a row of labels may become before labels are put into another one.
    init(
        boxes: [Size], layers: [Int], edges: [(from: Int?, to: Int?, label: [String])], title: Size?, room: Double
    ) {
        let count = (layers.max() ?? -1) + 1
        // Rows are numbered as if none were left out: 0 title, 2 i + 1 labels above layer i, 2 i + 2 its boxes.
        var spans: [(rows: [Int], leadsBack: Bool)] = []
        for edge in edges {
            let from = edge.from.map { layers[$0] }
            let to = edge.to.map { layers[$0] }
            switch (from, to) {
            case (let from?, let to?) where to <= from: spans.append((Array(2 * to + 2...2 * from + 2), true))
            case (let from?, let to?): spans.append((Array(2 * from + 3..<2 * to + 2), false))
            case (nil, let to?): spans.append((Array(0..<2 * to + 2), false))
            case (let from?, nil): spans.append((Array(2 * from + 3...2 * count + 1), false))
            case (nil, nil): spans.append((Array(0...2 * count + 1), false))
            }
        }
        var kept = Set((0..<count).map { 2 * $0 + 2 } + [0])
        if edges.contains(where: { $0.to == nil }) { kept.insert(2 * count + 1) }
        let labelRows = Self.placeLabels(edges.map(\.label), spans, &kept, room)
        let numbers = Dictionary(uniqueKeysWithValues: kept.sorted().enumerated().map { ($1, $0) })

        rows = Array(repeating: [], count: kept.count)
        for (box, size) in boxes.enumerated() { add(.box(box), numbers[2 * layers[box] + 2] ?? 0, size) }
        if let title { add(.title, 0, title) }
        for (number, edge) in edges.enumerated() {
            var path = Path(leadsBack: spans[number].leadsBack)
            for row in spans[number].rows {
                guard let place = numbers[row] else { continue }
                let label = labelRows[number] == row ? edge.label : []
                path.lanes.append(items.count)
                add(.lane(number), place, Self.laneSize(label), label)
            }
            if path.leadsBack { path.lanes.reverse() }
            paths.append(path)
        }
    }

    private mutating func add(_ content: Content, _ row: Int, _ size: Size, _ label: [String] = []) {
        rows[row].append(items.count)
        items.append(Item(content: content, row: row, size: size, label: label))
    }

    private static func laneSize(_ label: [String]) -> Size {
        guard !label.isEmpty else { return Size(width: laneWidth, height: 0) }
        let width = label.map(TextMetrics.width).max() ?? 0
        return Size(
            width: laneWidth + 2 + width.rounded(.up), height: Double(label.count) * TextMetrics.lineHeight + 2)
    }

    /// Chooses the row of each label, and keeps the rows that are needed for that.
    private static func placeLabels(
        _ labels: [[String]], _ spans: [(rows: [Int], leadsBack: Bool)], _ kept: inout Set<Int>, _ room: Double
    ) -> [Int: Int] {
        var rows: [Int: Int] = [:]
        var open: [Int] = []
        var used: [Int: Double] = [:]
        for (number, label) in labels.enumerated() where !label.isEmpty {
            let span = spans[number].rows
            if spans[number].leadsBack {
                rows[number] = span[span.count / 2 / 2 * 2]  // a row of boxes: it has room already
            } else if span.count == 1 {
                rows[number] = span[0]
                kept.insert(span[0])
                used[span[0], default: 0] += laneSize(label).width
            } else {
                open.append(number)
            }
        }
        for number in open {
            let candidates = spans[number].rows.filter { $0 % 2 == 1 }
            let width = laneSize(labels[number]).width
            let roomy = candidates.filter { used[$0, default: 0] + width <= room }
            let emptiest = candidates.min { (used[$0, default: 0], $0) < (used[$1, default: 0], $1) }
            guard let row = roomy.first(where: kept.contains) ?? roomy.first ?? emptiest else { continue }
            rows[number] = row
            kept.insert(row)
            used[row, default: 0] += width
        }
        return rows
    }
}
