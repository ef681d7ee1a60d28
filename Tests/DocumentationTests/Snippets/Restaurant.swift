import Statecharts

// snippet: wishes
enum Wish: Sendable { case meal(table: Int), drink(String), bill }
// end snippet

// snippet: composite
struct Restaurant {
    let orders = InputPort<Int>("orders")  // what guests see of it
    let dishes = OutputPort<String>("dishes")
    private let kitchens: [Machine<Kitchen>]

    init() {
        let cold = Kitchen(), warm = Kitchen()
        connect(orders, to: cold.orders) { $0 < 10 ? $0 : nil }  // inwards, each takes its own tables
        connect(orders, to: warm.orders) { $0 < 10 ? nil : $0 }
        connect(cold.dishes, to: dishes)  // outwards
        connect(warm.dishes, to: dishes)
        kitchens = [Machine(cold), Machine(warm)]
    }

    func open() async throws { for kitchen in kitchens { try await kitchen.start() } }
}
// end snippet

//   Oven
//   ┌─────────────────────────────────────────────────────────────────────┐
//   │ ● ▶ Heating ── check [degrees < 200] / check again ──▶ Heating      │
//   │        └────── check [else] ──▶ Hot                                 │
//   └─────────────────────────────────────────────────────────────────────┘
// snippet: event port
final class Oven: TopState<Oven.Event> {
    enum Event { case check }

    let events = EventPort("events")
    let heating = Heating(), hot = Hot()
    var degrees = 20

    override func configure() {
        receive(events)
        substates(heating, hot)
    }

    final class Heating: State<Oven, Oven> {
        override func handle(_ event: Event) -> Reaction {
            top.degrees < 200
                ? .handled {
                    top.degrees += 60
                    top.events.send(.check)  // in its turn, behind what has come before
                } : .to(superior.hot)
        }
    }
    final class Hot: State<Oven, Oven> {}
}
// end snippet

//   Cook: orders while Idle
//   ┌───────────────────────────────┐
//   │ ● ▶ Idle ── order ─▶ Cooking  │
//   │       ◀── served, 10 min ─┘   │
//   └───────────────────────────────┘
// snippet: cook
final class Cook: TopState<Cook.Event> {
    enum Event: Equatable { case order(Int), served }

    let orders = InputPort<Int>("orders")
    let idle = Idle(), cooking = Cooking()

    override func configure() {
        receive(orders, while: idle) { .order($0) }  // none while cooking
        substates(idle, cooking)
    }

    final class Idle: State<Cook, Cook> {
        override func handle(_ event: Event) -> Reaction {
            if case .order = event { .to(superior.cooking) } else { .unhandled }
        }
    }
    final class Cooking: State<Cook, Cook> {
        override func entry() { after(.seconds(600), send: .served) }
        override func handle(_ event: Event) -> Reaction { event == .served ? .to(superior.idle) : .unhandled }
    }
}
// end snippet

//   asked(n) / open, after 5 s: tooLate(n) · answered(n) [open] / close
// snippet: answer
final class AnswerRule: TopState<AnswerRule.Event> {
    enum Event { case asked(Int), answered(Int), tooLate(Int) }
    var open: [Int: TimerID] = [:]

    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .asked(let number): .handled { open[number] = after(.seconds(5), send: .tooLate(number)) }
        case .answered(let number) where open[number] != nil:
            .handled { if let timer = open.removeValue(forKey: number) { cancel(timer) } }
        default: .unhandled
        }
    }
}
// end snippet

//   ● ▶ Seated ── bill ──▶ Paid
//         └─ wish
// snippet: protocol
final class TableRules: TopState<TableRules.Event> {
    enum Event { case wish, bill }

    let seated = Seated(), paid = FinalState<TableRules, TableRules>()
    override func configure() { substates(seated, paid) }

    final class Seated: State<TableRules, TableRules> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .wish: .handled
            case .bill: .to(superior.paid)
            }
        }
    }
}
// end snippet

//   ● ▶ Serving ── asked(n) / open, after 5 s: tooLate(n) · answered(n) / close · gone [nothing open] · forgotten / close all
// snippet: answers
final class AnswerRules: TopState<AnswerRules.Event> {
    enum Event { case asked(Int), answered(Int), tooLate(Int), gone, forgotten }

    let serving = Serving()
    var open: [Int: TimerID] = [:]
    override func configure() { substates(serving) }

    final class Serving: State<AnswerRules, AnswerRules> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .asked(let number) where top.open[number] == nil:
                .handled { top.open[number] = after(.seconds(5), send: .tooLate(number)) }
            case .answered(let number) where top.open[number] != nil:
                .handled { if let timer = top.open.removeValue(forKey: number) { cancel(timer) } }
            case .gone where top.open.isEmpty: .handled
            case .forgotten: .handled { top.forget() }
            default: .unhandled
            }
        }
    }

    func forget() {
        for timer in open.values { cancel(timer) }
        open = [:]
    }

    var candidates: [Event] { open.keys.sorted().map { .answered($0) } }
}
// end snippet

/// Nobody is there to answer.
struct Silence {
    let requests = InputPort<Int>("requests"), answers = OutputPort<Int>("answers")
}
