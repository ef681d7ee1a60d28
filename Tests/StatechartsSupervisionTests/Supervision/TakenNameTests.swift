import StatechartsSimulation
import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// A name that is made of data, such as that of a connection, may come twice: that must not end the process.
@Suite(.serialized) struct TakenNameTests {
    let clock = ManualClock()

    @Test(arguments: [false, true])
    func `a child whose name another one has never runs, and its calls say so`(_ isRunning: Bool) async throws {
        let told = Notes(), made = Notes(), system = System()
        let unhear = Misuse.hear { told.add($0) }
        defer { unhear() }
        let supervisor = Supervisor(staysOpen: true, clock: clock)
        let clock = clock
        let first = supervisor.add("chat 7", in: system) { Machine(Twin(), clock: clock) }
        let run = isRunning ? Task { try await supervisor.run() } : nil
        await clock.settle()
        let second = supervisor.add("chat 7", in: system) {
            made.add("second")
            return Machine(Twin(), clock: clock)
        }
        let message =
            "chat 7: the supervisor has a child of this name; give this one another name, or remove the other one before "
            + "[nameTaken]"
        #expect(told.texts.filter { $0.contains("chat 7") } == [message])
        #expect(!second.post(1))
        for call in [
            { _ = try await second.send(1) }, { try await second.withTop { _ in } },
            { _ = try await second.ask { _ in 1 } as Int },
        ] as [@Sendable () async throws -> Void] {
            do {
                try await call()
                Issue.record("a call has come back")
            } catch { #expect("\(error)" == message) }
        }
        for await _ in second.steps {}
        #expect(supervisor.names == ["chat 7"])
        #expect(system.members.map(\.name) == ["chat 7"])

        let running = run ?? Task { try await supervisor.run() }
        #expect(try await first.send(2) == .handled)
        #expect(made.texts == [])
        try await supervisor.remove("chat 7")
        let third = supervisor.add("chat 7", in: system) { Machine(Twin(), clock: clock) }
        await clock.settle()
        running.cancel()
        try await running.value
        #expect(try await third.send(1) == .finished)
    }
}

private final class Twin: TopState<Int> {
    override func handle(_ event: Int) -> Reaction { .handled }
}
