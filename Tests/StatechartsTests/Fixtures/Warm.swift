import Statecharts

//    ┌ Warm ────────────────────────────────────────────────────────────────────┐
//    │    ┌ Both ───────────────────────────────────────────┐                   │
//    │    │ ┌ A ──────────────────┐┌ B ────────────────────┐│                   │
//    │ ●→ │ │ ●→ One ──x──► Two   ││ ●→ One ──x──► Two     ││ ──out──► Out ─┐   │
//    │    │ └─────────────────────┘└───────────────────────┘│               │   │
//    │    └─────────────────────────────────────────────────┘◄──────in──────┘   │
//    └──────────────────────────────────────────────────────────────────────────┘
// Every state has scoped data. Every entry, exit and effect notes whose are there, which is to say who is active: reading those of a
// state that has none traps. "again" leads from A to itself.
final class Warm: TopState<String> {
    var seen: [String] = []
    let both = Both(), out = Out()
    override func configure() { substates(both, out) }
    func look(_ place: String) {
        let warm = [
            ("Both", both.isActive ? both.heat : 0), ("A", both.a.isActive ? both.a.heat : 0),
            ("A1", both.a.one.isActive ? both.a.one.heat : 0), ("A2", both.a.two.isActive ? both.a.two.heat : 0),
            ("B", both.b.isActive ? both.b.heat : 0), ("B1", both.b.one.isActive ? both.b.one.heat : 0),
            ("B2", both.b.two.isActive ? both.b.two.heat : 0), ("Out", out.isActive ? out.heat : 0),
        ]
        seen.append("\(place): " + warm.filter { $0.1 > 0 }.map(\.0).joined(separator: " "))
    }

    final class Both: OrthogonalState<Warm, Warm> {
        @Scoped var heat = 1
        let a = A(), b = B()
        override func configure() { regions(a, b) }
        override func entry() { top.look("+Both") }
        override func exit() { top.look("-Both") }
        override func handle(_ event: String) -> Reaction {
            event == "out" ? .to(superior.out) { self.top.look("!out") } : .unhandled
        }
    }
    final class A: State<Both, Warm> {
        @Scoped var heat = 1
        let one = Place<A>("A1"), two = Place<A>("A2")
        override func configure() { substates(one, two) }
        override func entry() { top.look("+A") }
        override func exit() { top.look("-A") }
        override func handle(_ event: String) -> Reaction {
            switch event {
            case "again": .to(superior.a) { self.top.look("!again") }
            case "x": .local(to: two) { self.top.look("!A") }
            default: .unhandled
            }
        }
    }
    final class B: State<Both, Warm> {
        @Scoped var heat = 1
        let one = Place<B>("B1"), two = Place<B>("B2")
        override func configure() { substates(one, two) }
        override func entry() { top.look("+B") }
        override func exit() { top.look("-B") }
        override func handle(_ event: String) -> Reaction {
            event == "x" ? .local(to: two) { self.top.look("!B") } : .unhandled
        }
    }
    final class Place<Superior: StateNode>: State<Superior, Warm> {
        @Scoped var heat = 1
        let label: String
        init(_ label: String) { self.label = label }
        override func entry() { top.look("+\(label)") }
        override func exit() { top.look("-\(label)") }
    }
    final class Out: State<Warm, Warm> {
        @Scoped var heat = 1
        override func entry() { top.look("+Out") }
        override func exit() { top.look("-Out") }
        override func handle(_ event: String) -> Reaction {
            event == "in" ? .to(superior.both) { self.top.look("!in") } : .unhandled
        }
    }
}
