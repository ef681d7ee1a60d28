import Foundation
import Statecharts
import StatechartsTesting
import TestSupport
import Testing

@testable import StatechartsDiagrams

/// What waits until it can be taken, and regions that resume, in drawings.
///
///     ┌ Jukebox ────────────────────────────────────────────────┐
///     │  ● → Off ──on──► Playing (H*) [ Sound: Quiet ─loud─► Loud │
///     │        ▲            │           Light: Dim ─loud─► Bright ] │
///     │        └────off─────┘           Quiet defers skip         │
///     └──────────────────────────────────────────────────────────┘
private final class Jukebox: TopState<Jukebox.Event> {
    enum Event: Sendable, CaseIterable { case on, off, loud, skip }
    let off = Off(), playing = Playing()
    override func configure() { substates(off, playing) }

    final class Off: State<Jukebox, Jukebox> {
        override func handle(_ event: Event) -> Reaction { event == .on ? .to(superior.playing) : .unhandled }
    }
    final class Playing: OrthogonalState<Jukebox, Jukebox> {
        let sound = Sound(), light = Light()
        override func configure() { regions(sound, light, history: .deep) }
        override func handle(_ event: Event) -> Reaction { event == .off ? .to(superior.off) : .unhandled }

        final class Sound: State<Playing, Jukebox> {
            let quiet = Quiet(), loud = Loud()
            override func configure() { substates(quiet, loud) }
            final class Quiet: State<Sound, Jukebox> {
                override func handle(_ event: Event) -> Reaction {
                    switch event {
                    case .loud: .to(superior.loud)
                    case .skip: .deferred
                    default: .unhandled
                    }
                }
            }
            final class Loud: State<Sound, Jukebox> {
                override func handle(_ event: Event) -> Reaction { event == .skip ? .handled : .unhandled }
            }
        }
        final class Light: State<Playing, Jukebox> {
            let dim = Dim()
            override func configure() { substates(dim) }
            final class Dim: State<Light, Jukebox> {}
        }
    }
}

@Suite struct DeferralTests {
    private func explored() async throws -> ChartGraph {
        try await Explorer(events: Jukebox.Event.allCases) { Jukebox() }.explore().graph
    }

    private func recorded() throws -> (graph: ChartGraph, recording: Recording) {
        let jukebox = Interpreter(Jukebox())
        let start = try jukebox.startStep()
        let steps = [start] + (try [Jukebox.Event.on, .skip, .loud, .skip, .off].map { try jukebox.step($0) })
        var graph = ChartGraph(jukebox.vertices)
        graph.learn(from: steps)
        var recording = Recording()
        let machine = recording.add("Jukebox", jukebox.vertices)
        for step in steps { recording.append(step, of: machine, time: 0) }
        return (graph, recording)
    }

    @Test func `records, explorations and recordings know who deferred what`() async throws {
        let (graph, recording) = try recorded()
        let quiet = try #require(graph.vertex(at: "Playing.Sound.Quiet"))
        let wanted = [ChartGraph.Deferral(state: quiet, event: "skip")]
        #expect(graph.deferrals == wanted)
        #expect(try await explored().deferrals == wanted)
        #expect(recording.machines[0].graph.deferrals == wanted)
        let read = try Recording(lines: recording.lines)
        #expect(read == recording && read.machines[0].graph.deferrals == wanted)
        #expect(try JSONDecoder().decode(ChartGraph.self, from: JSONEncoder().encode(graph)) == graph)
        // One that names a state which there is not is refused.
        let damaged = try JSONEncoder().encode(graph)
        let text = String(decoding: damaged, as: UTF8.self).replacing(
            "\"deferrals\":[{\"", with: "\"deferrals\":[{\"event\":\"x\",\"state\":99},{\"")
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(ChartGraph.self, from: Data(text.utf8)) }
    }

    @Test(.needsMethodTables) func `every format says what is deferred, and by what history regions resume`() throws {
        let graph = try recorded().graph
        let drawing = ChartDrawing(graph)
        try Golden.compare(drawing.svg(), "Jukebox.svg")
        #expect(drawing.svg().contains("skip / defer") && drawing.svg().contains(">H*</text>"))
        #expect(drawing.mermaid.contains("Playing_Sound_Quiet : skip / defer"))
        #expect(drawing.mermaid.contains("note right of Playing\n            H*\n"))
        #expect(drawing.plantUML.contains("Playing_Sound_Quiet : skip &#47; defer"))
        #expect(drawing.plantUML.contains("Playing : H&#42;"))
        #expect(drawing.dot.contains("skip / defer") && drawing.dot.contains("Playing\\nH*"))
        #expect(drawing.scxml.contains("<sc:defer event=\"skip\"/>") && drawing.scxml.contains("sc:history=\"deep\""))
        #expect(
            EventTable(graph).text.split(separator: "\n").contains {
                $0.hasPrefix("Playing.Sound.Quiet") && $0.contains("defer")
            })
    }
}
