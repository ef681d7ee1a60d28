import StatechartsTesting
import Testing

@testable import Statecharts
@testable import StatechartsCore

@Suite struct SupervisedContractTests {
    private let clock = ManualClock()
    private let gate = Gate()

    /// A supervised booth whose port fails it when a number is negative, and that is restarted after a second.
    private func booth() -> (Supervisor, SupervisedMachine<Booth>, InputPort<Int>) {
        let words = InputPort<Int>("words")
        words.enforce(Positive.contract(), onViolation: .fail) { $0 }
        let supervisor = Supervisor(
            backOff: .exponential(from: .seconds(1), cap: .seconds(1)), clock: clock)
        let gate = gate
        let child = supervisor.add("booth", restart: .fromLastSnapshot) { Machine(Booth(words, gate: gate)) }
        return (supervisor, child, words)
    }

    private func seen(_ child: SupervisedMachine<Booth>) async throws -> [Int] {
        try await #require(child.machine).withTop { $0.seen }
    }

    @Test func `a violation fails the child, which is restarted`() async throws {
        let (supervisor, child, words) = booth()
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        _ = await events.next(1)
        words.send(1)
        #expect(try await seen(child) == [1])
        words.send(-1)
        let failed = await events.next(2)
        #expect("\(failed)".contains("words: -1 came after 1, in Positive"))
        #expect(failed.last == .restarting(["booth"], after: .seconds(1)))
        await clock.waitForSleepers()
        await clock.advance(by: .seconds(1))
        #expect(await events.next(1) == [.restarted("booth")])
        words.send(2)
        #expect(try await seen(child) == [1, 2])
        run.cancel()
        try await run.value
    }

    @Test func `a violation while the child is down does not fail its successor`() async throws {
        let (supervisor, child, words) = booth()
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        _ = await events.next(1)
        await #expect(throws: StepError.self) { try await child.send(.fail) }
        _ = await events.next(2)
        words.send(-1)
        await clock.waitForSleepers()
        await clock.advance(by: .seconds(1))
        #expect(await events.next(1) == [.restarted("booth")])
        words.send(2)
        #expect(try await seen(child) == [2])
        #expect(await child.machine?.status == .running)
        run.cancel()
        try await run.value
        #expect(await events.next(9) == [.stopped("booth")])
    }

    @Test func `a violation that waits behind a failing step ends with the life that it was meant for`() async throws {
        let (supervisor, child, words) = booth()
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        _ = await events.next(1)
        child.post(.holdAndFail)
        await gate.reached()
        words.send(1)
        words.send(-1)
        words.send(2)
        gate.open()
        _ = await events.next(2)
        await clock.waitForSleepers()
        await clock.advance(by: .seconds(1))
        #expect(await events.next(1) == [.restarted("booth")])
        // What came through the port before and after it is taken by the next life.
        #expect(try await seen(child) == [1, 2])
        run.cancel()
        try await run.value
        #expect(await events.next(9) == [.stopped("booth")])
    }
}
