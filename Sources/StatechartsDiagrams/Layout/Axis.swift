/// Which way the layers of a container follow each other.
///
/// A container is laid out in coordinates of its own, as if its layers lay one below the other; one whose layers follow
/// each other to the right is turned when it is finished.
enum Axis: Int, CaseIterable, Sendable {
    /// Each layer is a row, below the one before.
    case down
    /// Each layer is a column, right of the one before.
    case across

    /// From the coordinates of the picture to those of the layers, and back.
    func turned(_ size: Size) -> Size {
        switch self {
        case .down: size
        case .across: Size(width: size.height, height: size.width)
        }
    }

    /// From the coordinates of the picture to those of the layers, and back.
    func turned(_ point: Point) -> Point {
        switch self {
        case .down: point
        case .across: Point(x: point.y, y: point.x)
        }
    }

    /// From the coordinates of the picture to those of the layers, and back.
    func turned(_ frame: Rectangle) -> Rectangle {
        Rectangle(origin: turned(frame.origin), size: turned(frame.size))
    }
}
