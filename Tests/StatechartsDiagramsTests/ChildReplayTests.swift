import Statecharts
import StatechartsDiagrams
import StatechartsTesting
import Testing

/// Replays of owners of child machines: what children answered, when they failed, and by which errors.
@Suite struct ChildReplayTests {
    let clock = ManualClock()

    private func record<Top: Statechart>(
        _ chart: sending Top, _ drive: (Machine<Top>) async throws -> Void
    ) async throws -> Recording {
        let recorder = Recorder(clock: clock), machine = Machine(chart, clock: clock)
        recorder.record(machine, named: "it")
        try await machine.start()
        await clock.settle()
        try await drive(machine)
        await clock.settle()
        try await machine.stop()
        let recording = recorder.recording, read = try Recording(lines: recording.lines)
        #expect(read == recording)
        return read
    }

    /// Those about the owner.
    private func own(_ warnings: [String]) -> [String] { warnings.filter { $0.hasPrefix("it,") } }

    @Test func `what children answer to their owner is kept, and answered again`() async throws {
        let recording = try await record(Board()) { board in
            for event: Board.Event in [.add(1), .hitOnly, .hit(1), .hit(1), .lookOnly, .look(1), .both(1), .look(2)] {
                try await board.send(event)
                await clock.settle()
            }
        }
        #expect(own(recording.warnings).isEmpty)
        let answers = recording.steps(of: 0).compactMap(\.answers).map { $0.map { $0.value ?? "" } }
        #expect(
            answers == [["\"handled\""], ["\"handled\""], ["\"handled\""], ["1"], ["2"], ["\"unhandled\"", "2"]])
        #expect(recording.steps(of: 0).contains { $0.microsteps.contains { $0.trigger == "raised is(2)" } })
        #expect(
            "\(try await recording.replay("it") { Board() })"
                == "it: \(recording.steps(of: 0).count) steps, all the same")
        // The answer that decides where the chart goes is the recorded one.
        let other = recording.lines.replacing(#""answers":[{"value":"2"}]"#, with: #""answers":[{"value":"3"}]"#)
        let replay = try await Recording(lines: other).replay("it") { Board() }
        #expect(replay.difference?.reasons.contains("microstep 2: trigger now: raised is(3)") == true, "\(replay)")
    }

    @Test func `an answer that cannot be kept is told of beforehand, and the action that asks fails`() async throws {
        let recording = try await record(Board()) { board in
            try await board.send(.opaque)
        }
        #expect(
            own(recording.warnings) == [
                "it, entry 3: what a child has answered is not Codable: a replay has no answer for the action"
            ])
        let replay = try await recording.replay("it") { Board() }
        #expect("\(replay)".contains("the answer of a child was not kept, as Opaque is not Codable"), "\(replay)")
    }

    @Test func `an owner whose child threw instead of an answer is replayed, with the error if somebody makes it`()
        async throws
    {
        let recording = try await record(Board()) { board in
            try await board.send(.late)
        }
        #expect(
            own(recording.warnings) == [
                "it, entry 3: of what a child threw when it was asked only the text was kept: Board/only: the Reply<Int> "
                    + "was dropped without an answer; answer it, or keep it…"
            ])
        #expect(try await recording.replay("it") { Board() }.difference != nil)
        let replay = try await recording.replay("it", errors: { $0.contains("dropped") ? Dropped() : nil }) { Board() }
        #expect(replay.difference == nil, "\(replay)")
    }

    @Test func `a step that looks at the machine of a child is told of where a replay differs, and nowhere else`()
        async throws
    {
        let keyed = try await record(Board()) { board in
            for event: Board.Event in [.add(1), .known(1)] { try await board.send(event) }
        }
        #expect(own(keyed.warnings).isEmpty)
        #expect(try await keyed.replay("it") { Board() }.difference == nil)
        let seeing = try await record(Board()) { board in
            for event: Board.Event in [.seen(1), .add(1), .seen(1)] { try await board.send(event) }
        }
        #expect(own(seeing.warnings).isEmpty)
        let replay = try await seeing.replay("it") { Board() }
        // Before it there may be steps of the child.
        let last = try #require(
            seeing.entries.lastIndex { if case .step(let step) = $0 { step.seesMachines == true } else { false } })
        #expect(replay.difference?.entry == last, "\(replay)")
        #expect(
            replay.difference?.reasons.last
                == "entry \(last): the machine of a child was looked at, which is nil in a replay; "
                + "use send, ask, post and keys of the declaration")
        // What is posted to a machine has no consequence for the step.
        let posting = try await record(Board()) { board in
            for event: Board.Event in [.add(1), .poke(1), .known(1)] { try await board.send(event) }
        }
        #expect(posting.steps(of: 0).contains { $0.seesMachines == true } && own(posting.warnings).isEmpty)
        #expect(try await posting.replay("it") { Board() }.difference == nil)
    }

    @Test func `failures are as far apart in a replay as they were`() async throws {
        for pause in [0, 100] {
            let recording = try await record(Rack()) { rack in
                for _ in 1...2 {
                    try await rack.send(.fail)
                    await clock.settle()
                    await clock.advance(by: .seconds(pause))
                }
            }
            let texts = recording.steps(of: 0).map(\.text)
            #expect(texts.contains("gone") == (pause == 0))
            #expect(
                "\(try await recording.replay("it") { Rack() })" == "it: \(texts.count) steps, all the same")
        }
    }

    @Test func `an error is kept as text, which is told of beforehand, and is made again by whoever can`() async throws
    {
        let recording = try await record(Loader()) { _ in }
        #expect(
            recording.warnings == [
                "it, entry 1: the error Offline() was kept as text; if a state looks at its type, let errors: of the "
                    + "replay make it again"
            ])
        let stranger = try await recording.replay("it") { Loader() }
        #expect(stranger.difference?.reasons.contains("active now: Broken") == true, "\(stranger)")
        let replay = try await recording.replay("it", errors: { $0 == "Offline()" ? Loader.Offline() : nil }) {
            Loader()
        }
        #expect(replay.difference == nil, "\(replay)")
    }
}

private struct Opaque: Sendable {}
private struct Dropped: Error {}

/// What it raises depends on what its children answer.
private final class Board: TopState<Board.Event> {
    enum Event: Codable, Hashable, Sendable {
        case add(Int), hitOnly, hit(Int), lookOnly, look(Int), both(Int), opaque, late, `is`(Int), told, known(Int),
            seen(Int), poke(Int)
    }
    let only = Child(of: Board.self) { _ in Slot() }
    let rows = ChildMachines(of: Board.self) { (_: Board, _: Int) in Slot() }
    override func configure() { children(only, rows) }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .add(let key): .handled { rows.add(key) }
        case .hitOnly: .handled { try await only.send(.hit) }
        case .hit(let key): .handled { try await rows.send(.hit, to: key) }
        case .lookOnly: .handled { raise(.is(try await only.ask { .count($0) })) }
        case .look(let key): .handled { raise(.is((try? await rows.ask(key) { .count($0) }) ?? -1)) }
        case .both(let key):
            .handled {
                if try await rows.send(.unknown, to: key) == .unhandled {
                    raise(.is(try await rows.ask(key) { .count($0) }))
                }
            }
        case .opaque: .handled { _ = try await only.ask { .opaque($0) } }
        case .late:
            .handled {
                do { _ = try await only.ask { .drop($0) } } catch {
                    if error is MachineError || error is Dropped { raise(.told) }
                }
            }
        case .known(let key): rows.keys.contains(key) ? .handled : .unhandled
        case .poke(let key): .handled { rows[key]?.post(.hit) }
        case .seen(let key): rows[key] != nil ? .handled : .unhandled
        case .is, .told: .handled
        }
    }
}

private final class Slot: TopState<Slot.Event> {
    enum Event: Sendable { case hit, unknown, count(Reply<Int>), opaque(Reply<Opaque>), drop(Reply<Int>), fail }
    struct Broken: Error {}
    var count = 0
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .hit: .handled { count += 1 }
        case .unknown: .unhandled
        case .count(let reply): .handled { reply.answer(count) }
        case .opaque(let reply): .handled { reply.answer(Opaque()) }
        case .drop: .handled
        case .fail: .handled { throw Broken() }
        }
    }
}

/// One failure within a second is followed by a restart.
private final class Rack: TopState<Rack.Event> {
    enum Event: Codable, Sendable { case fail, again, gone }
    let slot = Child(of: Rack.self) { _ in Slot() }
        .restart(.transient, limit: RestartLimit(1, in: .seconds(1))) { _ in .again }
        .failed { _ in .gone }
    override func configure() { children(slot) }
    override func handle(_ event: Event) -> Reaction { event == .fail ? slot.forward(.fail) : .handled }
}

private final class Loader: TopState<Loader.Event> {
    enum Event: Codable, Sendable { case go }
    struct Offline: Error {}
    let loading = Loading(), offline = OfflineState(), broken = Broken()
    override func configure() { substates(loading, offline, broken) }
    final class Loading: State<Loader, Loader> {
        override func entry() { run { () async throws -> Void in throw Offline() } }
        override func failed(_ error: any Error) -> Reaction {
            error is Offline ? .to(superior.offline) : .to(superior.broken)
        }
    }
    final class OfflineState: State<Loader, Loader> {}
    final class Broken: State<Loader, Loader> {}
}
