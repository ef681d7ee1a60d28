import Foundation
import Statecharts
import Testing

@testable import StatechartsDiagrams

/// Pictures in viewers that know no variables of style sheets.
@Suite struct ViewerTests {
    /// A picture as a viewer without style sheets reads it: nothing but its attributes.
    private func plain(_ svg: String) throws -> String {
        let (start, end) = (try #require(svg.range(of: "<style>")), try #require(svg.range(of: "</style>")))
        return String(svg[..<start.lowerBound] + svg[end.upperBound...]).replacing("class=", with: "data-class=")
    }

    /// The colours that `rsvg-convert` paints with, as it writes them: in percent.
    private func colours(_ svg: String) throws -> Set<[Int]> {
        let result = try Tool.rsvg.run(["--format", "svg"], input: svg)
        #expect(result.status == 0, "\(result.output.prefix(400))")
        let colours = result.output.components(separatedBy: "rgb(").dropFirst().map { text in
            text.prefix { $0 != ")" }.split(separator: ",").map { part in
                Int(((Double(part.filter { $0.isNumber || $0 == "." }) ?? 0) * 2.55).rounded())
            }
        }
        return Set(colours)
    }

    @Test(.needs(.rsvg)) func `a picture shows paper, boxes, lines and text where variables are not known`() throws {
        let (graph, steps, _) = try Player.drawing()
        var drawing = ChartDrawing(graph)
        drawing.learn(from: steps) { $0.rawValue }
        let wanted = Set(
            try [SVGStyle.Colour.paper, .group, .line, .ink, .glow, .active, .taken].map {
                try rgb($0.values.light)
            })
        for svg in [drawing.svg(), try plain(drawing.svg())] { #expect(try colours(svg).isSuperset(of: wanted)) }
        // As it was: everything black.
        let bare = try plain(drawing.svg()).replacing(" fill=", with: " data-fill=")
        #expect(try !colours(bare).isSuperset(of: wanted))
    }

    private func rgb(_ text: String) throws -> [Int] {
        let number = try #require(Int(text.dropFirst(), radix: 16))
        return [number >> 16, number >> 8 & 255, number & 255]
    }

    @Test func `what the style sheet says of an element in a light picture, its attributes say too`() throws {
        let (graph, _, _) = try Player.drawing()
        let svg = ChartDrawing(graph).svg()
        // The first element of each look that there is, with what it must say.
        for look in [SVGStyle.Look.paper, .box, .title, .edge, .label, .head, .solid] {
            let style = look.selector.dropFirst()
            let element = try #require(
                svg.split(separator: "\n").first { $0.contains("class=\"\(style)") && !$0.contains("{") }, "\(look)")
            for (name, _) in look.properties { #expect(element.contains(" \(name)=\""), "\(look): \(element)") }
        }
    }
}
