/// A point of a drawing, in pixels; y grows downwards.
struct Point: Hashable, Sendable {
    var x: Double
    var y: Double

    static func + (a: Point, b: Point) -> Point { Point(x: a.x + b.x, y: a.y + b.y) }
}

/// Width and height.
struct Size: Hashable, Sendable {
    var width: Double
    var height: Double
}

/// A rectangle with its upper left corner.
struct Rectangle: Hashable, Sendable {
    var origin: Point
    var size: Size

    var minX: Double { origin.x }
    var minY: Double { origin.y }
    var maxX: Double { origin.x + size.width }
    var maxY: Double { origin.y + size.height }

    /// Whether the two share more than a border.
    func overlaps(_ other: Rectangle) -> Bool {
        minX < other.maxX - 0.01 && other.minX < maxX - 0.01 && minY < other.maxY - 0.01 && other.minY < maxY - 0.01
    }

    /// Whether all of the other lies inside.
    func contains(_ other: Rectangle) -> Bool {
        minX <= other.minX + 0.01 && minY <= other.minY + 0.01 && maxX >= other.maxX - 0.01 && maxY >= other.maxY - 0.01
    }

    /// Whether a line, upright or level, passes through the inside.
    func isCrossed(from a: Point, to b: Point) -> Bool {
        Rectangle(
            origin: Point(x: min(a.x, b.x), y: min(a.y, b.y)), size: Size(width: abs(a.x - b.x), height: abs(a.y - b.y))
        ).touchesInside(of: self)
    }

    private func touchesInside(of other: Rectangle) -> Bool {
        maxX > other.minX + 0.5 && minX < other.maxX - 0.5 && maxY > other.minY + 0.5 && minY < other.maxY - 0.5
    }
}

/// How much room text takes. No font is asked: widths are those of a wide sans serif face, so that text fits in
/// narrower ones.
enum TextMetrics {
    static let lineHeight = 16.0

    /// The width of a line in pixels, at a font size of 12.
    static func width(_ text: String) -> Double {
        text.unicodeScalars.reduce(0) { $0 + width(of: $1) }
    }

    private static func width(of scalar: Unicode.Scalar) -> Double {
        switch scalar {
        case "i", "j", "l", ".", ",", ":", ";", "'", "|", "!", "I", " ": 4
        case "f", "t", "r", "(", ")", "[", "]", "{", "}", "-", "/", "\\": 5.2
        case "m", "w", "M", "W", "@", "%": 11.5
        case "A"..."Z", "&", "+", "=", "<", ">", "→", "_", "#", "~": 9
        case _ where scalar.value < 0x300: 7.6
        case _ where scalar.properties.isEmojiPresentation || scalar.value >= 0x1100: 13.5
        case _: 9
        }
    }

    /// The text in lines of at most `limit` pixels, broken at blanks, or where a word alone is too long. Looks at each
    /// letter twice, however long the text is.
    static func wrap(_ text: String, at limit: Double) -> [String] {
        var lines: [String] = []
        for part in text.split(separator: "\n", omittingEmptySubsequences: false) {
            var line = ""
            var used = 0.0
            for word in part.split(separator: " ") {
                let longer = (line.isEmpty ? "" : " ") + word
                let wider = width(longer, after: used)
                if wider <= limit {
                    line += longer
                    used = wider
                    continue
                }
                if !line.isEmpty { lines.append(line) }
                (line, used) = ("", 0)
                for character in word {
                    var next = width(character, after: used)
                    if !line.isEmpty, next > limit {
                        lines.append(line)
                        line = ""
                        next = width(character, after: 0)
                    }
                    line.append(character)
                    used = next
                }
            }
            lines.append(line)
        }
        return lines
    }

    /// How wide it becomes if something follows.
    private static func width(_ text: String, after used: Double) -> Double {
        text.unicodeScalars.reduce(used) { $0 + width(of: $1) }
    }

    private static func width(_ character: Character, after used: Double) -> Double {
        character.unicodeScalars.reduce(used) { $0 + width(of: $1) }
    }
}
