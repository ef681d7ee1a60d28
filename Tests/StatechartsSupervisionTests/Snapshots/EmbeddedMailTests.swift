import StatechartsTesting
import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// Messages for an embedded chart that wait in the mailbox, in snapshots.
@Suite struct EmbeddedMailTests {
    let clock = ManualClock()

    /// A snapshot of what comes while the step of an event waits at its gate.
    /// - Parameter before: what is sent before that.
    private func snapshot(
        arms: Bool, after before: [String] = [], of messages: (Machine<Harbour>, InputPort<String>) -> Void
    ) async throws -> Snapshot {
        let gate = Gate(), harbour = Harbour(gate, arms: arms)
        let words = harbour.quay.chart.words
        let machine = Machine(harbour, clock: clock)
        try await machine.start()
        for event in before { try await machine.send(event) }
        machine.post("hold")
        await gate.reached()
        messages(machine, words)
        let taken = Task { try await machine.snapshot() }
        try await eventually { await machine.isAskedForSnapshot }
        gate.open()
        let snapshot = try await taken.value.throughJSON()
        try await machine.stop()
        return snapshot
    }

    /// What the host and its submachine have heard after a machine has gone on from the snapshot.
    private func heard(_ snapshot: Snapshot, arms: Bool) async throws -> [[String]] {
        let machine = Machine(restoring: snapshot, Harbour(arms: arms), clock: clock)
        try await machine.start()
        let heard = try await machine.withTop { [$0.heard, $0.quay.chart.heard] }
        try await machine.stop()
        return heard
    }

    // With a timer of its top, the embedded chart has something under way.
    @Test(arguments: [false, true])
    func `a message for an embedded chart waits in its place, and is taken there`(arms: Bool) async throws {
        let snapshot = try await snapshot(arms: arms) { machine, words in
            words.send("one")
            machine.post("two")
            words.send("three")
        }
        #expect(
            snapshot.queued == [
                .inside(.string("one"), chart: "Quay"), .event(.string("two")),
                .inside(.string("three"), chart: "Quay"),
            ])
        #expect(try await heard(snapshot, arms: arms) == [[], ["one", "two", "three"]])
    }

    @Test(arguments: [false, true])
    func `a message for an embedded chart that is not active any more is the host's`(arms: Bool) async throws {
        let left = try await snapshot(arms: arms, after: ["away"]) { _, words in words.send("late") }
        #expect(left.configuration == ["Away"])
        #expect(try await heard(left, arms: arms) == [["late"], []])
        let leaving = try await snapshot(arms: arms) { machine, words in
            machine.post("away")
            words.send("late")
        }
        #expect(leaving.configuration == ["Quay.Berth.Open"])
        #expect(try await heard(leaving, arms: arms) == [["late"], []])
    }

    @Test func `an interpreter refuses a message for an embedded chart, and says so`() async throws {
        let snapshot = try await snapshot(arms: false) { _, words in words.send("one") }
        let interpreter = Interpreter(restoring: snapshot, Harbour(arms: false))
        let error = try #require(throws: SnapshotError.self) { try interpreter.start() }
        #expect(
            error.description
                == "the snapshot has messages for embedded charts, but the chart is to run in a plain Interpreter; "
                + "continue in a Machine, or remove them from the snapshot [needsMachine]")
    }

    @Test func `a message for what is no submachine refuses the snapshot`() async throws {
        var snapshot = try await snapshot(arms: false) { _, words in words.send("one") }
        snapshot.queued = [.inside(.string("one"), chart: "Away")]
        let other = try await #require(throws: SnapshotError.self) { try await heard(snapshot, arms: false) }
        #expect(other.message == "an event waits in Away, which is no submachine")
        snapshot.queued = [.inside(.string("one"), chart: "Pier")]
        let none = try await #require(throws: SnapshotError.self) { try await heard(snapshot, arms: false) }
        #expect(none.message == "a waiting event names the state Pier, which the chart does not have")
        // As a migration says it.
        snapshot.rename("Pier", to: "Quay")
        #expect(try await heard(snapshot, arms: false) == [[], ["one"]])
    }
}

//  ● ──▶ Quay ⟨Berth⟩ ──away──▶ Away        hold: waits at the gate
private final class Harbour: TopState<String> {
    let quay: Submachine<Harbour, Harbour, Berth>, away = Away()
    let gate: Gate
    var heard: [String] = []

    init(_ gate: Gate = Gate(), arms: Bool) {
        self.gate = gate
        quay = Quay(Berth(arms: arms), translation: { ["hold", "away"].contains($0) ? nil : $0 }, outward: { $0 })
    }
    override func configure() { substates(quay, away) }
    override func handle(_ event: String) -> Reaction {
        switch event {
        case "hold": .handled { await self.gate.pass() }
        case "away": .to(away)
        default: .handled { self.heard.append(event) }
        }
    }

    final class Quay: Submachine<Harbour, Harbour, Berth> {}
    final class Away: State<Harbour, Harbour> {}
}

/// Takes the messages of its port, and may have a timer.
private final class Berth: TopState<String> {
    let words = InputPort<String>("words")
    let open = Open()
    let arms: Bool
    var heard: [String] = []

    init(arms: Bool) { self.arms = arms }
    override func configure() {
        receive(words) { $0 }
        substates(open)
    }
    override func entry() { if arms { after(.seconds(100), send: "tick") } }

    final class Open: State<Berth, Berth> {
        override func handle(_ event: String) -> Reaction { .handled { self.top.heard.append(event) } }
    }
}
