import Statecharts

//  Greenhouse                                                            log (saved)
//  ┌───────────────────────────────────────────────────────────────────────────────────┐
//  │    ┌ Running (orthogonal, deep history) ────────────────────────────────────┐       │
//  │    │ Heat: ●→ Cold ──warm, after 3 s──► Hot ──toggle──► Cold                  │       │
//  │ ●→ │       Hot: tick every 2 s / ticks += 1   (@Scoped ticks)                  │       │
//  │    │ Door: ●→ Shut ◄──door──► Open      Shut defers order · Open: order / log  │       │
//  │    └────────────────────────────────────────────────────────────────────────┘       │
//  │    pause ──► Paused ──pause──► Running (resumed)                                      │
//  │    break: throws                                                                      │
//  │    spray ──► Spraying: Sprayer (embedded) ──completed──► Running                      │
//  └───────────────────────────────────────────────────────────────────────────────────┘
//
//  Sprayer    ●→ Filling ──full, after 1.5 s──► Wet: drip every 0.4 s ──dry, after 1 s──► ◉        drips (saved)

final class Greenhouse: TopState<Greenhouse.Event>, Snapshotting {
    enum Event: Codable, Sendable, Hashable {
        case toggle, door, pause, spray, `break`
        case warm, tick
        case order(Int)
    }
    struct Broken: Error {}

    let running = Running(), paused = Paused(), spraying = Spraying()
    let policy: TimerPolicy
    var log: [String] = []

    init(_ policy: TimerPolicy = .resumeRemaining) { self.policy = policy }
    override func configure() { substates(running, paused, spraying) }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .spray: .to(spraying)
        case .order(let number):
            .handled { self.log.append("order \(number) while \(self.paused.isActive ? "paused" : "busy")") }
        case .break: .handled { throw Broken() }
        case .toggle, .door, .pause, .warm, .tick: .unhandled
        }
    }
    func save() -> [String] { log }
    func restore(_ saved: [String]) { log = saved }

    final class Running: OrthogonalState<Greenhouse, Greenhouse> {
        let heat = Heat(), door = Door()
        override func configure() { regions(heat, door, history: .deep) }
        override func handle(_ event: Event) -> Reaction { event == .pause ? .to(superior.paused) : .unhandled }
    }
    final class Heat: State<Running, Greenhouse> {
        let cold = Cold(), hot = Hot()
        override func configure() { substates(cold, hot) }
        final class Cold: State<Heat, Greenhouse> {
            override func entry() { after(.seconds(3), send: .warm, whenRestored: top.policy) }
            override func handle(_ event: Event) -> Reaction { event == .warm ? .to(superior.hot) : .unhandled }
        }
        final class Hot: State<Heat, Greenhouse> {
            @Scoped var ticks = 0
            override func entry() { every(.seconds(2), send: .tick, whenRestored: top.policy) }
            override func exit() { top.log.append("cold after \(ticks) ticks") }
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .tick: .handled { self.ticks += 1 }
                case .toggle: .to(superior.cold)
                case .door, .pause, .spray, .break, .warm, .order: .unhandled
                }
            }
        }
    }
    final class Door: State<Running, Greenhouse> {
        let shut = Shut(), open = Open()
        override func configure() { substates(shut, open) }
        final class Shut: State<Door, Greenhouse> {
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .door: .to(superior.open)
                case .order: .deferred
                case .toggle, .pause, .spray, .break, .warm, .tick: .unhandled
                }
            }
        }
        final class Open: State<Door, Greenhouse> {
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .door: .to(superior.shut)
                case .order(let number): .handled { self.top.log.append("order \(number)") }
                case .toggle, .pause, .spray, .break, .warm, .tick: .unhandled
                }
            }
        }
    }
    final class Paused: State<Greenhouse, Greenhouse> {
        override func handle(_ event: Event) -> Reaction { event == .pause ? .to(superior.running) : .unhandled }
    }
    final class Spraying: Submachine<Greenhouse, Greenhouse, Sprayer> {
        init() { super.init(Sprayer()) { _ in nil } }
        override func completed() -> Reaction {
            .to(superior.running) { self.top.log.append("sprayed, \(self.chart.drips) drips so far") }
        }
    }
}

final class Sprayer: TopState<Sprayer.Event>, Snapshotting {
    enum Event: String, Codable, Sendable { case full, drip, dry }
    let filling = Filling(), wet = Wet(), done = FinalState<Sprayer, Sprayer>()
    var drips = 0
    override func configure() { substates(filling, wet, done) }
    func save() -> Int { drips }
    func restore(_ saved: Int) { drips = saved }

    final class Filling: State<Sprayer, Sprayer> {
        override func entry() { after(.milliseconds(1_500), send: .full) }
        override func handle(_ event: Event) -> Reaction { event == .full ? .to(superior.wet) : .unhandled }
    }
    final class Wet: State<Sprayer, Sprayer> {
        override func entry() {
            every(.milliseconds(400), send: .drip)
            after(.seconds(1), send: .dry)
        }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .drip: .handled { self.top.drips += 1 }
            case .dry: .to(superior.done)
            case .full: .unhandled
            }
        }
    }
}
