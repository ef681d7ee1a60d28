/// Draws what is the same in pictures of charts and of systems: the paper, boxes, arrows and labels.
///
/// Every element says what it looks like in plain attributes; the style sheet, where it is understood, says it again
/// for dark paper and for what a script marks.
struct SVGPicture {
    var writer = MarkupWriter()
    private let size: Size

    /// - Parameters:
    ///   - overflows: whether something that opens may be larger than the picture.
    ///   - title: what the picture is called; read aloud by screen readers.
    ///   - description: what it shows, in words.
    init(size: Size, overflows: Bool = false, title: String, description: String) {
        self.size = size
        let (width, height) = (MarkupWriter.number(size.width), MarkupWriter.number(size.height))
        writer.open(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "class": "sc", "role": "img", "width": width, "height": height,
                "viewBox": "0 0 \(width) \(height)", "aria-label": "\(title): \(description)",
                "font-family": SVGStyle.fonts, "font-size": "12",
            ])
        writer.element("title", [:], text: title)
        writer.element("desc", [:], text: description)
        writer.open("style", [:])
        for line in SVGStyle.sheet.split(separator: "\n") { writer.raw(String(line)) }
        // Inside a page a picture would be cut off at its border.
        if overflows { writer.raw(".sc{overflow:visible}") }
        writer.close("style")
        element("rect", "paper", [.paper], "width=\"\(width)\" height=\"\(height)\"")
    }

    mutating func finish() -> String {
        writer.close("svg")
        return writer.lines.joined(separator: "\n") + "\n"
    }

    /// An element with its class and what it looks like.
    private mutating func element(_ name: String, _ style: String, _ looks: [SVGStyle.Look], _ attributes: String) {
        writer.raw("<\(name) class=\"\(style)\"\(SVGStyle.attributes(looks)) \(attributes)/>")
    }

    mutating func box(_ frame: Rectangle, radius: Double = 9, _ looks: [SVGStyle.Look] = []) {
        element("rect", "box", [.box] + looks, "\(Self.place(of: frame)) rx=\"\(MarkupWriter.number(radius))\"")
    }

    mutating func bar(_ frame: Rectangle) { element("rect", "solid", [.solid], "\(Self.place(of: frame)) rx=\"2\"") }

    private static func place(of frame: Rectangle) -> String {
        "x=\"\(MarkupWriter.number(frame.minX))\" y=\"\(MarkupWriter.number(frame.minY))\" "
            + "width=\"\(MarkupWriter.number(frame.size.width))\" height=\"\(MarkupWriter.number(frame.size.height))\""
    }

    mutating func disc(_ centre: Point, _ radius: Double) { circle(centre, radius, "solid", .solid) }

    mutating func ring(_ centre: Point, _ radius: Double) { circle(centre, radius, "line", .line) }

    private mutating func circle(_ centre: Point, _ radius: Double, _ style: String, _ look: SVGStyle.Look) {
        element(
            "circle", style, [look],
            "cx=\"\(MarkupWriter.number(centre.x))\" cy=\"\(MarkupWriter.number(centre.y))\" "
                + "r=\"\(MarkupWriter.number(radius))\"")
    }

    mutating func diamond(_ corners: [Point]) {
        element("polygon", "box", [.box], "points=\"\(corners.map(Self.pair).joined(separator: " "))\"")
    }

    mutating func line(from a: Point, to b: Point, _ style: String, _ look: SVGStyle.Look) {
        element(
            "line", style, [look],
            "x1=\"\(MarkupWriter.number(a.x))\" y1=\"\(MarkupWriter.number(a.y))\" "
                + "x2=\"\(MarkupWriter.number(b.x))\" y2=\"\(MarkupWriter.number(b.y))\"")
    }

    /// Text whose baseline begins, or has its middle, at a point.
    mutating func text(
        _ text: String, at point: Point, _ style: String, _ looks: [SVGStyle.Look], centred: Bool = false,
        extra: String = ""
    ) {
        writer.raw(
            "<text class=\"\(style)\"\(SVGStyle.attributes([.text] + looks))\(extra) x=\"\(MarkupWriter.number(point.x))\" "
                + "y=\"\(MarkupWriter.number(point.y))\"\(centred ? " text-anchor=\"middle\"" : "")>"
                + "\(MarkupWriter.escape(text))</text>")
    }

    /// An arrow along its corners, which are rounded, with its head at the end.
    /// - Parameter data: an attribute by which scripts find it, with its value.
    mutating func arrow(
        _ corners: [Point], isTaken: Bool, isLocal: Bool, isOpen: Bool = false,
        data: (name: String, value: String)? = nil
    ) {
        guard let last = corners.last, corners.count > 1 else { return }
        var path = Self.path(corners)
        let neck = Self.towards(corners[corners.count - 2], from: last, 6)
        path += "L\(Self.pair(neck))"
        let mark = data.map { "\($0.name)=\"\(MarkupWriter.escape($0.value))\" " } ?? ""
        let style = "edge" + (isLocal ? " local" : "") + (isTaken ? " taken" : "") + (isOpen ? " open" : "")
        let looks: [SVGStyle.Look] = [.edge] + (isLocal ? [.localEdge] : []) + (isTaken ? [.takenEdge] : [])
        let dots = isOpen ? "stroke-dasharray=\"1 4\" opacity=\"0.7\" " : ""
        element("path", style, isOpen ? [.edge] : looks, "\(dots)\(mark)d=\"\(path)\"")
        let (dx, dy) = (last.x - neck.x, last.y - neck.y)
        let length = max(1, abs(dx) + abs(dy))
        let back = Point(x: last.x - dx / length * 8, y: last.y - dy / length * 8)
        let side = Point(x: dy / length * 4, y: dx / length * 4)
        let head = [
            last, Point(x: back.x - side.x, y: back.y - side.y), Point(x: back.x + side.x, y: back.y + side.y),
        ]
        element(
            "polygon", isTaken ? "head taken" : "head", [.head] + (isTaken ? [.takenHead] : []),
            "\(mark)points=\"\(head.map(Self.pair).joined(separator: " "))\"")
    }

    /// A line along its corners from the owner to what it owns, with a diamond at the owner.
    mutating func composition(_ corners: [Point]) {
        guard let first = corners.first, let last = corners.last, corners.count > 1 else { return }
        let (dx, dy) = (corners[1].x - first.x, corners[1].y - first.y)
        let length = max(1, abs(dx), abs(dy))
        let way = Point(x: dx / length, y: dy / length)
        let reach = min(12, length)
        func point(_ forth: Double, _ aside: Double) -> Point {
            Point(x: first.x + way.x * forth + way.y * aside, y: first.y + way.y * forth + way.x * aside)
        }
        element("path", "edge", [.edge], "d=\"\(Self.path(corners))L\(Self.pair(last))\"")
        let diamond = [first, point(reach / 2, 4.5), point(reach, 0), point(reach / 2, -4.5)]
        element("polygon", "head", [.head], "points=\"\(diamond.map(Self.pair).joined(separator: " "))\"")
    }

    /// The way along corners, which are rounded, up to the last stretch.
    private static func path(_ corners: [Point]) -> String {
        var path = "M\(pair(corners[0]))"
        for (place, corner) in corners.enumerated().dropFirst().dropLast() {
            let before = towards(corners[place - 1], from: corner, 5)
            let after = towards(corners[place + 1], from: corner, 5)
            path += "L\(pair(before))Q\(pair(corner)) \(pair(after))"
        }
        return path
    }

    static func pair(_ point: Point) -> String {
        "\(MarkupWriter.number(point.x)) \(MarkupWriter.number(point.y))"
    }

    /// The point so far from a corner, or half of the way.
    private static func towards(_ other: Point, from corner: Point, _ reach: Double) -> Point {
        let (dx, dy) = (other.x - corner.x, other.y - corner.y)
        let length = max(abs(dx), abs(dy))
        let reach = min(reach, length / 2)
        guard length > 0 else { return corner }
        return Point(x: corner.x + dx / length * reach, y: corner.y + dy / length * reach)
    }

    /// A list that appears while the pointer or the focus is on the group around it: inside the picture, as far as
    /// that is large enough.
    mutating func list(_ lines: [(text: String, connection: String)], at origin: Point) {
        let width = (lines.map { TextMetrics.width($0.text) }.max() ?? 0) + 16
        let height = Double(lines.count) * TextMetrics.lineHeight + 8
        let frame = Rectangle(
            origin: Point(
                x: max(2, min(origin.x - 6, size.width - width - 2)),
                y: max(2, min(origin.y - 3, size.height - height - 2))),
            size: Size(width: width, height: height))
        writer.raw("<g class=\"list\"\(SVGStyle.attributes([.list]))>")
        writer.indent()
        box(frame, radius: 5, [.activeBox])
        for (number, line) in lines.enumerated() {
            let place = Point(x: frame.minX + 8, y: frame.minY + 16 + Double(number) * TextMetrics.lineHeight)
            text(line.text, at: place, "label", [.label], extra: " data-connection=\"\(line.connection)\"")
        }
        writer.close("g")
    }

    mutating func label(
        _ label: Layout.Label, isTaken: Bool, isOpen: Bool = false, data: (name: String, value: String)? = nil
    ) {
        let style = "label" + (isTaken ? " taken" : "") + (isOpen ? " open" : "")
        let mark =
            (isOpen ? " opacity=\"0.6\"" : "")
            + (data.map { " \($0.name)=\"\(MarkupWriter.escape($0.value))\"" } ?? "")
        for (number, line) in label.lines.enumerated() {
            let place = Point(
                x: label.frame.minX + 2, y: label.frame.minY + 13 + Double(number) * TextMetrics.lineHeight)
            text(line, at: place, style, [.label] + (isTaken ? [.takenLabel] : []), extra: mark)
        }
    }
}
