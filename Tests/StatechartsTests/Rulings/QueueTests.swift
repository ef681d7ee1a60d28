import Statecharts
import TestSupport
import Testing

@Suite struct QueueTests {
    private let order = [
        """
        go: handled → Free
          event, Busy → Free, exits Busy, effects Busy, entries Free
          raised r1, Free ↺, effects Free
          raised r2, Free ↺, effects Free
          raised r3, Free ↺, effects Free
          raised r4, Free ↺, effects Free
        """,
        "recalled job: handled → Free\n  event, Free ↺, effects Free",
        "p: handled → Free\n  event, Free ↺, effects Free",
    ]

    @Test(arguments: [false, true])
    func `an event that nobody takes is answered as unhandled, also if one that was raised before waits for its step`(
        isObserved: Bool
    ) throws {
        let interpreter = Interpreter(Intruded())
        if isObserved { interpreter.onStep = { _ in } }
        try interpreter.start()
        interpreter.top.raise(.unknown)
        #expect(try interpreter.send(.unknown) == .unhandled)
        #expect(try interpreter.send(.go) == .handled)
        #expect(try interpreter.send(.unknown) == .unhandled)
    }

    @Test func `raised events come before recalled ones, and those before posted ones`() throws {
        let run = Run(Queues())
        run.change { interpreter in
            interpreter.top.post = { [unowned interpreter] in try? interpreter.post($0) }
        }
        try run.start()
        try run.quietly("job")
        try run.send("go", order.joined(separator: "\n"))
    }

    @Test func `the order is the same in a machine`() async throws {
        let machine = Machine(Queues())
        try await machine.start()
        try await machine.withTop { top in top.post = { machine.post($0) } }
        #expect(try await machine.send("job") == .deferred)
        let steps = machine.steps
        #expect(try await machine.send("go") == .handled)
        try await machine.withTop { top in top.post = { _ in } }
        try await machine.stop()
        var seen: [String] = []
        for await step in steps { seen.append(step.description) }
        #expect(seen.dropLast() == order)
    }

    @Test func `an event raised between steps waits for the next one, and comes after its event`() throws {
        let run = Run(Queues())
        try run.start()
        try run.quietly("go")
        run.change { $0.top.raise("early") }
        try run.send(
            "x",
            """
            x: handled → Free
              event, Free ↺, effects Free
              raised early, Free ↺, effects Free
            """)
        run.change { $0.top.raise("alone") }
        try run.settle("changed: handled → Free\n  raised alone, Free ↺, effects Free")
    }

    @Test func `what a visit raises is taken at its end`() async throws {
        let machine = Machine(Queues())
        try await machine.start()
        #expect(try await machine.send("go") == .handled)
        let steps = machine.steps
        try await machine.withTop { $0.raise("visited") }
        try await machine.stop()
        var seen: [String] = []
        for await step in steps { seen.append(step.description) }
        #expect(seen.first == "changed: handled → Free\n  raised visited, Free ↺, effects Free")
    }

    @Test func `a long backlog that a step has posted is taken in order`() throws {
        let backlog = Interpreter(Backlog())
        backlog.top.post = { [unowned backlog] in try? backlog.post($0) }
        try backlog.start()
        let count = amount(50_000, long: 200_000)
        try backlog.send(.pile(count))
        #expect(backlog.top.seen == Array(1...count))
    }
}
