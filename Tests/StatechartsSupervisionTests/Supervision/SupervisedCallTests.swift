import StatechartsTesting
import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore

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

    @Test func `who waits for a machine whose supervisor is released is told`() async throws {
        var supervisor: Supervisor? = Supervisor(clock: ManualClock())
        let child = try #require(supervisor?.add("child") { Machine(Counter()) })
        let sent = Task { try await child.send(.add(1)) }
        try await eventually { child.parkedCount > 0 }
        supervisor = nil
        let error = try await #require(throws: SupervisorError.self) { try await sent.value }
        #expect(error.code == .released)
        #expect(error.description.contains("the supervisor was released; keep it as long as its children are needed"))
        #expect(!child.post(.add(2)))
        #expect(child.machine == nil)
    }

    @Test func `a question is answered by the present machine, or the next one`() async throws {
        let (child, reader, run, _) = try await till()
        var events = reader
        #expect(try await child.ask { .number(7, $0) } == 7)
        await #expect(throws: StepError.self) { try await child.send(.fail) }
        _ = await events.next(2)
        let question = Task { try await child.ask { (reply: Reply<Int>) in .number(8, reply) } }
        try await eventually { child.parkedCount > 0 }
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

    @Test func `whoever asks can give up, in all lives and between them`() async throws {
        let (child, reader, run, _) = try await till()
        var events = reader
        let kept = Task { try await child.ask { (reply: Reply<Int>) in .keep(reply) } }
        try await eventually { try await child.withTop({ $0.kept.count }) != 0 }
        kept.cancel()
        await #expect(throws: CancellationError.self) { try await kept.value }
        await #expect(throws: StepError.self) { try await child.send(.fail) }
        _ = await events.next(2)
        let parked = Task { try await child.ask { (reply: Reply<Int>) in .number(1, reply) } }
        try await eventually { child.parkedCount > 0 }
        parked.cancel()
        await #expect(throws: CancellationError.self) { try await parked.value }
        // And somebody who gave up before.
        let gate = Gate()
        let before = Task {
            await gate.pass()
            return try await child.ask { (reply: Reply<Int>) in .number(2, reply) }
        }
        before.cancel()
        gate.open()
        await #expect(throws: CancellationError.self) { try await before.value }
        await clock.waitForSleepers()
        await clock.advance(by: .seconds(1))
        _ = await events.next(1)
        #expect(try await child.ask { .number(3, $0) } == 3)
        run.cancel()
        try await run.value
    }

    @Test func `inside an action the present machine is asked, and none that may follow`() async throws {
        let (child, reader, run, supervisor) = try await till()
        var events = reader
        let booth = supervisor.add("booth") { Machine(Booth()) }
        _ = await events.next(1)
        try await booth.send(
            .call {
                let number: Int = try await child.ask { .number(5, $0) }
                #expect(number == 5)
            })
        await #expect(throws: StepError.self) { try await child.send(.fail) }
        _ = await events.next(2)
        try await booth.send(.call { let _: Int = try await child.ask { .number(6, $0) } })
        #expect(
            try await booth.withTop { $0.errors } == ["asked: has no machine at present that could answer [down]"])
        run.cancel()
        try await run.value
    }

    @Test func `after its supervisor gave up a machine answers nothing, and what waits is told why`() async throws {
        let (child, reader, run, _) = try await till()
        var events = reader
        for _ in 1...3 {
            await #expect(throws: StepError.self) { try await child.send(.fail) }
            _ = await events.next(2)
            await clock.waitForSleepers()
            await clock.advance(by: .seconds(1))
            _ = await events.next(1)
        }
        #expect(child.status == .running)
        let waiting = Task { try await child.ask { (reply: Reply<Int>) in .keep(reply) } }
        try await eventually { try await child.withTop({ $0.kept.count }) != 0 }
        await #expect(throws: StepError.self) { try await child.send(.fail) }
        await #expect(throws: SupervisorError.self) { try await run.value }
        #expect(await #expect(throws: SupervisorError.self) { try await waiting.value }?.code == .unanswered)
        let late = await #expect(throws: SupervisorError.self) { try await child.ask { .number(9, $0) } as Int }
        #expect(late?.code == .gaveUp)
        #expect(child.status == .over)
    }

    @Test func `a reader that gives up ends, and others read on`() async throws {
        let (child, _, run, _) = try await till()
        let steps = child.steps, others = child.steps(buffering: .bufferingNewest(1))
        let (told, teller) = AsyncStream.makeStream(of: String.self)
        let reading = Task {
            for await step in steps { teller.yield("\(step.trigger)") }
            teller.yield("over")
        }
        var heard = told.makeAsyncIterator()
        try await child.send(.count)
        #expect(await heard.next() == "count")
        reading.cancel()
        #expect(await heard.next() == "over")
        try await child.send(.count)
        run.cancel()
        try await run.value
        var seen: [String] = []
        for await step in others { seen.append("\(step.trigger)") }
        // The newest one only.
        #expect(seen == ["stop"])
    }

    @Test func `configurations go on from life to life, and the status says whether there is a machine`()
        async throws
    {
        let supervisor = Supervisor(backOff: .exponential(from: .seconds(1), cap: .seconds(1)), clock: clock)
        let child = supervisor.add("counter") { Machine(Counter()) }
        #expect(child.status == .new)
        let down = await #expect(throws: SupervisorError.self) { try await child.port(\.gate) }
        #expect(down?.code == .down)
        var configurations = child.configurations.makeAsyncIterator(), events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        _ = await events.next(1)
        #expect(child.status == .running)
        #expect(await configurations.next()?.description == "Running")
        await #expect(throws: StepError.self) { try await child.send(.fail) }
        #expect(child.status == .down)
        _ = await events.next(2)
        await clock.waitForSleepers()
        await clock.advance(by: .seconds(1))
        _ = await events.next(1)
        #expect(await configurations.next()?.description == "Running")
        #expect(try await child.port(\.gate) === (try await #require(child.machine).port(\.gate)))
        try await child.send(.end)
        _ = await events.next(1)
        #expect(child.status == .over)
        var last: String?
        while let next = await configurations.next() { last = next.description }
        #expect(last != nil)
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
