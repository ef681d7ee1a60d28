import Statecharts

/// Four regions with two states each; `all` moves every region, `one` only the last.
///
///     FourRegions (regions)
///     ├─ Part  On ⇄ Off  all
///     ├─ Part  On ⇄ Off  all
///     ├─ Part  On ⇄ Off  all
///     └─ Part  On ⇄ Off  all, one
final class FourRegions: TopState<FourRegions.Event> {
    enum Event: Sendable { case all, one }

    let first = Part(reactsToOne: false), second = Part(reactsToOne: false)
    let third = Part(reactsToOne: false), fourth = Part(reactsToOne: true)
    var entries = 0
    var exits = 0
    var effects = 0

    override func configure() { regions(first, second, third, fourth) }

    final class Part: State<FourRegions, FourRegions> {
        let on = On(), off = Off()
        let reactsToOne: Bool
        init(reactsToOne: Bool) { self.reactsToOne = reactsToOne }
        override func configure() { substates(on, off) }

        final class On: State<Part, FourRegions> {
            override func entry() { top.entries += 1 }
            override func exit() { top.exits += 1 }
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .all: .to(superior.off) { self.top.effects += 1 }
                case .one: superior.reactsToOne ? .to(superior.off) { self.top.effects += 1 } : .unhandled
                }
            }
        }

        final class Off: State<Part, FourRegions> {
            override func entry() { top.entries += 1 }
            override func exit() { top.exits += 1 }
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .all: .to(superior.on) { self.top.effects += 1 }
                case .one: superior.reactsToOne ? .to(superior.on) { self.top.effects += 1 } : .unhandled
                }
            }
        }
    }
}
