import Statecharts

//  Gauge                                                    level: current value, marks: changes of a whole
//  ┌───────────────────────────────────────────────────────────────────────────────────┐
//  │ ●→ Measuring   set(n) / level.send(n), marks.send(n), latest = n, probe = Probe(n)    │
//  │    @Scoped latest · @Scoped(.transient) draft, probe                                  │
//  │    Inner: Dial (embedded)                                      turned: current value  │
//  └───────────────────────────────────────────────────────────────────────────────────┘
final class Gauge: TopState<Gauge.Event> {
    enum Event: Codable, Sendable, Hashable { case set(Int) }

    struct Probe: Sendable { var number = 0 }

    struct Mark: Delta, Codable, Hashable {
        let number: Int
        func apply(to whole: inout [Int]) { whole.append(number) }
    }

    let level = OutputPort("level", current: 0)
    let marks = OutputPort<Numbered<Mark>>("marks", changesOf: [])
    let probes = OutputPort("probes", current: Probe())
    let measuring = Measuring()
    override func configure() { substates(measuring) }

    final class Measuring: State<Gauge, Gauge> {
        @Scoped var latest = 0
        @Scoped(.transient) var draft = 0
        @Scoped var probe = Probe()
        let inner = Submachine<Measuring, Gauge, Dial>(Dial()) { event in
            switch event {
            case .set(let number): .turn(number)
            }
        }
        override func configure() { substates(inner) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .set(let number):
                .handled {
                    self.top.level.send(number)
                    self.top.marks.send(Mark(number: number))
                    (self.latest, self.draft, self.probe) = (number, number, Probe(number: number))
                }
            }
        }
    }
}

final class Dial: TopState<Dial.Event> {
    enum Event: Codable, Sendable, Hashable { case turn(Int) }

    let turned = OutputPort("turned", current: "not yet")
    let still = Still()
    override func configure() { substates(still) }

    final class Still: State<Dial, Dial> {
        // Sends in the handler's stead: an unhandled event goes on to the gauge.
        override func handle(_ event: Event) -> Reaction {
            if case .turn(let number) = event, number < 0 {
                return .handled { self.top.turned.send("to \(number)") }
            }
            return .unhandled
        }
    }
}
