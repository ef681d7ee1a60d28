import Statecharts

// Small charts with a fault each, which exploring finds; and the same without it. `isSound` is the only difference.

/// Lamp: Off ⇄ On, and Broken, which only the sound one leads to.
final class Lamp: TopState<Lamp.Event> {
    enum Event: Sendable, CaseIterable { case press, hit, repair }
    let off = Off(), on = On(), broken = Broken()
    let isSound: Bool
    init(isSound: Bool) { self.isSound = isSound }
    override func configure() { substates(off, on, broken) }

    final class Off: State<Lamp, Lamp> {
        override func handle(_ event: Event) -> Reaction { event == .press ? .to(superior.on) : .unhandled }
    }
    final class On: State<Lamp, Lamp> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .press: .to(superior.off)
            case .hit: .to(top.isSound ? superior.broken : superior.off)
            case .repair: .unhandled
            }
        }
    }
    final class Broken: State<Lamp, Lamp> {
        override func handle(_ event: Event) -> Reaction { event == .repair ? .to(superior.off) : .unhandled }
    }
}

/// Lift: Up ⇄ Down, and Stuck, which the faulty one never leaves.
final class Lift: TopState<Lift.Event> {
    enum Event: Sendable, CaseIterable { case up, down, halt }
    let down = Down(), up = Up(), stuck = Stuck()
    let isSound: Bool
    init(isSound: Bool) { self.isSound = isSound }
    override func configure() { substates(down, up, stuck) }
    override func handle(_ event: Event) -> Reaction { event == .halt ? .to(stuck) : .unhandled }

    final class Down: State<Lift, Lift> {
        override func handle(_ event: Event) -> Reaction { event == .up ? .to(superior.up) : .unhandled }
    }
    final class Up: State<Lift, Lift> {
        override func handle(_ event: Event) -> Reaction { event == .down ? .to(superior.down) : .unhandled }
    }
    final class Stuck: State<Lift, Lift> {
        override func handle(_ event: Event) -> Reaction {
            event == .down && top.isSound ? .to(superior.down) : .unhandled
        }
    }
}

/// Crossing: two regions, the lights of two streets; never both green. The sound one asks for the other street's red.
final class Crossing: TopState<Crossing.Event> {
    enum Event: Sendable, CaseIterable { case main, side }
    let main = Main(), side = Side()
    let isSound: Bool
    init(isSound: Bool) { self.isSound = isSound }
    override func configure() { regions(main, side) }

    final class Main: State<Crossing, Crossing> {
        let red = Red(), green = Green()
        override func configure() { substates(red, green) }
        final class Red: State<Main, Crossing> {
            override func handle(_ event: Event) -> Reaction {
                guard event == .main else { return .unhandled }
                return top.side.red.isActive || !top.isSound ? .to(superior.green) : .unhandled
            }
        }
        final class Green: State<Main, Crossing> {
            override func handle(_ event: Event) -> Reaction { event == .main ? .to(superior.red) : .unhandled }
        }
    }

    final class Side: State<Crossing, Crossing> {
        let red = Red(), green = Green()
        override func configure() { substates(red, green) }
        final class Red: State<Side, Crossing> {
            override func handle(_ event: Event) -> Reaction {
                event == .side && top.main.red.isActive ? .to(superior.green) : .unhandled
            }
        }
        final class Green: State<Side, Crossing> {
            override func handle(_ event: Event) -> Reaction { event == .side ? .to(superior.red) : .unhandled }
        }
    }
}

/// Press: Idle ⇄ Working (Clamping → Pressing). `stop` is for all; in the faulty one Pressing swallows it.
final class Press: TopState<Press.Event> {
    enum Event: Sendable, CaseIterable { case begin, next, stop }
    let idle = Idle(), working = Working()
    let isSound: Bool
    init(isSound: Bool) { self.isSound = isSound }
    override func configure() { substates(idle, working) }

    final class Idle: State<Press, Press> {
        override func handle(_ event: Event) -> Reaction { event == .begin ? .to(superior.working) : .unhandled }
    }
    final class Working: State<Press, Press> {
        let clamping = Clamping(), pressing = Pressing()
        override func configure() { substates(clamping, pressing) }
        override func handle(_ event: Event) -> Reaction { event == .stop ? .to(superior.idle) : .unhandled }

        final class Clamping: State<Working, Press> {
            override func handle(_ event: Event) -> Reaction { event == .next ? .to(superior.pressing) : .unhandled }
        }
        final class Pressing: State<Working, Press> {
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .next: .to(superior.clamping)
                case .stop: top.isSound ? .unhandled : .handled
                case .begin: .unhandled
                }
            }
        }
    }
}

/// Balance: Level → Left, and from there at once → Right; in the faulty one Left and Right lead to each other.
final class Balance: TopState<Balance.Event> {
    enum Event: Sendable, CaseIterable { case push }
    let level = Level(), left = Left(), right = Right()
    let isSound: Bool
    init(isSound: Bool) { self.isSound = isSound }
    override func configure() { substates(level, left, right) }

    final class Level: State<Balance, Balance> {
        override func handle(_ event: Event) -> Reaction { .to(superior.left) }
    }
    final class Left: State<Balance, Balance> {
        override func always() -> Reaction { .to(superior.right) }
    }
    final class Right: State<Balance, Balance> {
        override func always() -> Reaction { top.isSound ? .unhandled : .to(superior.left) }
        override func handle(_ event: Event) -> Reaction { .to(superior.level) }
    }
}

/// Echo: raises what it hears; the faulty one also what it has raised.
final class Echo: TopState<Echo.Event> {
    enum Event: Sendable, Equatable { case call, sound }
    let quiet = Quiet(), loud = Loud()
    let isSound: Bool
    init(isSound: Bool) { self.isSound = isSound }
    override func configure() { substates(quiet, loud) }

    final class Quiet: State<Echo, Echo> {
        override func handle(_ event: Event) -> Reaction {
            event == .call ? .to(superior.loud) { self.raise(.sound) } : .unhandled
        }
    }
    final class Loud: State<Echo, Echo> {
        override func handle(_ event: Event) -> Reaction {
            guard event == .sound else { return .to(superior.quiet) }
            return .handled { if !self.top.isSound { self.raise(.sound) } }
        }
    }
}

/// Gate: opens on a coin, and closes after three seconds; in the faulty one somebody who enters then is shut in.
final class TurnGate: TopState<TurnGate.Event> {
    enum Event: Sendable, CaseIterable { case coin, enter, leave, timeout }
    let closed = Closed(), open = Open(), inside = Inside()
    let isSound: Bool
    init(isSound: Bool) { self.isSound = isSound }
    override func configure() { substates(closed, open, inside) }

    final class Closed: State<TurnGate, TurnGate> {
        override func handle(_ event: Event) -> Reaction { event == .coin ? .to(superior.open) : .unhandled }
    }
    final class Open: State<TurnGate, TurnGate> {
        override func entry() {
            // The faulty timer belongs to the gate as a whole, and goes on when somebody is inside.
            if top.isSound { after(.seconds(3), send: .timeout) } else { top.after(.seconds(3), send: .timeout) }
        }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .enter: .to(superior.inside)
            case .timeout: .to(superior.closed)
            case .coin, .leave: .unhandled
            }
        }
    }
    final class Inside: State<TurnGate, TurnGate> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .leave: .to(superior.closed)
            case .timeout: .to(superior.closed)
            case .coin, .enter: .unhandled
            }
        }
    }
}

/// Search: asks for a page; asked again, the first answer is of no use any more. The faulty one lets the first request go on.
final class Search: TopState<Search.Event> {
    enum Event: Sendable, Equatable { case ask(String), answer(String), clear }
    let idle = Idle(), asking = Asking(), shown = Shown()
    let isSound: Bool
    private(set) var wanted = "", page = ""
    init(isSound: Bool) { self.isSound = isSound }
    override func configure() { substates(idle, asking, shown) }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .ask(let wanted): .to(asking) { self.wanted = wanted }
        case .clear: .to(idle) { (self.wanted, self.page) = ("", "") }
        case .answer: .unhandled
        }
    }

    final class Idle: State<Search, Search> {}
    final class Asking: State<Search, Search> {
        override func entry() {
            let wanted = top.wanted
            let work: @Sendable () async throws -> String = { wanted }
            if top.isSound {
                run(work) {
                    .answer($0)
                } failed: { _ in
                    .clear
                }
            } else {
                top.run(work) {
                    .answer($0)
                } failed: { _ in
                    .clear
                }
            }
        }
        override func handle(_ event: Event) -> Reaction {
            guard case .answer(let page) = event else { return .unhandled }
            return .to(superior.shown) { self.top.page = page }
        }
    }
    final class Shown: State<Search, Search> {}
}

extension Search: Snapshotting {
    func save() -> [String] { [wanted, page] }
    func restore(_ saved: [String]) { (wanted, page) = (saved[0], saved[1]) }
}

/// Account: Out ⇄ In (Reading, Settings), with history. The faulty one resumes the settings of whoever was there before.
final class AccountChart: TopState<AccountChart.Event> {
    enum Event: Sendable, CaseIterable { case member, guest, settings, back, out }
    let out = Out(), inside = Inside()
    let isSound: Bool
    private(set) var isMember = false
    init(isSound: Bool) { self.isSound = isSound }
    override func configure() { substates(out, inside) }

    final class Out: State<AccountChart, AccountChart> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .member: .to(superior.inside) { self.top.isMember = true }
            case .guest:
                .to(top.isSound ? superior.inside.reading : superior.inside) { self.top.isMember = false }
            case .settings, .back, .out: .unhandled
            }
        }
    }
    final class Inside: State<AccountChart, AccountChart> {
        let reading = Reading(), settings = Settings()
        override func configure() { substates(reading, settings, history: .shallow) }
        override func handle(_ event: Event) -> Reaction { event == .out ? .to(superior.out) : .unhandled }
        final class Reading: State<Inside, AccountChart> {
            override func handle(_ event: Event) -> Reaction {
                event == .settings && top.isMember ? .to(superior.settings) : .unhandled
            }
        }
        final class Settings: State<Inside, AccountChart> {
            override func handle(_ event: Event) -> Reaction { event == .back ? .to(superior.reading) : .unhandled }
        }
    }
}

extension AccountChart: Snapshotting {
    func save() -> Bool { isMember }
    func restore(_ saved: Bool) { isMember = saved }
}
