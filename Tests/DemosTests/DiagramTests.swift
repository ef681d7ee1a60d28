import DemoSupport
import Foundation
import Statecharts
import StatechartsDiagrams
import StatechartsTesting
import TestSupport
import Testing

@testable import calculator
@testable import download
@testable import running_lights

/// What `--diagram` and `--inspect` do.
@Suite struct DiagramTests {
    private static let demos = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Demos")

    private func compare(_ graph: ChartGraph, _ demo: String) throws {
        // For the tests of drawings, which know no demos. `UPDATE=1 swift test --filter DiagramTests` writes them anew.
        let data = Self.demos.deletingLastPathComponent().appending(
            path: "Tests/StatechartsDiagramsTests/Golden/Graphs/\(demo).json")
        if ProcessInfo.processInfo.environment["UPDATE"] != nil {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys]
            try encoder.encode(graph).write(to: data)
        }
        #expect(try JSONDecoder().decode(ChartGraph.self, from: Data(contentsOf: data)) == graph)
        for format in DiagramFormat.allCases {
            let file = Self.demos.appending(path: "\(demo)/Scripts/diagram-\(format).expected")
            #expect(format.text(of: graph) + "\n" == (try String(contentsOf: file, encoding: .utf8)), "\(format)")
        }
    }

    @Test(.needsMethodTables) func `the drawings are those of the scripted runs`() async throws {
        try compare(try await running_lights.Drawing.graph(), "RunningLights")
        try compare(try await download.Drawing.graph(), "Download")
        try compare(try await calculator.Drawing.graph(), "Calculator")
    }

    @Test func `every state of a demo is reached, and every other way of the calculator is known`() async throws {
        for graph in [try await running_lights.Drawing.graph(), try await download.Drawing.graph()] {
            let entered = Set(graph.transitions.flatMap(\.targets))
            for vertex in graph.vertices where vertex.kind != .top && !entered.contains(vertex.id) {
                #expect(graph.vertices.contains { $0.initial == vertex.id }, "\(vertex.path)")
            }
        }
        // A fifth key leads nowhere else.
        var explorer = Explorer(events: try Key.keys("01.-/=%n<ec")) { Calculator() }
        explorer.limits = .init(depth: 5)
        let deeper = try await explorer.explore().graph
        let known = try await calculator.Drawing.graph()
        func ways(_ graph: ChartGraph) -> [String] {
            graph.transitions.map { "\($0.source) \($0.trigger) \($0.targets) \($0.guardText ?? "")" }
        }
        #expect(ways(deeper) == ways(known))
    }

    private func options(_ arguments: String...) throws -> OptionParser.Options {
        let record = OptionParser.Option.value("record", "FILE", "")
        return try OptionParser(
            command: "demo", summary: "", options: [DiagramFormat.option, Inspection.option, record]
        ).parse(arguments)
    }

    @Test func `an unknown format and a page that cannot be written are refused in one line`() throws {
        #expect(
            throws: UsageError(
                "unknown format 'png'; accepted are svg, mermaid, plantuml, dot, scxml, tree or table")
        ) { try DiagramFormat(options("--diagram", "png")) }
        #expect(try DiagramFormat(options()) == nil)
        #expect(throws: UsageError.self) {
            try Inspection(options("--inspect", "/nowhere/page.html"), title: "", clock: ManualClock())
        }
        #expect(try Inspection(options(), title: "", clock: ManualClock()) == nil)
    }

    @Test func `a run with a page writes what happened, for its owner alone`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).html")
        let record = file.appendingPathExtension("jsonl")
        defer { for file in [file, record] { try? FileManager.default.removeItem(at: file) } }
        let clock = ManualClock()
        let inspection = try #require(
            try Inspection(options("--inspect", file.path, "--record", record.path), title: "Lights", clock: clock))
        try await Script("tick,tap").run(on: clock, inspection.recorder) { _ in }
        try inspection.write()
        for file in [file, record] {
            let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
            #expect(mode.map { $0 & 0o777 } == 0o600)
        }
        let page = try String(contentsOf: file, encoding: .utf8)
        #expect(page.contains("<title>Lights</title>") && page.contains("\"text\":\"buttonTap\""))
    }

    @Test func `keys of the calculator are a recording too`() throws {
        var lines: [String] = []
        let recording = try calculator.Headless.run(try Key.keys("1+2=")) { lines.append($0) }
        #expect(recording.steps(of: 0).map(\.text) == ["start", "1", "+", "2", "="])
        #expect(recording.steps(of: 0).last?.data == "display 3")
        #expect(lines.count == 4)
    }
}
