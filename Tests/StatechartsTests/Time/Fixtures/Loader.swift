import Statecharts
import StatechartsTesting

//    ┌ Loader ───────────────────────────────────────────────────────────────────────────────┐
//    │ ●→ Idle ──begin──► Loading ──loaded──► Loaded        all activities ended: ──► Complete   │
//    │     ▲               do: the work given                                                    │
//    │     └──── leave ────┘                                                                     │
//    │        failed(_:), in Loader: ──► Broken                                                  │
//    └───────────────────────────────────────────────────────────────────────────────────────┘
final class Loader: TopState<Loader.Event> {
    enum Event: Sendable, Equatable {
        case begin, leave, loaded(Int), progress(Int), element(Int), ended, refused(String)
        case hold(Gate)
    }
    typealias Work = (Loading) -> Void

    let work: Work
    let handlesErrors: Bool
    var notes: [String] = []
    let idle = Idle(), loading = Loading(), loaded = Loaded(), complete = Complete(), broken = Broken()
    init(handlesErrors: Bool = true, _ work: @escaping Work) {
        self.work = work
        self.handlesErrors = handlesErrors
    }
    override func configure() { substates(idle, loading, loaded, complete, broken) }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .begin: .unhandled
        case .hold(let gate): .handled { await gate.wait() }
        case .leave: .to(idle)
        case .loaded, .progress, .element, .ended, .refused: .handled { self.notes.append("\(event)") }
        }
    }
    override func failed(_ error: any Error) -> Reaction { handlesErrors ? .to(broken) : .unhandled }

    final class Idle: State<Loader, Loader> {
        override func handle(_ event: Event) -> Reaction { event == .begin ? .to(superior.loading) : .unhandled }
    }
    final class Loading: State<Loader, Loader> {
        override func entry() { top.work(self) }
        override func exit() { top.notes.append("left") }
        override func completed() -> Reaction { .to(superior.complete) }
        override func handle(_ event: Event) -> Reaction {
            if case .loaded(let count) = event, count > 0 {
                return .to(superior.loaded) { self.top.notes.append("took \(count)") }
            }
            return .unhandled
        }
    }
    final class Loaded: State<Loader, Loader> {}
    final class Complete: State<Loader, Loader> {}
    final class Broken: State<Loader, Loader> {}
}

struct Unavailable: Error {}
