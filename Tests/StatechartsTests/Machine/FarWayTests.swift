import Statecharts
import StatechartsTesting
import Testing

/// Forks and joins of leaves, and transitions to the top, in machines: with actions that suspend, and with what the top has
/// under way.
@Suite struct FarWayTests {
    private func records<Event>(_ steps: some AsyncSequence<Macrostep<Event>, Never>) async -> [String] {
        var records: [String] = []
        for await step in steps { records.append(step.description) }
        return records
    }

    @Test func `ways of leaves and the top as a target, with actions that suspend and an event kept for later`()
        async throws
    {
        let machine = Machine(Tides())
        let steps = machine.steps
        try await machine.start()
        #expect(try await machine.send("later") == .deferred)
        #expect(try await machine.send("fork") == .handled)
        let notes = try await machine.withTop { $0.notes }
        try await machine.stop()
        let entered = "High High.A High.A.A2 High.B High.B.B1"
        #expect(
            await records(steps) == [
                "start: handled → Low\n  start, entries Tides Low",
                "later: deferred → Low",
                """
                fork: handled → (High.A.A2, High.B.B1)
                  event, Low → High.A.A2, High.B.B1, exits Low, effects Low, entries \(entered)
                """,
                """
                recalled later: handled → Low
                  event, High.B.B1 → High.B.B2, exits High.B.B1, effects High.B.B1, entries High.B.B2
                  eventless, High.A.A2.over → Tides, exits High.B.B2 High.B High.A.A2 High.A High, \
                effects High.A.A2.over, entries Low
                """,
                "stop: handled → Low\n  finish, exits Low Tides",
            ])
        #expect(
            notes == [
                "+Tides", "+Low", "-Low", "!Low", "+High", "+A", "+A2", "+B", "+B1", "-B1", "!B1", "+B2", "-B2", "-B",
                "-A2", "-A", "-High", "!over", "+Low",
            ])
    }

    @Test func `while a transition to the top suspends, the top is active and nothing inside is`() async throws {
        let machine = Machine(Tides())
        try await machine.start()
        try await machine.withTop { $0.looks = true }
        try await machine.send("all")
        #expect(try await machine.withTop { $0.notes } == ["+Tides", "+Low", "-Low", "top true, low false", "+Low"])
    }

    @Test func `what the top has goes on when a transition leads to it`() async throws {
        let clock = ManualClock()
        let machine = Machine(Lighthouse(), clock: clock)
        let steps = machine.steps
        try await machine.start()
        await clock.advance(by: .milliseconds(1_500))
        #expect(await clock.pending.map(\.description) == ["Lighthouse: tick at 2.0 seconds, every 1.0 seconds"])
        let keeper = try await machine.withTop { $0.keeper.machine.map(ObjectIdentifier.init) }
        #expect(keeper != nil)
        try await machine.send(.home)
        #expect(try await machine.withTop { $0.keeper.machine.map(ObjectIdentifier.init) } == keeper)
        #expect(await clock.pending.map(\.description) == ["Lighthouse: tick at 2.0 seconds, every 1.0 seconds"])
        await clock.advance(by: .milliseconds(500))
        // The work of the top has not been cancelled, and ends when it is let.
        try await machine.withTop { $0.oil.finish() }
        await clock.settle()
        #expect(try await machine.withTop { [$0.entries, $0.ticks, $0.burnt] } == [1, 2, 1])
        try await machine.stop()
        #expect(
            await records(steps) == [
                "start: handled → Lamp\n  start, entries Lighthouse Lamp",
                "tick: handled → Lamp\n  event, Lighthouse ↺, effects Lighthouse",
                "home: handled → Lamp\n  event, Lamp → Lighthouse, exits Lamp, entries Lamp",
                "tick: handled → Lamp\n  event, Lighthouse ↺, effects Lighthouse",
                "burnt: handled → Lamp\n  event, Lighthouse ↺, effects Lighthouse",
                "stop: handled → Lamp\n  finish, exits Lamp Lighthouse",
            ])
    }
}

/// Low keeps "later" for B1 of High. A2's join comes from A2 and B2.
///
///     Tides ─────────────────────────────────────────────────────────────────────┐
///     │            ┌ High ────────────────────────────────────────────────────┐  │
///     │ ●→ Low ─┃──┼─ A: ●→ A1, A2 ┃ over ─► Tides   B: ●→ B1 ──later──► B2  │  │
///     │   fork  ┃  └──────────────────────────────────────────────────────────┘  │
///     │   all: Low ─► Tides                                                       │
///     └───────────────────────────────────────────────────────────────────────────┘
private final class Tides: TopState<String> {
    let low = Low(), high = High()
    var notes: [String] = []
    var looks = false
    override func configure() { substates(low, high) }
    override func entry() async { await note("+Tides") }
    override func exit() async { await note("-Tides") }
    /// Suspends before the note, so that whatever could come between does.
    func note(_ text: String) async {
        await Task.yield()
        notes.append(text)
    }

    class Tide<Superior: StateNode>: State<Superior, Tides> {
        final var name: String { "\(type(of: self))" }
        override func entry() async { await top.note("+\(name)") }
        override func exit() async { await top.note("-\(name)") }
    }

    final class Low: Tide<Tides> {
        let split = Fork<Low, Tides> { [$0.top.high.a.a2, $0.top.high.b.b1] }
        override func configure() { substates(split) }
        override func handle(_ event: String) -> Reaction {
            switch event {
            case "fork": .to(split) { await self.top.note("!Low") }
            case "all":
                .to(top) {
                    await Task.yield()
                    if self.top.looks { await self.top.note("top \(self.top.isActive), low \(self.isActive)") }
                }
            case "later": .deferred
            default: .unhandled
            }
        }
    }
    final class High: OrthogonalState<Tides, Tides> {
        let a = A(), b = B()
        override func configure() { regions(a, b) }
        override func entry() async { await top.note("+High") }
        override func exit() async { await top.note("-High") }
    }
    final class A: Tide<High> {
        let a1 = A1(), a2 = A2()
        override func configure() { substates(a1, a2) }
    }
    final class A1: Tide<A> {}
    final class A2: Tide<A> {
        let over = Join<A2, Tides>(
            from: { [$0, $0.top.high.b.b2] }, to: { a2 in .to(a2.top) { await a2.top.note("!over") } })
        override func configure() { substates(over) }
    }
    final class B: Tide<High> {
        let b1 = B1(), b2 = B2()
        override func configure() { substates(b1, b2) }
    }
    final class B1: Tide<B> {
        override func handle(_ event: String) -> Reaction {
            event == "later" ? .to(superior.b2) { await self.top.note("!B1") } : .unhandled
        }
    }
    final class B2: Tide<B> {}
}

/// The top has a timer, work, data and a machine of its own: `Lighthouse ─ ●→ Lamp ──home──► Lighthouse`.
private final class Lighthouse: TopState<Lighthouse.Event> {
    enum Event: Sendable { case home, tick, burnt }
    let lamp = Lamp()
    @Scoped var ticks = 0
    let keeper = Child(of: Lighthouse.self) { _ in Keeper() }.detached()
    var entries = 0, burnt = 0
    let oil: AsyncStream<Void>.Continuation
    private let burning: AsyncStream<Void>
    override init() { (burning, oil) = AsyncStream.makeStream() }
    override func configure() {
        substates(lamp)
        children(keeper)
    }
    override func entry() {
        entries += 1
        every(.seconds(1), send: .tick)
        run { [burning] in
            for await _ in burning {}
        } done: {
            .burnt
        }
    }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .tick: .handled { self.ticks += 1 }
        case .burnt: .handled { self.burnt += 1 }
        case .home: .unhandled
        }
    }
    final class Lamp: State<Lighthouse, Lighthouse> {
        override func handle(_ event: Event) -> Reaction { event == .home ? .to(top) : .unhandled }
    }
    final class Keeper: TopState<Int> {
        let awake = Awake()
        override func configure() { substates(awake) }
        final class Awake: State<Keeper, Keeper> {}
    }
}
