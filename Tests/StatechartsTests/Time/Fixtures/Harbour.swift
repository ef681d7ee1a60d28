import Statecharts

//    ┌ Harbour ──────────────────────────────────────────────────────────────────────┐
//    │    ┌ Dock ─────────────────────────────────────────────────┐                     │
//    │ ●→ │ Quay: ●→ Ship ──leave──► Empty │ Tower: ●→ Calm         │ ──up──► Sea         │
//    │    │          ↺ again              │          alarm: ──► Sea │                     │
//    │    └───────────────────────────────────────────────────────┘                     │
//    │ finish: ──► ◉     cut: ──► ╳     sink: throws     hold: waits at the gate          │
//    └───────────────────────────────────────────────────────────────────────────────┘
// On its first entry Ship begins what it is given. On the next one it runs something that does not end by itself, and arms a timer.
final class Harbour: TopState<Harbour.Event> {
    enum Event: Sendable, Equatable {
        case leave, again, up, alarm, finish, cut, sink
        case hold(Gate)
        case arrived(String)
    }
    struct Sunk: Error {}

    let cargo: (Ship) -> Void
    let endless: Gate
    var notes: [String] = []
    let dock = Dock(), sea = Sea(), end = End()
    let gone = Terminate<Harbour, Harbour>()

    init(endless: Gate, _ cargo: @escaping (Ship) -> Void) {
        self.endless = endless
        self.cargo = cargo
    }
    override func configure() { substates(dock, sea, end, gone) }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .finish: .to(end)
        case .cut: .to(gone)
        case .sink: .handled { throw Sunk() }
        case .hold(let gate): .handled { await gate.wait() }
        case .arrived(let what): .handled { self.notes.append(what) }
        case .leave, .again, .up, .alarm: .unhandled
        }
    }
    override func failed(_ error: any Error) -> Reaction {
        error is Sunk ? .unhandled : .handled { self.notes.append("failed \(error)") }
    }

    final class Dock: OrthogonalState<Harbour, Harbour> {
        let quay = Quay(), tower = Tower()
        override func configure() { regions(quay, tower) }
        override func handle(_ event: Event) -> Reaction { event == .up ? .to(superior.sea) : .unhandled }
    }
    final class Quay: State<Dock, Harbour> {
        let ship = Ship(), empty = Empty()
        override func configure() { substates(ship, empty) }
    }
    final class Ship: State<Quay, Harbour> {
        private var entries = 0
        override func entry() {
            entries += 1
            if entries == 1 { return top.cargo(self) }
            let endless = top.endless
            run { await endless.wait() }
            after(.seconds(100), send: .arrived("second"))
        }
        override func completed() -> Reaction {
            entries == 1 ? .unhandled : .handled { self.top.notes.append("complete") }
        }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .leave: .to(superior.empty)
            case .again: .to(self)
            case .up, .alarm, .finish, .cut, .sink, .hold, .arrived: .unhandled
            }
        }
    }
    final class Empty: State<Quay, Harbour> {}
    final class Tower: State<Dock, Harbour> {
        let calm = Calm()
        override func configure() { substates(calm) }
    }
    final class Calm: State<Tower, Harbour> {
        override func handle(_ event: Event) -> Reaction { event == .alarm ? .to(top.sea) : .unhandled }
    }
    final class Sea: State<Harbour, Harbour> {}
    final class End: FinalState<Harbour, Harbour> {}
}
