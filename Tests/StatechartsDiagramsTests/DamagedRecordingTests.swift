import Foundation
import Statecharts
import Testing

@testable import StatechartsDiagrams

/// Recordings as disks, editors and other programs leave them.
@Suite struct DamagedRecordingTests {
    private func refusal(_ text: String) -> String {
        do {
            _ = try Recording(lines: text)
            return "read"
        } catch { return "\(error)" }
    }

    /// The machine line with something else in it.
    private func changed(_ old: String, _ new: String, line: Int = 1) throws -> String {
        var lines = try RecordingTests.recording().lines.split(separator: "\n").map(String.init)
        try #require(lines[line].contains(old), "nothing to change")
        lines[line] = lines[line].replacing(old, with: new, maxReplacements: 1)
        return lines.joined(separator: "\n") + "\n"
    }

    @Test(arguments: [
        ("\"superior\":0", "\"superior\":999", "is said to be inside vertex 999, which does not come before it"),
        ("\"superior\":0", "\"superior\":1", "is said to be inside vertex 1, which does not come before it"),
        ("\"superior\":0", "\"superior\":-1", "is said to be inside vertex -1, which does not come before it"),
        ("\"superior\":0", "\"superior\":null", "is inside none; only the first one can be"),
        ("\"id\":0", "\"id\":999", "the vertex at place 0 has the id 999"),
        ("\"id\":0", "\"superior\":5,\"id\":0", "is the first one, and is said to be inside another"),
        ("\"initial\":1", "\"initial\":999", "enters vertex 999 first, which is not inside it"),
        ("\"initial\":1", "\"initial\":0", "enters vertex 0 first, which is not inside it"),
        ("\"source\":1", "\"source\":-1", "a transition of vertex -1 names vertex -1, which there is not"),
        ("\"targets\":[1", "\"targets\":[77", "names vertex 77"),
        ("\"count\":1", "\"count\":-1", "was seen -1 times, which cannot be"),
        ("\"count\":1", "\"count\":9223372036854775807", "was seen 9223372036854775807 times, which cannot be"),
        ("\"fixed\":[]", "\"fixed\":[44]", "is bound to vertex 44, which there is not"),
        ("\"kind\":\"top\"", "\"kind\":\"choice\"", "is said to be inside vertex 0, a choice"),
        ("\"kind\":\"top\"", "\"kind\":\"tip\"", "invalid String value tip at machine.graph.vertices[0].kind"),
        ("\"history\":\"none\",", "", "nothing is there at machine.graph.vertices[0].history"),
        ("\"name\":\"Player\"", "\"name\":7", "there is no String at machine.graph.vertices[0].name"),
    ])
    func `a machine that cannot be is refused, with its line, the reason, and what to do`(
        old: String, new: String, reason: String
    ) throws {
        let told = refusal(try changed(old, new))
        #expect(told.hasPrefix("line 2: this is no line of a recording ("), "\(told)")
        #expect(told.contains(reason), "\(told)")
        #expect(told.hasSuffix("; correct the line or leave it out, or record again [damagedLine]"))
    }

    @Test func `an entry says which machine or vertex there is not`() throws {
        #expect(
            refusal(try changed("\"machine\":0", "\"machine\":8", line: 3)).contains("names machine 8, which no line"))
        let told = refusal(try changed("\"leaves\":[", "\"leaves\":[999,", line: 3))
        #expect(told.contains("line 4") && told.contains("names vertex 999 of Kitchen radio, which has 13"), "\(told)")
    }

    @Test func `rings of vertices are refused at once`() throws {
        for (a, b) in [("1", "1"), ("2", "1"), ("9", "8")] {
            let vertices = (0..<10).map { id in
                let superior = id == 0 ? "" : ",\"superior\":\(id == Int(b) ? a : id == Int(a) ? b : "0")"
                return """
                    {"fixed":[],"hasRegions":false,"history":"none","id":\(id),"isRegion":false,"kind":"state","methods":0,"name":"N",\
                    "path":"N\(id)"\(superior)}
                    """
            }
            let graph = "{\"transitions\":[],\"vertices\":[\(vertices.joined(separator: ","))]}"
            #expect(throws: DecodingError.self) { try JSONDecoder().decode(ChartGraph.self, from: Data(graph.utf8)) }
        }
    }

    private func chain(_ depth: Int) -> Data {
        let vertices = (0...depth).map { id in
            let inside = (id == 0 ? "" : ",\"superior\":\(id - 1)") + (id == depth ? "" : ",\"initial\":\(id + 1)")
            return """
                {"fixed":[],"hasRegions":false,"history":"none","id":\(id),"isRegion":false,"kind":"state","methods":0,"name":"N",\
                "path":"N\(id)"\(inside)}
                """
        }
        return Data("{\"transitions\":[],\"vertices\":[\(vertices.joined(separator: ","))]}".utf8)
    }

    @Test func `the deepest graph that is read can be drawn, a deeper one is refused`() throws {
        let drawing = ChartDrawing(try JSONDecoder().decode(ChartGraph.self, from: chain(512)))
        #expect(drawing.mermaid.count > 512 && drawing.plantUML.count > 512 && drawing.dot.count > 512)
        #expect(drawing.scxml.count > 512 && drawing.svg().count > 512 && drawing.tree.count > 512)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(ChartGraph.self, from: chain(513)) }
    }

    @Test func `lines may end as in Windows, begin with a mark, and have empty ones between them`() throws {
        let recording = try RecordingTests.recording()
        let text = recording.lines
        for other in [
            text.replacing("\n", with: "\r\n"), "\u{feff}" + text, text + "\n\r\n", text.replacing("\n", with: "\n\n"),
        ] {
            let read = try Recording(lines: other)
            #expect(read == recording)
        }
        // Empty lines are counted.
        #expect(try Recording(lines: text.replacing("\n", with: "\n\n")).line(of: 0) == 5)
        let cut = try Recording(lines: String(text.replacing("\n", with: "\r\n").dropLast(30)))
        #expect(cut.entries == Array(recording.entries.dropLast()) && cut.isCut)
    }

    @Test func `JSON that is nested too deep, and a text that could steer a terminal, are refused readably`() {
        let header = "{\"header\":{\"version\":2,\"dropped\":0,\"learns\":false}}\n"
        for bracket in ["[", "{\"a\":"] {
            let told = refusal(header + String(repeating: bracket, count: 200_000) + "\n")
            #expect(told.hasPrefix("line 2: this is no line of a recording ("), "\(told)")
        }
        #expect(refusal(header + "\u{1b}[31mred\u{202e}\n").contains("): ?[31mred?; correct"))
        #expect(refusal("{\"header\":{\"version\":1,\"dropped\":0}}\n").hasSuffix("or record again [otherVersion]"))
        #expect(
            refusal("{\"header\":{\"version\":2,\"dropped\":-1,\"learns\":false}}\n").contains(
                "cannot have been dropped"))
    }

    @Test func `a file is read as its text is, also with half a letter at its end, and no more is kept than asked for`()
        throws
    {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        let recording = try RecordingTests.recording()
        var data = Data(recording.lines.utf8)
        try data.write(to: file)
        #expect(try Recording(contentsOf: file) == recording)
        data.append(contentsOf: [0x7B, 0x22, 0xE2, 0x82])
        try data.write(to: file)
        let cut = try Recording(contentsOf: file)
        #expect(cut == recording && cut.isCut)
        let few = try Recording(contentsOf: file, limit: 4)
        #expect(few.entries == Array(recording.entries.suffix(few.entries.count)) && few.entries.count <= 5)
        #expect(few.droppedCount == recording.entries.count - few.entries.count)
        #expect(few.machines == recording.machines)
        #expect(few.line(of: 0) == cut.line(of: few.droppedCount))
        #expect(throws: RecordingError.self) { try Recording(contentsOf: file.appending(path: "nowhere")) }
    }

    @Test func `a recording that was written as one value is checked too`() throws {
        let recording = try RecordingTests.recording()
        let text = String(decoding: try JSONEncoder().encode(recording), as: UTF8.self)
        #expect(try JSONDecoder().decode(Recording.self, from: Data(text.utf8)) == recording)
        for (old, new) in [("\"machine\":0", "\"machine\":9"), ("\"droppedCount\":0", "\"droppedCount\":-4")] {
            #expect(text.contains(old))
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode(Recording.self, from: Data(text.replacing(old, with: new).utf8))
            }
        }
        // Nobody adds to the greatest number.
        var large = Recording(limit: .max)
        for entry in recording.entries { large.append(entry) }
        #expect(large.droppedCount == 0)
    }

    @Test func `components that have one name, or lie in each other, are drawn once each`() throws {
        func component(_ name: String, _ composite: String?) -> String {
            let inside = composite.map { "\"composite\":\"\($0)\"," } ?? ""
            return "{\(inside)\"name\":\"\(name)\",\"ports\":[],\"type\":\"\"}"
        }
        func drawing(_ components: [String]) throws -> SystemDrawing {
            let text = "{\"components\":[\(components.joined(separator: ","))],\"connections\":[]}"
            return try JSONDecoder().decode(SystemDrawing.self, from: Data(text.utf8))
        }
        let ring = try drawing(
            [component("A", nil)]
                + (0..<20).flatMap { _ in [component("A", "A"), component("B", "A"), component("A", "B")] })
        #expect(ring.tree.split(separator: "\n").count <= 61)
        #expect(ring.svg().contains("</svg>") && !ring.mermaid.isEmpty && !ring.dot.isEmpty && !ring.plantUML.isEmpty)
        #expect(throws: DecodingError.self) {
            try drawing([component("0", nil)] + (1...600).map { component("\($0)", "\($0 - 1)") })
        }
    }

    @Test func `a timer that runs for ever is written without a number that nothing holds`() throws {
        let (player, _, _) = try Player.drawing()
        var graph = player
        graph.learn(ChartGraph.Work(state: 1, kind: .timer, event: "x", interval: .seconds(Int64.max), repeats: true))
        let drawing = ChartDrawing(graph)
        #expect(drawing.scxml.contains("9223372036854775807000ms") && !drawing.svg().isEmpty)
    }
}
