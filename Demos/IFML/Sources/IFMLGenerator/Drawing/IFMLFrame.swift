/// A rectangle, in pixels; y grows downwards.
package struct IFMLFrame: Sendable, Hashable {
    package var x = 0, y = 0, width = 0, height = 0
    package var maxX: Int { x + width }
    package var maxY: Int { y + height }

    /// True if the two share more than a border.
    package func overlaps(_ other: IFMLFrame) -> Bool {
        x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY
    }

    /// True if all of the other lies inside.
    package func contains(_ other: IFMLFrame) -> Bool {
        x <= other.x && y <= other.y && maxX >= other.maxX && maxY >= other.maxY
    }
}

/// How much room text takes, about; no font is asked.
enum IFMLMetrics {
    /// The height of a line.
    static let line = 15

    static func width(_ text: String) -> Int {
        let wide = text.unicodeScalars.reduce(0.0) { sum, scalar in
            switch scalar {
            case "i", "j", "l", ".", ",", ":", "'", "|", "I", " ", "·": sum + 4
            case "f", "t", "r", "(", ")", "[", "]", "-", "/": sum + 5.2
            case "m", "w", "M", "W", "@", "→": sum + 11
            case "A"..."Z", "«", "»", "=", "<", ">": sum + 8.6
            default: sum + 7.4
            }
        }
        return Int(wide.rounded(.up))
    }

    static func width(_ lines: [String]) -> Int { lines.map(width).max() ?? 0 }

    /// The next multiple of ten: boxes lie on tens, and lines between them on fives.
    static func tens(_ number: Int) -> Int { (number + 9) / 10 * 10 }
}
