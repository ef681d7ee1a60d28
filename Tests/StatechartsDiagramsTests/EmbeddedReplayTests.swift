import Statecharts
import StatechartsDiagrams
import StatechartsTesting
import Testing

/// Replays of charts that embed charts with work, timers, ports and children of their own.
@Suite struct EmbeddedReplayTests {
    let clock = ManualClock()

    /// What a recording of a chart says when it is replayed, also after it was written and read, and its warnings.
    private func replay<Top: Statechart>(
        _ make: () -> sending Top, _ drive: (Machine<Top>) async throws -> Void
    ) async throws -> (text: String, steps: [Recording.Step], warnings: [String]) where Top.Event: Codable {
        let recorder = Recorder(clock: clock), machine = Machine(make(), clock: clock)
        recorder.record(machine, named: "it")
        try await machine.start()
        try await drive(machine)
        await clock.settle()
        try await machine.stop()
        let recording = recorder.recording, read = try Recording(lines: recording.lines)
        #expect(read == recording)
        return ("\(try await read.replay("it") { make() })", recording.steps(of: 0), recording.warnings)
    }

    @Test func `what an embedded chart's work brings is fed again, as events of that chart`() async throws {
        let (text, steps, warnings) = try await replay({ Outside() }) { _ in await clock.settle() }
        #expect(text == "it: 5 steps, all the same")
        #expect(warnings == [])
        let inside = steps.filter { $0.inside != nil }
        #expect(Set(inside.map(\.text)) == ["part(1)", "loaded(5)", "broke"])
        #expect(inside.allSatisfy { $0.event != nil && $0.origin != nil })
    }

    @Test func `what the children and timers of an embedded chart send is fed again`() async throws {
        let (text, steps, warnings) = try await replay({ Outside() }) { machine in
            await clock.settle()
            for event: Inside.Event in [.add(1), .hit(1), .hit(1)] { try await machine.send(.inside(event)) }
            await clock.settle()
            await clock.advance(by: .seconds(1))
            try await machine.send(.inside(.hit(2)))
        }
        #expect(text.hasSuffix(" steps, all the same"), "\(text)")
        #expect(warnings == [])
        #expect(steps.map(\.text).filter { $0.hasPrefix("heard") } == ["heard(1)", "heard(2)"])
        #expect(steps.contains { $0.text == "tick" && $0.inside != nil })
    }

    @Test func `what comes through a port of an embedded chart is fed again`() async throws {
        let (text, steps, warnings) = try await replay({ Outside() }) { machine in
            await clock.settle()
            let orders = OutputPort<Int>("orders")
            connect(orders, to: try await machine.withTop { $0.inside.chart.orders })
            orders.send(7)
            await clock.settle()
        }
        #expect(text.hasSuffix(" steps, all the same"), "\(text)")
        #expect(warnings == [])
        #expect(steps.contains { $0.text == "ordered(7)" && $0.origin == nil && $0.inside != nil })
    }

    @Test func `an embedded chart whose events are not Codable is told of before anybody relies on a replay`()
        async throws
    {
        let recorder = Recorder(clock: clock), machine = Machine(Mute(), clock: clock)
        recorder.record(machine, named: "Mute")
        try await machine.start()
        await clock.settle()
        let recording = recorder.recording
        #expect(
            recording.warnings == [
                "Mute, entry 1: the event loaded was kept as text and cannot be fed; make the events of inside.Silent "
                    + "Codable"
            ])
        await #expect(throws: RecordingError.self) { try await recording.replay("Mute") { Mute() } }
        try await machine.stop()
    }
}

/// Embeds a chart that has everything of its own.
private final class Outside: TopState<Outside.Event> {
    enum Event: Codable, Hashable, Sendable { case inside(Inside.Event) }
    let inside = Submachine<Outside, Outside, Inside>(Inside()) {
        if case .inside(let event) = $0 { event } else { nil }
    }
    override func configure() { substates(inside) }
}

private final class Inside: TopState<Inside.Event> {
    enum Event: Codable, Hashable, Sendable {
        case part(Int), loaded(Int), broke, tick, add(Int), hit(Int), heard(Int), ordered(Int)
    }
    struct Broken: Error {}

    let orders = InputPort<Int>("orders")
    let few = Few(), many = Many()
    let rows = ChildMachines(of: Inside.self) { (_: Inside, _: Int) in Bell() }.on(\.out) { .heard($1) }
    override func configure() {
        receive(orders) { .ordered($0) }
        children(rows)
        substates(few, many)
    }
    override func entry() {
        run { send in
            send(.part(1))
            return 5
        } done: {
            .loaded($0)
        }
        run { () async throws -> Int in
            throw Broken()
        } done: {
            .loaded($0)
        } failed: { _ in
            .broke
        }
        after(.seconds(1), send: .tick)
    }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .add(let key): .handled { rows.add(key) }
        case .hit(let key): rows.forward(.hit, to: key)
        default: .handled
        }
    }

    final class Few: State<Inside, Inside> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .heard(2): .to(superior.many)
            default: .unhandled
            }
        }
    }
    final class Many: State<Inside, Inside> {}
}

private final class Bell: TopState<Bell.Event> {
    enum Event: Codable, Sendable { case hit }
    let out = OutputPort<Int>("out")
    var count = 0
    override func handle(_ event: Event) -> Reaction {
        .handled {
            count += 1
            out.send(count)
        }
    }
}

private final class Mute: TopState<Mute.Event> {
    enum Event: Codable, Sendable { case go }
    let inside = Submachine<Mute, Mute, Silent>(Silent()) { _ in nil }
    override func configure() { substates(inside) }

    final class Silent: TopState<Silent.Event> {
        enum Event: Sendable { case loaded }
        override func entry() {
            run {
                5
            } done: { _ in
                .loaded
            }
        }
        override func handle(_ event: Event) -> Reaction { .handled }
    }
}
