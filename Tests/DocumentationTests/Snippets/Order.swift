import Statecharts

//   Order
//   ┌────────────────────────────────────────────────────────────────┐
//   │            checkout    [total > 100]                           │
//   │ ●──▶ Cart ─────────▶ ◇ ─────────────▶ Approval                 │
//   │       ▲              │ [else]            │ approve             │
//   │       │ cancel       ▼                   │                     │
//   │       └─────────── Payment ◀─────────────┘                     │
//   │                    (Card)                                      │
//   │                      │ completed                               │
//   │                      ▼                                         │
//   │      ┌ Fulfilment ──────────────────────────┐                  │
//   │      │ Invoice   ●──▶ Writing ──invoiced──▶ ◉ │  completed       │
//   │      ├──────────────────────────────────────┤───────────▶ ◉    │
//   │      │ Parcel    ●──▶ Packing ───packed───▶ ◉ │                  │
//   │      └──────────────────────────────────────┘                  │
//   └────────────────────────────────────────────────────────────────┘
final class Order: TopState<Order.Event> {
    enum Event: Equatable { case add(Int), checkout, approve, cancel, digit(Int), invoiced, packed }

    var total = 0

    let cart = Cart(), approval = Approval(), fulfilment = Fulfilment()
    let delivered = FinalState<Order, Order>()

    // snippet: choice
    let size = Choice<Order, Order> { order in
        order.total > 100 ? .to(order.approval).when("total > 100") : .to(order.payment).when("else")
    }
    // end snippet

    // snippet: submachine
    let payment = Payment(Card()) { event in
        if case .digit(let digit) = event { .digit(digit) } else { nil }
    }
    // end snippet

    override func configure() { substates(cart, size, approval, payment, fulfilment, delivered) }

    // snippet: reactions
    final class Cart: State<Order, Order> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .add(let price): .handled { top.total += price }  // internal: nothing is left or entered
            case .checkout: .to(superior.size)  // external: exits, then effects, then entries
            default: .unhandled  // up to the superior
            }
        }
    }

    final class Approval: State<Order, Order> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .approve: .to(superior.payment) { print("approved") }  // with an effect
            case .digit: .deferred  // kept until the configuration has changed
            default: .unhandled
            }
        }
    }
    // end snippet

    // snippet: payment
    final class Payment: Submachine<Order, Order, Card> {
        override func completed() -> Reaction { .to(superior.fulfilment) }

        override func handle(_ event: Event) -> Reaction { event == .cancel ? .to(superior.cart) : .unhandled }
    }
    // end snippet

    // snippet: regions
    final class Fulfilment: OrthogonalState<Order, Order> {
        let invoice = Invoice(), parcel = Parcel()
        override func configure() { regions(invoice, parcel) }
        override func completed() -> Reaction { .to(superior.delivered) }  // both regions are at their final state

        final class Invoice: State<Fulfilment, Order> {
            let writing = Writing(), done = FinalState<Invoice, Order>()
            override func configure() { substates(writing, done) }

            final class Writing: State<Invoice, Order> {
                override func handle(_ event: Event) -> Reaction {
                    event == .invoiced ? .to(superior.done) : .unhandled
                }
            }
        }

        final class Parcel: State<Fulfilment, Order> {
            let packing = Packing(), done = FinalState<Parcel, Order>()
            override func configure() { substates(packing, done) }

            final class Packing: State<Parcel, Order> {
                override func handle(_ event: Event) -> Reaction {
                    event == .packed ? .to(superior.done) : .unhandled
                }
            }
        }
    }
    // end snippet
}

// snippet: card
final class Card: TopState<Card.Event> {
    enum Event { case digit(Int) }

    let typing = Typing(), accepted = FinalState<Card, Card>()
    override func configure() { substates(typing, accepted) }

    final class Typing: State<Card, Card> {
        @Scoped var digits: [Int] = []  // made anew on each entry, destroyed after exit

        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .digit(let digit): .handled { digits.append(digit) }
            }
        }
        override func always() -> Reaction {  // asked after every microstep, without an event
            digits.count == 4 ? .to(superior.accepted) : .unhandled
        }
    }
}
// end snippet
