import Statecharts

//    ┌ Crossing ───────────────────────────────────────────────────────────────┐
//    │ ●→ Start ──go──► ◆ first ──[n < 10]──► ◆ second ──[n < 5]──► Small       │
//    │                    └─[else]──► Large     └─[n == 5]──► Middle            │
//    │        ──two──► ◇ one ──► ◇ other ──► Small or Large                      │
//    └─────────────────────────────────────────────────────────────────────────┘
// n from 6 to 9 has no way through the junctions: then the chart itself takes "go".
// Each arrow adds a note; the effects of "two" and of ◇ one double n, which ◇ other sees.
final class Crossing: NotedTop<String> {
    var n: Int
    let start = Start(), small = Small(), middle = Middle(), large = Large()
    let first = Junction<Crossing, Crossing> { chart in
        chart.n < 10 ? .to(chart.second, effect: chart.note("first")) : .to(chart.large, effect: chart.note("first"))
    }
    let second = Junction<Crossing, Crossing> { chart in
        if chart.n < 5 { return .to(chart.small, effect: chart.note("second")) }
        return chart.n == 5 ? .to(chart.middle, effect: chart.note("second")) : .unhandled
    }
    let one = Choice<Crossing, Crossing> { chart in
        .to(chart.other) {
            chart.notes.append("!one")
            chart.n *= 2
        }
    }
    let other = Choice<Crossing, Crossing> { chart in
        .to(chart.n < 10 ? chart.small : chart.large, effect: chart.note("other"))
    }
    init(n: Int) { self.n = n }
    override func configure() { substates(start, first, second, one, other, small, middle, large) }
    override func handle(_ event: String) -> Reaction { event == "go" ? .handled(noted) : .unhandled }
    func note(_ name: String) -> () -> Void { { self.notes.append("!\(name)") } }

    final class Start: Noted<Crossing, Crossing> {
        override func handle(_ event: String) -> Reaction {
            switch event {
            case "go": .to(superior.first, effect: noted)
            case "two":
                .to(superior.one) {
                    self.noted()
                    self.top.n *= 2
                }
            default: .unhandled
            }
        }
    }
    class Place: Noted<Crossing, Crossing> {}
    final class Small: Place {}
    final class Middle: Place {}
    final class Large: Place {}
}
