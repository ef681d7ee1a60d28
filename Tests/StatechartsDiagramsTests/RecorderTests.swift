import Statecharts
import StatechartsDiagrams
import StatechartsTesting
import Testing

/// Live machines and a system under a recorder.
struct RecorderTests {
    private final class Timed: TopState<Int> {
        var count = 0
        let out = OutputPort<String>("out")
        override func entry() { every(.seconds(2), send: 7) }
        override func handle(_ event: Int) -> Reaction {
            .handled {
                self.count += event
                self.out.send("count \(self.count)")
            }
        }
    }

    @Test func `steps and messages are recorded in the order and at the times at which they happened`() async throws {
        let clock = ManualClock()
        let recorder = Recorder(clock: clock)
        let system = System(clock: clock)
        let machine = Machine(Timed(), clock: clock)
        await system.add(machine, named: "Timed")
        recorder.record(machine, named: "Timed") { "count \($0.count)" }
        recorder.record(system)
        try await machine.start()
        await clock.advance(by: .seconds(4))
        try await machine.send(1)
        try await machine.stop()
        let lines = recorder.recording.entries.map { entry in
            switch entry {
            case .step(let step): "\(step.time) \(step.input.rawValue) \(step.text) \(step.outcome) \(step.data ?? "")"
            case .message(let message): "\(message.time) \(message.sender): \(message.text)"
            }
        }
        #expect(
            lines == [
                "0.0 start start handled count 0",
                "2.0 Timed.out: count 7", "2.0 event 7 handled count 7",
                "4.0 Timed.out: count 14", "4.0 event 7 handled count 14",
                "4.0 Timed.out: count 15", "4.0 event 1 handled count 15",
                "4.0 stop stop handled count 15",
            ])
        #expect(recorder.recording.machines.map(\.chart) == ["Timed"])
        #expect(recorder.recording.system?.components.map(\.name) == ["Timed"])
    }

    @Test func `the same steps are recorded whatever way they were taken, also beside a reader`() async throws {
        let machine = Machine(Player())
        let recorder = Recorder(clock: ManualClock())
        recorder.record(machine, named: "Radio")
        let steps = machine.steps
        try await machine.start()
        for event in Player.Event.allCases + [.power, .play, .pause, .both, .mute] { try await machine.send(event) }
        for event in [Player.Event.mute, .louder, .power, .note] { machine.post(event) }
        try await machine.stop()
        var expected = Recording()
        let number = expected.add("Radio", await machine.vertices)
        for await step in steps { expected.append(step, of: number, time: 0) }
        #expect(recorder.recording == expected)
    }

    @Test func `a recorder that has stopped, or is gone, records no more`() async throws {
        let machine = Machine(Player())
        var other: Recorder? = Recorder()
        let recorder = Recorder()
        recorder.record(machine, named: "Radio")
        other?.record(machine, named: "Radio")
        try await machine.start()
        recorder.stop()
        recorder.stop()
        weak let released = other
        other = nil
        #expect(released == nil)
        try await machine.send(.power)
        #expect(recorder.recording.entries.count == 1)
        recorder.record(machine, named: "Again")
        try await machine.send(.power)
        #expect(recorder.recording.entries.count == 1)
    }

    @Test func `recording a machine that has ended adds nothing`() async throws {
        let machine = Machine(Player())
        try await machine.start()
        try await machine.stop()
        let recorder = Recorder()
        recorder.record(machine, named: "Radio")
        #expect(recorder.recording == Recording())
    }

    @Test func `a recorder may be asked and stopped from inside an action`() async throws {
        final class Nosy: TopState<Int> {
            let recorder: Recorder
            var seen: [Int] = []
            init(_ recorder: Recorder) { self.recorder = recorder }
            override func handle(_ event: Int) -> Reaction {
                .handled {
                    self.seen.append(self.recorder.recording.entries.count)
                    if event == 2 { self.recorder.stop() }
                }
            }
        }
        let recorder = Recorder()
        let machine = Machine(Nosy(recorder))
        recorder.record(machine, named: "Nosy")
        try await machine.start()
        for event in 1...3 { try await machine.send(event) }
        #expect(try await machine.withTop { $0.seen } == [1, 2, 2])
        #expect(recorder.recording.entries.count == 2)
    }

    @Test func `lines that nobody has taken yet are kept, also of a recorder that forgets and has gone`() async throws {
        var recorder: Recorder? = Recorder(clock: ManualClock(), limit: 1)
        let machine = Machine(Player())
        recorder?.record(machine, named: "Radio")
        let lines = try #require(recorder?.lines)
        try await machine.start()
        for _ in 1...30 { try await machine.send(.power) }
        recorder = nil
        var text = ""
        for await line in lines { text += line }
        let read = try Recording(lines: text)
        #expect(read.entries.count == 31)
        #expect(read.droppedCount == 0)
        #expect(read.steps(of: 0).map(\.text) == ["start"] + Array(repeating: "power", count: 30))
    }
}
