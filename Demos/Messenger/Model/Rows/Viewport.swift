/// What is to be seen of a content that is higher than its frame, in points.
struct Viewport: Sendable, Hashable {
    /// How near the end still counts as the end.
    static let tolerance = 50

    var content = 0
    var frame: Int
    var offset = 0

    /// Where the content's end is at the frame's end.
    var end: Int { max(content - frame, 0) }
    var isAtEnd: Bool { content == 0 || offset >= content - frame - Self.tolerance }

    /// So far from the beginning, as far as there is something.
    mutating func move(to offset: Int) { self.offset = min(max(offset, 0), end) }

    /// Where it is after a move by so much.
    func moved(by way: Int) -> Viewport {
        var viewport = self
        viewport.move(to: offset + way)
        return viewport
    }

    /// Whether the first line of the content is in view.
    var showsBeginning: Bool { offset < MessageRow.line }

    /// Something in the lower part of the screen comes up, or goes down again: the frame changes, and what is seen of the content moves along.
    mutating func raise(by height: Int) {
        frame -= height
        move(to: offset + height)
    }
}

/// A row of which some lines are in view.
struct VisibleRow: Sendable, Hashable {
    let place: Int
    let row: MessageRow
    let lines: Range<Int>
}

extension Viewport {
    /// The rows in view. Looks at those between them and the nearer end.
    func visible(of rows: [MessageRow]) -> [VisibleRow] {
        let first = (offset + MessageRow.line / 2) / MessageRow.line, count = frame / MessageRow.line
        let total = content / MessageRow.line
        var result: [VisibleRow] = []
        func add(_ place: Int, from top: Int) {
            let height = rows[place].height / MessageRow.line
            let lines = max(first - top, 0)..<max(min(first + count - top, height), max(first - top, 0))
            if !lines.isEmpty, lines.lowerBound < height {
                result.append(VisibleRow(place: place, row: rows[place], lines: lines))
            }
        }
        if first < total / 2 {
            var top = 0
            for place in rows.indices where top < first + count {
                add(place, from: top)
                top += rows[place].height / MessageRow.line
                if top >= first + count { break }
            }
            return result
        }
        var bottom = total
        for place in rows.indices.reversed() {
            bottom -= rows[place].height / MessageRow.line
            add(place, from: bottom)
            if bottom <= first { break }
        }
        return result.reversed()
    }
}
