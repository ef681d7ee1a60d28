import StatechartsTesting
import Testing

@testable import Statecharts

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
        while try await scene.seen().count < 3 { await Task.yield() }
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
}

/// What can be asked of a machine can be asked of a supervised one.
@Suite struct SupervisedCallTests {
    private let clock = ManualClock()

    private func till(
        _ mailbox: Supervisor.MailboxPolicy = .kept
    ) async throws -> (SupervisedMachine<Asked>, EventReader, Task<Void, any Error>, Supervisor) {
        let supervisor = Supervisor(
            limit: RestartLimit(3, in: .seconds(60)), backOff: .exponential(from: .seconds(1), cap: .seconds(1)),
            clock: clock)
        let child = supervisor.add("asked", mailbox: mailbox) { Machine(Asked()) }
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        _ = await events.next(1)
        return (child, events, run, supervisor)
    }

    @Test func `a question is answered by the present machine, or the next one`() async throws {
        let (child, reader, run, _) = try await till()
        var events = reader
        #expect(try await child.ask { .number(7, $0) } == 7)
        await #expect(throws: StepError.self) { try await child.send(.fail) }
        _ = await events.next(2)
        let question = Task { try await child.ask { (reply: Reply<Int>) in .number(8, reply) } }
        while child.parkedCount == 0 { await Task.yield() }
        await clock.waitForSleepers()
        await clock.advance(by: .seconds(1))
        #expect(try await question.value == 8)
        run.cancel()
        try await run.value
        let ended = await #expect(throws: SupervisorError.self) { try await child.ask { .number(9, $0) } as Int }
        #expect(ended?.code == .finished)
    }

    @Test func `a question that is not answered is an error`() async throws {
        let (child, reader, run, _) = try await till(.dropped)
        var events = reader
        let dropped = await #expect(throws: SupervisorError.self) { try await child.ask { .drop($0) } as Int }
        #expect(dropped?.code == .unanswered)
        let clock = clock
        let late = Task { try await child.ask(within: .seconds(2)) { (reply: Reply<Int>) in .keep(reply) } }
        await clock.waitForSleepers()
        await clock.advance(by: .seconds(2))
        #expect(await #expect(throws: SupervisorError.self) { try await late.value }?.code == .late)
        await #expect(throws: StepError.self) { try await child.send(.fail) }
        _ = await events.next(2)
        let down = await #expect(throws: SupervisorError.self) { try await child.ask { .number(1, $0) } as Int }
        #expect(down?.code == .down)
        run.cancel()
        try await run.value
    }

    @Test func `looking at a supervised machine is looking at the present one`() async throws {
        let (child, reader, run, _) = try await till()
        var events = reader
        #expect(await child.isActive(\.calm))
        #expect(await child.configuration.description == "Calm")
        #expect(try await child.withTop { $0.count } == 0)
        await #expect(throws: StepError.self) { try await child.send(.fail) }
        _ = await events.next(2)
        #expect(await child.isActive(\.calm) == false)
        #expect(await child.configuration == .empty)
        let down = await #expect(throws: SupervisorError.self) { try await child.withTop { $0.count } }
        #expect(down?.code == .down)
        run.cancel()
        try await run.value
    }

    @Test func `steps go on from life to life, and end with the last one`() async throws {
        let (child, reader, run, _) = try await till()
        var events = reader
        let steps = child.steps
        try await child.send(.count)
        await #expect(throws: StepError.self) { try await child.send(.fail) }
        _ = await events.next(2)
        await clock.waitForSleepers()
        await clock.advance(by: .seconds(1))
        _ = await events.next(1)
        try await child.send(.count)
        let late = child.steps
        run.cancel()
        try await run.value
        var seen: [String] = []
        for await step in steps { seen.append("\(step.trigger)\(step.failure == nil ? "" : " failed")") }
        #expect(seen == ["count", "fail failed", "start", "count", "stop"])
        seen = []
        for await step in late { seen.append("\(step.trigger)") }
        #expect(seen == ["stop"])
        for await _ in child.steps { Issue.record("there is no other step") }
    }
}

//  Asked ●→ Calm   number(n, reply) / answers n · drop: unhandled · keep: kept · count / count += 1 · fail / throws
private final class Asked: TopState<Asked.Event> {
    enum Event: Sendable, CustomStringConvertible {
        case number(Int, Reply<Int>), drop(Reply<Int>), keep(Reply<Int>), count, fail
        var description: String {
            switch self {
            case .number: "number"
            case .drop: "drop"
            case .keep: "keep"
            case .count: "count"
            case .fail: "fail"
            }
        }
    }
    let calm = Calm()
    var kept: [Reply<Int>] = []
    var count = 0
    override func configure() { substates(calm) }
    final class Calm: State<Asked, Asked> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .number(let number, let reply): .handled { reply.answer(number) }
            case .drop: .unhandled
            case .keep(let reply): .handled { self.top.kept.append(reply) }
            case .count: .handled { self.top.count += 1 }
            case .fail: .handled { throw Booth.Broken() }
            }
        }
    }
}
