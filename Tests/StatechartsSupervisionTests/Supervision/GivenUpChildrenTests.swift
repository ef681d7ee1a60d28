import StatechartsTesting
import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// Children that are given up at awkward moments.
@Suite struct GivenUpChildrenTests {
    private struct NotToday: Error {}

    @Test(.timeLimit(.minutes(30)))
    func `who gives a child up is answered, also if a child that is taken in just before ends the run`()
        async throws
    {
        let gate = Gate(), clock = ManualClock()
        let supervisor = Supervisor(limit: RestartLimit(0, in: .seconds(1)), staysOpen: true, clock: clock)
        let other = supervisor.add("other") { Machine(Counter()) }
        let late = supervisor.add("late") { Machine(Counter()) }
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        _ = await events.next(2)
        // The run is busy with one that takes its time, so that what follows comes at once.
        supervisor.add("slow") { Machine(Herald(InputPort("words"), gate: gate)) }
        await gate.reached()
        supervisor.add("bad") { () -> Machine<Counter> in throw NotToday() }
        let removals = ["other", "late"].map { name in Task { try await supervisor.remove(name) } }
        try await eventually { supervisor.names.count <= 2 }
        gate.open()
        for removal in removals { #expect(try await removal.value) }
        await #expect(throws: SupervisorError.self) { try await run.value }
        #expect(!other.post(.add(1)) && !late.post(.add(1)))
        #expect(try await other.send(.add(1)) == .finished)
    }

    @Test func `a child that is given up while the run begins is over`() async throws {
        for _ in 0..<200 {
            let supervisor = Supervisor(clock: ManualClock())
            let child = supervisor.add("child") { Machine(Counter()) }
            async let run: Void = supervisor.run()
            #expect(try await supervisor.remove("child"))
            #expect(!child.post(.add(1)))
            #expect(try await child.send(.add(1)) == .finished)
            try await run
        }
    }

    @Test func `a child that two give up at once is told of once`() async throws {
        let supervisor = Supervisor(staysOpen: true, clock: ManualClock()), gate = Gate()
        supervisor.add("child") { Machine(Counter(gate: gate)) }
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        _ = await events.next(1)
        await withTaskGroup { group in
            for _ in 0..<8 { group.addTask { _ = try? await supervisor.remove("child") } }
        }
        supervisor.add("child") { Machine(Counter()) }
        #expect(await events.next(3) == [.stopped("child"), .removed("child"), .started("child")])
        run.cancel()
        try await run.value
    }

    @Test func `children that come and go leave nothing behind`() {
        var children = NumberedChildren()
        var machine = SupervisorStateMachine(.oneForAll, RestartLimit(3, in: .seconds(1)), .none, staysOpen: false)
        let time = SupervisionTime(ManualClock())
        func child(_ name: String) -> SupervisedMachine<Counter> {
            SupervisedMachine(name, .fresh, .kept, time, { Machine(Counter()) }) { _ in }
        }
        let stays = child("stays")
        _ = children.add(stays)
        for event in [.began(["stays"]), .started(0)] as [SupervisorStateMachine.Event] {
            _ = machine.handle(event, at: .zero)
        }
        for round in 0..<10_000 {
            let guest = child("guest")
            let number = round + 1, added = [children.add(guest), children.add(guest)]
            #expect(added == [number, nil])
            var events: [SupervisorStateMachine.Event] = [.added("guest"), .started(number)]
            switch round % 3 {
            case 0: events += [.ended(number, life: round + 2, .finished(nil)), .givenUp(number)]
            case 1: events += [.givenUp(number), .stopped(number, .finished(nil))]
            case _: events.insert(.givenUp(number), at: 1)
            }
            for event in events + [.stopped(number, .finished(nil))] { _ = machine.handle(event, at: .zero) }
            let removed = [children.remove(number), children.remove(number)]
            #expect(removed.map { $0 === guest } == [true, false])
        }
        #expect(children.size == 2 && machine.order == [0] && machine.children.count == 1 && machine.waves.isEmpty)
        #expect(machine.ledger.size == 1 && machine.end == nil)
        _ = machine.handle(.ended(0, life: 1, .finished(nil)), at: .zero)
        #expect(machine.order == [0] && { if case .done? = machine.end { true } else { false } }())
    }
}
