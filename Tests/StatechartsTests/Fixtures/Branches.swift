import Statecharts

//    ┌ Branches ─────────────────────────────────────────┐
//    │                     ┌─[n == 1]──► One             │
//    │ ●→ Start ──go──► ◇ ─┼─[n == 2]──► Two             │
//    │                     └─[else]────► Other           │
//    └───────────────────────────────────────────────────┘
// The effect of "go" adds one to n, which the choice already sees.
final class Branches: NotedTop<String> {
    var n: Int
    let start = Start(), one = One(), two = Two(), other = Other()
    let which = Choice<Branches, Branches> { chart in
        if chart.n == 1 { return .to(chart.one) { chart.notes.append("!which") } }
        if chart.n == 2 { return .to(chart.two) { chart.notes.append("!which") } }
        return .to(chart.other)
    }
    init(n: Int) { self.n = n }
    override func configure() { substates(start, which, one, two, other) }

    final class Start: Noted<Branches, Branches> {
        override func handle(_ event: String) -> Reaction {
            event == "go"
                ? .to(superior.which) {
                    self.noted()
                    self.top.n += 1
                } : .unhandled
        }
    }
    final class One: Noted<Branches, Branches> {}
    final class Two: Noted<Branches, Branches> {}
    final class Other: Noted<Branches, Branches> {}
}
