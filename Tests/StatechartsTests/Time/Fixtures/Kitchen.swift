import Statecharts
import StatechartsTesting

//    ┌ Kitchen ───────────────────────────────────────────────────────────────────────────┐
//    │           start             done, after 3 s            rest, after 2 s              │
//    │ ●→ Idle ────────► Heating ──────────────────► Ready ───────────────────► Resting    │
//    │                   stir: ↺ begins again        beep, every 1 s            (no timer) │
//    │                                                                                     │
//    │ leave: ──► Idle    finish: ──► ◉    terminate: ──► ╳    break: throws               │
//    └─────────────────────────────────────────────────────────────────────────────────────┘
// Whatever arrives is noted with the time at which it does.
final class Kitchen: TopState<Kitchen.Event> {
    enum Event: Sendable, Equatable {
        case start, stir, done, beep, rest, leave, finish, terminate, `break`
        /// Suspends the step until the gate opens.
        case hold(Gate)
    }
    struct Broken: Error {}

    let clock: ManualClock
    var notes: [String] = []
    let idle = Idle(), heating = Heating(), ready = Ready(), resting = Resting(), end = End()
    let cut = Terminate<Kitchen, Kitchen>()
    init(clock: ManualClock) { self.clock = clock }
    override func configure() { substates(idle, heating, ready, resting, end, cut) }

    func note(_ text: String) { notes.append("\(clock.now) \(text)") }

    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .leave: .to(idle) { self.note("leave") }
        case .finish: .to(end)
        case .terminate: .to(cut)
        case .break: .handled { throw Broken() }
        case .hold(let gate): .handled { await gate.wait() }
        case .beep, .done, .rest: .handled { self.note("late \(event)") }
        case .start, .stir: .unhandled
        }
    }

    final class Idle: State<Kitchen, Kitchen> {
        override func handle(_ event: Event) -> Reaction { event == .start ? .to(superior.heating) : .unhandled }
    }
    final class Heating: State<Kitchen, Kitchen> {
        override func entry() { after(.seconds(3), send: .done) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .stir: .to(self) { self.top.note("stir") }
            case .done: .to(superior.ready) { self.top.note("done") }
            case .start, .beep, .rest, .leave, .finish, .terminate, .break, .hold: .unhandled
            }
        }
    }
    final class Ready: State<Kitchen, Kitchen> {
        override func entry() {
            every(.seconds(1), send: .beep)
            after(.seconds(2), send: .rest)
        }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .beep: .handled { self.top.note("beep") }
            case .rest: .to(superior.resting) { self.top.note("rest") }
            case .start, .stir, .done, .leave, .finish, .terminate, .break, .hold: .unhandled
            }
        }
    }
    final class Resting: State<Kitchen, Kitchen> {}
    final class End: FinalState<Kitchen, Kitchen> {}
}
