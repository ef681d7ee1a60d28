@testable import Statecharts
@testable import StatechartsCore
import TestSupport
import Testing

@Suite struct MachineSnapshotTests {
    @Test func `queued events continue in order, and the machine itself takes them too`() async throws {
        let gate = Gate()
        let machine = Machine(Counter(gate: gate))
        try await machine.start()
        machine.post(.slow)
        await gate.reached()
        machine.post(.add(1))
        machine.post(.later)
        machine.post(.add(2))
        async let snapshot = machine.snapshot()
        async let sent = machine.send(.add(3))
        // Both wait for the step now.
        try await eventually { await machine.holds(requests: 1, letters: 4) }
        gate.open()
        let taken = try await snapshot
        #expect(try await sent == .handled)
        #expect(
            taken.queued
                == (try [Counter.Event.add(1), .later, .add(2), .add(3)].map { .event(try SnapshotValue(encoding: $0)) })
        )
        #expect(taken.data[""]?["log"] == .array([.string("+Running"), .string("slow")]))

        let continued = Machine(restoring: try taken.throughJSON(), Counter())
        let steps = continued.steps
        continued.post(.add(4))
        try await continued.start()
        try await continued.send(.add(5))
        #expect(
            try await continued.withTop { $0.log } == [
                "+Running", "slow", "restored with handle 7", "1", "2", "3", "4", "5",
            ])
        #expect(try await continued.withTop { $0.count } == 15)
        try await continued.stop()
        var events: [Counter.Event?] = []
        for await step in steps { events.append(step.event) }
        #expect(events == [.add(1), .later, .add(2), .add(3), .add(4), .add(5), nil])

        #expect(try await machine.withTop { $0.log } == ["+Running", "slow", "1", "2", "3"])
        try await machine.stop()
    }

    @Test func `configurations of a restored machine begin with what was restored`() async throws {
        let machine = Machine(Counter())
        try await machine.start()
        let continued = Machine(restoring: try await machine.snapshot(), Counter())
        let configurations = continued.configurations
        try await continued.start()
        for await configuration in configurations {
            #expect(configuration.description == "Running")
            break
        }
        #expect(await continued.isActive(\.running))
        #expect(await continued.status == .running)
    }

    @Test func `there is no snapshot before the start and after the end`() async throws {
        let machine = Machine(Counter())
        #expect(try await refusal(of: machine) == "the chart has not been started")
        try await machine.start()
        try await machine.send(.end)
        #expect(try await refusal(of: machine) == "the chart has come to its end")
        let failing = Machine(Counter())
        try await failing.start()
        await #expect(throws: StepError.self) { try await failing.send(.fail) }
        #expect(try await refusal(of: failing) == "the chart has come to its end")
    }

    private func refusal<Top>(of machine: Machine<Top>) async throws -> String {
        try await #require(throws: SnapshotError.self) { try await machine.snapshot() }.message
    }

    @Test func `a snapshot that is waited for is refused when the step ends the machine`() async throws {
        let gate = Gate()
        let machine = Machine(Counter(gate: gate))
        try await machine.start()
        machine.post(.slowFail)
        await gate.reached()
        let snapshot = Task { try await machine.snapshot() }
        try await eventually { await machine.holds(requests: 1, letters: 0) }
        gate.open()
        let error = try await #require(throws: SnapshotError.self) { try await snapshot.value }
        #expect(error.message == "the chart has come to its end")
    }

    @Test func `events that are not Codable matter only while some wait`() async throws {
        let machine = Machine(Plain())
        try await machine.start()
        let snapshot = try await machine.snapshot()
        #expect(snapshot.configuration == ["Only"])
        try await machine.send(.keep("x"))
        let error = try await #require(throws: SnapshotError.self) { try await machine.snapshot() }
        #expect(
            error.description
                == "the deferred event keep(\"x\") is not Codable; make Plain.Event Codable, or take the snapshot when nothing waits [notCodable]"
        )
        var forged = snapshot
        forged.queued = [.event(.string("keep"))]
        let continued = Machine(restoring: forged, Plain())
        let refused = try await #require(throws: SnapshotError.self) { try await continued.start() }
        #expect(refused.message == "a queued event cannot be restored, Plain.Event is not Codable")
    }

    @Test func `a machine whose snapshot was refused can be started again after all, and is otherwise as new`()
        async throws
    {
        let machine = Machine(Counter())
        try await machine.start()
        var snapshot = try await machine.snapshot()
        snapshot.version = 5
        let continued = Machine(restoring: snapshot, Counter())
        await #expect(throws: SnapshotError.self) { try await continued.start() }
        #expect(await continued.status == .new)
        #expect(await continued.configuration == .empty)
        await #expect(throws: SnapshotError.self) { try await continued.start() }
        try await continued.stop()
    }

    @Test func `an error in restored() goes the way of errors`() async throws {
        let machine = Machine(Fragile(breaks: false))
        try await machine.start()
        let snapshot = try await machine.snapshot()
        let broken = Machine(restoring: snapshot, Fragile(breaks: true))
        let error = try await #require(throws: StepError.self) { try await broken.start() }
        #expect(error.description.hasPrefix("Inner: threw Broken(), and no state handled it"))
        #expect(await broken.status == .failed)
    }

    @Test func `what restored() changes and raises counts at once`() async throws {
        let machine = Machine(Fragile(breaks: false))
        try await machine.start()
        let snapshot = try await machine.snapshot()
        let continued = Machine(restoring: snapshot, Fragile(breaks: false, leaves: true))
        let steps = continued.steps
        try await continued.start()
        #expect(await continued.configuration.description == "Outer")
        try await continued.stop()
        var records: [String] = []
        for await step in steps { records.append(step.description.split(separator: "\n").first.map(String.init) ?? "") }
        #expect(records == ["changed: handled → Outer", "stop: handled → Outer"])
    }
}

private final class Plain: TopState<Plain.Event> {
    enum Event: Sendable { case keep(String) }
    let only = Only()
    override func configure() { substates(only) }
    final class Only: State<Plain, Plain> {
        override func handle(_ event: Event) -> Reaction { .deferred }
    }
}

private final class Fragile: TopState<Fragile.Event> {
    enum Event: Codable, Sendable { case leave }
    let inner = Inner(), outer = Outer()
    let breaks: Bool
    let leaves: Bool
    init(breaks: Bool, leaves: Bool = false) {
        self.breaks = breaks
        self.leaves = leaves
    }
    override func configure() { substates(inner, outer) }
    final class Inner: State<Fragile, Fragile> {
        override func restored() throws {
            if top.breaks { throw Counter.Broken() }
            if top.leaves { raise(.leave) }
        }
        override func handle(_ event: Event) -> Reaction { .to(superior.outer) }
    }
    final class Outer: State<Fragile, Fragile> {}
}

extension Machine {
    /// Whether so many have asked for a snapshot, and so many letters wait.
    fileprivate func holds(requests: Int, letters: Int) -> Bool {
        needingCold.snapshotRequests.count == requests && inbox.envelopes.count + mailbox.count == letters
    }
}
