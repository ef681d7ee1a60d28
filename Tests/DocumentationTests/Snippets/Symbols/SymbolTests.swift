import Foundation
import Statecharts
import StatechartsTesting
import Testing

/// Examples of the reference that drive machines; each passage is the code in the documentation of a symbol.
@Suite struct SymbolTests {
    @Test func `machines are made, driven and looked at as their documentation says`() async throws {
        let clock = ManualClock()
        // snippet: Machine.init
        let machine = Machine(Player(), named: "kitchen radio", clock: clock)
        try await machine.start()
        // end snippet
        // snippet: Machine.post
        machine.post(.power)  // from anywhere; never waits
        machine.post(.play)  // taken after .power
        // end snippet
        // snippet: Machine.send
        let outcome = try await machine.send(.mute)  // returns when the step is complete
        if outcome == .unhandled { print("nobody wanted it") }
        // end snippet
        // snippet: Machine.isActive
        let isPlaying = await machine.isActive(\.on.tape.playing)
        // end snippet
        #expect(isPlaying && outcome == .handled)
        // snippet: Machine.configuration
        print(await machine.configuration)  // (On.Tape.Playing, On.Sound.Muted)
        // end snippet
        #expect(await machine.configuration.description == "(On.Tape.Playing, On.Sound.Muted)")
        // snippet: Machine.withTop
        let played = try await machine.withTop { $0.played }  // between two steps
        // end snippet
        #expect(played == 0)
        // snippet: Machine.stop
        try await machine.stop()  // takes what was accepted, leaves all states, ends
        // end snippet
        #expect(await machine.status == .stopped)
    }

    @Test func `time goes on as the documentation of the manual clock says`() async throws {
        // snippet: ManualClock
        let clock = ManualClock()
        let machine = Machine(Player(), clock: clock)
        try await machine.start()
        try await machine.send(.party)
        await clock.advance(by: .seconds(3))  // every timer on the way has fired, and everybody is at rest
        #expect(try await machine.withTop { $0.on.tape.playing.seconds } == 3)
        // end snippet
    }

    @Test func `a machine is driven as its overview says`() async throws {
        // snippet: Machine
        let machine = Machine(Player())
        try await machine.start()
        try await machine.send(.power)  // returns when the step is complete
        machine.post(.play)  // never waits
        print(await machine.isActive(\.on.tape.playing))  // true
        // end snippet
        #expect(await machine.isActive(\.on.tape.playing))
    }

    @Test func `steps and configurations are followed as their documentation says`() async throws {
        let machine = Machine(Player())
        // snippet: Machine.steps
        let steps = machine.steps  // subscribed from here on
        try await machine.start()
        try await machine.send(.power)
        try await machine.stop()
        for await step in steps { print(step.trigger, step.outcome, step.configuration) }
        // end snippet
        let other = Machine(Player())
        try await other.start()
        // snippet: Machine.configurations
        let configurations = other.configurations  // the present one first
        other.post(.power)
        for await configuration in configurations { if configuration.description.contains("On") { break } }
        // end snippet
    }

    @Test func `questions are asked and answered as their documentation says`() async throws {
        let machine = Machine(Loader { "text" })
        try await machine.start()
        try await machine.withTop { $0.readings = [1, 2] }
        // snippet: Machine.ask
        let total = try await machine.ask(within: .seconds(5)) { .total($0) }
        // end snippet
        #expect(total == 2)
    }

    @Test func `a machine goes on from a snapshot as its documentation says`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "player-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        let machine = Machine(Player())
        try await machine.start()
        try await machine.send(.party)
        // snippet: Snapshot
        let snapshot = try await machine.snapshot()
        try JSONEncoder().encode(snapshot).write(to: file)

        // Later, in this program or another one:
        let saved = try JSONDecoder().decode(Snapshot.self, from: Data(contentsOf: file))
        let restored = Machine(restoring: saved, Player())
        try await restored.start()  // enters nothing, and continues
        // end snippet
        #expect(await restored.isActive(\.on.tape.playing))
    }

    @Test func `a machine that is run ends as its documentation says`() async throws {
        let machine = Machine(Player())
        machine.post(.power)
        machine.post(.power)
        machine.post(.power)
        let work = Task {
            // snippet: Machine.run
            try await machine.run()  // starts it, returns at its end, stops it if the task is cancelled
            // end snippet
        }
        work.cancel()
        _ = await work.result
        // snippet: Machine.finished
        try await machine.finished  // returns at the end, however it came about
        // end snippet
        #expect(await machine.status != .running)
    }

    @Test func `an interpreter is driven as its documentation says`() throws {
        // snippet: Interpreter
        let interpreter = Interpreter(Login())
        try interpreter.start()
        try interpreter.send(.typed("a"))
        print(interpreter.isActive(\.typing))  // true
        // end snippet
        #expect(interpreter.isActive(\.typing))
        // snippet: Interpreter.step
        let record = try interpreter.step(.typed("\n"))
        print(record)  // typed("\n"): handled → done …
        // end snippet
        #expect(record.description.hasPrefix("typed(\"\\n\"): handled → done"))
    }

    @Test func `charts are left and entered as their documentation says`() throws {
        let app = Interpreter(App())
        try app.start()
        try app.send(.open)
        #expect(app.configuration.description == "Dialog.Second")
        let contacts = Interpreter(Contacts())
        try contacts.start()
        #expect(contacts.top.form.number == 1)
    }
}
