import Statecharts

//  Workshop                                                              log, orders (saved)
//  ┌──────────────────────────────────────────────────────────────────────────────────────┐
//  │ ●→ Idle ──work──► Bench (orthogonal, deep history)                    ──close──► ◉   │
//  │      ▲    ┌────────────────────────────┬─────────────────────────────┐               │
//  │      │    │ Saw   ●→ Off ◄─toggle─► On │ Paint ●→ Dry ──tick──► Wet  │               │
//  │      │    │          On: cuts += tick  │   ▲ Wet ●→ First─tick►Second│               │
//  │      │    │          On defers order   │   └──────toggle─────┘       │               │
//  │      ├────┴────────────rest────────────┴─────────────────────────────┘               │
//  │      │                                                                               │
//  │      └── completed ── Desk: Orders (submachine) ◄──order── any but On and Desk       │
//  └──────────────────────────────────────────────────────────────────────────────────────┘
//
//  Orders (embedded)                                                      written (saved)
//  ┌──────────────────────────────────────────────────────────────────────────────────────┐
//  │ ●→ Waiting (defers stamp) ──write──► Writing ──stamp──► ◉                            │
//  └──────────────────────────────────────────────────────────────────────────────────────┘

final class Workshop: TopState<Workshop.Event>, Snapshotting {
    enum Event: Codable, Sendable, Hashable, CaseIterable {
        case work, rest, toggle, close
        case tick(Int)
        case order(String)

        static let allCases: [Event] = [
            .work, .work, .rest, .toggle, .toggle, .tick(1), .tick(20), .tick(300), .order("elm"),
        ]
    }

    struct Saved: Codable, Sendable {
        var log: [String]
        var orders: [String]
    }

    static let snapshotVersion = 3

    let idle = Idle(), bench = Bench(), desk = Desk(), closed = Closed()
    var log: [String] = []
    var orders: [String] = []

    override func configure() { substates(idle, bench, desk, closed) }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .order(let wood): .to(desk) { self.orders.append(wood) }
        case .close: .to(closed)
        case .work, .rest, .toggle, .tick: .unhandled
        }
    }
    func save() -> Saved { Saved(log: log, orders: orders) }
    func restore(_ saved: Saved) { (log, orders) = (saved.log, saved.orders) }

    class Logging<Superior: StateNode>: State<Superior, Workshop> {
        override func entry() { top.log.append("+\(path)") }
        override func exit() { top.log.append("-\(path)") }
        override func restored() { restorations.append(path) }
        var restorations: [String] = []
    }

    final class Idle: Logging<Workshop> {
        override func handle(_ event: Event) -> Reaction { event == .work ? .to(superior.bench) : .unhandled }
    }

    final class Bench: OrthogonalState<Workshop, Workshop> {
        let saw = Saw(), paint = Paint()
        override func configure() { regions(saw, paint, history: .deep) }
        override func handle(_ event: Event) -> Reaction { event == .rest ? .to(superior.idle) : .unhandled }

        final class Saw: Logging<Bench> {
            let off = Off(), on = On()
            override func configure() { substates(off, on) }
            final class Off: Logging<Saw> {
                override func handle(_ event: Event) -> Reaction { event == .toggle ? .to(superior.on) : .unhandled }
            }
            final class On: Logging<Saw> {
                @Scoped var cuts = 0
                override func exit() { top.log.append("-\(path) after \(cuts) cuts") }
                override func handle(_ event: Event) -> Reaction {
                    switch event {
                    case .toggle: .to(superior.off)
                    case .tick(let cuts): .handled { self.cuts += cuts }
                    case .order: .deferred
                    case .work, .rest, .close: .unhandled
                    }
                }
            }
        }

        final class Paint: Logging<Bench> {
            let dry = Dry(), wet = Wet()
            override func configure() { substates(dry, wet) }
            final class Dry: Logging<Paint> {
                override func handle(_ event: Event) -> Reaction {
                    if case .tick = event { .to(superior.wet) } else { .unhandled }
                }
            }
            final class Wet: Logging<Paint> {
                let first = First(), second = Second()
                override func configure() { substates(first, second, history: .shallow) }
                override func handle(_ event: Event) -> Reaction { event == .toggle ? .to(superior.dry) : .unhandled }
                final class First: Logging<Wet> {
                    override func handle(_ event: Event) -> Reaction {
                        if case .tick = event { .to(superior.second) } else { .unhandled }
                    }
                }
                final class Second: Logging<Wet> {}
            }
        }
    }

    final class Desk: Submachine<Workshop, Workshop, Orders> {
        init() {
            super.init(Orders()) { event in
                switch event {
                case .tick: .stamp
                case .toggle: .write
                case .work, .rest, .close, .order: nil
                }
            }
        }
        override func completed() -> Reaction {
            .to(superior.idle) { self.top.log.append("wrote \(self.chart.written)") }
        }
    }

    final class Closed: FinalState<Workshop, Workshop> {}
}

final class Orders: TopState<Orders.Event>, Snapshotting {
    enum Event: String, Codable, Sendable { case write, stamp }

    let waiting = Waiting(), writing = Writing(), sent = FinalState<Orders, Orders>()
    var written = 0

    override func configure() { substates(waiting, writing, sent) }
    func save() -> Int { written }
    func restore(_ saved: Int) { written = saved }

    final class Waiting: State<Orders, Orders> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .write: .to(superior.writing)
            case .stamp: .deferred
            }
        }
    }
    final class Writing: State<Orders, Orders> {
        override func entry() { top.written += 1 }
        override func handle(_ event: Event) -> Reaction { event == .stamp ? .to(superior.sent) : .unhandled }
    }
}
