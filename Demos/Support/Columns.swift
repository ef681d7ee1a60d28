extension StringProtocol {
    /// How many columns of a terminal the text takes: two for each character of East Asian scripts and each emoji.
    public var columns: Int { reduce(0) { $0 + $1.columns } }

    /// As much of the beginning as fits into so many columns.
    public func prefix(columns limit: Int) -> SubSequence {
        var width = 0
        return prefix { character in
            width += character.columns
            return width <= limit
        }
    }

    /// As much of the end as fits into so many columns.
    public func suffix(columns limit: Int) -> SubSequence {
        var start = endIndex
        var width = 0
        while start > startIndex {
            let before = index(before: start)
            width += self[before].columns
            if width > limit { break }
            start = before
        }
        return self[start...]
    }

    /// Whether the text takes more columns. Looks at no more of it than is needed to tell.
    private func isWider(than limit: Int) -> Bool {
        var width = 0
        return contains { character in
            width += character.columns
            return width > limit
        }
    }

    /// The text in pieces of at most so many columns, broken at blanks where possible; all but the first are indented.
    public func wrapped(columns limit: Int, indent: String = "") -> [String] {
        var lines: [String] = []
        var rest = self[...]
        // Of what is left only as much is looked at as a line takes, so that a long text takes time in proportion.
        while rest.isWider(than: limit - (lines.isEmpty ? 0 : indent.columns)) {
            let room = Swift.max(limit - (lines.isEmpty ? 0 : indent.columns), 1)
            let fitting = rest.prefix(columns: room)
            let whole = fitting.lastIndex(of: " ").map { fitting[..<$0] } ?? fitting
            // A piece that is longer than the line, or too wide for any, is broken where the line ends.
            let piece = whole.allSatisfy { $0 == " " } ? (fitting.isEmpty ? rest.prefix(1) : fitting) : whole
            lines.append((lines.isEmpty ? "" : indent) + piece)
            rest = rest[piece.endIndex...].drop { $0 == " " }
        }
        if lines.isEmpty || !rest.isEmpty { lines.append((lines.isEmpty ? "" : indent) + rest) }
        return lines
    }
}

extension Character {
    /// One, or two for wide characters (Unicode Standard Annex 11, the ranges that are all wide).
    var columns: Int {
        guard let first = unicodeScalars.first else { return 0 }
        switch first.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
            return 2
        default:
            return first.properties.isEmojiPresentation || unicodeScalars.contains { $0.value == 0xFE0F } ? 2 : 1
        }
    }
}
