import Statecharts
import StatechartsTesting
import Testing

@testable import StatechartsCore

/// Mistakes that are made between two steps, and what machines, views, supervisors and snapshots make of them.
@Suite struct MistakesAtRestTests {
    private func failure(_ body: () async throws -> Void) async -> StepError? {
        do { try await body() } catch { return error as? StepError }
        return nil
    }

    @Test func `who visits a machine gets his own mistakes, and they do it no harm`() async throws {
        let machine = Machine(Slips())
        try await machine.start()
        let error = await #expect(throws: StepError.self) { _ = try await machine.withTop { $0.trying.attempts } }
        #expect(
            error?.description
                == """
                Trying: used Trying.attempts while Trying is not active; use it from the own actions and handlers of \
                Trying, and from those of its substates [notActive]
                """)
        await #expect(throws: StepError.self) { try await machine.withTop { $0.trying.attempts += 1 } }
        try await machine.send("try")
        #expect(try await machine.withTop { $0.trying.attempts } == 0)
        try await machine.stop()
        await #expect(throws: StepError.self) { _ = try await machine.withTop { $0.trying.attempts } }
    }

    @Test func `who makes a mistake in a visit and then throws gets both`() async throws {
        struct Own: Error {}
        let machine = Machine(Slips())
        try await machine.start()
        let error = await #expect(throws: StepError.self) {
            try await machine.withTop { top in
                _ = top.trying.attempts
                throw Own()
            }
        }
        #expect(error?.message == "used Trying.attempts while Trying is not active, and then threw Own()")
        #expect(error?.code == .notActive)
        #expect(error?.underlying is Own)
        await #expect(throws: Own.self) { try await machine.withTop { _ in throw Own() } }
        try await machine.stop()
    }

    @Test func `who visits a chart and asks what would come of an event still gets his own mistakes`() throws {
        let interpreter = Interpreter(Slips())
        try interpreter.start()
        let engine = try #require(interpreter.engine)
        let error = #expect(throws: StepError.self) {
            try engine.throwingMistakes {
                #expect(interpreter.accepts("try"))
                return interpreter.top.trying.attempts
            }
        }
        #expect(error?.message == "used Trying.attempts while Trying is not active")
        #expect(try interpreter.send("try") == .handled)
    }

    @Test func `a view that makes a mistake fails the machine, and not the process`() async throws {
        let machine = Machine(Slips())
        try await machine.start()
        try await machine.send("try")
        let view = try await MachineView(machine) { top, _ in top.trying.attempts }
        try await machine.send("leave")
        let error = await failure { try await machine.finished }
        #expect(error?.message == "used Trying.attempts while Trying is not active")
        withExtendedLifetime(view) {}
    }

    @Test func `a supervisor starts a machine again that has failed with a mistake`() async throws {
        let supervisor = Supervisor(.oneForOne, clock: ManualClock())
        let child = supervisor.add("slips") { Machine(Slips()) }
        var events = supervisor.events.makeAsyncIterator()
        let run = Task { try await supervisor.run() }
        #expect(await events.next() == .started("slips"))
        try await child.send("try")
        let caught = await failure { try await child.send("retry") }
        let error = try #require(caught)
        #expect(error.code == .notActive)
        #expect(await events.next() == .failed("slips", reason: "\(error)"))
        #expect(await events.next() == .restarting(["slips"], after: .zero))
        #expect(await events.next() == .restarted("slips"))
        try await child.send("try")
        run.cancel()
        try await run.value
    }

    @Test func `a mistake of what saves a state is an error of the snapshot, and the chart goes on`() async throws {
        let machine = Machine(Forgetting())
        try await machine.start()
        let error = await #expect(throws: SnapshotError.self) { _ = try await machine.snapshot() }
        #expect(error?.code == .misused)
        #expect((error?.underlying as? StepError)?.code == .notActive)
        let mistake = error?.underlying as? StepError
        #expect(mistake?.message == "used Other.count while Other is not active")
        // Whose save() it was, and not the state that a step has called last.
        #expect(mistake?.path == "Forgetting")
        try await machine.send(1)
        _ = try await machine.snapshot()
    }

    @Test func `a mistake of what encodes a scoped value is an error of the snapshot, and not of the next step`()
        async throws
    {
        let machine = Machine(Peeping())
        try await machine.start()
        try await machine.withTop { $0.one.spy.chart = $0 }
        let error = await #expect(throws: SnapshotError.self) { _ = try await machine.snapshot() }
        #expect(error?.code == .misused)
        let mistake = error?.underlying as? StepError
        #expect(mistake?.message == "used Other.count while Other is not active")
        #expect(mistake?.path == "One")
        #expect(try await machine.send(1) == .handled)
        #expect(await machine.configuration.description == "Other")
        try await machine.stop()
    }
}

//    ┌ Peeping ────────────────────────────┐
//    │ ●→ One (spy) ──1──► Other (count)    │
//    └─────────────────────────────────────┘
// What encodes the spy looks at Other, whatever is active.
private final class Peeping: TopState<Int> {
    let one = One(), other = Other()
    override func configure() { substates(one, other) }
    final class One: State<Peeping, Peeping> {
        @Scoped var spy = Spy()
        override func handle(_ event: Int) -> Reaction { .to(superior.other) }
    }
    final class Other: State<Peeping, Peeping> {
        @Scoped var count = 0
    }
    final class Spy: Codable {
        weak var chart: Peeping?
        init() {}
        init(from decoder: any Decoder) throws {}
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(chart?.other.count)
        }
    }
}

//    ┌ Forgetting ─────────────────────────┐
//    │ ●→ One ──1──► Other (count)          │
//    └─────────────────────────────────────┘
// Saves data of Other, whatever is active.
private final class Forgetting: TopState<Int>, Snapshotting {
    let one = One(), other = Other()
    override func configure() { substates(one, other) }
    func save() -> Int { other.count }
    func restore(_ saved: Int) {}
    final class One: State<Forgetting, Forgetting> {
        override func handle(_ event: Int) -> Reaction { .to(superior.other) }
    }
    final class Other: State<Forgetting, Forgetting> {
        @Scoped var count = 0
    }
}
