import Statecharts

// The charts of the examples of types.

//   Heater: ●──▶ Cold ──on──▶ Heating ──warm, after 5 s──▶ Ready     from Heating and Ready: off leads to Cold
final class Heater: TopState<Heater.Event>, Snapshotting {
    enum Event: Codable, CaseIterable { case on, off, warm }

    let warmth = OutputPort<Int>("warmth")
    let cold = Cold(), heating = Heating(), ready = Ready()
    override func configure() { substates(cold, heating, ready) }
    override func handle(_ event: Event) -> Reaction { event == .off ? .to(cold) : .unhandled }
    func save() -> Int { 0 }
    func restore(_ saved: Int) {}

    final class Cold: State<Heater, Heater> {
        override func handle(_ event: Event) -> Reaction { event == .on ? .to(superior.heating) : .unhandled }
    }

    final class Heating: State<Heater, Heater> {
        override func entry() { after(.seconds(5), send: .warm) }
        override func handle(_ event: Event) -> Reaction { event == .warm ? .to(superior.ready) : .unhandled }
    }

    final class Ready: State<Heater, Heater> {
        override func entry() { top.warmth.send(60) }
    }
}

//   Valve: ●──▶ Closed ──open──▶ Opened ──close──▶ Closed
final class Valve: TopState<Valve.Event> {
    enum Event: Codable, CaseIterable { case open, close }

    let closed = Closed(), opened = Opened()
    override func configure() { substates(closed, opened) }

    final class Closed: State<Valve, Valve> {
        override func handle(_ event: Event) -> Reaction { event == .open ? .to(superior.opened) {} : .unhandled }
    }

    final class Opened: State<Valve, Valve> {
        override func handle(_ event: Event) -> Reaction { event == .close ? .to(superior.closed) : .unhandled }
    }
}
