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
    }
}
