/// Draws a model in IFML's notation: containers as boxes, components rounded, events as circles on borders, actions as
/// hexagons, navigation flows full, data flows dashed, bindings and expressions as notes.
package struct IFMLPicture {
    /// The picture as SVG. It stands for itself: nothing is fetched, and it follows the reader's preference for light
    /// or dark as far as the style sheet does.
    /// - Parameters:
    ///   - width: what the picture should not be wider than, in pixels.
    ///   - style: the style sheet, with the variables and classes of the framework's pictures.
    package static func svg(_ model: Model, width: Int = 1200, style: String) -> String {
        let scene = IFMLScene(model, width: width)
        var picture = IFMLPicture(scene: scene, style: IFMLStyle("\(style)\n\(ownRules)"))
        picture.draw()
        return picture.lines.joined(separator: "\n") + "\n"
    }

    private let scene: IFMLScene
    private let style: IFMLStyle
    private var lines: [String] = []

    private init(scene: IFMLScene, style: IFMLStyle) { (self.scene, self.style) = (scene, style) }

    /// What the framework's pictures have no class for.
    private static let ownRules = """
        .sc .none{fill:none;stroke:none}
        .sc .event{fill:var(--sc-paper);stroke:var(--sc-line);stroke-width:1.4}
        .sc .letter{font-size:9px;font-weight:600}
        .sc .note{fill:var(--sc-paper);stroke:var(--sc-line);stroke-width:.8}
        .sc .small{font-size:11px}
        .sc .flow{fill:none;stroke:var(--sc-active);stroke-width:1.4}
        .sc .data{stroke-dasharray:5 3}
        .sc .tip{fill:var(--sc-active)}
        """

    private mutating func draw() {
        let name = scene.model.roots.compactMap { scene.model.name($0) }.first ?? "model"
        let title = Self.escaped(name)
        let (width, height) = (scene.width, scene.height)
        lines.append(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"sc\" role=\"img\""
                + " width=\"\(width)\" height=\"\(height)\" viewBox=\"0 0 \(width) \(height)\""
                + " aria-label=\"\(title): \(words)\""
                + " font-family=\"system-ui,sans-serif\" font-size=\"12\">"
        )
        lines.append("<title>\(title)</title>")
        lines.append("<desc>\(words)</desc>")
        lines.append("<style>")
        lines += style.lines
        lines.append("</style>")
        lines.append("<rect class=\"paper\"\(style.attributes(".paper")) width=\"\(width)\" height=\"\(height)\"/>")
        for box in scene.boxes.indices { draw(box: box) }
        for flow in scene.flows { draw(flow) }
        for box in scene.boxes { for row in box.rows { draw(row) } }
        lines.append("</svg>")
    }

    /// What a screen reader says.
    private var words: String {
        func count(_ shape: IFMLScene.Shape) -> Int { scene.boxes.count { $0.shape == shape } }
        return "IFML model with \(count(.container)) containers, \(count(.component)) components, "
            + "\(count(.action)) actions and \(scene.flows.count) flows"
    }

    private mutating func draw(box index: Int) {
        let box = scene.boxes[index]
        guard box.shape != .lone else { return }
        let frame = box.frame
        let isComposite = !box.children.isEmpty || box.shape == .container
        let kind = "\(isComposite ? "composite" : "state") \(box.shape.rawValue)"
        let look = isComposite ? style.attributes(".box", ".composite>.box") : style.attributes(".box")
        lines.append("<g class=\"\(kind)\" data-element=\"\(box.element)\">")
        if box.shape == .action {
            let middle = frame.y + frame.height / 2
            let corners = [
                (frame.x + 10, frame.y), (frame.maxX - 10, frame.y), (frame.maxX, middle),
                (frame.maxX - 10, frame.maxY), (frame.x + 10, frame.maxY), (frame.x, middle),
            ]
            let points = corners.map { "\($0.0),\($0.1)" }.joined(separator: " ")
            lines.append("<polygon class=\"box\"\(look) points=\"\(points)\"/>")
        } else {
            lines.append(
                "<rect class=\"box\"\(look) x=\"\(frame.x)\" y=\"\(frame.y)\" width=\"\(frame.width)\""
                    + " height=\"\(frame.height)\" rx=\"\(box.shape == .component ? 9 : 0)\"/>")
        }
        for (number, line) in box.lines.enumerated() {
            let x = frame.x + (box.shape == .action ? 18 : 10)
            text(line, x, frame.y + 17 + number * IFMLMetrics.line, number == 0 ? "title" : "body")
        }
        lines.append("</g>")
    }

    private mutating func text(_ text: String, _ x: Int, _ y: Int, _ kind: String, anchor: String = "start") {
        let place = anchor == "start" ? "" : " text-anchor=\"\(anchor)\""
        let look = style.attributes("text", ".\(kind)")
        lines.append(
            "<text class=\"\(kind)\"\(look) x=\"\(x)\" y=\"\(y)\"\(place)>\(Self.escaped(text))</text>")
    }

    private mutating func draw(_ flow: IFMLScene.Flow) {
        guard flow.points.count > 1, let last = flow.points.last else { return }
        let path = flow.points.enumerated().map { "\($0 == 0 ? "M" : "L")\($1.x) \($1.y)" }.joined()
        let before = flow.points[flow.points.count - 2]
        lines.append("<g data-element=\"\(flow.element)\">")
        let look = flow.isData ? style.attributes(".flow", ".data") : style.attributes(".flow")
        lines.append("<path class=\"flow\(flow.isData ? " data" : "")\"\(look) d=\"\(path)\"/>")
        let (dx, dy) = ((last.x - before.x).signum(), (last.y - before.y).signum())
        let (backX, backY) = (last.x - 8 * dx, last.y - 8 * dy)
        lines.append(
            "<polygon class=\"tip\"\(style.attributes(".tip"))"
                + " points=\"\(last.x),\(last.y) \(backX + 4 * dy),\(backY + 4 * dx)"
                + " \(backX - 4 * dy),\(backY - 4 * dx)\"/>")
        lines.append("</g>")
    }

    private mutating func draw(_ row: IFMLScene.Row) {
        let radius = IFMLScene.radius
        let look = style.attributes(".event")
        if let element = row.element {
            lines.append("<g data-element=\"\(element)\">")
            if row.isPort {
                lines.append(
                    "<rect class=\"event\"\(look) x=\"\(row.x - radius)\" y=\"\(row.y - radius)\""
                        + " width=\"\(2 * radius)\""
                        + " height=\"\(2 * radius)\"/>")
            } else {
                lines.append("<circle class=\"event\"\(look) cx=\"\(row.x)\" cy=\"\(row.y)\" r=\"\(radius)\"/>")
            }
            if let letter = row.letter { text(letter, row.x, row.y + 3, "letter", anchor: "middle") }
            for (number, label) in row.labels.enumerated() {
                text(
                    label, row.x + (row.isLeft ? 12 : -12), row.y + 4 + number * IFMLMetrics.line,
                    number == 0 ? "label" : "body", anchor: row.isLeft ? "start" : "end")
            }
            lines.append("</g>")
        }
        var y = row.y - 8 + max(row.element == nil ? 0 : 16, row.labels.count * IFMLMetrics.line)
        for note in row.notes {
            let width = IFMLMetrics.width(note) + 14
            draw(note: note, row.isLeft ? row.x + 12 : row.x - 12 - width, y, width)
            y += note.count * IFMLMetrics.line + 10
        }
    }

    /// A note: a corner of it is folded.
    private mutating func draw(note: [String], _ left: Int, _ y: Int, _ width: Int) {
        let height = note.count * IFMLMetrics.line + 6
        let (right, bottom) = (left + width, y + height)
        lines.append(
            "<path class=\"note\"\(style.attributes(".note"))"
                + " d=\"M\(left) \(y)L\(right - 7) \(y)L\(right) \(y + 7)L\(right) \(bottom)"
                + "L\(left) \(bottom)ZM\(right - 7) \(y)L\(right - 7) \(y + 7)L\(right) \(y + 7)\"/>")
        for (number, line) in note.enumerated() {
            text(line, left + 5, y + 14 + number * IFMLMetrics.line, "small")
        }
    }

    /// Text in which nothing can be taken for markup.
    package static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case _ where scalar.value < 0x20: result += " "
            case "\u{fffe}", "\u{ffff}": result += "\u{fffd}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
