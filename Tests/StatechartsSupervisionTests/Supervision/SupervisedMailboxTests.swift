@testable import Statecharts
@testable import StatechartsCore
import StatechartsTesting
import TestSupport
import Testing

@Suite struct SupervisedMailboxTests {
    /// A child whose machine is in a step that will fail when the gate opens, with three events waiting.
    private struct Scene {
        let gate = Gate()
        let supervisor = Supervisor(clock: ManualClock())
        let child: SupervisedMachine<Counter>
        var events: EventReader

        init(_ restart: Supervisor.Restart, _ mailbox: Supervisor.MailboxPolicy) {
            let gate = gate
            child = supervisor.add("child", restart: restart, mailbox: mailbox) { Machine(Counter(gate: gate)) }
            events = EventReader(supervisor)
        }

        func wait(letters: Int) async throws {
            let machine = try #require(child.machine)
            try await eventually { machine.mailbox.envelopes.count >= letters }
        }
    }

    @Test(arguments: Supervisor.Restart.allCases)
    func `a mailbox that is kept loses nothing but the event in progress, and its senders wait on`(
        restart: Supervisor.Restart
    ) async throws {
        var scene = Scene(restart, .kept)
        let (child, supervisor) = (scene.child, scene.supervisor)
        #expect(child.post(.add(1)))
        let run = Task { try await supervisor.run() }
        #expect(await scene.events.next(1) == [.started("child")])
        try await child.send(.later)
        try await child.send(.add(2))
        let failing = Task { try await child.send(.slowFail) }
        await scene.gate.reached()
        child.post(.add(3))
        let sent = Task { try await child.send(.add(4)) }
        try await scene.wait(letters: 2)
        child.post(.add(5))
        scene.gate.open()
        let error = try await #require(throws: StepError.self) { try await failing.value }
        #expect(error.underlying as? Counter.Broken == Counter.Broken())
        #expect(try await sent.value == .handled)
        #expect(await scene.events.next(3).last == .restarted("child"))
        try await child.send(.add(6))
        let machine = try #require(child.machine)
        let log = try await machine.withTop { $0.log }
        switch restart {
        case .fresh: #expect(log == ["+Running", "3", "4", "5", "6"])
        case .fromLastSnapshot:
            #expect(log == ["+Running", "1", "2", "restored with handle 7", "3", "4", "5", "6"])
            #expect(try await machine.withTop { $0.count } == 21)
            #expect(try await machine.snapshot().deferred.count == 1)
        }
        run.cancel()
        try await run.value
    }

    @Test func `a mailbox that is dropped refuses those who wait, and those who come meanwhile`() async throws {
        let clock = ManualClock()
        let gate = Gate()
        let supervisor = Supervisor(backOff: .exponential(from: .seconds(1), cap: .seconds(1)), clock: clock)
        let child = supervisor.add("child", mailbox: .dropped) { Machine(Counter(gate: gate)) }
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        _ = await events.next(1)
        child.post(.slowFail)
        await gate.reached()
        child.post(.add(3))
        let sent = Task { try await child.send(.add(4)) }
        let machine = try #require(child.machine)
        try await eventually { machine.mailbox.envelopes.count >= 2 }
        gate.open()
        let dropped = try await #require(throws: SupervisorError.self) { try await sent.value }
        #expect(dropped.description == "child: was ended before it took the event [dropped]")
        #expect(await events.next(2).last == .restarting(["child"], after: .seconds(1)))
        #expect(!child.post(.add(5)))
        let down = try await #require(throws: SupervisorError.self) { try await child.send(.add(6)) }
        #expect(down.description == "child: is being restarted and keeps no mail [down]")
        await clock.waitForSleepers()
        await clock.advance(by: .seconds(1))
        #expect(await events.next(1) == [.restarted("child")])
        try await child.send(.add(7))
        #expect(try await #require(child.machine).withTop { $0.log } == ["+Running", "7"])
        run.cancel()
        try await run.value
    }

    @Test func `events that wait for a supervisor that gives up are refused with its error`() async throws {
        let gate = Gate()
        let supervisor = Supervisor(limit: RestartLimit(0, in: .seconds(1)), clock: ManualClock())
        let child = supervisor.add("child") { Machine(Counter(gate: gate)) }
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        _ = await events.next(1)
        child.post(.slowFail)
        await gate.reached()
        let sent = Task { try await child.send(.add(4)) }
        let machine = try #require(child.machine)
        try await eventually { machine.mailbox.envelopes.count >= 1 }
        gate.open()
        await #expect(throws: SupervisorError.self) { try await run.value }
        #expect(try await #require(throws: SupervisorError.self) { try await sent.value }.code == .gaveUp)
    }

    @Test func `a sibling that is ended finishes the step under way, and what it did not take goes on`() async throws {
        let gate = Gate()
        let supervisor = Supervisor(.oneForAll, clock: ManualClock())
        let sibling = supervisor.add("sibling", restart: .fromLastSnapshot) { Machine(Counter(gate: gate)) }
        let failing = supervisor.add("failing") { Machine(Counter()) }
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        _ = await events.next(2)
        let machine = try #require(sibling.machine)
        sibling.post(.slow)
        await gate.reached()
        for number in 1...50 { sibling.post(.add(number)) }
        await #expect(throws: StepError.self) { try await failing.send(.fail) }
        #expect(await events.next(1) == [.failed("failing", reason: broken)])
        // Before that it would take what it has.
        try await eventually { machine.mailbox.withContents { $0.admission == .nothing } }
        gate.open()
        #expect(await events.next(4).last == .restarted("failing"))
        try await sibling.send(.add(51))
        let log = try await #require(sibling.machine).withTop { $0.log }
        #expect(log == ["+Running", "slow", "restored with handle 7"] + (1...51).map(String.init))
        run.cancel()
        try await run.value
    }

    @Test func `posts from many tasks through many restarts all arrive, in order for each task`() async throws {
        let supervisor = Supervisor(limit: RestartLimit(1_000, in: .seconds(1)), clock: ManualClock())
        let child = supervisor.add("child", restart: .fromLastSnapshot) { Machine(Counter()) }
        let run = Task { try await supervisor.run() }
        await withTaskGroup { group in
            for sender in 0..<4 {
                group.addTask {
                    for number in 0..<50 {
                        child.post(.add(sender * 1_000 + number))
                        if number % 10 == sender { child.post(.fail) }
                        if number % 7 == 0 { await Task.yield() }
                    }
                }
            }
        }
        try await child.send(.add(9_999))
        try await eventually { child.machine != nil }
        let log = try await #require(child.machine).withTop { $0.log }.compactMap { Int($0) }
        for sender in 0..<4 {
            #expect(log.filter { $0 / 1_000 == sender } == (0..<50).map { sender * 1_000 + $0 })
        }
        #expect(log.filter { $0 / 1_000 < 4 }.count == 200)
        run.cancel()
        try await run.value
    }

    @Test func `a step after which no snapshot can be taken is reported, and the one before stays`() async throws {
        let supervisor = Supervisor(clock: ManualClock())
        let child = supervisor.add("child", restart: .fromLastSnapshot) { Machine(Uncodable()) }
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        _ = await events.next(1)
        let first = try #require(child.lastSnapshot)
        try await child.send(1)
        let reported = await events.next(1)
        #expect("\(reported)".contains("snapshotFailed(\"child\", reason: \"the deferred event Opaque()"))
        #expect(child.lastSnapshot == first)
        run.cancel()
        try await run.value
    }
}

private struct Opaque: Sendable, ExpressibleByIntegerLiteral {
    init(integerLiteral value: Int) {}
}

private final class Uncodable: TopState<Opaque> {
    let only = Only()
    override func configure() { substates(only) }
    final class Only: State<Uncodable, Uncodable> {
        override func handle(_ event: Event) -> Reaction { .deferred }
    }
}
