/// Draws what is the same in pictures of charts and of systems: the paper, boxes, arrows and labels.
struct SVGPicture {
    var writer = MarkupWriter()
    private let size: Size

    /// - Parameters:
    ///   - title: what the picture is called; read aloud by screen readers.
    ///   - description: what it shows, in words.
    init(size: Size, title: String, description: String) {
        self.size = size
        let (width, height) = (MarkupWriter.number(size.width), MarkupWriter.number(size.height))
        writer.open(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "class": "sc", "role": "img", "width": width, "height": height,
                "viewBox": "0 0 \(width) \(height)", "aria-label": "\(title): \(description)",
            ])
        writer.element("title", [:], text: title)
        writer.element("desc", [:], text: description)
        writer.open("style", [:])
        for line in SVGStyle.sheet.split(separator: "\n") { writer.raw(String(line)) }
        writer.close("style")
        writer.element("rect", ["class": "paper", "width": width, "height": height])
    }

    mutating func finish() -> String {
        writer.close("svg")
        return writer.lines.joined(separator: "\n") + "\n"
    }

    mutating func box(_ frame: Rectangle, radius: Double = 9) {
        writer.element(
            "rect",
            [
                "class": "box", "x": MarkupWriter.number(frame.minX), "y": MarkupWriter.number(frame.minY),
                "width": MarkupWriter.number(frame.size.width), "height": MarkupWriter.number(frame.size.height),
                "rx": MarkupWriter.number(radius),
            ])
    }

    mutating func circle(_ centre: Point, _ radius: Double, _ style: String) {
        writer.element(
            "circle",
            [
                "class": style, "cx": MarkupWriter.number(centre.x), "cy": MarkupWriter.number(centre.y),
                "r": MarkupWriter.number(radius),
            ])
    }

    mutating func line(from a: Point, to b: Point, _ style: String) {
        writer.element(
            "line",
            [
                "class": style, "x1": MarkupWriter.number(a.x), "y1": MarkupWriter.number(a.y),
                "x2": MarkupWriter.number(b.x), "y2": MarkupWriter.number(b.y),
            ])
    }

    /// Text whose baseline begins, or has its middle, at a point.
    mutating func text(_ text: String, at point: Point, _ style: String, centred: Bool = false) {
        writer.element(
            "text",
            [
                "class": style, "x": MarkupWriter.number(point.x), "y": MarkupWriter.number(point.y),
                "text-anchor": centred ? "middle" : "start",
            ], text: text)
    }

    /// An arrow along its corners, which are rounded, with its head at the end, pointing downwards.
    /// - Parameter data: an attribute by which scripts find it, with its value.
    mutating func arrow(
        _ corners: [Point], isTaken: Bool, isLocal: Bool, isOpen: Bool = false,
        data: (name: String, value: String)? = nil
    ) {
        guard let first = corners.first, let last = corners.last, corners.count > 1 else { return }
        var path = "M\(MarkupWriter.number(first.x)) \(MarkupWriter.number(first.y))"
        for (place, corner) in corners.enumerated().dropFirst().dropLast() {
            let before = Self.towards(corners[place - 1], from: corner)
            let after = Self.towards(corners[place + 1], from: corner)
            path += "L\(Self.pair(before))Q\(Self.pair(corner)) \(Self.pair(after))"
        }
        path += "L\(Self.pair(Point(x: last.x, y: last.y - 6)))"
        let mark = data.map { " \($0.name)=\"\(MarkupWriter.escape($0.value))\"" } ?? ""
        let style = "edge" + (isLocal ? " local" : "") + (isTaken ? " taken" : "") + (isOpen ? " open" : "")
        let dots = isOpen ? " stroke-dasharray=\"1 4\" opacity=\"0.7\"" : ""
        writer.raw("<path class=\"\(style)\"\(dots)\(mark) d=\"\(path)\"/>")
        let head = [last, Point(x: last.x - 4, y: last.y - 8), Point(x: last.x + 4, y: last.y - 8)]
        let points = head.map(Self.pair).joined(separator: " ")
        writer.raw("<polygon class=\"\(isTaken ? "head taken" : "head")\"\(mark) points=\"\(points)\"/>")
    }

    static func pair(_ point: Point) -> String {
        "\(MarkupWriter.number(point.x)) \(MarkupWriter.number(point.y))"
    }

    /// The point where the rounding of a corner begins.
    private static func towards(_ other: Point, from corner: Point) -> Point {
        let (dx, dy) = (other.x - corner.x, other.y - corner.y)
        let length = max(abs(dx), abs(dy))
        let reach = min(5, length / 2)
        guard length > 0 else { return corner }
        return Point(x: corner.x + dx / length * reach, y: corner.y + dy / length * reach)
    }

    mutating func label(
        _ label: Layout.Label, isTaken: Bool, isOpen: Bool = false, data: (name: String, value: String)? = nil
    ) {
        let style = "label" + (isTaken ? " taken" : "") + (isOpen ? " open" : "")
        let paleness = isOpen ? " opacity=\"0.6\"" : ""
        let mark = data.map { " \($0.name)=\"\(MarkupWriter.escape($0.value))\"" } ?? ""
        for (number, line) in label.lines.enumerated() {
            let x = MarkupWriter.number(label.frame.minX + 2)
            let y = MarkupWriter.number(label.frame.minY + 13 + Double(number) * TextMetrics.lineHeight)
            let text = MarkupWriter.escape(line)
            writer.raw("<text class=\"\(style)\"\(paleness)\(mark) x=\"\(x)\" y=\"\(y)\">\(text)</text>")
        }
    }
}
