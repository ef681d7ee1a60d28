import Statecharts

//    ┌ Sluice ─────────────────────────────────────────────────────────────────────────────────┐
//    │ ●→ Basin ──open──► ◇ gate ──[level < 10]──► Pool     Brim  always [level ≥ 20] → Lake     │
//    │                      └─[else]──► ◇ weir ──[level < 20]──► Brim     enters raising echo    │
//    │                                     └─[else]──► Lake                                      │
//    │    Basin ──spill──► Brim     Basin ──burst──► Brim / throws     any ──close──► Basin      │
//    │    Basin ──seep──► Mire in Marsh   Mire always → ● nowhere, which has no branch            │
//    │    Marsh always [level ≥ 20] → Lake                                                       │
//    │    any ──many──: makes an arrow to three states and takes another     echo: internal      │
//    └─────────────────────────────────────────────────────────────────────────────────────────┘
// Everything that is called leaves a note, so that it can be seen who was asked how often.
final class Sluice: TopState<Sluice.Event> {
    enum Event: Sendable, Hashable { case open(Int), spill(Int), burst(Int), seep(Int), many, echo, close }
    struct Burst: Error {}

    let basin = Basin(), pool = Pool(), brim = Brim(), marsh = Marsh(), lake = Lake()
    let nowhere = Junction<Sluice, Sluice> { chart in
        chart.notes.append("nowhere?")
        return .unhandled
    }
    let gate = Choice<Sluice, Sluice> { chart in
        chart.notes.append("gate?")
        return .to(chart.level < 10 ? chart.pool : chart.weir) { chart.notes.append("gate") }
    }
    let weir = Choice<Sluice, Sluice> { chart in
        chart.notes.append("weir?")
        return chart.level < 20 ? .to(chart.brim) : .to(chart.lake) { chart.notes.append("weir") }
    }
    var level = 0
    var notes: [String] = []
    override func configure() { substates(basin, gate, weir, nowhere, pool, brim, marsh, lake) }
    override func failed(_ error: any Error) -> Reaction { .handled { self.notes.append("failed") } }

    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .echo: .handled { self.notes.append("echo") }
        case .close: .to(basin)
        case .many, .open, .spill, .burst, .seep: .unhandled
        }
    }

    class Place: State<Sluice, Sluice> {
        var title: String { "\(Self.self)" }
        override func entry() { top.notes.append("+\(title)") }
        override func exit() { top.notes.append("-\(title)") }
    }

    final class Basin: Place {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .open(let level): .to(top.gate) { self.top.level = level }
            case .spill(let level): .to(top.brim) { self.top.level = level }
            case .burst(let level):
                .to(top.brim) {
                    self.top.level = level
                    throw Burst()
                }
            case .seep(let level): .to(top.marsh.mire) { self.top.level = level }
            case .many: dropped(.to(top.pool, top.brim, top.lake))
            case .echo, .close: .unhandled
            }
        }
        private func dropped(_ reaction: Reaction) -> Reaction { .to(top.pool) }
    }
    final class Pool: Place {}
    final class Brim: Place {
        override func entry() {
            super.entry()
            raise(.echo)
        }
        override func always() -> Reaction {
            top.notes.append("full?")
            return top.level >= 20 ? .to(top.lake) : .unhandled
        }
    }
    final class Marsh: Place {
        let mire = Mire()
        override func configure() { substates(mire) }
        override func always() -> Reaction {
            top.notes.append("dry?")
            return top.level >= 20 ? .to(top.lake) : .unhandled
        }
        final class Mire: State<Marsh, Sluice> {
            override func always() -> Reaction {
                top.notes.append("firm?")
                return .to(top.nowhere)
            }
        }
    }
    final class Lake: Place {}
}
