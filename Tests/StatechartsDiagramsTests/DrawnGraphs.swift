import Foundation
import Statecharts
import StatechartsDiagrams

extension ChartGraph {
    /// What exploring the fixtures and demos has found, as their own tests keep it beside their pictures.
    static func drawn() throws -> [(name: String, graph: ChartGraph)] {
        let files = FileManager.default
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        var graphs: [(String, ChartGraph)] = []
        for folder in ["Tests/StatechartsTests/Drawings/Golden", "Tests/StatechartsDiagramsTests/Golden/Graphs"] {
            let place = root.appending(path: folder)
            for name in try files.contentsOfDirectory(atPath: place.path).sorted() where name.hasSuffix(".json") {
                let data = try Data(contentsOf: place.appending(path: name))
                graphs.append((name, try JSONDecoder().decode(ChartGraph.self, from: data)))
            }
        }
        // A system's machines, as they were recorded.
        let happyPath = root.appending(path: "Demos/ExpenseFlow/Scripts/happy-path.jsonl")
        let recording = try Recording(lines: String(contentsOf: happyPath, encoding: .utf8))
        return graphs + recording.machines.map { ($0.name, $0.graph) }
    }
}
