import Foundation
import Statecharts
import StatechartsDiagrams
import StatechartsTesting
import Testing

/// What the article *Looking at charts* shows.
struct LookingAtChartsTests {
    @Test func `the order as a picture of what it did`() throws {
        // snippet: a drawing
        let order = Interpreter(Order())
        var steps = [try order.startStep()]
        for event in [Order.Event.add(40), .checkout, .cancel, .add(100), .checkout, .approve] {
            steps.append(try order.step(event))
        }
        var drawing = ChartDrawing(order.vertices)
        drawing.learn(from: steps)
        let picture = drawing.svg()  // or .mermaid, .plantUML, .dot, .scxml
        // end snippet
        #expect(picture.hasPrefix("<svg"))
        #expect(drawing.graph.transitions.contains { $0.trigger == .event("approve") })

        // snippet: a table
        print(EventTable(drawing.graph).markdown)
        // end snippet
        #expect(EventTable(drawing.graph).rows.map(\.path) == ["Cart", "size", "Approval", "Payment"])
    }

    @Test func `a recording is written while it is made, and replayed`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).jsonl")
        defer { try? FileManager.default.removeItem(at: file) }
        let recorder = Recorder(clock: ManualClock())
        // snippet: a file
        let doorman = Machine(Doorman())
        recorder.record(doorman, named: "Doorman")
        try recorder.write(to: file)
        try await doorman.start()
        try await doorman.send(.wrong(1))
        try await doorman.send(.wrong(3))
        recorder.stop()
        // end snippet

        // snippet: a replay
        let recording = try Recording(lines: String(contentsOf: file, encoding: .utf8))
        for warning in recording.warnings { print(warning) }
        let replay = try await recording.replay("Doorman") { Doorman() }
        print(replay)  // Doorman: 3 steps, all the same
        // end snippet
        #expect("\(replay)" == "Doorman: 3 steps, all the same")
        #expect(
            recording.steps(of: 0).flatMap(\.microsteps).flatMap(\.transitions).map(\.guardText) == [
                "one more try", "too many tries",
            ])
    }

    @Test func `what an order did is one page`() async throws {
        let clock = ManualClock()
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).html")
        defer { try? FileManager.default.removeItem(at: file) }
        // snippet: a recording
        let recorder = Recorder(clock: clock)
        let machine = Machine(Order(), clock: clock)
        recorder.record(machine, named: "Order") { top in "total \(top.total)" }
        try await machine.start()
        try await machine.send(.add(40))
        try await machine.send(.checkout)
        try recorder.recording.html(title: "Order").write(to: file, atomically: true, encoding: .utf8)
        // end snippet
        let page = try String(contentsOf: file, encoding: .utf8)
        #expect(page.contains("\"data\":\"total 40\""))
        #expect(recorder.recording.entries.count == 3)
        // snippet: a picture of a recording
        for machine in recorder.recording.machines {
            print(machine.name, ChartDrawing(machine.graph).svg())
        }
        // end snippet
        let events = recorder.recording.machines.flatMap(\.graph.transitions).map(\.trigger)
        #expect(events.contains(.event("checkout")))
    }

    @Test func `a page is written while a system runs`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).html")
        defer { try? FileManager.default.removeItem(at: file) }
        let order = Machine(Order(), clock: ManualClock())
        // snippet: a live page
        let system = System()
        await system.add(order, named: "Order")
        let inspector = Inspector(system, title: "Orders")
        let looking = Task { try await inspector.run(writing: file) }  // when something happens
        try await order.start()
        try await order.send(.add(40))
        looking.cancel()
        try await looking.value  // the last page is written
        // end snippet
        #expect(try String(contentsOf: file, encoding: .utf8).contains("\"text\":\"add(40)\""))
        #expect(inspector.recorder.recording.entries.count == 2)
        inspector.stop()
    }
}
