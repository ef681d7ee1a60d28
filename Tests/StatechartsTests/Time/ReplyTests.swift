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
    }

    @Test func `a question with a limit throws when the clock gets there`() async throws {
        let clerk = try await clerk()
        let answer = Task { try await clerk.ask(within: .seconds(5)) { .keep($0) } }
        await clock.waitForSleepers()
        #expect(await clock.pending.map(\.description) == ["question until 5.0 seconds"])
        await clock.advance(by: .seconds(5))
        let error = await #expect(throws: MachineError.self) { try await answer.value }
        #expect(error?.code == .late)
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

@Suite struct DeadlockTests {
    func clerks(_ count: Int) async throws -> [Machine<Clerk>] {
        var machines: [Machine<Clerk>] = []
        for _ in 0..<count {
            let machine = Machine(Clerk())
            try await machine.start()
            machines.append(machine)
        }
        return machines
    }
    func notes(_ machine: Machine<Clerk>) async throws -> [String] { try await machine.withTop { $0.notes } }

    /// Each clerk calls the next one inside its step; the last one calls `last`.
    func chain(_ machines: ArraySlice<Machine<Clerk>>, _ last: @escaping @Sendable () async throws -> Void)
        -> Clerk.Event
    {
        guard let next = machines.first else { return .call(last) }
        let event = chain(machines.dropFirst(), last)
        return .call { try await next.send(event) }
    }

    @Test(arguments: 1...3) func `a ring of machines that await each other is an error that names it`(_ count: Int)
        async throws
    {
        let machines = try await clerks(count)
        let first = machines[0]
        try await first.send(chain(machines.dropFirst()) { try await first.send(.later) })
        let ring = Array(repeating: "Clerk", count: count + 1).joined(separator: " awaits ")
        let error = "waiting would never end: \(ring); post the event instead, or ask from an activity [deadlock]"
        // The last one in the ring gets the error; the others end well.
        for (number, machine) in machines.enumerated() {
            #expect(try await notes(machine) == [number == count - 1 ? error : "done"])
        }
    }

    @Test func `asking, looking and stopping from inside one's own step are errors too`() async throws {
        let machine = try await clerks(1)[0]
        try await machine.send(.call { _ = try await machine.ask { .sum(1, 2, reply: $0) } })
        try await machine.send(.call { try await machine.withTop { _ in } })
        try await machine.send(.call { try await machine.stop() })
        try await machine.send(.call { _ = try await machine.snapshot() })
        let error =
            "waiting would never end: Clerk awaits Clerk; post the event instead, or ask from an activity [deadlock]"
        #expect(try await notes(machine) == [error, error, error, error])
    }

    @Test func `a long chain that is no ring is none`() async throws {
        let machines = try await clerks(30)
        for _ in 0..<20 {
            try await machines[0].send(chain(machines[1...]) { try await Task.sleep(for: .zero) })
        }
        for machine in machines { #expect(try await notes(machine) == Array(repeating: "done", count: 20)) }
    }

    @Test func `machines that call each other in turn, each when the other has answered, are no ring`() async throws {
        let machines = try await clerks(2)
        let (a, b) = (machines[0], machines[1])
        let busy: Clerk.Event = .call { await Task.yield() }
        async let first: Void = { for _ in 0..<200 { try await a.send(.call { try await b.send(busy) }) } }()
        async let second: Void = { for _ in 0..<200 { try await b.send(busy) } }()
        _ = try await (first, second)
        #expect(try await notes(a) == Array(repeating: "done", count: 200))
        #expect(try await notes(b) == Array(repeating: "done", count: 400))
    }

    @Test func `a task that the action does not wait for is no part of a ring`() async throws {
        let machine = try await clerks(1)[0]
        let (done, source) = AsyncStream.makeStream(of: Bool.self)
        try await machine.send(
            .call {
                Task {
                    try await machine.send(.later)
                    source.yield(true)
                    source.finish()
                }
                await Task.yield()
            })
        for await isDone in done { #expect(isDone) }
        #expect(try await notes(machine) == ["done"])
    }
}
