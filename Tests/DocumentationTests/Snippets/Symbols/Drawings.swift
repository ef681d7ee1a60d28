import Foundation
import Statecharts
import StatechartsDiagrams

// Examples of the reference about drawings; they write files, so that they are compiled and not run.

func learnGraph(of interpreter: Interpreter<Login>, from steps: [Macrostep<Login.Event>]) -> ChartGraph {
    // snippet: ChartGraph
    var graph = ChartGraph(interpreter.vertices)
    graph.learn(from: steps)
    // end snippet
    return graph
}

func draw(_ interpreter: Interpreter<Login>, from steps: [Macrostep<Login.Event>]) throws {
    // snippet: ChartDrawing
    var drawing = ChartDrawing(interpreter.vertices, active: interpreter.configuration)
    drawing.learn(from: steps)
    try drawing.svg().write(toFile: "chart.svg", atomically: true, encoding: .utf8)
    print(drawing.mermaid)
    // end snippet
    // snippet: EventTable
    print(EventTable(drawing.graph).markdown)
    // end snippet
}

func draw(_ system: System) throws {
    // snippet: SystemDrawing
    let drawing = SystemDrawing(system)
    try drawing.svg().write(toFile: "system.svg", atomically: true, encoding: .utf8)
    // end snippet
}

func look(at system: System, in file: URL) async throws {
    // snippet: Inspector
    let inspector = Inspector(system)
    async let looking: Void = inspector.run(writing: file)
    // later
    inspector.stop()
    try await looking
    // end snippet
}

func record(_ lights: Machine<Login>, _ system: System, by clock: some Clock<Duration>, in file: URL) async throws {
    // snippet: Recorder
    let recorder = Recorder(clock: clock)
    recorder.record(lights, named: "Lights")
    recorder.record(system)
    try recorder.write(to: file)
    // end snippet
    // snippet: Recording
    try recorder.recording.html(title: "Lights").write(toFile: "lights.html", atomically: true, encoding: .utf8)
    // end snippet
}
