import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore
@testable import StatechartsDiagrams

/// Texts of events may be long, up to what `ValueText` writes: what they cost grows as they do, not faster.
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
        let (few, many) = (try recording(of: 600), try recording(of: 9_600))
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
            let short = time { #expect(face(few) > 600) }, long = time { #expect(face(many) > 9_600) }
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

    @Test func `texts are broken at blanks, and long words at the borders within them`() {
        #expect(
            TextMetrics.wrap("chats: Numbered<ListDelta<Chat>>", at: 120) == ["chats: Numbered<", "ListDelta<Chat>>"])
        #expect(
            TextMetrics.wrap("avatars: Numbered<AvatarChange>", at: 100) == ["avatars:", "Numbered<", "AvatarChange>"])
        #expect(TextMetrics.wrap("AvatarChange", at: 60) == ["Avatar", "Change"])
        #expect(
            TextMetrics.wrap("retry_after_failure [fewer than three]", at: 90) == [
                "retry_after_", "failure [fewer", "than three]",
            ])
        #expect(TextMetrics.wrap("a\nb", at: 60) == ["a", "b"])
        // Without a border inside it stays whole, unless no reader could follow it.
        #expect(TextMetrics.wrap("go overwhelmingly", at: 40) == ["go", "overwhelmingly"])
        #expect(TextMetrics.wrap(String(repeating: "x", count: 100), at: 60).map(\.count) == [23, 23, 23, 23, 8])
    }

    @Test func `several events are a list, in as few lines as they need`() {
        #expect(TextMetrics.list(["-", ".", "0", "1", "n"], at: 150) == ["-, ., 0, 1, n"])
        #expect(TextMetrics.list(["command", "signedOut"], at: 90) == ["command,", "signedOut"])
        #expect(
            TextMetrics.list(["go", "slip [thin and wide]", "fall"], at: 90) == [
                "go,", "slip [thin and", "wide],", "fall",
            ])
    }

    @Test func `nothing is lost where texts are broken, and no line is longer than three times the limit`() {
        var random = SplitMix(seed: 7)
        let pieces = ["a", "WW", "長い", "🙂", " ", "  ", "e\u{301}", "\n", "processing", "iiiiiiiiiiiiiiiiiiiiii", "–"]
        for _ in 0..<400 {
            let text = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                pieces[Int.random(in: pieces.indices, using: &random)]
            }.joined()
            for limit in [20.0, 60, 150] {
                let lines = TextMetrics.wrap(text, at: limit)
                #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " && $0 != "\n" }, "\(text)")
                #expect(lines.allSatisfy { TextMetrics.width($0) <= 3 * limit }, "\(text)")
            }
        }
    }
}
