extension IFMLScene {
    /// Half the size of a circle or square.
    static let radius = 7

    /// Finds a way for each flow: around boxes and texts, with few corners, apart from each other.
    mutating func route() {
        var router = FlowRouter(width: width, height: height)
        for index in boxes.indices {
            let box = boxes[index]
            if box.children.isEmpty {
                router.block(box.frame)
            } else {
                // Titles and labels are no ways.
                var title = box.frame
                title.height = 25
                router.block(title, isBorderFree: true)
                for row in box.rows where !row.isPort {
                    let width = IFMLMetrics.width(row.texts) + 20
                    router.block(
                        IFMLFrame(x: row.x - width, y: row.y - 15, width: width, height: row.height),
                        isBorderFree: true)
                }
            }
        }
        // Short flows first: they have the least choice.
        for index in flows.indices.sorted(by: { (distance($0), $0) < (distance($1), $1) }) {
            let flow = flows[index]
            let source = boxes[flow.source.box].rows[flow.source.row]
            let frame = boxes[flow.source.box].frame
            let isInward = source.isLeft && lies(flow.target.box, in: flow.source.box)
            let start = (x: source.isLeft ? frame.x - (isInward ? -1 : 1) : frame.maxX + 1, y: source.y)
            var points = router.way(from: start, to: goals(flow), avoiding: foreign(flow))
            let symbol = source.element == nil ? 0 : Self.radius
            points.insert((source.x + (start.x < source.x ? -symbol : symbol), source.y), at: 0)
            flows[index].points = ended(points, flow)
        }
    }

    /// What a flow has nothing to do with: the containers around neither of its ends.
    package func foreign(_ flow: Flow) -> [IFMLFrame] {
        boxes.indices.filter { box in
            !boxes[box].children.isEmpty && !lies(flow.source.box, in: box) && !lies(flow.target.box, in: box)
        }.map { boxes[$0].frame }
    }

    private func lies(_ box: Int, in other: Int) -> Bool {
        var next: Int? = box
        while let one = next {
            if one == other { return true }
            next = boxes[one].parent
        }
        return false
    }

    private func distance(_ index: Int) -> Int {
        let flow = flows[index]
        let source = boxes[flow.source.box].rows[flow.source.row]
        let frame = boxes[flow.target.box].frame
        return abs(frame.x + frame.width / 2 - source.x) + abs(frame.y + frame.height / 2 - source.y)
    }

    /// Points just outside the borders where a flow may end, with the side that it comes to.
    private func goals(_ flow: Flow) -> [(x: Int, y: Int)] {
        let frame = boxes[flow.target.box].frame
        if let row = flow.target.row.map({ boxes[flow.target.box].rows[$0] }) {
            let isInward = lies(flow.source.box, in: flow.target.box) && flow.source.box != flow.target.box
            return [((row.isLeft ? frame.x : frame.maxX) + (row.isLeft != isInward ? -5 : 5), row.y)]
        }
        // From inside, a flow comes to the border from there.
        let out = lies(flow.source.box, in: flow.target.box) && flow.source.box != flow.target.box ? -5 : 5
        let rows = boxes[flow.target.box].rows.map(\.y)
        let ys = stride(from: frame.y + 15, to: frame.maxY - 10, by: 10)
        let xs = stride(from: frame.x + 15, to: frame.maxX - 10, by: 10)
        return ys.map { (frame.x - out, $0) } + ys.filter { !rows.contains($0) }.map { (frame.maxX + out, $0) }
            + xs.map { ($0, frame.y - out) } + xs.map { ($0, frame.maxY + out) }
    }

    /// The way with its last piece up to the border, without needless corners.
    private func ended(_ points: [(x: Int, y: Int)], _ flow: Flow) -> [(x: Int, y: Int)] {
        guard let last = points.last else { return points }
        var all = points
        let frame = boxes[flow.target.box].frame
        if let row = flow.target.row.map({ boxes[flow.target.box].rows[$0] }) {
            all.append((row.x + (last.x < row.x ? -Self.radius : Self.radius), row.y))
        } else if abs(last.x - frame.x) == 5, last.y > frame.y, last.y < frame.maxY {
            all.append((frame.x + slant(flow.target.box, y: last.y), last.y))
        } else if abs(last.x - frame.maxX) == 5, last.y > frame.y, last.y < frame.maxY {
            all.append((border(flow.target.box, y: last.y), last.y))
        } else if abs(last.y - frame.y) == 5 {
            all.append((last.x, frame.y))
        } else {
            all.append((last.x, frame.maxY))
        }
        var result: [(x: Int, y: Int)] = []
        for point in all {
            if result.count > 1, let last = result.last {
                let before = result[result.count - 2]
                if before.x == last.x && last.x == point.x || before.y == last.y && last.y == point.y {
                    result.removeLast()
                }
            }
            if result.last.map({ $0 == point }) != true { result.append(point) }
        }
        return result
    }
}

/// Ways on a grid of lines ten pixels apart, by A*: boxes lie on tens, ways on fives.
struct FlowRouter {
    private let columns: Int, rows: Int
    /// What cannot be passed.
    private var isBlocked: [Bool]
    /// How many ways pass a point level, or upright.
    private var level: [Int], upright: [Int]

    init(width: Int, height: Int) {
        columns = max(2, width / 10)
        rows = max(2, height / 10)
        isBlocked = Array(repeating: false, count: columns * rows)
        level = Array(repeating: 0, count: columns * rows)
        upright = level
    }

    mutating func block(_ frame: IFMLFrame, isBorderFree: Bool = false) {
        for cell in cells(frame, inset: isBorderFree ? 5 : 0) { isBlocked[cell] = true }
    }

    /// The numbers of the grid's points in a frame.
    private func cells(_ frame: IFMLFrame, inset: Int = 0) -> [Int] {
        func range(_ from: Int, _ to: Int, _ limit: Int) -> Range<Int> {
            let low = min(max(0, (from + inset) / 10), limit)
            return low..<max(low, min(limit, (to - inset + 4) / 10))
        }
        let columnsInside = range(frame.x, frame.maxX, columns)
        return range(frame.y, frame.maxY, rows).flatMap { y in columnsInside.map { y * columns + $0 } }
    }

    private func number(_ point: (x: Int, y: Int)) -> Int {
        min(max(point.y / 10, 0), rows - 1) * columns + min(max(point.x / 10, 0), columns - 1)
    }

    /// The cheapest way; where there is none, straight through.
    /// - Parameter frames: what is gone through only where the way around is much longer.
    mutating func way(
        from start: (x: Int, y: Int), to goals: [(x: Int, y: Int)], avoiding frames: [IFMLFrame]
    ) -> [(x: Int, y: Int)] {
        var isAvoided = Array(repeating: false, count: columns * rows)
        for frame in frames { for cell in cells(frame) { isAvoided[cell] = true } }
        let first = number(start)
        let ends = Set(goals.map(number))
        guard !ends.isEmpty else { return [] }
        let boxX = (ends.map { $0 % columns }.min() ?? 0)...(ends.map { $0 % columns }.max() ?? 0)
        let boxY = (ends.map { $0 / columns }.min() ?? 0)...(ends.map { $0 / columns }.max() ?? 0)
        func estimate(_ cell: Int) -> Int {
            let (x, y) = (cell % columns, cell / columns)
            return max(boxX.lowerBound - x, x - boxX.upperBound, 0) + max(boxY.lowerBound - y, y - boxY.upperBound, 0)
        }
        // A state is a cell and a direction: right, down, left, up.
        var cost = Array(repeating: Int.max, count: columns * rows * 4)
        var from = Array(repeating: -1, count: columns * rows * 4)
        var buckets: [[Int]] = [[]]
        func push(_ state: Int, _ total: Int) {
            while buckets.count <= total { buckets.append([]) }
            buckets[total].append(state)
        }
        cost[first * 4] = 0
        push(first * 4, estimate(first))
        var end: Int?
        var total = 0
        search: while total < buckets.count {
            guard let state = buckets[total].popLast() else {
                total += 1
                continue
            }
            let cell = state / 4
            guard cost[state] + estimate(cell) == total else { continue }
            if ends.contains(cell) {
                end = state
                break search
            }
            for direction in 0..<4 where (direction + 2) % 4 != state % 4 || cell == first {
                guard let next = neighbour(cell, direction) else { continue }
                if isBlocked[next], !ends.contains(next) { continue }
                let isLevel = direction % 2 == 0
                let shared = isLevel ? level[next] : upright[next]
                let crossed = isLevel ? upright[next] : level[next]
                let corner = direction == state % 4 ? 0 : 5, through = isAvoided[next] ? 30 : 0
                let price = 1 + corner + shared * 20 + crossed * 3 + through
                let new = cost[state] + price
                let place = next * 4 + direction
                if new < cost[place] {
                    cost[place] = new
                    from[place] = state
                    push(place, new + estimate(next))
                }
            }
        }
        guard let end else { return [center(first), goals.first ?? start] }
        return trace(end, from)
    }

    private mutating func trace(_ end: Int, _ from: [Int]) -> [(x: Int, y: Int)] {
        var states = [end]
        while let last = states.last, from[last] >= 0 { states.append(from[last]) }
        for state in states {
            if state % 2 == 0 { level[state / 4] += 1 } else { upright[state / 4] += 1 }
        }
        return states.reversed().map { center($0 / 4) }
    }

    private func center(_ cell: Int) -> (x: Int, y: Int) { (cell % columns * 10 + 5, cell / columns * 10 + 5) }

    private func neighbour(_ cell: Int, _ direction: Int) -> Int? {
        let (x, y) = (cell % columns, cell / columns)
        switch direction {
        case 0: return x + 1 < columns ? cell + 1 : nil
        case 1: return y + 1 < rows ? cell + columns : nil
        case 2: return x > 0 ? cell - 1 : nil
        default: return y > 0 ? cell - columns : nil
        }
    }
}
