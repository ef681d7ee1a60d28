import StatechartsTesting
import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// Supervisors that are added where they cannot be run, or not yet.
@Suite struct NestedSupervisorTests {
    @Test func `a supervisor above another one, or itself, is no child of it`() async {
        let ring = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let one = Supervisor(), other = Supervisor(), third = Supervisor()
            one.add("other", other)
            other.add("third", third)
            third.add("one", one)
        }
        let own = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let one = Supervisor()
            one.add("one", one)
        }
        for result in [ring, own] {
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(
                text.contains(
                    "one was added to a supervisor that is itself, or that it runs; add it to one that is not below it, or "
                        + "make another Supervisor"))
        }
    }

    @Test func `a supervisor that is child of two goes on where it runs`() async throws {
        let clock = ManualClock()
        let shared = Supervisor(staysOpen: true, clock: clock), first = Supervisor(staysOpen: true, clock: clock)
        let child = shared.add("child") { Machine(Counter()) }
        first.add("shared", shared)
        var events = EventReader(shared)
        let run = Task { try await first.run() }
        #expect(await events.next(1) == [.started("child")])

        let second = Supervisor(staysOpen: true, clock: clock), third = Supervisor(clock: clock)
        second.add("shared", shared)
        let error = try await #require(throws: SupervisorError.self) { try await second.run() }
        #expect(error.code == .gaveUp && (error.underlying as? SupervisorError)?.code == .alreadyRunning)
        #expect(child.status == .running)
        third.add("shared", shared)
        #expect(try await third.remove("shared"))
        #expect(try await child.send(.add(1)) == .handled)
        #expect(!shared.isHalting)

        run.cancel()
        try await run.value
        #expect(await events.next(9) == [.stopped("child")])
        #expect(child.status == .over)
    }
}
