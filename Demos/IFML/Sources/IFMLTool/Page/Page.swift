import Foundation
public import IFMLGenerator
import Statecharts
import StatechartsDiagrams

/// A page on which an application can be clicked through, made from a walkthrough: its script only looks things up.
public enum Page {
    /// A situation as the program's `--walk` writes it.
    public struct Situation: Decodable, Sendable {
        let lines: [String]
        let active: [String]
        let steps: [Step]?
    }

    /// A command and the number of the situation that it leads to: a pair in JSON.
    struct Step: Decodable, Sendable {
        let command: String
        let target: Int

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            command = try container.decode(String.self)
            target = try container.decode(Int.self)
        }
    }

    /// What the page knows: texts stand once, situations have their numbers.
    struct Contents: Encodable {
        var name: String
        var texts: [String] = []
        /// Of each situation the lines, the vertices that are active, and the steps, or null where nobody has tried.
        var situations: [Situation] = []

        struct Situation: Encodable {
            var lines: [Int]
            var active: [Int]
            /// A command and a situation in turn.
            var steps: [Int]?

            private enum CodingKeys: String, CodingKey {
                case lines = "l"
                case active = "a"
                case steps = "s"
            }
        }
    }

    /// The page, self-contained.
    /// - Throws: what encoding throws.
    public static func html(_ model: Model, _ app: AppModel, _ situations: [Situation]) throws -> String {
        let graph = ChartGraph(app)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let json = String(decoding: try encoder.encode(contents(app, graph, situations)), as: UTF8.self)
        let parts = [
            "title": IFMLPicture.escaped(app.modelName),
            "style": text(PackageResources.page_css),
            "chart": ChartDrawing(graph).svg(width: 640),
            "model": IFMLPicture.svg(model, width: 1200, style: SVGStyle.sheet),
            // No tag can begin in it.
            "data": json.replacing("<", with: "\\u003C"),
            "script": text(PackageResources.page_js),
        ]
        // Each piece of the page begins with the rest of a name in braces; what is put in is not looked at again.
        let pieces = text(PackageResources.page_html).components(separatedBy: "{{")
        return pieces.dropFirst().reduce(pieces[0]) { page, piece in
            guard let end = piece.range(of: "}}") else { return page + piece }
            return page + (parts[String(piece[..<end.lowerBound])] ?? "") + piece[end.upperBound...]
        }
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    static func contents(_ app: AppModel, _ graph: ChartGraph, _ situations: [Situation]) -> Contents {
        var contents = Contents(name: app.modelName)
        var numbers: [String: Int] = [:]
        func number(_ text: String) -> Int {
            if let known = numbers[text] { return known }
            numbers[text] = contents.texts.count
            contents.texts.append(text)
            return contents.texts.count - 1
        }
        let vertices = Dictionary(graph.vertices.map { ($0.path, $0.id) }) { one, _ in one }
        contents.situations = situations.map { situation in
            Contents.Situation(
                lines: situation.lines.map(number), active: situation.active.compactMap { vertices[$0] },
                steps: situation.steps?.flatMap { [number($0.command), $0.target] })
        }
        return contents
    }
}
