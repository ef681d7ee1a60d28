import Statecharts

/// The names of the article *Cheat sheet*: nothing but an example of each word.
enum CheatSheet {
    // snippet: chart
    final class Chart: TopState<Chart.Event> {
        enum Event: Equatable { case go, back, both, tick, value(Int), total(reply: Reply<Int>) }

        var total = 0  // data of all states
        let inputs = InputPort<Int>("inputs"), outputs = OutputPort<Int>("outputs")
        let one = One(), two = Two(), both = Both(), end = FinalState<Chart, Chart>()
        let choice = Choice<Chart, Chart> { $0.total > 9 ? .to($0.two).when("total > 9") : .to($0.one).when("else") }
        let junction = Junction<Chart, Chart> { $0.total > 0 ? .to($0.two).when("total > 0") : .unhandled }
        let fork = Fork<Chart, Chart> { [$0.both.left.busy, $0.both.right.idle] }

        override func configure() {
            substates(one, two, both, end, choice, junction, fork)  // initial: another one, history: .shallow or .deep
            receive(inputs) { .value($0) }
        }
        override func handle(_ event: Event) -> Reaction {  // asked last
            switch event {
            case .value(let value): .handled { total += value }
            case .total(let reply): .handled { reply.answer(total) }
            default: .unhandled
            }
        }

        final class One: State<Chart, Chart> {  // <Superior, Top>
            override func entry() { after(.seconds(1), send: .tick) }  // or every(_:send:); both end with the state
            override func exit() { top.outputs.send(top.total) }
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .go: .to(superior.choice) { top.total += 1 }  // leaves, runs the effect, enters
                case .both: .to(top.both)  // or .to(a, b), or .to(top.fork)
                case .tick: .deferred  // kept until the configuration has changed
                default: .unhandled  // the superior is asked
                }
            }
            override func always() -> Reaction { top.total > 99 ? .to(superior.end) : .unhandled }
        }

        final class Two: State<Chart, Chart> {
            @Scoped var attempts = 0  // made on entry, gone after exit
            let working = Working(), waiting = Waiting(), done = FinalState<Two, Chart>()
            override func configure() { substates(working, waiting, done) }
            override func completed() -> Reaction { .to(superior.one) }  // done has been reached
            override func failed(_ error: any Error) -> Reaction { .local(to: waiting) { attempts += 1 } }
            override func handle(_ event: Event) -> Reaction { event == .back ? .to(superior.one) : .unhandled }

            final class Working: State<Two, Chart> {
                override func entry() {
                    run { [total = top.total] in
                        try await compute(total)
                    } done: {
                        .value($0)
                    }
                }
                override func handle(_ event: Event) -> Reaction {
                    if case .value(let value) = event { .to(superior.done) { top.total = value } } else { .unhandled }
                }
            }

            final class Waiting: State<Two, Chart> {
                override func handle(_ event: Event) -> Reaction { event == .go ? .to(top.junction) : .unhandled }
            }
        }

        final class Both: OrthogonalState<Chart, Chart> {  // all regions are active together
            let left = Side(), right = Side()
            let ready = Join<Both, Chart>(from: { [$0.left.idle, $0.right.idle] }, to: { .to($0.superior.one) })
            override func configure() { regions(left, right, ready) }

            final class Side: State<Both, Chart> {
                let idle = Idle(), busy = Busy(), last = ShallowHistory<Side, Chart>()
                override func configure() { substates(busy, idle, last) }
                final class Idle: State<Side, Chart> {}
                final class Busy: State<Side, Chart> {
                    override func handle(_ event: Event) -> Reaction {
                        event == .tick ? .to(superior.idle) { raise(.go) } : .unhandled  // raise: in the same step
                    }
                }
            }
        }
    }
    // end snippet

    @Sendable static func compute(_ total: Int) async throws -> Int { total * 2 }
}
