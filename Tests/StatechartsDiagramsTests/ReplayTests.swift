import Foundation
import Statecharts
import StatechartsDiagrams
import StatechartsTesting
import Testing

/// Recorded inputs, fed to fresh charts.
struct ReplayTests {
    /// Two cups, of which the second comes to nothing; the lines as a file would have them.
    private func recorded() async throws -> (Recording, cups: Int) {
        let clock = ManualClock()
        let recorder = Recorder(clock: clock)
        let machine = Machine(Kiosk(), clock: clock)
        recorder.record(machine, named: "Kiosk") { "paid \($0.paid)" }
        try await machine.start()
        try await machine.send(.coin(1))
        try await machine.send(.coin(2))
        await clock.settle()
        try await machine.send(.coin(5))  // deferred until the cup is taken away
        await clock.advance(by: .seconds(1))
        await clock.advance(by: .seconds(2))
        await clock.settle()
        try await machine.send(.over)
        let cups = try await machine.withTop { $0.cups }
        try await machine.stop()
        return (recorder.recording, cups)
    }

    @Test func `a recording has the inputs apart from what followed from them`() async throws {
        let (recording, cups) = try await recorded()
        #expect(cups == 2)
        let graph = recording.machines[0].graph
        let inputs = recording.steps(of: 0).map { step in
            let origin = step.origin.map { " \($0.kind.rawValue) of \(graph.vertices[$0.state].path)" } ?? ""
            return "\(step.input.rawValue) \(step.text)\(origin)"
        }
        // The two activities of a cup may end in any order.
        #expect(
            inputs.filter { !$0.contains("silent") } == [
                "start start", "event coin(1)", "event coin(2)", "event progress(0.5) sent of Brewing",
                "event brewed(\"cup 1\") result of Brewing", "event coin(5)",
                "event wiped timer of Serving.cleaner.Cleaner.Dirty", "recalled recalled coin(5)",
                "event timeout timer of Serving", "recalled recalled coin(5)", "event progress(0.5) sent of Brewing",
                "event broke(\"empty\") failed of Brewing", "event over", "stop stop",
            ])
        #expect(recording.steps(of: 0)[1].event == "{\"coin\":{\"_0\":1}}")
        #expect(recording.machines[0].isReplayable)
        #expect(recording.warnings == [])
    }

    @Test func `the inputs lead a fresh chart through the same steps, also after they were written and read`()
        async throws
    {
        let (recording, _) = try await recorded()
        let read = try Recording(lines: recording.lines)
        #expect(read == recording)
        // No work is done: what it came to is among the inputs.
        let replay = try await read.replay("Kiosk") { Kiosk { _, _ in throw Kiosk.Empty() } }
        #expect(replay.difference == nil, "\(replay)")
        #expect(replay.stepCount == recording.steps(of: 0).count)
        #expect("\(replay)" == "Kiosk: \(replay.stepCount) steps, all the same")
    }

    @Test func `the first step that differs is found and named by its line`() async throws {
        let (recording, _) = try await recorded()
        var lines = recording.lines.split(separator: "\n").map(String.init)
        let place = try #require(lines.firstIndex { $0.contains("coin(2)") })
        lines[place] = lines[place].replacing("\\\"_0\\\":2", with: "\\\"_0\\\":1")
        let changed = try Recording(lines: lines.joined(separator: "\n") + "\n")
        let replay = try await changed.replay("Kiosk") { Kiosk() }
        #expect(
            "\(replay)" == """
                Kiosk: 2 steps are the same, then differs line \(place + 1), entry 2
                  input recorded: coin(2)
                  input now: coin(1)
                  microstep 2: transitions recorded: enough → Brewing [enough]
                  microstep 2: transitions now: enough → Idle [more]
                  microstep 2: entries recorded: Brewing
                  microstep 2: entries now: Idle
                  active recorded: Brewing
                  active now: Idle
                """)
        #expect(replay.difference?.line == place + 1)
    }

    @Test func `a chart that changed in the meantime is found at its first other step`() async throws {
        let (recording, _) = try await recorded()
        let replay = try await recording.replay("Kiosk") { Kiosk(price: 4) }
        #expect(replay.stepCount == 2)
        #expect(replay.difference?.reasons.first == "microstep 2: transitions recorded: enough → Brewing [enough]")
        #expect(replay.difference?.line == nil)
        let cheap = try await recording.replay("Kiosk") { Kiosk(price: 1) }
        #expect(cheap.stepCount == 1)
    }

    @Test func `an input that nothing can bring any more is a difference`() async throws {
        let (recording, _) = try await recorded()
        let lines = recording.lines.split(separator: "\n").filter { !$0.contains("brewed(") }
        let without = try Recording(lines: lines.joined(separator: "\n") + "\n")
        let replay = try await without.replay("Kiosk") { Kiosk() }
        #expect(replay.difference != nil)
        let wiped = try #require(recording.steps(of: 0).firstIndex { $0.text == "wiped" })
        let early = try Recording(
            lines: recording.lines.split(separator: "\n").enumerated().filter { number, line in
                number < 3 || line.contains("wiped")
            }.map { String($0.element) }.joined(separator: "\n") + "\n")
        #expect(wiped > 0)
        #expect(
            try await early.replay("Kiosk") { Kiosk() }.difference?.reasons == [
                "recorded: wiped", "now: there is no such timer or activity, or the machine has ended",
            ])
    }

    @Test func `what cannot be replayed says so when the recording is read, and when it is tried`() async throws {
        let recording = try RecordingTests.recording()
        let read = try Recording(lines: recording.lines)
        #expect(
            read.warnings == [
                "Kitchen radio: its events are not Codable; they were kept as text and cannot be replayed; make them "
                    + "Codable to replay it"
            ])
        func refusal(_ body: () async throws -> Replay) async -> String {
            do {
                _ = try await body()
                return "nothing"
            } catch { return "\(error)" }
        }
        let (kiosk, _) = try await recorded()
        #expect(
            await refusal { try await kiosk.replay("Radio") { Kiosk() } }
                == "no machine is called Radio; there are: Kiosk [noSuchMachine]")
        let header = kiosk.lines.split(separator: "\n")
        let middle = try Recording(lines: (header.prefix(2) + header.dropFirst(3)).joined(separator: "\n") + "\n")
        #expect(
            await refusal { try await middle.replay("Kiosk") { Kiosk() } }
                == "line 3: Kiosk, entry 0: the recording does not begin with the start of the machine; record it before it "
                + "is started, and one that continues from a snapshot cannot be replayed [notReplayable]")
    }

    @Test func `a machine that took over from another is replayed with a second chart`() async throws {
        let recorder = Recorder(clock: ManualClock())
        for coins in [1, 2] {
            let machine = Machine(Kiosk(), clock: ManualClock())
            recorder.record(machine, named: "Kiosk")
            try await machine.start()
            try await machine.send(.coin(coins))
            try await machine.stop()
        }
        #expect(recorder.recording.machines.count == 1)
        let replay = try await recorder.recording.replay("Kiosk") { Kiosk() }
        #expect("\(replay)" == "Kiosk: 6 steps, all the same")
    }

    @Test func `what a chart does after the last recorded step is found, unless the recording was cut there`()
        async throws
    {
        let (recording, _) = try await recorded()
        var lines = recording.lines.split(separator: "\n").map(String.init)
        let recall = try #require(lines.firstIndex { $0.contains("recalled coin(5)") })
        lines.removeSubrange(recall...)
        let short = try Recording(lines: lines.joined(separator: "\n") + "\n")
        #expect(
            try await short.replay("Kiosk") { Kiosk() }.difference?.reasons == [
                "recorded: nothing after it", "now: recalled coin(5)",
            ])
        #expect(try await short.replay("Kiosk") { Kiosk() }.difference?.line == recall)
        let cut = try Recording(lines: lines.joined(separator: "\n") + "\n{\"entry\":{\"_0")
        #expect(try await cut.replay("Kiosk") { Kiosk() }.difference == nil)
    }

    /// Waits in its second state for somebody who never comes.
    private final class Waiting: TopState<String> {
        let idle = Idle(), stuck = Stuck()
        let wait: @Sendable () async throws -> Void
        init(_ wait: @escaping @Sendable () async throws -> Void) { self.wait = wait }
        override func configure() { substates(idle, stuck) }
        final class Idle: State<Waiting, Waiting> {
            override func handle(_ event: String) -> Reaction { .to(superior.stuck) }
        }
        final class Stuck: State<Waiting, Waiting> {
            override func entry() async throws { try await top.wait() }
        }
    }

    private func waited() async throws -> Recording {
        let recorder = Recorder(clock: ManualClock())
        let machine = Machine(Waiting {})
        recorder.record(machine, named: "Waiting")
        try await machine.start()
        try await machine.send("go")
        try await machine.stop()
        return recorder.recording
    }

    @Test func `an action that does not come back is named, cancelled and given up`() async throws {
        let recording = try await waited()
        let (cancellations, cancelled) = AsyncStream.makeStream(of: Void.self)
        do {
            let replay = try await recording.replay("Waiting", patience: .milliseconds(20)) {
                Waiting {
                    await withTaskCancellationHandler {
                        // Heeds no cancellation.
                        await unsafe withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
                    } onCancel: {
                        cancelled.finish()
                    }
                }
            }
            Issue.record("\(replay)")
        } catch let error as RecordingError {
            #expect(error.message.hasPrefix("Waiting, entry 1: waiting for the entry action of Stuck may never end"))
        }
        for await _ in cancellations {}
    }

    @Test func `a replay whose task is cancelled says so`() async throws {
        let recording = try await waited()
        let (begun, begins) = AsyncStream.makeStream(of: Void.self)
        let replay = Task {
            try await recording.replay("Waiting") {
                Waiting {
                    begins.finish()
                    for await _ in AsyncStream<Void>.makeStream().stream {}
                    try Task.checkCancellation()
                }
            }
        }
        for await _ in begun {}
        replay.cancel()
        await #expect(throws: CancellationError.self) { try await replay.value }
    }

    @MainActor @Test func `a replay runs where it is called`() async throws {
        let recording = try await waited()
        let replay = try await recording.replay("Waiting") { Waiting { @MainActor in MainActor.assertIsolated() } }
        #expect(replay.difference == nil)
        final class Here: TopState<String> {
            override func entry() { MainActor.assertIsolated() }
        }
        let recorder = Recorder(clock: ManualClock())
        let machine = Machine(Here(), on: MainActor.shared)
        recorder.record(machine, named: "Here")
        try await machine.start()
        try await machine.send("go")
        #expect(try await recorder.recording.replay("Here") { Here() }.stepCount == 2)
    }
}
