import Statecharts

/// Player: Stopped ⇄ Playing, with two regions, sound and picture. In the faulty one both want to end it.
final class FilmPlayer: TopState<FilmPlayer.Event> {
    enum Event: Sendable, CaseIterable { case play, end }
    let stopped = Stopped(), ended = Ended(), playing = Playing()
    let isSound: Bool
    init(isSound: Bool) { self.isSound = isSound }
    override func configure() { substates(stopped, playing, ended) }

    final class Stopped: State<FilmPlayer, FilmPlayer> {
        override func handle(_ event: Event) -> Reaction { event == .play ? .to(superior.playing) : .unhandled }
    }
    final class Ended: State<FilmPlayer, FilmPlayer> {
        override func handle(_ event: Event) -> Reaction { event == .play ? .to(superior.stopped) : .unhandled }
    }
    final class Playing: OrthogonalState<FilmPlayer, FilmPlayer> {
        let sound = Sound(), picture = Picture()
        override func configure() { regions(sound, picture) }
        final class Sound: State<Playing, FilmPlayer> {
            let on = On()
            override func configure() { substates(on) }
            final class On: State<Sound, FilmPlayer> {
                override func handle(_ event: Event) -> Reaction { event == .end ? .to(top.ended) : .unhandled }
            }
        }
        final class Picture: State<Playing, FilmPlayer> {
            let on = On()
            override func configure() { substates(on) }
            final class On: State<Picture, FilmPlayer> {
                override func handle(_ event: Event) -> Reaction {
                    event == .end && !top.isSound ? .to(top.stopped) : .unhandled
                }
            }
        }
    }
}

/// Clerk: is asked, and answers; in the faulty one not while he is away.
final class Clerk: TopState<Clerk.Event> {
    enum Event: Sendable { case ask(Reply<Int>), go, come }
    let here = Here(), away = Away()
    let isSound: Bool
    init(isSound: Bool) { self.isSound = isSound }
    override func configure() { substates(here, away) }

    final class Here: State<Clerk, Clerk> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .ask(let reply): .handled { reply.answer(1) }
            case .go: .to(superior.away)
            case .come: .unhandled
            }
        }
    }
    final class Away: State<Clerk, Clerk> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .ask(let reply):
                if top.isSound { .handled { reply.answer(0) } } else { .unhandled }
            case .come: .to(superior.here)
            case .go: .unhandled
            }
        }
    }
}

/// Radio: Off ⇄ On. The event `scan` is accepted by the sound one only.
final class Radio: TopState<Radio.Event> {
    enum Event: Sendable, CaseIterable { case power, scan }
    let off = Off(), on = On()
    let isSound: Bool
    init(isSound: Bool) { self.isSound = isSound }
    override func configure() { substates(off, on) }

    final class Off: State<Radio, Radio> {
        override func handle(_ event: Event) -> Reaction { event == .power ? .to(superior.on) : .unhandled }
    }
    final class On: State<Radio, Radio> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .power: .to(superior.off)
            case .scan: top.isSound ? .handled : .unhandled
            }
        }
    }
}

/// Heater: Idle, then Heating ⇄ Resting by timers; the faulty one cannot be switched off any more.
final class Heater: TopState<Heater.Event> {
    enum Event: Sendable, CaseIterable { case on, off, tick }
    let idle = Idle(), heating = Heating(), resting = Resting()
    let isSound: Bool
    init(isSound: Bool) { self.isSound = isSound }
    override func configure() { substates(idle, heating, resting) }
    override func handle(_ event: Event) -> Reaction { event == .off && isSound ? .to(idle) : .unhandled }

    final class Idle: State<Heater, Heater> {
        override func handle(_ event: Event) -> Reaction { event == .on ? .to(superior.heating) : .unhandled }
    }
    final class Heating: State<Heater, Heater> {
        override func entry() { after(.seconds(60), send: .tick) }
        override func handle(_ event: Event) -> Reaction { event == .tick ? .to(superior.resting) : .unhandled }
    }
    final class Resting: State<Heater, Heater> {
        override func entry() { after(.seconds(30), send: .tick) }
        override func handle(_ event: Event) -> Reaction { event == .tick ? .to(superior.heating) : .unhandled }
    }
}

/// Printer: Ready → Printing, which is work; the faulty one does not expect that it fails.
final class PrintShop: TopState<PrintShop.Event> {
    enum Event: Sendable, CaseIterable { case print, reset }
    let ready = Ready(), printing = Printing(), jammed = Jammed()
    let isSound: Bool
    init(isSound: Bool) { self.isSound = isSound }
    override func configure() { substates(ready, printing, jammed) }
    override func handle(_ event: Event) -> Reaction { event == .reset ? .to(ready) : .unhandled }

    final class Ready: State<PrintShop, PrintShop> {
        override func handle(_ event: Event) -> Reaction { event == .print ? .to(superior.printing) : .unhandled }
    }
    final class Printing: State<PrintShop, PrintShop> {
        override func entry() { run {} }
        override func completed() -> Reaction { .to(superior.ready) }
        override func failed(_ error: any Error) -> Reaction {
            top.isSound ? .to(superior.jammed) : .unhandled
        }
    }
    final class Jammed: State<PrintShop, PrintShop> {}
}

/// Shop: an order is packed and sent. In the faulty one it can be put off again and again.
final class OrderDesk: TopState<OrderDesk.Event> {
    enum Event: Sendable, CaseIterable { case order, pack, wait, ship }
    let empty = Empty(), ordered = Ordered(), waiting = Waiting(), packed = Packed(), shipped = Shipped()
    let isSound: Bool
    init(isSound: Bool) { self.isSound = isSound }
    override func configure() { substates(empty, ordered, waiting, packed, shipped) }

    final class Empty: State<OrderDesk, OrderDesk> {
        override func handle(_ event: Event) -> Reaction { event == .order ? .to(superior.ordered) : .unhandled }
    }
    final class Ordered: State<OrderDesk, OrderDesk> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .pack: .to(superior.packed)
            case .wait: .to(superior.waiting)
            case .order, .ship: .unhandled
            }
        }
    }
    final class Waiting: State<OrderDesk, OrderDesk> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .pack: .to(superior.packed)
            case .wait: top.isSound ? .unhandled : .to(superior.ordered)
            case .order, .ship: .unhandled
            }
        }
    }
    final class Packed: State<OrderDesk, OrderDesk> {
        override func handle(_ event: Event) -> Reaction { event == .ship ? .to(superior.shipped) : .unhandled }
    }
    final class Shipped: State<OrderDesk, OrderDesk> {
        override func handle(_ event: Event) -> Reaction { event == .order ? .to(superior.ordered) : .unhandled }
    }
}

/// Tally: counts to three and begins anew; the faulty one to four.
final class TallyChart: TopState<TallyChart.Event> {
    enum Event: Sendable, CaseIterable { case count }
    let counting = Counting()
    let isSound: Bool
    private(set) var number = 0
    init(isSound: Bool) { self.isSound = isSound }
    override func configure() { substates(counting) }

    final class Counting: State<TallyChart, TallyChart> {
        override func handle(_ event: Event) -> Reaction {
            .handled { self.top.number = self.top.number == (self.top.isSound ? 3 : 4) ? 0 : self.top.number + 1 }
        }
    }
}

extension TallyChart: Snapshotting {
    func save() -> Int { number }
    func restore(_ saved: Int) { number = saved }
}

/// Mixer: a choice between two ways; the faulty one has forgotten the third case.
final class Mixer: TopState<Mixer.Event> {
    enum Event: Sendable, CaseIterable { case more, mix }
    let filling = Filling(), thin = Thin(), thick = Thick()
    let isSound: Bool
    private(set) var parts = 0
    lazy var kind = Choice<Mixer, Mixer> { mixer in
        if mixer.parts > 1 { return .to(mixer.thick) }
        return mixer.parts == 1 || mixer.isSound ? .to(mixer.thin) : .unhandled
    }
    init(isSound: Bool) { self.isSound = isSound }
    override func configure() { substates(filling, kind, thin, thick) }
    override func handle(_ event: Event) -> Reaction { event == .mix ? .to(filling) { self.parts = 0 } : .unhandled }

    final class Filling: State<Mixer, Mixer> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .more: .handled { self.top.parts = min(self.top.parts + 1, 2) }
            case .mix: .to(superior.kind)
            }
        }
    }
    final class Thin: State<Mixer, Mixer> {}
    final class Thick: State<Mixer, Mixer> {}
}

extension Mixer: Snapshotting {
    func save() -> Int { parts }
    func restore(_ saved: Int) { parts = saved }
}
