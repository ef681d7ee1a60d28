import Foundation
@testable import IFMLTool
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

@testable import IFMLGenerator

/// Elements of an XML text with their attributes, in order; nil if it is not well-formed.
private final class XMLText: NSObject, XMLParserDelegate {
    private(set) var elements: [(name: String, attributes: [String: String])] = []

    static func elements(of text: String) -> [(name: String, attributes: [String: String])]? {
        let reader = XMLText()
        let parser = XMLParser(data: Data(text.utf8))
        parser.delegate = reader
        return parser.parse() ? reader.elements : nil
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        elements.append((name, attributes))
    }
}

@Suite("diagrams") struct DiagramTests {
    static let folders = [
        "movies": "MovieManager", "dictionary": "Dictionary", "mail": "Mail", "podcasts": "Podcasts",
        "booking": "Booking", "guide": "Guide",
    ]

    @Test(arguments: Models.applications)
    func `acceptance 11: the IFML picture has each container, component, event, action and flow once`(name: String)
        throws
    {
        let model = Models.read(name).model
        let picture = Diagram.text(model, as: .ifml)
        let elements = try #require(XMLText.elements(of: picture))
        let drawn = elements.compactMap { $0.attributes["data-element"].flatMap { Int($0) } }
        let wanted = model.elements.indices.filter { element in
            ["ViewContainer", "ViewComponent", "Event", "IFMLAction"].contains { model.isA(element, $0) }
                || model.isA(element, "InteractionFlow") && model.target(element, "targetInteractionFlowElement") != nil
        }
        #expect(Set(drawn).count == drawn.count)
        #expect(Set(wanted).subtracting(drawn) == [])
        // Besides these only modules and ports.
        let others = Set(drawn).subtracting(wanted).map { model.elements[$0].type }
        #expect(Set(others).isSubset(of: ["ModuleDefinition", "IFMLModule", "IFMLPort", "PortDefinition"]))
    }

    @Test(arguments: Models.applications)
    func `acceptance 51: boxes overlap only if nested, and each flow ends on its two elements' borders`(name: String)
        throws
    {
        for width in [700, 1200] {
            let scene = IFMLScene(Models.read(name).model, width: width)
            for (place, box) in scene.boxes.enumerated() {
                for other in scene.boxes[..<place] where box.frame.overlaps(other.frame) {
                    #expect(
                        other.frame.contains(box.frame) || box.frame.contains(other.frame),
                        "\(scene.model.path(box.element)), \(scene.model.path(other.element))")
                }
            }
            for flow in scene.flows {
                let first = try #require(flow.points.first)
                let last = try #require(flow.points.last)
                #expect(isOnBorder(scene, first, flow.source.box, flow.source.row))
                #expect(isOnBorder(scene, last, flow.target.box, flow.target.row), "\(scene.model.path(flow.element))")
                // Upright and level pieces only.
                #expect(zip(flow.points, flow.points.dropFirst()).allSatisfy { $0.x == $1.x || $0.y == $1.y })
            }
        }
    }

    @Test(arguments: Models.applications)
    func `flows go around the containers that they have nothing to do with`(name: String) {
        for width in [700, 1200, 2000] {
            let scene = IFMLScene(Models.read(name).model, width: width)
            #expect(Self.crossed(scene) == [], "\(width)")
        }
    }

    /// The paths of flows that go through a foreign container.
    static func crossed(_ scene: IFMLScene) -> [String] {
        scene.flows.filter { flow in
            zip(flow.points, flow.points.dropFirst()).contains { from, to in
                let piece = IFMLFrame(
                    x: min(from.x, to.x), y: min(from.y, to.y), width: max(abs(from.x - to.x), 1),
                    height: max(abs(from.y - to.y), 1))
                return scene.foreign(flow).contains { piece.overlaps($0) }
            }
        }.map { scene.model.path($0.element) }
    }

    /// On the border of a box, or of the circle or square of one of its rows.
    private func isOnBorder(_ scene: IFMLScene, _ point: (x: Int, y: Int), _ box: Int, _ row: Int?) -> Bool {
        let frame = scene.boxes[box].frame
        if let row = row.map({ scene.boxes[box].rows[$0] }), row.element != nil {
            return abs(point.x - row.x) == IFMLScene.radius && point.y == row.y
        }
        let slant = scene.slant(box, y: point.y)
        let isBeside = point.x == frame.x + slant || point.x == frame.maxX - slant
        return isBeside && point.y >= frame.y && point.y <= frame.maxY
            || (point.y == frame.y || point.y == frame.maxY) && point.x >= frame.x && point.x <= frame.maxX
    }

    @Test(arguments: Models.applications)
    func `acceptance 51: each format of each application is checked in`(name: String) throws {
        let model = Models.read(name).model
        let folder = "\(Models.package)/Demos/\(Self.folders[name] ?? "")/Diagrams"
        for format in Diagram.Format.allCases {
            let text = Diagram.text(model, as: format)
            #expect(Diagram.text(model, as: format) == text)
            let path = "\(folder)/\(name).\(format.ending)"
            if ProcessInfo.processInfo.environment["UPDATE"] == "1" {
                try SwiftWriter.File(name: path, text: text).write(to: path)
            }
            #expect(
                try String(contentsOfFile: path, encoding: .utf8) == text,
                "\(path): UPDATE=1 writes it anew; look at the difference")
            if [.svg, .ifml, .scxml].contains(format) { #expect(XMLText.elements(of: text) != nil, "\(format)") }
        }
    }

    @Test func `acceptance 51: viewers that know no style sheets see a light picture`() throws {
        let picture = Diagram.text(Models.read("mail").model, as: .ifml)
        let elements = try #require(XMLText.elements(of: picture))
        for (name, attributes) in elements where attributes["class"] != nil && !["svg", "g"].contains(name) {
            let fill = try #require(attributes["fill"], "\(name) \(attributes)")
            #expect(fill == "none" || fill.hasPrefix("#"))
            #expect(attributes.values.allSatisfy { !$0.contains("var(") })
        }
        let paper = elements.first { $0.attributes["class"] == "paper" }
        #expect(paper?.attributes["fill"] == "#ffffff")
    }

    @Test func `acceptance 51: pictures of models with peculiar names are well-formed`() throws {
        let text = Inline.file(
            Inline.window("<viewElementEvents id=\"e\" name=\"a &lt; b &amp; &quot;c&quot;&#10;d\"/>").replacing(
                "name=\"window\"", with: "name=\"]]&gt; &lt;b&gt;\""))
        for format in [Diagram.Format.svg, .ifml] {
            #expect(XMLText.elements(of: Diagram.text(Inline.read(text).model, as: format)) != nil)
        }
    }

    @Test(
        .enabled(if: Samples.isThere, Samples.hint),
        arguments: [
            "ifml2ng2/libraryIFML", "ifml2php/movies_original", "ifml-pwa/abs_bankaccount",
            "abs-products/aisco_editor_v2", "ifml-reader/Sudoku", "abs-products/ifml-payment-gateway",
        ])
    func `every public model is drawn`(name: String) throws {
        let model = try Samples.read(name).model
        for format in [Diagram.Format.svg, .ifml] {
            #expect(XMLText.elements(of: Diagram.text(model, as: format)) != nil, "\(format)")
        }
    }

    @Test func `the command refuses formats and widths that there are not`() {
        for words in [["--format", "png"], ["--width", "0"], ["--width", "x"], ["--nothing"]] {
            #expect(throws: Arguments.Misuse.self) { try DiagramCommand.run(words + [Models.path("movies")]) }
        }
        #expect(throws: Arguments.Misuse.self) { try DiagramCommand.run([]) }
    }
}
