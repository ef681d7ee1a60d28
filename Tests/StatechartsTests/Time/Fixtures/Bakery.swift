import Statecharts
import StatechartsTesting

//    ┌ Bakery ─────────────────────────────────────────────────────────────────────────────────┐
//    │ ●→ Cold ──bake──► Baking ──completed──► Baked                                             │
//    │     ▲              do: the work given · again: other work · inside: Dough                 │
//    │     ├─ as it is left ─┘                                                                   │
//    │     └──── leave ── Hall: ┌ Left: ●→ L1 ──both──► ◉ ┬ Right: ●→ R1 ──both──► ◉ ┐             │
//    │ hall ──► Hall            └ do: the work given      ┴──────────────────────────┘──completed──► Baked │
//    │ failed(_:): noted                                                                         │
//    └───────────────────────────────────────────────────────────────────────────────────────┘
// Baking is left in the macrostep that entered it, in every way there is.
final class Bakery: TopState<Bakery.Event> {
    enum Event: Sendable, Equatable { case bake, again, burnt, hall, both, leave, look }
    /// What leads out of Baking at once.
    enum Way: CaseIterable { case none, always, raised, completed, failed, choice }
    struct Burnt: Error {}
    typealias Work = (Baking) -> Void

    let way: Way
    let work: Work
    /// What `again` begins.
    let otherWork: Work
    /// What the activity of Left does.
    var regionWork: (@Sendable () async throws -> Void)?
    var notes: [String] = []
    var handlesErrors = true
    /// Awaited in the entry of Baking.
    var gate: Gate?
    let cold = Cold(), baking = Baking(), hall = Hall(), baked = Baked()

    init(_ way: Way = .none, again otherWork: @escaping Work = { _ in }, _ work: @escaping Work) {
        self.way = way
        self.otherWork = otherWork
        self.work = work
    }
    override func configure() { substates(cold, baking, hall, baked) }
    override func failed(_ error: any Error) -> Reaction {
        handlesErrors ? .handled { self.notes.append("\(error)") } : .unhandled
    }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .burnt: .handled { self.notes.append("burnt") }
        case .leave: .to(cold)
        case .hall: .to(hall)
        case .bake, .again, .both, .look: .unhandled
        }
    }

    final class Cold: State<Bakery, Bakery> {
        override func handle(_ event: Event) -> Reaction { event == .bake ? .to(superior.baking) : .unhandled }
    }
    final class Baking: State<Bakery, Bakery> {
        let dough = Dough(), ready = FinalState<Baking, Bakery>()
        let open = Choice<Baking, Bakery> { $0.top.way == .choice ? .to($0.superior.cold) : .to($0.dough) }
        override func configure() { substates(dough, ready, open, initial: open) }
        override func entry() async throws {
            top.work(self)
            await top.gate?.wait()
            switch top.way {
            case .raised: raise(.leave)
            case .failed: throw Burnt()
            case .none, .always, .completed, .choice: break
            }
        }
        override func always() -> Reaction { top.way == .always ? .to(superior.cold) : .unhandled }
        override func completed() -> Reaction { .to(superior.baked) }
        override func failed(_ error: any Error) -> Reaction {
            top.way == .failed && top.handlesErrors ? .to(superior.cold) : .unhandled
        }
        override func handle(_ event: Event) -> Reaction {
            // Handlers should not act, but nothing keeps them from it.
            if event == .look { top.otherWork(self) }
            return switch event {
            case .again: .handled { self.top.otherWork(self) }
            case .both: .local(to: ready)
            case .bake, .burnt, .hall, .leave, .look: .unhandled
            }
        }
        final class Dough: State<Baking, Bakery> {
            override func completed() -> Reaction { top.way == .completed ? .to(superior.superior.cold) : .unhandled }
        }
    }
    final class Hall: OrthogonalState<Bakery, Bakery> {
        let left = Left(), right = Right()
        override func configure() { regions(left, right) }
        override func completed() -> Reaction { .to(superior.baked) }
        final class Left: State<Hall, Bakery> {
            let l1 = L1(), end = FinalState<Left, Bakery>()
            override func configure() { substates(l1, end) }
            override func entry() { if let work = top.regionWork { run(work) } }
            final class L1: State<Left, Bakery> {
                override func handle(_ event: Event) -> Reaction { event == .both ? .to(superior.end) : .unhandled }
            }
        }
        final class Right: State<Hall, Bakery> {
            let r1 = R1(), end = FinalState<Right, Bakery>()
            override func configure() { substates(r1, end) }
            final class R1: State<Right, Bakery> {
                override func handle(_ event: Event) -> Reaction { event == .both ? .to(superior.end) : .unhandled }
            }
        }
    }
    final class Baked: State<Bakery, Bakery> {}
}
