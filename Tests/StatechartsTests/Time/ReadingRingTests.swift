import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// An action that reads what machines do waits for them too, though reading cannot throw.
@Suite struct ReadingRingTests: ClerkTests {
    enum Reading: CaseIterable {
        case steps, configurations, stepsInChild

        /// Waits for one more element than there are.
        func wait(_ machine: Machine<Clerk>) async {
            switch self {
            case .steps: for await _ in machine.steps { return }
            case .configurations: for await _ in machine.configurations where !Task.isCancelled { continue }
            case .stepsInChild:
                async let read: Void = Reading.steps.wait(machine)
                await read
            }
        }
    }

    @Test(arguments: Reading.allCases)
    func `reading what the own machine does ends at once, and the action has thrown`(_ reading: Reading) async throws {
        let machine = try await clerks(1)[0]
        let error = await #expect(throws: StepError.self) {
            try await machine.send(.call { await reading.wait(machine) })
        }
        let reason = try #require(error?.underlying as? MachineError)
        #expect(reason.code == .deadlock)
        #expect(reason.description == DeadlockTests.alone)
    }

    @Test(arguments: [Reading.steps, .stepsInChild])
    func `reading closes a ring as any wait does`(_ reading: Reading) async throws {
        let machines = try await clerks(2)
        let (first, second) = (machines[0], machines[1])
        let gate = Gate()
        second.post(
            .call {
                await gate.wait()
                try await first.send(.later)
            })
        await gate.reached()
        let waiting = Task { try await first.send(.call { await reading.wait(second) }) }
        try await eventually { WaitGraph.isWaiting(first) }
        gate.open()
        // The step that was under way already has no record; the next one is read.
        try await second.send(.later)
        _ = try await waiting.value
        #expect(try await notes(first) == ["done"])
        #expect(try await notes(second).count == 1)
        #expect(try await notes(second).first?.contains("Clerk awaits Clerk awaits Clerk") == true)
    }

    @Test func `who has read a step waits no more, before anybody goes on`() async throws {
        let machines = try await clerks(2)
        let (first, second) = (machines[0], machines[1])
        for _ in 0..<50 {
            first.post(.call { for await _ in second.steps { break } })
            try await eventually { WaitGraph.isWaiting(first) }
            // The first step is read, and in the next one it is awaited who has read it.
            second.post(.later)
            second.post(.call { try await first.send(.later) })
            try await second.send(.later)
        }
        #expect(try await notes(first) == Array(repeating: "done", count: 50))
        #expect(try await notes(second) == Array(repeating: "done", count: 50))
    }

    @Test func `a step that has come is waited for by nobody`() async {
        let step: Int? = await withCheckedContinuation { continuation in
            let reader = ReaderWaiter<Int>(continuation)
            reader.resume(returning: 1)
            // Between the two, whose step was read may have gone on, and wait for who has read it.
            let closesRing = reader.closesRing { _ in
                Issue.record("the wait was noted")
                return .allowed(nil)
            }
            #expect(!closesRing)
        }
        #expect(step == 1)
    }
}
