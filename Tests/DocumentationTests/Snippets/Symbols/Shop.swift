import Statecharts

//   Shop
//   ┌──────────────────────────────────────┐
//   │ ●──▶ Open  ⟲ order, paid, reading    │
//   └──────────────────────────────────────┘
// snippet: InputPort
final class Shop: TopState<Shop.Event> {
    enum Event { case order(String), paid(Int) }

    let orders = InputPort<String>("orders"), payments = InputPort<Int>("payments")
    let notices = OutputPort<String>("notices")
    let open = Open()

    override func configure() {
        receive(orders) { .order($0) }  // which event a message is
        receive(payments, Event.paid)
        substates(open)
    }

    final class Open: State<Shop, Shop> {
        override func handle(_ event: Event) -> Reaction {
            guard case .order(let dish) = event else { return .unhandled }
            return .handled { top.notices.send("\(dish) is being made") }
        }
    }
}
// end snippet

//   Desk: jobs while Idle
//   ┌─────────────────────────┐
//   │ ● ▶ Idle ─ job ▶ Working│
//   └─────────────────────────┘
final class Desk: TopState<Desk.Event> {
    enum Event { case job(String) }

    let jobs = InputPort<String>("jobs"), idle = Idle(), working = Working()

    // snippet: receive while
    override func configure() {
        receive(jobs, while: idle) { .job($0) }  // one at a time, and none while working
        substates(idle, working)
    }
    // end snippet

    final class Idle: State<Desk, Desk> {
        override func handle(_ event: Event) -> Reaction { .to(superior.working) }
    }
    final class Working: State<Desk, Desk> {}
}

//   Thermometer
//   ┌─────────────────────────────────────┐
//   │ ●──▶ Measuring  ⟲ reading, again    │
//   └─────────────────────────────────────┘
final class Thermometer: TopState<Thermometer.Event> {
    enum Event { case reading(Double), again }

    let readings = InputPort<Double>("readings"), measuring = Measuring()
    // snippet: EventPort
    let events = EventPort("events")
    // end snippet
    var sum = 0.0

    // snippet: receiveElsewhere
    override func configure() {
        receive(events)  // what is sent to it is an event
        receiveElsewhere(readings)  // Measuring listens to them
        substates(measuring)
    }
    // end snippet

    final class Measuring: State<Thermometer, Thermometer> {
        override func entry() { listen(to: top.readings) { .reading($0) } }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .reading(let value): .handled { top.sum += value }
            case .again: .handled
            }
        }
    }
}

// snippet: Snapshotting
extension Thermometer: Snapshotting {
    func save() -> Double { sum }
    func restore(_ saved: Double) { sum = saved }
}
// end snippet

//   Counter
//   ┌──────────────────────────────────────┐
//   │ ●──▶ Open  ⟲ order, cancel           │
//   └──────────────────────────────────────┘
final class Counter: TopState<Counter.Event> {
    enum Event { case order(String), cancel(String) }

    let orders = InputPort<String>("orders"), cancellations = InputPort<String>("cancellations"), open = Open()

    // snippet: receive
    override func configure() {
        receive(orders) { .order($0) }
        receive(cancellations, Event.cancel)
        substates(open)
    }
    // end snippet

    final class Open: State<Counter, Counter> {}
}

enum DoorMessage: Sendable { case open, close, knock }

//   DoorProtocol
//   ┌──────────────────────────────────────────────────────┐
//   │ ●──▶ Closed ──open──▶ Opened ──close──▶ Closed        │
//   └──────────────────────────────────────────────────────┘
// snippet: TopState
final class DoorProtocol: TopState<DoorProtocol.Event> {
    enum Event { case open, close }

    let closed = Closed(), opened = Opened()
    override func configure() { substates(closed, opened) }  // the first one is the initial state

    final class Closed: State<DoorProtocol, DoorProtocol> {
        override func handle(_ event: Event) -> Reaction { event == .open ? .to(superior.opened) : .unhandled }
    }
    final class Opened: State<DoorProtocol, DoorProtocol> {
        override func handle(_ event: Event) -> Reaction { event == .close ? .to(superior.closed) : .unhandled }
    }
}
// end snippet
