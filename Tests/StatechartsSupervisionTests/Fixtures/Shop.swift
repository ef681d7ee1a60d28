import Statecharts

//  Shop, version 1                      NewShop, version 2
//  ┌───────────────────────────────┐    ┌──────────────────────────────────────────┐
//  │ ●→ Cart: ●→ Open ─pay─► Paid  │    │ ●→ Cart: ●→ Open: ●→ Empty ─pay─► Paying │
//  │    Help ◄─help─ any, ─help─►H │    │    Archive                               │
//  └───────────────────────────────┘    └──────────────────────────────────────────┘

enum ShopEvent: String, Codable, Sendable { case pay, help }

final class Shop: TopState<ShopEvent>, Snapshotting {
    let cart = Cart(), help = Help()
    var total = 5
    override func configure() { substates(cart, help) }
    func save() -> [String: Int] { ["total": total] }
    func restore(_ saved: [String: Int]) { total = saved["total", default: 0] }

    final class Cart: State<Shop, Shop> {
        let open = Open(), paid = Paid()
        override func configure() { substates(open, paid, history: .deep) }
        override func handle(_ event: Event) -> Reaction { event == .help ? .to(superior.help) : .unhandled }
        final class Open: State<Cart, Shop> {
            override func handle(_ event: Event) -> Reaction { event == .pay ? .to(superior.paid) : .unhandled }
        }
        final class Paid: State<Cart, Shop> {}
    }
    final class Help: State<Shop, Shop> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .help: .to(superior.cart)
            case .pay: .deferred
            }
        }
    }
}

final class NewShop: TopState<ShopEvent>, Snapshotting {
    static let snapshotVersion = 2
    let cart = Cart(), archive = Archive()
    var cents = 0
    var log: [String] = []
    override func configure() { substates(cart, archive) }
    func save() -> Int { cents }
    func restore(_ saved: Int) { cents = saved }

    final class Cart: State<NewShop, NewShop> {
        let open = Open(), paying = Paying()
        override func configure() { substates(open, paying, history: .deep) }
        final class Open: State<Cart, NewShop> {
            let empty = Empty()
            override func configure() { substates(empty) }
            override func entry() { top.log.append("+Open") }
            override func handle(_ event: Event) -> Reaction { event == .pay ? .to(superior.paying) : .unhandled }
            final class Empty: State<Open, NewShop> {}
        }
        final class Paying: State<Cart, NewShop> {}
    }
    final class Archive: State<NewShop, NewShop> {
        override func handle(_ event: Event) -> Reaction { event == .help ? .to(superior.cart) : .deferred }
    }
}
