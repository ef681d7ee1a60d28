import Statecharts
import StatechartsTesting
import TestSupport
import Testing

@testable import StatechartsDiagrams

/// The lives of supervised machines in a recording.
@Suite struct RecordedLivesTests {
    fileprivate final class Boiler: TopState<Boiler.Event> {
        enum Event: Codable { case press, fire }
        struct Fire: Error {}
        let off = Off(), on = On()
        override func configure() { substates(off, on) }
        override func handle(_ event: Event) -> Reaction { event == .fire ? .handled { throw Fire() } : .unhandled }

        final class Off: State<Boiler, Boiler> {
            override func handle(_ event: Event) -> Reaction { event == .press ? .to(superior.on) : .unhandled }
        }
        final class On: State<Boiler, Boiler> {
            override func handle(_ event: Event) -> Reaction { event == .press ? .to(superior.off) : .unhandled }
        }
    }

    /// Two lives, the first of which takes one event more than it has told of when it fails.
    private func recording(_ restart: Supervisor.Restart) async throws -> Recording {
        let clock = ManualClock(), system = System(clock: clock), recorder = Recorder(clock: clock)
        let supervisor = Supervisor(
            backOff: .exponential(from: .seconds(1), cap: .seconds(1)), staysOpen: true, clock: clock)
        recorder.recordAll(of: system)
        let boiler = supervisor.add("boiler", restart: restart, in: system) { Machine(Boiler(), clock: clock) }
        let run = Task { try await supervisor.run() }
        await clock.settle()
        try await boiler.send(.press)
        boiler.post(.fire)
        boiler.post(.press)
        await clock.settle()
        await clock.advance(by: .seconds(1))
        await clock.settle()
        try await boiler.send(.press)
        run.cancel()
        try await run.value
        recorder.stop()
        return recorder.recording
    }

    @Test func `each life is recorded from its start, and can be replayed`() async throws {
        let recording = try await recording(.fresh)
        #expect(recording.machines.map(\.name) == ["boiler"])
        #expect(
            recording.steps(of: 0).map(\.text) == ["start", "press", "fire", "start", "press", "press", "stop"])
        #expect("\(try await recording.replay("boiler") { Boiler() })" == "boiler: 7 steps, all the same")
    }

    @Test func `a life that goes on from a snapshot cannot be replayed, which is said where it begins`() async throws {
        let recording = try await recording(.fromLastSnapshot)
        #expect(recording.steps(of: 0).map(\.text) == ["start", "press", "fire", "press", "press", "stop"])
        let error = await #expect(throws: RecordingError.self) {
            _ = try await recording.replay("boiler") { Boiler() }
        }
        let place = try #require(
            recording.entries.firstIndex { if case .step(let step) = $0 { step.text == "fire" } else { false } })
        #expect(
            error.map { "\($0)" } == """
                boiler, entry \(place + 1): the machine had ended, and another one went on from a snapshot, which is not in \
                the recording; replay a recording of lives that begin with their start [notReplayable]
                """)
    }
}
