import Statecharts

// Examples of the reference about what snapshots hold; compiled and not run.

struct Window { var title = "" }

//   Checkout
//   ┌──────────────────────────────────────────────────────┐
//   │ ●──▶ Paying   charged(n): kept   ──completed──▶ ◉    │
//   └──────────────────────────────────────────────────────┘
final class Checkout: TopState<Checkout.Event> {
    enum Event { case charged(Int) }

    let paying = Paying(), form = Form(), done = FinalState<Checkout, Checkout>()
    let charge: @Sendable () async throws -> Int
    let mail: @Sendable () async throws -> Void
    init(charge: @escaping @Sendable () async throws -> Int, mail: @escaping @Sendable () async throws -> Void) {
        (self.charge, self.mail) = (charge, mail)
    }
    override func configure() { substates(paying, form, done) }
    func open() -> Window { Window() }

    final class Paying: State<Checkout, Checkout> {
        @Scoped var price = 0

        // snippet: run by name
        override func entry() { begin() }
        override func restored() { begin() }  // of the two, what was interrupted, and nothing else

        private func begin() {
            run("charge", top.charge, done: { .charged($0) })
            run("mail", top.mail)
        }
        // end snippet

        override func completed() -> Reaction { .to(superior.done) }  // charged and mailed
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .charged(let price): .handled { self.price = price }
            }
        }
    }

    final class Form: State<Checkout, Checkout> {
        // snippet: ScopedPersistence
        @Scoped var digits: [Int] = []  // saved
        @Scoped(.transient) var window = Window()  // made anew when the machine continues
        // end snippet
    }

    final class Asking: State<Checkout, Checkout> {
        typealias Form = Asking
        // snippet: Scoped, transient and asked of the state
        @Scoped(.transient, { (form: Form) in form.top.open() }) var window: Window
        // end snippet
    }
}
