import StatechartsTesting
import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// What was accepted for a machine that does not come.
@Suite struct LostMailTests {
    enum Way: CaseIterable { case removed, cancelled, released }

    @Test(arguments: Way.allCases)
    func `what a child has accepted that waits to be started is told of where no machine takes it any more`(
        _ way: Way
    ) async throws {
        let told = Notes(), name = "clerk that is \(way)"
        let unhear = Misuse.hear { told.add($0) }
        defer { unhear() }
        let answer: Task<Outcome, any Error>
        do {
            let clock = ManualClock()
            let backOff = BackOff.exponential(from: .seconds(10), cap: .seconds(10))
            let supervisor = Supervisor(backOff: backOff, staysOpen: true, clock: clock)
            let child = supervisor.add(name) { Machine(Counter()) }
            var run: Task<Void, any Error>?
            if way != .released {
                run = Task { try await supervisor.run() }
                await clock.settle()
                child.post(.fail)
                await clock.settle()
            }
            let accepted = [child.post(.add(1)), child.post(.add(2))]
            #expect(accepted == [true, true])
            answer = Task { try await child.send(.add(3)) }
            try await eventually { child.parkedCount == 3 }
            if way == .removed { #expect(try await supervisor.remove(name)) }
            run?.cancel()
            try await run?.value
            withExtendedLifetime(supervisor) {}
        }
        // Who waits is answered, and is none of those.
        switch way {
        case .removed, .cancelled: #expect(try await answer.value == .finished)
        case .released:
            #expect(try await #require(throws: SupervisorError.self) { try await answer.value }.code == .released)
        }
        #expect(
            told.texts.filter { $0.contains(name) } == [
                "the supervised machine \(name) has ended while it had no machine, and 2 events (add(1), …) are lost "
                    + "that it had accepted; await send(_:), which tells its caller, or end it while it runs"
            ])
    }

    @Test func `nothing is told where nothing is lost`() async throws {
        let told = Notes(), clock = ManualClock(), name = "clerk that is here"
        let unhear = Misuse.hear { told.add($0) }
        defer { unhear() }
        let supervisor = Supervisor(staysOpen: true, clock: clock)
        let child = supervisor.add(name) { Machine(Counter()) }
        let run = Task { try await supervisor.run() }
        await clock.settle()
        let machine = try #require(child.machine)
        child.post(.add(1))
        #expect(try await supervisor.remove(name))
        #expect(try await machine.withTop { $0.count } == 1)
        run.cancel()
        try await run.value
        #expect(told.texts.filter { $0.contains(name) } == [])
    }
}
