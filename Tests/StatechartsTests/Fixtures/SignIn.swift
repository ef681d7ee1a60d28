import Statecharts

// A piece of chart that two charts use: a generic state whose chart's events meet a protocol.
//
//    ┌ SignIn ────────────────────────────────┐
//    │ ●→ Asking ──password──► Checked        │
//    │       ▲────────reset──────┘            │
//    └────────────────────────────────────────┘
protocol SignInEvent: Sendable {
    /// The password, if this event brings one.
    var password: String? { get }
    static var reset: Self { get }
}

class SignIn<Superior: StateNode, Top: Noting>: Noted<Superior, Top> where Top.Event: SignInEvent & Equatable {
    let asking = Asking<Superior, Top>(), checked = Checked<Superior, Top>()
    override func configure() { substates(asking, checked) }
    override func handle(_ event: Top.Event) -> Reaction { event == .reset ? .local(to: asking) : .unhandled }
}
final class Asking<Superior: StateNode, Top: Noting>: Noted<SignIn<Superior, Top>, Top>
where Top.Event: SignInEvent & Equatable {
    override func handle(_ event: Top.Event) -> Reaction {
        event.password == "secret" ? .to(superior.checked, effect: noted) : .unhandled
    }
}
final class Checked<Superior: StateNode, Top: Noting>: Noted<SignIn<Superior, Top>, Top>
where Top.Event: SignInEvent & Equatable {}

//    ┌ Shop ───────────────────────────────┐
//    │ ●→ SignIn ──password──► .Checked    │
//    └─────────────────────────────────────┘
final class Shop: NotedTop<Shop.Event> {
    enum Event: SignInEvent, Equatable {
        case typed(String), reset
        var password: String? {
            switch self {
            case .typed(let password): password
            case .reset: nil
            }
        }
    }
    let signIn = SignIn<Shop, Shop>()
    override func configure() { substates(signIn) }
}

//    ┌ Bank ───────────────────────────────────────────────────────┐
//    │ ┌ Doors ──────────────────────────────────────────────────┐ │
//    │ │ ┌ Front: SignIn ──────────┐┌ back: SignIn ─────────────┐ │ │
//    │ │ └─────────────────────────┘└───────────────────────────┘ │ │
//    │ └─────────────────────────────────────────────────────────┘ │
//    └─────────────────────────────────────────────────────────────┘
final class Bank: NotedTop<Bank.Event> {
    struct Event: SignInEvent, Equatable {
        var password: String?
        static let reset = Event(password: nil)
    }
    let doors = Doors()
    override func configure() { substates(doors) }
    final class Doors: NotedRegions<Bank, Bank> {
        let front = Front(), back = SignIn<Doors, Bank>()
        override func configure() { regions(front, back) }
    }
    final class Front: SignIn<Doors, Bank> {
        override func handle(_ event: Event) -> Reaction { .unhandled }
    }
}
