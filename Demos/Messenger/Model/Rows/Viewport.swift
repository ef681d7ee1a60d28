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

    /// Something in the lower part of the screen comes up, or goes down again: the frame changes, and what is seen of
    /// the content moves along.
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
    /// The rows in view, and no others are looked at.
    /// - Parameter ends: where each row ends, in points from the beginning.
    func visible(of rows: [MessageRow], ends: [Int]) -> [VisibleRow] {
        let line = MessageRow.line, first = (offset + line / 2) / line, count = frame / line
        if count <= 0 { return [] }
        var low = 0, high = rows.count
        while low < high {
            let middle = (low + high) / 2
            if ends[middle] / line <= first { low = middle + 1 } else { high = middle }
        }
        var result: [VisibleRow] = [], top = low == 0 ? 0 : ends[low - 1] / line
        for place in low..<rows.count where top < first + count {
            let end = ends[place] / line
            result.append(
                VisibleRow(place: place, row: rows[place], lines: max(first - top, 0)..<(min(first + count, end) - top))
            )
            top = end
            if top >= first + count { break }
        }
        return result
    }
}
