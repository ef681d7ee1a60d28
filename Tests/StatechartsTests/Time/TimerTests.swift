import Statecharts
import StatechartsTesting
import Testing

@Suite struct TimerTests {
    let clock = ManualClock()

    /// A kitchen that has started and got these events.
    func kitchen(_ events: Kitchen.Event...) async throws -> Machine<Kitchen> {
        let machine = Machine(Kitchen(clock: clock), clock: clock)
        try await machine.start()
        for event in events { try await machine.send(event) }
        return machine
    }

    func notes(_ machine: Machine<Kitchen>) async throws -> [String] { try await machine.withTop { $0.notes } }
    func pending() async -> [String] { await clock.pending.map(\.description) }

    @Test func `a timer fires at its deadline and not before`() async throws {
        let machine = try await kitchen(.start)
        #expect(await pending() == ["Heating: done at 3.0 seconds"])
        await clock.advance(by: .seconds(3) - .nanoseconds(1))
        #expect(try await notes(machine) == [])
        #expect(await machine.configuration.description == "Heating")
        await clock.advance(by: .nanoseconds(1))
        #expect(try await notes(machine) == ["3.0 seconds done"])
        #expect(await machine.configuration.description == "Ready")
        #expect(clock.now == ManualClock.Instant(offset: .seconds(3)))
    }

    @Test func `one jump over a chain of timeouts fires each at its own time`() async throws {
        let machine = try await kitchen(.start)
        await clock.advance(by: .seconds(60))
        #expect(
            try await notes(machine) == [
                "3.0 seconds done", "4.0 seconds beep", "5.0 seconds rest",
            ])
        #expect(await machine.configuration.description == "Resting")
        #expect(await pending() == [])
        #expect(clock.now == ManualClock.Instant(offset: .seconds(60)))
    }

    @Test func `the clock goes from deadline to deadline`() async throws {
        let machine = try await kitchen(.start)
        #expect(await clock.advance() == .seconds(3))
        #expect(await pending() == ["Ready: beep at 4.0 seconds, every 1.0 seconds", "Ready: rest at 5.0 seconds"])
        #expect(await clock.advance() == .seconds(1))
        #expect(await pending() == ["Ready: rest at 5.0 seconds", "Ready: beep at 5.0 seconds, every 1.0 seconds"])
        #expect(await clock.advance() == .seconds(1))
        #expect(await clock.advance() == nil)
        #expect(try await notes(machine) == ["3.0 seconds done", "4.0 seconds beep", "5.0 seconds rest"])
    }

    @Test func `a self transition begins the time again`() async throws {
        let machine = try await kitchen(.start)
        await clock.advance(by: .seconds(2))
        try await machine.send(.stir)
        #expect(await pending() == ["Heating: done at 5.0 seconds"])
        await clock.advance(by: .seconds(10))
        #expect(try await notes(machine).prefix(2) == ["2.0 seconds stir", "5.0 seconds done"])
    }

    @Test(arguments: [Kitchen.Event.leave, .finish, .terminate])
    func `a timer ends with its state, however that is left`(_ way: Kitchen.Event) async throws {
        let machine = try await kitchen(.start)
        try await machine.send(way)
        #expect(await pending() == [])
        await clock.advance(by: .seconds(60))
        if way == .leave { #expect(try await notes(machine) == ["0.0 seconds leave"]) }
    }

    @Test func `a timer ends when the machine is stopped`() async throws {
        let machine = try await kitchen(.start)
        try await machine.stop()
        #expect(await pending() == [])
    }

    @Test func `a timer ends when the machine fails`() async throws {
        let machine = try await kitchen(.start)
        await #expect(throws: StepError.self) { try await machine.send(.break) }
        #expect(await pending() == [])
    }

    @Test func `a timer does not keep its machine alive and ends with it`() async throws {
        var machine: Machine<Kitchen>? = try await kitchen(.start)
        weak let gone = machine
        #expect(await pending() == ["Heating: done at 3.0 seconds"])
        machine = nil
        #expect(gone == nil)
        #expect(await pending() == [])
        await clock.advance(by: .seconds(10))
    }

    @Test func `an expiry that is in the mailbox when its state is left never arrives`() async throws {
        let machine = try await kitchen(.start)
        let gate = Gate()
        machine.post(.hold(gate))
        await gate.reached()
        // While the step is suspended: first the event that leaves the state, then the expiry.
        machine.post(.leave)
        await clock.advance(by: .seconds(5))
        gate.open()
        #expect(try await notes(machine) == ["5.0 seconds leave"])
        #expect(await machine.configuration.description == "Idle")
        #expect(await pending() == [])
    }

    @Test func `an expiry behind a suspended step takes its turn afterwards, before what came later`() async throws {
        let machine = try await kitchen(.start)
        let gate = Gate()
        machine.post(.hold(gate))
        await gate.reached()
        await clock.advance(by: .seconds(3))
        machine.post(.leave)
        #expect(await machine.configuration.description == "Heating")
        gate.open()
        #expect(try await notes(machine) == ["3.0 seconds done", "3.0 seconds leave"])
    }

    @Test func `a machine that comes late skips the periods it has missed and keeps the rhythm`() async throws {
        let machine = try await kitchen(.start)
        await clock.advance(by: .seconds(3))
        let gate = Gate()
        machine.post(.hold(gate))
        await gate.reached()
        await clock.advance(by: .seconds(1) + .milliseconds(900))
        gate.open()
        await clock.settle()
        #expect(try await notes(machine) == ["3.0 seconds done", "4.9 seconds beep"])
        #expect(await pending() == ["Ready: rest at 5.0 seconds", "Ready: beep at 5.0 seconds, every 1.0 seconds"])
    }

    @Test func `the steps of timers are recorded like those of sent events`() async throws {
        let machine = Machine(Kitchen(clock: clock), clock: clock)
        let steps = machine.steps
        try await machine.start()
        try await machine.send(.start)
        await clock.advance(by: .seconds(3))
        try await machine.stop()
        var record: [String] = []
        for await step in steps { record.append(step.description) }
        #expect(
            record == [
                "start: handled → Idle\n  start, entries Kitchen Idle",
                "start: handled → Heating\n  event, Idle → Heating, exits Idle, entries Heating",
                "done: handled → Ready\n  event, Heating → Ready, exits Heating, effects Heating, entries Ready",
                "stop: handled → Ready\n  finish, exits Ready Kitchen",
            ])
    }

    @Test func `in a plain interpreter the first of several requests fails the chart, and the others do nothing`()
        throws
    {
        let interpreter = Interpreter(Impatient())
        let error = try #require(throws: StepError.self) { try interpreter.start() }
        #expect(error.code == .needsMachine)
        #expect(error.path == "Waiting")
        #expect(interpreter.status == .failed)
    }
}
