import StatechartsTesting
import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// Messages that come through ports of a supervised machine, in all of its lives and between them.
@Suite struct SupervisedPortTests {
    private let clock = ManualClock()
    private let gate = Gate()

    private struct Scene {
        let supervisor: Supervisor
        let child: SupervisedMachine<Booth>
        let words: InputPort<Int>
        var events: EventReader
        let run: Task<Void, any Error>

        /// To when the machine is restarted.
        mutating func fail() async throws {
            await #expect(throws: StepError.self) { try await child.send(.fail) }
            _ = await events.next(2)
        }
        mutating func restart(_ clock: ManualClock) async {
            await clock.waitForSleepers()
            await clock.advance(by: .seconds(1))
            #expect(await events.next(1) == [.restarted("booth")])
        }
        func seen() async throws -> [Int] { try await child.withTop { $0.seen } }
        func end() async throws {
            run.cancel()
            try await run.value
        }
    }

    /// - Parameter words: the port of all lives; without it each makes its own.
    private func scene(
        _ mailbox: Supervisor.MailboxPolicy = .kept, _ restart: Supervisor.Restart = .fromLastSnapshot,
        limit: Int = 3, words: InputPort<Int>? = InputPort()
    ) async throws -> Scene {
        let gate = gate
        let supervisor = Supervisor(
            limit: RestartLimit(limit, in: .seconds(60)),
            backOff: .exponential(from: .seconds(1), cap: .seconds(1)), clock: clock)
        let child = supervisor.add("booth", restart: restart, mailbox: mailbox) {
            Machine(Booth(words ?? InputPort(), gate: gate))
        }
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        _ = await events.next(1)
        let port: InputPort<Int>
        if let words { port = words } else { port = try await #require(child.machine).port(\.words) }
        return Scene(supervisor: supervisor, child: child, words: port, events: events, run: run)
    }

    @Test(arguments: [false, true])
    func `messages that come while there is no machine are kept with the mailbox, in order`(
        _ isShared: Bool
    ) async throws {
        var scene = try await scene(words: isShared ? InputPort() : nil)
        scene.words.send(1)
        try await scene.fail()
        scene.words.send(2)
        scene.child.post(.word(3))
        scene.words.send(4)
        #expect(scene.words.undeliveredCount == 0)
        await scene.restart(clock)
        // Whoever is connected to a port that an earlier life has made still reaches the machine.
        scene.words.send(5)
        #expect(try await scene.seen() == [1, 2, 3, 4, 5])
        #expect(scene.words.undeliveredCount == 0)
        try await scene.end()
        scene.words.send(6)
        #expect(scene.words.undeliveredCount == 1)
    }

    @Test func `messages are refused and counted while there is no machine, if the mailbox is dropped`() async throws {
        var scene = try await scene(.dropped)
        scene.words.send(1)
        #expect(try await scene.seen() == [1])
        try await scene.fail()
        scene.words.send(2)
        scene.words.send(3)
        #expect(scene.words.undeliveredCount == 2)
        await scene.restart(clock)
        scene.words.send(4)
        #expect(try await scene.seen() == [1, 4])
        try await scene.end()
    }

    @Test(arguments: Supervisor.MailboxPolicy.allCases)
    func `messages behind a step that fails are kept or counted`(_ mailbox: Supervisor.MailboxPolicy) async throws {
        var scene = try await scene(mailbox)
        scene.child.post(.holdAndFail)
        await gate.reached()
        scene.words.send(1)
        scene.words.send(2)
        gate.open()
        _ = await scene.events.next(2)
        #expect(scene.words.undeliveredCount == (mailbox == .kept ? 0 : 2))
        await scene.restart(clock)
        #expect(try await scene.seen() == (mailbox == .kept ? [1, 2] : []))
        try await scene.end()
    }

    @Test func `messages that were kept in vain are counted when the supervisor gives up`() async throws {
        var scene = try await scene(limit: 1)
        try await scene.fail()
        scene.child.post(.fail)
        scene.words.send(1)
        scene.words.send(2)
        await clock.waitForSleepers()
        await clock.advance(by: .seconds(1))
        await #expect(throws: SupervisorError.self) { try await scene.run.value }
        #expect(scene.words.undeliveredCount == 2)
        scene.words.send(3)
        #expect(scene.words.undeliveredCount == 3)
    }

    @Test func `a port with a bound keeps it while there is no machine`() async throws {
        var scene = try await scene(words: InputPort(buffering: .bufferingOldest(2)))
        try await scene.fail()
        for number in 1...5 { scene.words.send(number) }
        // One is on its way to the next machine, two wait in the port.
        #expect(scene.words.droppedCount == 2)
        #expect(scene.words.bufferedCount == 2)
        await scene.restart(clock)
        try await eventually { try await scene.seen().count >= 3 }
        #expect(try await scene.seen() == [1, 2, 3])
        #expect(scene.words.undeliveredCount == 0)
        try await scene.end()
    }

    @Test func `messages to a child that was given up are counted`() async throws {
        let scene = try await scene()
        try await scene.supervisor.remove("booth")
        scene.words.send(1)
        #expect(scene.words.undeliveredCount == 1)
        try await scene.end()
    }

    @Test(arguments: Supervisor.MailboxPolicy.allCases)
    func `a current value that is connected where the next machine is made reaches it, whatever becomes of the mail`(
        _ mailbox: Supervisor.MailboxPolicy
    ) async throws {
        let value = OutputPort("value", current: 7), words = InputPort<Int>("words"), gate = gate
        let supervisor = Supervisor(
            limit: RestartLimit(1, in: .seconds(60)), backOff: .exponential(from: .seconds(1), cap: .seconds(1)),
            clock: clock)
        let wires = ConnectionSet()
        let child = supervisor.add("booth", mailbox: mailbox) {
            wires.replace { [connect(value, to: words)] }
            return Machine(Booth(words, gate: gate))
        }
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        _ = await events.next(1)
        #expect(try await child.withTop { $0.seen } == [7])
        await #expect(throws: StepError.self) { try await child.send(.fail) }
        _ = await events.next(2)
        await clock.waitForSleepers()
        await clock.advance(by: .seconds(1))
        #expect(await events.next(1) == [.restarted("booth")])
        #expect(try await child.withTop { $0.seen } == [7])
        // Once too often; and all of it from the beginning.
        await #expect(throws: StepError.self) { try await child.send(.fail) }
        await #expect(throws: SupervisorError.self) { try await run.value }
        value.send(8)
        var others = EventReader(supervisor)
        let again = Task { try await supervisor.run() }
        _ = await others.next(1)
        #expect(try await child.withTop { $0.seen } == [8])
        again.cancel()
        try await again.value
    }

    @Test func `what comes while a machine is made and then is not is lost with it, if mail is not kept`() async throws
    {
        struct NotToday: Error {}
        let words = InputPort<Int>("words"), gate = gate, lives = Guarded(0)
        let supervisor = Supervisor(
            limit: RestartLimit(5, in: .seconds(60)), backOff: .exponential(from: .seconds(1), cap: .seconds(1)),
            clock: clock)
        let child = supervisor.add("booth", mailbox: .dropped) {
            let life = lives.withLock { life in
                life += 1
                return life
            }
            words.send(life)
            if life == 2 { throw NotToday() }
            return Machine(Booth(words, gate: gate))
        }
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        _ = await events.next(1)
        await #expect(throws: StepError.self) { try await child.send(.fail) }
        _ = await events.next(2)
        await clock.waitForSleepers()
        await clock.advance(by: .seconds(1))
        _ = await events.next(2)
        #expect(words.undeliveredCount == 1)
        words.send(99)
        #expect(words.undeliveredCount == 2)
        await clock.waitForSleepers()
        await clock.advance(by: .seconds(2))
        #expect(await events.next(1) == [.restarted("booth")])
        #expect(try await child.withTop { $0.seen } == [3])
        #expect(words.undeliveredCount == 2)
        run.cancel()
        try await run.value
    }
}
