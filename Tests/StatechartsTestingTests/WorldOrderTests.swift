import Statecharts
import StatechartsTesting
import Testing

//   Hub [dialer: Dialer]
//   ┌─────────────────────────────────────────────────────────────────┐
//   │ ●──▶ Idle ──call──▶ Loading (work, 2 s) ──loaded──▶ Ready       │
//   │                     Loading ──late──▶ Late                      │
//   └─────────────────────────────────────────────────────────────────┘
//   asks ─▶ ■
private final class Hub: TopState<Hub.Event> {
    enum Event: Hashable, Sendable { case call, next, loaded(String), late, number(Int), asked(Int), poke }
    let asks = InputPort<Int>("asks")
    let dialer: Child<Hub, Dialer>
    let idle = Idle(), loading = Loading(), ready = Ready(), late = Late()
    var heard: [Event] = []

    init(callsAfter delay: Duration?) {
        dialer = Child(of: Hub.self) { _ in Dialer(callsAfter: delay) }
            .on(\.calls) { $0 == 0 ? .call : $0 == 1 ? .next : .number($0) }
    }
    override func configure() {
        children(dialer)
        receive(asks) { .asked($0) }
        substates(idle, loading, ready, late)
    }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .number, .asked, .next: .handled { self.heard.append(event) }
        case .call, .loaded, .late, .poke: .unhandled
        }
    }

    final class Idle: State<Hub, Hub> {
        override func handle(_ event: Event) -> Reaction { event == .call ? .to(superior.loading) : .unhandled }
    }
    final class Loading: State<Hub, Hub> {
        override func entry() {
            after(.seconds(2), send: .late)
            run {
                "real"
            } done: {
                .loaded($0)
            }
        }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .loaded: .to(superior.ready)
            case .late: .to(superior.late)
            case .call, .next, .number, .asked, .poke: .unhandled
            }
        }
    }
    final class Ready: State<Hub, Hub> {
        override func handle(_ event: Event) -> Reaction { event == .next ? .to(superior.idle) : .unhandled }
    }
    final class Late: State<Hub, Hub> {}
}

/// Calls at once, twice, or after a time; and tells the numbers that it is given.
private final class Dialer: TopState<Int> {
    let calls = OutputPort<Int>("calls")
    private let delay: Duration?
    init(callsAfter delay: Duration?) { self.delay = delay }
    override func entry() {
        guard let delay else { return }
        if delay > .zero {
            after(delay, send: 0)
        } else {
            calls.send(0)
            calls.send(1)
        }
    }
    override func handle(_ event: Int) -> Reaction { .handled { self.calls.send(event) } }
}

//   Choir [voices: Voices]      Voices: High ‖ Middle ‖ Low
private final class Choir: TopState<Int> {
    let voices = Child(of: Choir.self) { _ in Voices() }
    override func configure() { children(voices) }
}

private final class Voices: TopState<Int> {
    let high = High(), middle = Middle(), low = Low()
    override func configure() { regions(high, middle, low) }
    final class High: State<Voices, Voices> {}
    final class Middle: State<Voices, Voices> {}
    final class Low: State<Voices, Voices> {}
}

/// In which order a test machine lets fakes, children and messages come, and what it finds left.
@Suite struct WorldOrderTests {
    private func test(callsAfter delay: Duration?, _ kept: Kept) async throws -> (
        TestMachine<Hub>, Explorer<Hub>
    ) {
        var explorer = Explorer<Hub>(events: []) { Hub(callsAfter: delay) }
        explorer.run(Explorer<Dialer>(events: [7, 8]) { Dialer(callsAfter: nil) })
        let test = TestMachine(explorer.makeChart(), childrenOf: explorer, failures: kept.report)
        try await test.start()
        return (test, explorer)
    }

    @Test func `work that a child's message begins is faked before time passes on`() async throws {
        let kept = Kept()
        let (test, _) = try await test(callsAfter: .seconds(1), kept)
        test.fake(String.self) { "fake" }
        await test.advance(by: .seconds(5)) {
            $0.exits(\.idle, \.loading)
            $0.enters(\.loading, \.ready)
        }
        test.expect(configuration: \.ready)
        #expect(kept.messages == [])
        await test.stop(.partial)
    }

    @Test func `and before the chart takes the child's next message`() async throws {
        let kept = Kept()
        let (test, _) = try await test(callsAfter: .zero, kept)
        test.fake(String.self) { "fake" }
        await test.letChildrenRun {
            $0.exits(\.idle, \.loading, \.ready)
            $0.enters(\.loading, \.ready, \.idle)
        }
        #expect(test.top.heard == [] && kept.messages == [])
        await test.stop(.partial)
    }

    @Test func `what a test gives the chart is taken at once, and what waits is taken in its order`() async throws {
        let kept = Kept()
        let (test, explorer) = try await test(callsAfter: nil, kept)
        await test.letChildrenRun()
        await test.follow("child dialer: 7", of: explorer)
        await test.follow("child dialer: 8", of: explorer)
        await test.receive(\.asks, 1) { $0.reacts(\.self) }
        #expect(test.top.heard == [.asked(1)])
        await test.letChildrenRun(.partial)
        #expect(test.top.heard == [.asked(1), .number(7), .number(8)])
        #expect(kept.messages == [])
        await test.stop(.partial)
    }

    @Test func `a child that runs, and a message that waits, are left at the end`() async throws {
        let kept = Kept()
        let (test, explorer) = try await test(callsAfter: nil, kept)
        await test.letChildrenRun()
        await test.follow("child dialer: 7", of: explorer)
        for _ in 0..<2 { await test.send(.poke) { $0.isUnhandled() } }
        #expect(kept.messages == [])
        test.finish()
        #expect(
            kept.messages == [
                """
                the test ends while something is left
                armed and under way:
                  Hub/dialer:Dialer: a child machine that runs
                sent and not taken: let it be taken by letChildrenRun()
                the chart is in Idle
                """
            ])
        await test.stop(.partial)
        test.finish()
        #expect(kept.messages.count == 1)
    }

    @Test func `a child that runs in several regions is told once`() async throws {
        let kept = Kept()
        var explorer = Explorer<Choir>(events: []) { Choir() }
        explorer.run(Explorer<Voices>(events: []) { Voices() })
        let test = TestMachine(explorer.makeChart(), childrenOf: explorer, failures: kept.report)
        try await test.start()
        await test.letChildrenRun(.partial)
        test.finish()
        let line = "  Choir/voices:High, Choir/voices:Middle, Choir/voices:Low: a child machine that runs"
        let lines = kept.messages.flatMap { $0.split(separator: "\n") }
        #expect(lines.filter { $0.contains("a child machine that runs") }.map(String.init) == [line], "\(lines)")
        await test.stop(.partial)
    }
}
