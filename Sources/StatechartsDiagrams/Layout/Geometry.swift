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
