import Statecharts
import StatechartsTesting
import Testing

//   Drummer: On arms one tick once and one again and again
//   ●──▶ On.Zero ──tick──▶ One ──tick──▶ Two      stop in One: the one that repeats is cancelled, a tick then is late
private final class Drummer: TopState<Drummer.Event> {
    enum Event: Sendable { case tick, stop }
    let on = On()
    override func configure() { substates(on) }
    final class On: State<Drummer, Drummer> {
        @Scoped var rhythm: TimerID?
        let zero = Zero(), one = One(), two = Two(), stopped = Stopped(), late = Late()
        override func configure() { substates(zero, one, two, stopped, late) }
        override func entry() {
            after(.seconds(1), send: .tick)
            rhythm = every(.seconds(2), send: .tick)
        }
        final class Zero: State<On, Drummer> {
            override func handle(_ event: Event) -> Reaction { event == .tick ? .to(superior.one) : .unhandled }
        }
        final class One: State<On, Drummer> {
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .tick: .to(superior.two)
                case .stop: .to(superior.stopped) { if let timer = superior.rhythm { superior.cancel(timer) } }
                }
            }
        }
        final class Two: State<On, Drummer> {}
        final class Stopped: State<On, Drummer> {
            override func handle(_ event: Event) -> Reaction { event == .tick ? .to(superior.late) : .unhandled }
        }
        final class Late: State<On, Drummer> {}
    }
}

private struct Price: Hashable, CustomStringConvertible {
    let cents: Int
    var description: String { "\(cents / 100) €" }
}

//   Auction: ●──▶ Waiting: two timers whose events have one text ──▶ Cheap or Dear
private final class Auction: TopState<Auction.Event> {
    enum Event: Sendable, Equatable { case price(Price) }
    let waiting = Waiting(), cheap = Cheap(), dear = Dear()
    override func configure() { substates(waiting, cheap, dear) }
    final class Waiting: State<Auction, Auction> {
        override func entry() {
            after(.seconds(1), send: .price(Price(cents: 100)))
            after(.seconds(2), send: .price(Price(cents: 199)))
        }
        override func handle(_ event: Event) -> Reaction {
            event == .price(Price(cents: 100)) ? .to(superior.cheap) : .to(superior.dear)
        }
    }
    final class Cheap: State<Auction, Auction> {}
    final class Dear: State<Auction, Auction> {}
}

//   Between: gone arms a timer of 2 s, while one of 3 s is armed
//   ●──▶ Both: Waiting ──go──▶ Gone      short ──▶ Good, long in Gone ──▶ Bad
private final class Between: TopState<Between.Event> {
    enum Event: Sendable { case go, long, short }
    let both = Both(), good = Good(), bad = Bad()
    override func configure() { substates(both, good, bad) }
    final class Both: State<Between, Between> {
        let waiting = Waiting(), gone = Gone()
        override func configure() { substates(waiting, gone) }
        override func entry() { after(.seconds(3), send: .long) }
        override func handle(_ event: Event) -> Reaction { event == .long ? .to(superior.bad) : .unhandled }
        final class Waiting: State<Both, Between> {
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .go: .to(superior.gone)
                case .long: .handled
                case .short: .unhandled
                }
            }
        }
        final class Gone: State<Both, Between> {
            override func entry() { after(.seconds(2), send: .short) }
            override func handle(_ event: Event) -> Reaction { event == .short ? .to(top.good) : .unhandled }
        }
    }
    final class Good: State<Between, Between> {}
    final class Bad: State<Between, Between> {}
}

/// Which timer can be next.
@Suite struct ExploredTimersTests {
    @Test(arguments: [Explorer<Drummer>.Return.automatic, .replaying])
    private func `of timers of one state with the same event any can be next`(
        _ returning: Explorer<Drummer>.Return
    ) async throws {
        var explorer = Explorer(events: [.stop]) { Drummer() }
        explorer.timers = .any
        explorer.returning = returning
        explorer.allowsDeadEnds = true
        let found = try await explorer.explore()
        #expect(found.problems.isEmpty && found.isComplete, "\(found)")
        // The one that repeats has ticked, and the other one is left when it is cancelled.
        #expect(found.path(to: \.on.late)?.description == "timer On: tick #2, stop, timer On: tick")
        let test = TestMachine(Drummer())
        try await test.start()
        await test.follow("timer On: tick #2", of: explorer)
        #expect(test.configuration.description == "On.One")
    }

    @Test func `timers whose events differ in what their texts do not show are numbered`() async throws {
        var explorer = Explorer(events: []) { Auction() }
        explorer.timers = .any
        explorer.allowsDeadEnds = true
        let found = try await explorer.explore()
        #expect(found.path(to: \.cheap)?.description == "timer Waiting: price(1 €)")
        #expect(found.path(to: \.dear)?.description == "timer Waiting: price(1 €) #2")
    }

    @Test func `between two deadlines nothing comes, unless any timer can be next`() async throws {
        var explorer = Explorer(events: [.go]) { Between() }
        explorer.allowsDeadEnds = true
        #expect(try await explorer.explore().unreachedStates.map(\.path) == ["Bad"])
        explorer.timers = .any
        let found = try await explorer.explore()
        #expect(found.path(to: \.bad)?.description == "go, timer Both: long")
        #expect(found.path(to: \.good)?.description == "go, timer Both.Gone: short")
    }
}
