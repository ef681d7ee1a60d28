import Foundation
import Statecharts
import StatechartsDiagrams
import StatechartsSimulation

/// A chart of the fixtures, with what exploring it found.
struct DrawnChart {
    let name: String
    /// The file with the drawing above the chart.
    let file: String
    let graph: ChartGraph

    /// - Parameter depth: how many events deep it is explored; data of the fixtures (their notes) have no end.
    init<Top: Statechart>(_ file: String, _ events: [Top.Event], depth: Int = 4, _ make: @escaping () -> Top)
        async throws
    {
        var explorer = Explorer(events: events, make)
        explorer.limits = .init(depth: depth)
        explorer.fingerprint(.alone) { _ in 0 }
        graph = try await explorer.explore().graph
        name = graph.vertices.first?.name ?? ""
        self.file = file
    }

    /// All formats, one below the other.
    var text: String {
        let drawing = ChartDrawing(graph)
        let parts = [
            ("tree", drawing.tree), ("table", EventTable(graph).text), ("mermaid", drawing.mermaid),
            ("plantuml", drawing.plantUML), ("dot", drawing.dot), ("scxml", drawing.scxml), ("svg", drawing.svg()),
        ]
        return parts.map { "=== \($0)\n\($1)" }.joined()
    }

    static func all() async throws -> [DrawnChart] {
        [
            try await DrawnChart("AskedJoin", ["a", "b", "finish"]) { AskedJoin() },
            try await DrawnChart("Completing", ["go", "a", "b", "both", "ends", "short"]) { Completing() },
            try await DrawnChart("Crossing", ["go", "two"]) { Crossing(n: 3) },
            try await DrawnChart("Deeper", ["deep", "fork", "merge", "other", "again", "anew"]) { Deeper() },
            try await DrawnChart("Dialog", ["fresh", "again", "next", "ok", "cancel", "home"]) { Dialogs() },
            try await DrawnChart("Finishing", ["w", "a", "b", "leave", "deep", "shallow", "both"]) { Finishing() },
            try await DrawnChart("ForkJoin", ["both", "fork", "out", "mixed", "a", "b", "go", "again"]) { ForkJoin() },
            try await DrawnChart("Guards", ["a", "b", "c", "all"]) { Guards() },
            try await DrawnChart(
                "Homing",
                ["go", "on", "home", "local", "up", "back", "again", "leave", "end", "choose", "tire", "later"]
            ) { Homing() },
            try await DrawnChart("Initials", ["Second", "Rest", "Chosen", "Joined", "Past", "A", "B", "Start"]) {
                Initials()
            },
            try await DrawnChart("Keyhole", Keyhole.Event.allCases) { Keyhole() },
            try await DrawnChart("LeafWays", ["fork", "go", "pause", "same", "a", "b", "step", "finish"]) {
                LeafWays()
            },
            try await DrawnChart("LocalRegions", ["local A", "local A2", "local Out", "local both", "to A", "to A2"]) {
                LocalRegions()
            },
            try await DrawnChart("Memory", ["in", "next", "leave", "shallow", "deep", "again", "end"]) { Memory() },
            try await DrawnChart("Mixed", ["x", "y", "z"]) { Mixed() },
            try await DrawnChart("NestedRegions", ["go", "in", "r", "s", "q", "fork", "inner"]) { NestedRegions() },
            try await DrawnChart("RegionMemory", ["default", "a", "b", "leave", "deep", "fork"]) { RegionMemory() },
            try await DrawnChart("Seesaw", [.go, .again, .look, .rest, .back, .double, .echo, .later]) { Seesaw() },
            try await DrawnChart("Sluice", [.open(5), .open(15), .open(25), .spill(3), .close]) { Sluice() },
            try await DrawnChart("Trio", ["fork", "point", "targets", "A", "B", "C"]) { Trio() },
            try await DrawnChart("TwoChoices", [["A2", "B2"], ["Out"], []]) { TwoChoices() },
            try await DrawnChart("TwoRegions", ["go", "next", "swap", "out", "leave"]) { TwoRegions() },
            try await DrawnChart("Watchful", ["blink", "grasp", "stare", "wait", "wink"]) { Watchful() },
        ]
    }
}
