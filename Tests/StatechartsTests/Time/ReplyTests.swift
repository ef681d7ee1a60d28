import Statecharts
import StatechartsTesting
import Testing

@Suite struct ReplyTests {
    let clock = ManualClock()

    func clerk() async throws -> Machine<Clerk> {
        let machine = Machine(Clerk(), clock: clock)
        try await machine.start()
        return machine
    }

    @Test func `a question is answered`() async throws {
        let clerk = try await clerk()
        #expect(try await clerk.ask { .sum(1, 2, reply: $0) } == 3)
    }

    @Test func `a reply can be kept and answered in a later step`() async throws {
        let clerk = try await clerk()
        let steps = clerk.steps
        async let answer = clerk.ask { .keep($0) }
        for await step in steps {
            if case .keep = step.event { break }
        }
        try await clerk.send(.later)
        #expect(try await answer == 42)
    }

    @Test func `a reply that is dropped throws at the asker`() async throws {
        let clerk = try await clerk()
        let error = await #expect(throws: MachineError.self) { try await clerk.ask { .drop($0) } }
        #expect(error?.code == .unanswered)
        #expect(
            error?.description == """
                Clerk: the Reply<Int> was dropped without an answer; answer it, or keep it for later, in every state that may get \
                the question: it is dropped too if no state reacts, as for a row that is not there [unanswered]
                """)
    }

    @Test func `a reply that is refused throws what it was given`() async throws {
        let clerk = try await clerk()
        await #expect(throws: Unavailable.self) { try await clerk.ask { .refuse($0) } }
    }

    @Test func `asking a machine that has ended throws`() async throws {
        let clerk = try await clerk()
        try await clerk.send(.end)
        let error = await #expect(throws: MachineError.self) { try await clerk.ask { .sum(1, 2, reply: $0) } }
        #expect(error?.code == .finished)
        #expect(error?.event == "sum(1, 2, reply: Reply<Int>)")
        #expect(
            error?.description == """
                Clerk: sum(1, 2, reply: Reply<Int>) was asked too late: the machine has come to its end and \
                answers nothing any more [finished]
                """)
    }

    @Test func `asking a machine that has failed throws its failure`() async throws {
        let clerk = try await clerk()
        await #expect(throws: StepError.self) { try await clerk.send(.fail) }
        let error = await #expect(throws: StepError.self) { try await clerk.ask { .sum(1, 2, reply: $0) } }
        #expect(error?.code == .unhandledError)
    }

    @Test func `a question that is in the mailbox when the machine ends throws`() async throws {
        let clerk = try await clerk()
        let gate = Gate()
        clerk.post(.call { await gate.wait() })
        await gate.reached()
        clerk.post(.end)
        let answer = Task { try await clerk.ask { .sum(1, 2, reply: $0) } }
        gate.open()
        let error = await #expect(throws: MachineError.self) { try await answer.value }
        #expect(error?.code == .finished)
        #expect(error?.event == nil)
        #expect(
            error?.description == """
                Clerk: the machine has come to its end and answers nothing any more; what was asked before is not answered either \
                [finished]
                """)
    }

    @Test func `a question with a limit throws when the clock gets there`() async throws {
        let clerk = try await clerk()
        let answer = Task { try await clerk.ask(within: .seconds(5)) { .keep($0) } }
        await clock.waitForSleepers()
        #expect(await clock.pending.map(\.description) == ["question until 5.0 seconds"])
        await clock.advance(by: .seconds(5))
        let error = await #expect(throws: MachineError.self) { try await answer.value }
        #expect(error?.code == .late)
        #expect(
            error?.description == """
                Clerk: the Reply<Int> was not answered within 5.0 seconds; wait longer, or have the machine answer before it waits \
                itself [late]
                """)
        // The answer comes too late and is ignored.
        try await clerk.send(.later)
        #expect(await clock.pending.isEmpty)
    }

    @Test func `an asker that is cancelled waits no more`() async throws {
        let clerk = try await clerk()
        let asker = Task { try await clerk.ask { .keep($0) } }
        asker.cancel()
        await #expect(throws: CancellationError.self) { try await asker.value }
    }

    #if DEBUG
        @Test func `answering twice traps in debug builds`() async {
            await #expect(processExitsWith: .failure) {
                let machine = Machine(Clerk())
                try await machine.start()
                _ = try await machine.ask { reply in
                    reply.answer(1)
                    reply.answer(2)
                    return .drop(reply)
                }
            }
        }
    #endif
}
