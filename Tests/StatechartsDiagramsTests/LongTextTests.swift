import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore
@testable import StatechartsDiagrams

/// Texts of events may be long: what they cost grows as they do, not faster.
@Suite struct LongTextTests {
    private final class Texts: TopState<String> {
        let a = A(), b = B()
        override func configure() { substates(a, b) }
        final class A: State<Texts, Texts> {
            override func handle(_ event: String) -> Reaction { .to(superior.b) }
        }
        final class B: State<Texts, Texts> {
            override func handle(_ event: String) -> Reaction { event.isEmpty ? .to(superior.a) : .handled }
        }
    }

    private func recording(of letters: Int) throws -> Recording {
        let texts = Interpreter(Texts())
        let start = try texts.startStep()
        var recording = Recording()
        let machine = recording.add("Texts", texts.vertices)
        recording.append(start, of: machine, time: 0)
        recording.append(try texts.step(String(repeating: "A", count: letters)), of: machine, time: 1)
        return recording
    }

    /// The least of several times, in steps of nothing but this.
    private func time(_ body: () -> Void) -> Duration {
        let clock = ContinuousClock()
        return (0..<3).map { _ in clock.measure(body) }.min() ?? .zero
    }

    @Test func `sixteen times the letters take about sixteen times as long, in every format`() throws {
        let (few, many) = (try recording(of: 4_000), try recording(of: 64_000))
        let faces: [(String, (Recording) -> Int)] = [
            ("svg", { ChartDrawing($0.machines[0].graph).svg().utf8.count }),
            ("mermaid", { ChartDrawing($0.machines[0].graph).mermaid.utf8.count }),
            ("plantUML", { ChartDrawing($0.machines[0].graph).plantUML.utf8.count }),
            ("dot", { ChartDrawing($0.machines[0].graph).dot.utf8.count }),
            ("scxml", { ChartDrawing($0.machines[0].graph).scxml.utf8.count }),
            ("table", { EventTable($0.machines[0].graph).markdown.utf8.count }),
            ("text", { EventTable($0.machines[0].graph).text.utf8.count }),
            ("html", { $0.html(title: "x").utf8.count }),
            ("lines", { $0.lines.utf8.count }),
        ]
        for (name, face) in faces {
            let short = time { #expect(face(few) > 4_000) }, long = time { #expect(face(many) > 64_000) }
            // Quadratic would be 256 times, and many seconds; a crowded machine is no clock.
            #expect(long < short * 60 + .seconds(1), "\(name): \(short) and \(long)")
        }
    }

    @Test func `many vertices of one path have names of their own, in no time`() throws {
        let vertices = (0..<20_000).map { id in
            ChartGraph.Vertex(
                id: id, kind: .state, name: "N", path: "N", superior: id == 0 ? nil : 0, isRegion: false,
                hasRegions: false, initial: nil, history: .none, methods: [], fixed: [])
        }
        let names = Identifiers(ChartGraph(vertices: vertices), separator: "_")
        #expect(Set(vertices.indices.map { names[$0] }).count == vertices.count)
        #expect(names[19_999] == "N_20000")
    }

    /// As it was before it became linear.
    private func slowWrap(_ text: String, at limit: Double) -> [String] {
        var lines: [String] = []
        for part in text.split(separator: "\n", omittingEmptySubsequences: false) {
            var line = ""
            for word in part.split(separator: " ") {
                let longer = line.isEmpty ? String(word) : line + " " + word
                if TextMetrics.width(longer) <= limit {
                    line = longer
                    continue
                }
                if !line.isEmpty { lines.append(line) }
                line = String(word)
                while TextMetrics.width(line) > limit, line.count > 1 {
                    var head = ""
                    for character in line {
                        if !head.isEmpty, TextMetrics.width(head + String(character)) > limit { break }
                        head.append(character)
                    }
                    lines.append(head)
                    line.removeFirst(head.count)
                }
            }
            lines.append(line)
        }
        return lines
    }

    @Test func `texts are broken where they always were`() {
        var random = SplitMix(seed: 7)
        let pieces = ["a", "WW", "長い", "🙂", " ", "  ", "e\u{301}", "\n", "processing", "iiiiiiiiiiiiiiiiiiiiii", "–"]
        for _ in 0..<400 {
            let text = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                pieces[Int.random(in: pieces.indices, using: &random)]
            }.joined()
            for limit in [1.0, 12, 60, 150] {
                #expect(TextMetrics.wrap(text, at: limit) == slowWrap(text, at: limit), "\(text)")
            }
        }
    }
}
