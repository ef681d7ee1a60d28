extension IFMLScene {
    /// Room around boxes, in which flows run.
    private static let gap = 50
    private static let padding = 40

    /// Places all boxes: side by side as far as the width allows, then one row below the other.
    mutating func layOut(width: Int) {
        let roots = boxes.indices.filter { boxes[$0].parent == nil }
        for root in roots { measure(root, room: width - 2 * Self.gap) }
        let size = place(roots, x: Self.gap, y: 40, room: width - 2 * Self.gap)
        self.width = size.width + 2 * Self.gap
        height = size.height + 80
        for index in boxes.indices { placeRows(index) }
    }

    private func labelWidth(_ box: Box) -> Int { width(box.rows.filter { !$0.isLeft }) }
    private func leftWidth(_ box: Box) -> Int { width(box.rows.filter(\.isLeft)) }

    private func width(_ rows: [Row]) -> Int {
        rows.isEmpty ? 0 : IFMLMetrics.tens(IFMLMetrics.width(rows.flatMap(\.texts)) + 20)
    }

    private func titleHeight(_ box: Box) -> Int {
        box.lines.isEmpty ? 0 : IFMLMetrics.tens(box.lines.count * IFMLMetrics.line + 10)
    }

    /// The size of a box with all that is in it.
    private mutating func measure(_ index: Int, room: Int) {
        let box = boxes[index]
        let labels = labelWidth(box)
        let left = leftWidth(box)
        let title = IFMLMetrics.tens(IFMLMetrics.width(box.lines) + (box.shape == .action ? 40 : 24))
        let rows = box.rows.filter { !$0.isLeft }.reduce(0) { $0 + IFMLMetrics.tens($1.height) }
        let leftRows = box.rows.filter(\.isLeft).reduce(0) { $0 + IFMLMetrics.tens($1.height) }
        var content = (width: 0, height: 0)
        if !box.children.isEmpty {
            let inner = room - 2 * Self.padding - labels - left
            for child in box.children { measure(child, room: inner) }
            content = place(box.children, x: 0, y: 0, room: inner)
            content.width += 2 * Self.padding
            content.height += Self.padding
        }
        let side = labels + left
        boxes[index].frame.width = max(title, content.width + side, side + 20, 60)
        boxes[index].frame.height = max(titleHeight(box) + max(content.height, rows, leftRows), 40)
    }

    /// Puts boxes into rows; answers how much room they take.
    private mutating func place(_ list: [Int], x: Int, y: Int, room: Int) -> (width: Int, height: Int) {
        var (nextX, nextY, rowHeight, widest) = (x, y, 0, 0)
        for box in list {
            let size = boxes[box].frame
            if nextX > x, nextX + size.width > x + room {
                nextX = x
                nextY += rowHeight + Self.gap
                rowHeight = 0
            }
            move(box, toX: nextX, y: nextY)
            nextX += size.width + Self.gap
            rowHeight = max(rowHeight, size.height)
            widest = max(widest, nextX - Self.gap - x)
        }
        return (widest, nextY + rowHeight - y)
    }

    /// Moves a box; what is in it is placed relative to it.
    private mutating func move(_ index: Int, toX x: Int, y: Int) {
        boxes[index].frame.x = x
        boxes[index].frame.y = y
        let box = boxes[index]
        guard !box.children.isEmpty else { return }
        let left = leftWidth(box)
        let labels = labelWidth(box)
        _ = place(
            box.children, x: x + Self.padding + left, y: y + titleHeight(box),
            room: max(0, box.frame.width - 2 * Self.padding - labels - left))
    }

    private mutating func placeRows(_ index: Int) {
        let frame = boxes[index].frame
        var y = frame.y + titleHeight(boxes[index])
        var leftY = y
        for row in boxes[index].rows.indices {
            let height = IFMLMetrics.tens(boxes[index].rows[row].height)
            let isLeft = boxes[index].rows[row].isLeft
            boxes[index].rows[row].y = (isLeft ? leftY : y) + 15
            boxes[index].rows[row].x = isLeft ? frame.x : border(index, y: (isLeft ? leftY : y) + 15)
            if isLeft { leftY += height } else { y += height }
        }
    }

    /// Where the right border of a box is at a height; the sides of a hexagon slant.
    func border(_ index: Int, y: Int) -> Int {
        boxes[index].frame.maxX - slant(index, y: y)
    }

    func slant(_ index: Int, y: Int) -> Int {
        let frame = boxes[index].frame
        guard boxes[index].shape == .action, frame.height > 0 else { return 0 }
        let middle = frame.y * 2 + frame.height
        return min(10, 10 * abs(2 * y - middle) / frame.height)
    }
}
