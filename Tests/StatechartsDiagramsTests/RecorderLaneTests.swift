import Statecharts
import StatechartsTesting
import TestSupport
import Testing

@testable import StatechartsDiagrams

/// Machines of one name in one recording.
@Suite struct RecorderLaneTests {
    private func steps(_ recording: Recording, of name: String) throws -> [String] {
        let machine = try #require(recording.machines.firstIndex { $0.name == name })
        return recording.steps(of: machine).map(\.text)
    }

    @Test func `two machines of one name that live at once are two in the recording`() async throws {
        let system = System(), recorder = Recorder(clock: ManualClock())
        let first = Machine(Player()), second = Machine(Player())
        await system.add(first, named: "Radio")
        await system.add(second, named: "Radio")
        recorder.recordAll(of: system)
        try await first.start()
        try await second.start()
        try await first.send(.power)
        try await second.send(.note)
        #expect(recorder.recording.machines.map(\.name) == ["Radio", "Radio 2"])
        #expect(try steps(recorder.recording, of: "Radio") == ["start", "power"])
        #expect(try steps(recorder.recording, of: "Radio 2") == ["start", "note"])
    }

    @Test func `a machine goes on where one of its name has ended, and there only`() async throws {
        let recorder = Recorder(clock: ManualClock())
        let first = Machine(Player()), second = Machine(Player()), third = Machine(Player())
        for machine in [first, second, third] { recorder.record(machine, named: "Radio") }
        try await first.start()
        try await second.start()
        try await first.stop()
        try await third.start()
        try await second.send(.note)
        try await third.send(.power)
        #expect(recorder.recording.machines.map(\.name) == ["Radio", "Radio 2"])
        #expect(try steps(recorder.recording, of: "Radio") == ["start", "stop", "start", "power"])
        #expect(try steps(recorder.recording, of: "Radio 2") == ["start", "note"])
        // The one that has ended is not called so any more: its end frees no name of another.
        let fourth = Machine(Player())
        recorder.record(fourth, named: "Radio")
        try await fourth.start()
        #expect(recorder.recording.machines.map(\.name) == ["Radio", "Radio 2", "Radio 3"])
    }

    @Test func `a machine that is let go of without an end frees its name`() async throws {
        let recorder = Recorder(clock: ManualClock())
        var gone: Machine<Player>? = Machine(Player())
        if let gone { recorder.record(gone, named: "Radio") }
        try await gone?.start()
        gone = nil
        try await eventually { recorder.contents.withLock { $0.ends.isEmpty } }
        let next = Machine(Player())
        recorder.record(next, named: "Radio")
        try await next.start()
        #expect(recorder.recording.machines.map(\.name) == ["Radio"])
    }

    @Test func `children of machines of one name are with their owners`() async throws {
        let clock = ManualClock(), recorder = Recorder(clock: clock)
        let first = Machine(Studio(), clock: clock), second = Machine(Studio(), clock: clock)
        for machine in [first, second] {
            recorder.record(machine, named: "Studio")
            try await machine.start()
            try await machine.send(.open)
            try await machine.send(.add("one"))
            await clock.settle()
        }
        let owners = recorder.recording.machines.map { "\($0.name) of \($0.owner?.machine ?? "nobody")" }
        #expect(
            owners.sorted() == [
                "Studio 2 of nobody", "Studio 2/Takes/rows[one] of Studio 2", "Studio 2/clock of Studio 2",
                "Studio of nobody", "Studio/Takes/rows[one] of Studio", "Studio/clock of Studio",
            ])
        for machine in [first, second] { try await machine.stop() }
    }

    @Test func `what ends the recording of a child goes with the child`() async throws {
        let clock = ManualClock(), recorder = Recorder(clock: clock, limit: 10)
        let studio = Machine(Studio(), clock: clock)
        recorder.record(studio, named: "Studio")
        try await studio.start()
        try await studio.send(.open)
        await clock.settle()
        let before = recorder.contents.withLock { $0.ends.count }
        for number in 1...20 {
            try await studio.send(.add("\(number)"))
            await clock.settle()
            try await studio.send(.end("\(number)"))
            await clock.settle()
        }
        try await eventually { recorder.contents.withLock { $0.ends.count } == before }
        try await studio.stop()
        try await eventually { recorder.contents.withLock { $0.ends.count } <= before }
    }
}
