import Statecharts

/// Two of three regions that react are in conflict, and an exit fails in the third.
///
///     Courtyard (regions)
///     ├─ House
///     │  ├─ Lit (regions)
///     │  │  ├─ Hall     Bright    dark → Dim
///     │  │  └─ Kitchen  Bright    dark → Dark
///     │  ├─ Dim
///     │  └─ Dark
///     └─ Gate
///        ├─ Open                  dark → Shut; exit throws
///        └─ Shut
final class Courtyard: TopState<Courtyard.Event> {
    enum Event: Sendable { case dark }
    struct Stuck: Error {}

    let house = House(), gate = Gate()
    override func configure() { regions(house, gate) }

    final class House: State<Courtyard, Courtyard> {
        let lit = Lit(), dim = Dim(), dark = Dark()
        override func configure() { substates(lit, dim, dark) }
        final class Dim: State<House, Courtyard> {}
        final class Dark: State<House, Courtyard> {}

        final class Lit: OrthogonalState<House, Courtyard> {
            // Not in one declaration: the compiler (Swift 6.3) takes the first closure for both.
            let hall = Room { $0.dim }
            let kitchen = Room { $0.dark }
            override func configure() { regions(hall, kitchen) }

            final class Room: State<Lit, Courtyard> {
                let bright = Bright()
                let next: (House) -> State<House, Courtyard>
                init(next: @escaping (House) -> State<House, Courtyard>) { self.next = next }
                override func configure() { substates(bright) }

                final class Bright: State<Room, Courtyard> {
                    override func handle(_ event: Event) -> Reaction {
                        switch event {
                        case .dark: .to(superior.next(superior.superior.superior))
                        }
                    }
                }
            }
        }
    }

    final class Gate: State<Courtyard, Courtyard> {
        let open = Open(), shut = Shut()
        override func configure() { substates(open, shut) }
        final class Shut: State<Gate, Courtyard> {}
        final class Open: State<Gate, Courtyard> {
            override func exit() throws { throw Stuck() }
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .dark: .to(superior.shut)
                }
            }
        }
    }
}
