import Statecharts

//   Safe                                       Keeper<Value>
//   ┌───────────────────────────────────┐      ┌──────────────────────────────┐
//   │          right                    │      │ ●──▶ Idle ⟲ put / value = …  │
//   │ ●──▶ Closed ──▶ Open              │      └──────────────────────────────┘
//   │       │  ▲        │               │
//   │ wrong ⟲  └─ close ┘               │      the third wrong code in a row is an error
//   └───────────────────────────────────┘

/// Counts wrong codes in a property that is neither scoped nor saved, as many charts do.
final class Safe: TopState<Safe.Event> {
    enum Event: Sendable, CaseIterable { case wrong, right, close }
    struct Alarm: Error {}

    let closed = Closed(), open = Open()
    private(set) var wrongs = 0
    override func configure() { substates(closed, open) }

    final class Closed: State<Safe, Safe> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .wrong:
                .handled {
                    top.wrongs += 1
                    if top.wrongs == 3 { throw Alarm() }
                }
            case .right: .to(superior.open)
            default: .unhandled
            }
        }
    }
    final class Open: State<Safe, Safe> {
        override func handle(_ event: Event) -> Reaction { event == .close ? .to(superior.closed) : .unhandled }
    }
}

/// Keeps a value of any type, which an event changes.
final class Keeper<Value>: TopState<Int> {
    let idle = Idle()
    var value: Value
    let next: @Sendable (Value) -> Value

    init(_ value: Value, _ next: @escaping @Sendable (Value) -> Value) {
        self.value = value
        self.next = next
    }
    override func configure() { substates(idle) }
    final class Idle: State<Keeper, Keeper> {
        override func handle(_ event: Event) -> Reaction { .handled { top.value = top.next(top.value) } }
    }
}
