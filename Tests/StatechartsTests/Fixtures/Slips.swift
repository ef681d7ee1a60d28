import Statecharts

//    ┌ Slips ───────────────────────────────────────────────────────────────────────────────────────┐
//    │ ●→ Idle ──try──► ┌ Trying (attempts, notes) ─────────┐ ──give up, reach──► Idle    Broken     │
//    │                  │ ●→ Waiting (ticks) ──on──► Asking │ ──choose──► ◇ decided ──► Idle, Broken │
//    │                  └───────────────────────────────────┘ ──form──► Form   ──done──► Done        │
//    │    Pair: ‖ Left (One, Two; side) ‖ Right (Three) ‖                                            │
//    └──────────────────────────────────────────────────────────────────────────────────────────────┘
// Each event is one use of scoped data where there is none. With `rescues` the top handles what nobody else does.
final class Slips: TopState<String> {
    let idle = Idle(), trying = Trying(), form = Form(), done = Done(), broken = Broken(), pair = Pair()
    let decided = Choice<Slips, Slips> { $0.trying.attempts > 0 ? .to($0.broken) : .to($0.idle) }
    let gate = Junction<Slips, Slips> { $0.trying.attempts > 0 ? .to($0.broken) : .to($0.idle) }
    var rescues = false
    var watches = false
    var log: [String] = []
    override func configure() { substates(idle, trying, form, done, broken, pair, decided, gate) }
    override func failed(_ error: any Error) -> Reaction {
        guard rescues else { return .unhandled }
        return .to(broken) { log.append("\(error)") }
    }

    final class Idle: State<Slips, Slips> {
        override func handle(_ event: String) -> Reaction {
            switch event {
            case "try": .to(superior.trying)
            case "set": .to(superior.trying) { superior.trying.attempts = 3 }
            case "guard": superior.trying.attempts == 0 ? .to(superior.broken) : .unhandled
            case "ask": superior.trying.attempts == 0 ? .unhandled : .handled
            case "later": superior.trying.attempts == 0 ? .deferred : .handled
            case "note":
                .handled {
                    superior.trying.notes.append("lost")
                    superior.trying.notes.append("lost")
                    top.log.append("\(superior.trying.notes)")
                }
            case "gate": .to(superior.gate)
            case "throw": .handled { throw CancellationError() }
            case "pair": .to(superior.pair)
            case "watch": .handled { top.watches = true }
            case "done": .to(superior.done)
            default: .unhandled
            }
        }
        override func always() -> Reaction {
            top.watches && superior.trying.attempts > 0 ? .to(superior.broken) : .unhandled
        }
        override func failed(_ error: any Error) -> Reaction {
            // A mistake in itself, while it is asked about an error.
            error is CancellationError && superior.trying.attempts > 0 ? .to(superior.broken) : .unhandled
        }
    }

    final class Trying: State<Slips, Slips> {
        @Scoped var attempts = 0
        @Scoped var notes: [String] = []
        let waiting = Waiting(), asking = Asking()
        var looksInside = false
        override func configure() { substates(waiting, asking) }
        override func entry() { if looksInside { top.log.append("entry \(waiting.ticks)") } }
        override func exit() { if looksInside { top.log.append("exit \(waiting.ticks)") } }
        override func handle(_ event: String) -> Reaction {
            switch event {
            case "retry": .to(waiting) { attempts += 1 }
            case "retry inside": .local(to: waiting) { attempts += 1 }
            case "again": .to(self) { attempts += 1 }
            case "give up": .to(superior.idle) { [attempts] in top.log.append("\(attempts) and \(self.attempts)") }
            case "choose": .to(superior.decided)
            case "form": .to(superior.form)
            case "overlap": .handled { Self.change(&notes) { notes.count } }
            case "look inside": .handled { looksInside = true }
            case "leave": .to(superior.idle)
            default: .unhandled
            }
        }
        private static func change(_ notes: inout [String], _ count: () -> Int) { notes.append("\(count())") }

        final class Waiting: State<Trying, Slips> {
            @Scoped var ticks = 7
            override func handle(_ event: String) -> Reaction {
                switch event {
                case "on": .to(superior.asking)
                case "reach": .to(top.idle) { top.log.append("\(superior.attempts)") }
                default: .unhandled
                }
            }
        }
        final class Asking: State<Trying, Slips> {}
    }

    final class Form: State<Slips, Slips> {
        @Scoped({ (form: Form) in form.superior.trying.attempts + form.total }) var count: Int
        @Scoped var total = 10
    }

    final class Done: State<Slips, Slips> {
        override func completed() -> Reaction { superior.trying.attempts > 0 ? .to(superior.broken) : .unhandled }
    }
    final class Broken: State<Slips, Slips> {}

    final class Pair: OrthogonalState<Slips, Slips> {
        let left = Left(), right = Right()
        override func configure() { regions(left, right) }
        final class Left: State<Pair, Slips> {
            @Scoped var side = 1
            let one = One(), two = Two()
            override func configure() { substates(one, two) }
            final class One: State<Left, Slips> {
                override func handle(_ event: String) -> Reaction {
                    switch event {
                    case "cross": .to(top.pair.right.three) { superior.side += 1 }
                    case "both": .to(superior.two) { top.trying.attempts += 1 }
                    case "part": .handled { superior.side += 1 }
                    default: .unhandled
                    }
                }
            }
            final class Two: State<Left, Slips> {}
        }
        final class Right: State<Pair, Slips> {
            let three = Three()
            override func configure() { substates(three) }
            final class Three: State<Right, Slips> {
                override func handle(_ event: String) -> Reaction {
                    event == "both" ? .to(self) : event == "part" ? .to(top.idle) : .unhandled
                }
            }
        }
    }
}
