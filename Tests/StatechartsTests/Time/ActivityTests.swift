import Statecharts
import StatechartsTesting
import Testing

@Suite struct ActivityTests {
    let clock = ManualClock()

    /// A loader that has begun the work.
    func loader(handlesErrors: Bool = true, _ work: sending @escaping Loader.Work) async throws -> Machine<Loader> {
        let machine = Machine(Loader(handlesErrors: handlesErrors, work), clock: clock)
        try await machine.start()
        try await machine.send(.begin)
        return machine
    }

    func state(_ machine: Machine<Loader>) async -> String {
        await clock.settle()
        return await machine.configuration.description
    }
    func notes(_ machine: Machine<Loader>) async throws -> [String] { try await machine.withTop { $0.notes } }

    @Test func `the result of an activity arrives as its event`() async throws {
        let clock = clock
        let machine = try await loader { state in
            state.run {
                try await clock.sleep(for: .seconds(2))
                return 7
            } done: {
                .loaded($0)
            }
        }
        #expect(await clock.pending.map(\.description) == ["Loading: asleep until 2.0 seconds"])
        await clock.advance(by: .seconds(2))
        #expect(await state(machine) == "Loaded")
        #expect(try await notes(machine) == ["left", "took 7"])
    }

    @Test func `what an activity sends on its way arrives in order, before its result`() async throws {
        let machine = try await loader { state in
            state.run { send in
                for part in 1...3 { send(.progress(part)) }
                return 1
            } done: {
                .loaded($0)
            }
        }
        #expect(await state(machine) == "Loaded")
        #expect(try await notes(machine) == ["progress(1)", "progress(2)", "progress(3)", "left", "took 1"])
    }

    @Test func `a state is complete when its last activity has ended`() async throws {
        let clock = clock
        let machine = try await loader { state in
            state.run { try await clock.sleep(for: .seconds(1)) }
            state.run {
                try await clock.sleep(for: .seconds(3))
                return 0
            } done: {
                .loaded($0)
            }
        }
        await clock.advance(by: .seconds(1))
        #expect(await state(machine) == "Loading")
        await clock.advance(by: .seconds(2))
        #expect(await state(machine) == "Complete")
        // The event of the last activity comes before the completion.
        #expect(try await notes(machine) == ["loaded(0)", "left"])
    }

    @Test(arguments: [false, true])
    func `a state is complete also if nobody reacts to the event of its last activity`(isObserved: Bool) async throws {
        let machine = Machine(
            Loader { state in
                state.run {
                } done: {
                    .begin
                }
            }, clock: clock)
        let steps = isObserved ? machine.steps : nil
        try await machine.start()
        try await machine.send(.begin)
        #expect(await state(machine) == "Complete")
        withExtendedLifetime(steps) {}
    }

    @Test func `leaving the state cancels its activity, and nothing of it arrives any more`() async throws {
        let seen = Seen(), gate = Gate()
        let machine = try await loader { state in
            state.run { send in
                await gate.wait()
                seen.add(Task.isCancelled)
                send(.progress(1))
                return 1
            } done: {
                .loaded($0)
            }
        }
        await gate.reached()
        try await machine.send(.leave)
        gate.open()
        #expect(await state(machine) == "Idle")
        #expect(seen.values == [true])
        #expect(try await notes(machine) == ["left"])
    }

    @Test
    func `a result that is in the mailbox when its state is left never arrives, also in the state's next activation`()
        async throws
    {
        let gate = Gate()
        let held = Machine(
            Loader { state in
                guard state.top.notes.isEmpty else { return state.run { await Task.yield() } }
                state.run { send in
                    await gate.wait()
                    send(.progress(1))
                    return 1
                } done: {
                    .loaded($0)
                }
            }, clock: clock)
        try await held.start()
        try await held.send(.begin)
        await gate.reached()
        let step = Gate()
        held.post(.hold(step))
        await step.reached()
        held.post(.leave)
        held.post(.begin)
        // The activity ends while the step is suspended: its messages queue behind the two events.
        gate.open()
        await clock.settle()
        step.open()
        #expect(await state(held) == "Complete")
        #expect(try await notes(held) == ["left", "left"])
    }

    @Test func `an error that is mapped is an event`() async throws {
        let machine = try await loader { state in
            state.run {
                throw Unavailable()
            } failed: {
                .refused("\($0)")
            }
        }
        #expect(await state(machine) == "Loading")
        #expect(try await notes(machine) == ["refused(\"Unavailable()\")"])
    }

    @Test func `an error that is not mapped is offered to the state and those above it`() async throws {
        let machine = try await loader { state in state.run { throw Unavailable() } }
        #expect(await state(machine) == "Broken")
    }

    @Test func `an error that nobody handles fails the machine, and everybody who waits gets it`() async throws {
        let machine = Machine(Loader(handlesErrors: false) { state in state.run { throw Unavailable() } }, clock: clock)
        try await machine.start()
        machine.post(.begin)
        let error = await #expect(throws: StepError.self) { try await machine.finished }
        #expect(error?.code == .unhandledError)
        #expect(error?.path == "Loading")
        #expect(error?.underlying is Unavailable)
        await #expect(throws: StepError.self) { try await machine.send(.leave) }
    }

    @Test func `a failing machine cancels its activities and ends`() async throws {
        let seen = Seen(), gate = Gate()
        let machine = try await loader(handlesErrors: false) { state in
            state.run {
                await gate.wait()
                seen.add(Task.isCancelled)
            }
            state.run { throw Unavailable() }
        }
        await #expect(throws: StepError.self) { try await machine.finished }
        gate.open()
        await clock.settle()
        #expect(seen.values == [true])
        #expect(await machine.status == .failed)
    }

    @Test func `releasing a machine cancels its activities`() async throws {
        let seen = Seen(), gate = Gate()
        var machine: Machine<Loader>? = try await loader { state in
            state.run {
                await gate.wait()
                seen.add(Task.isCancelled)
            }
        }
        weak let gone = machine
        await gate.reached()
        await clock.settle()
        machine = nil
        #expect(gone == nil)
        gate.open()
        await clock.settle()
        #expect(seen.values == [true])
    }

    @Test func `listening sends an event for every element and ends with the state`() async throws {
        let (stream, source) = AsyncStream.makeStream(of: Int.self)
        let machine = try await loader { state in
            state.listen(to: stream) {
                .element($0)
            } done: {
                .ended
            }
        }
        source.yield(1)
        source.yield(2)
        #expect(await state(machine) == "Loading")
        try await machine.send(.leave)
        source.yield(3)
        #expect(await state(machine) == "Idle")
        #expect(try await notes(machine) == ["element(1)", "element(2)", "left"])
    }

    @Test func `a sequence that ends is an activity that ends`() async throws {
        let (stream, source) = AsyncStream.makeStream(of: Int.self)
        source.yield(1)
        source.finish()
        let machine = try await loader { state in
            state.listen(to: stream) {
                .element($0)
            } done: {
                .ended
            }
        }
        #expect(await state(machine) == "Complete")
        #expect(try await notes(machine) == ["element(1)", "ended", "left"])
    }

    @Test func `a plain interpreter refuses activities and timers by failing the step`() throws {
        let interpreter = Interpreter(Loader { state in state.run {} })
        try interpreter.start()
        let error = #expect(throws: StepError.self) { try interpreter.send(.begin) }
        #expect(error?.code == .needsMachine)
        #expect(error?.path == "Loading")
    }
}

/// What was seen from anywhere, in order.
final class Seen: Sendable {
    private let list = Guarded<[Bool]>([])
    var values: [Bool] { list.withLock { $0 } }
    func add(_ value: Bool) { list.withLock { $0.append(value) } }
}
