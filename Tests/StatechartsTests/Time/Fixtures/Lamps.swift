import Statecharts
import StatechartsTesting

//    ┌ Lamps ──────────────────────────────────────────────────────────────────────────┐
//    │      ┌ Pair ─────────────────────────────────────────────────┐  leave               │
//    │ ●→   │ Left:  ●→ Lit ──out, after the region's time──► Dark    │ ──────► Out            │
//    │      │ Right: ●→ Lit ──out, after the region's time──► Dark    │                       │
//    │      └───────────────────────────────────────────────────────┘                       │
//    │ Part: the same once more, embedded                                                     │
//    └──────────────────────────────────────────────────────────────────────────────────┘
// Left and Right are of one class. Whoever is asked about a ping says so, and defers it if it is to.
final class Lamps: TopState<Lamps.Event> {
    enum Event: Codable, Sendable, Hashable { case out, ping, go, again, leave, part }

    let times: (left: Duration, right: Duration)
    /// What a state begins when it is entered, by the last name of its path.
    let begin: (Lamps, StateNode) -> Void
    /// Who defers a ping.
    let deferring: Set<String>
    var asked: [String] = []
    let pair: Pair, out = Out()

    init(
        _ left: Duration = .seconds(1), _ right: Duration = .seconds(5), deferring: Set<String> = [],
        _ begin: @escaping (Lamps, StateNode) -> Void = { _, _ in }
    ) {
        times = (left, right)
        self.deferring = deferring
        self.begin = begin
        pair = Pair()
    }
    override func configure() { substates(pair, out) }
    override func entry() { begin(self, self) }
    override func handle(_ event: Event) -> Reaction { ask(self, event).to() }

    fileprivate func ask(_ state: StateNode, _ event: Event) -> Answer {
        guard event == .ping else { return .unhandled }
        asked.append(state.path)
        return deferring.contains(state.path) ? .deferred : .unhandled
    }

    fileprivate enum Answer {
        case unhandled, deferred
        func to() -> Reaction {
            switch self {
            case .unhandled: .unhandled
            case .deferred: .deferred
            }
        }
        func to() -> Statecharts.Reaction<Lamps> {
            switch self {
            case .unhandled: .unhandled
            case .deferred: .deferred
            }
        }
    }

    final class Pair: OrthogonalState<Lamps, Lamps> {
        let left = Lamp("Left"), right = Lamp("Right")
        override func configure() { regions(left, right) }
        override func entry() { top.begin(top, self) }
        override func handle(_ event: Event) -> Reaction {
            event == .leave ? .to(superior.out) : top.ask(self, event).to()
        }
    }
    final class Lamp: State<Pair, Lamps> {
        let lit = Lit(), dark = Dark()
        let label: String
        init(_ label: String) { self.label = label }
        override var stateName: String? { label }
        override func configure() { substates(lit, dark) }
        override func entry() { top.begin(top, self) }
        override func handle(_ event: Event) -> Reaction {
            event == .again && label == "Left" ? .to(self) : top.ask(self, event).to()
        }
    }
    final class Lit: State<Lamp, Lamps> {
        override func entry() {
            let time = superior.label == "Left" ? top.times.left : top.times.right
            after(time, send: .out)
            top.begin(top, self)
        }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .out: .to(superior.dark)
            case .go: superior.label == "Left" ? .to(superior.dark) : .unhandled
            case .ping, .again, .leave, .part: top.ask(self, event).to()
            }
        }
    }
    final class Dark: State<Lamp, Lamps> {
        override func handle(_ event: Event) -> Reaction { top.ask(self, event).to() }
    }
    final class Out: State<Lamps, Lamps> {
        override func handle(_ event: Event) -> Reaction { top.ask(self, event).to() }
    }
}

//    ┌ House ─────────────────┐
//    │ ●→ Part: Lamps (embedded) │
//    └────────────────────────┘
final class House: TopState<Lamps.Event> {
    let part: Part
    var asked: [String] = []
    init(_ lamps: Lamps) { part = Part(lamps) }
    override func configure() { substates(part) }
    override func handle(_ event: Event) -> Reaction {
        asked.append("\(event)")
        return .unhandled
    }
    final class Part: Submachine<House, House, Lamps> {
        init(_ lamps: Lamps) { super.init(lamps) { $0 == .leave ? .leave : nil } }
    }
}
