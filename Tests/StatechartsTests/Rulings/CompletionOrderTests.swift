import Statecharts
import Testing

//    ┌ Twice ───────────────────────────────────────────────────────────────┐
//    │ ┌ Left ─────────────────────────────────┐┌ Right ─────────────────┐  │
//    │ │ ●→ A ──end──▶ ◉ First                 ││ ●→ B ──end──▶ ◉ End    │  │
//    │ │ completed, once ──▶ ◉ Second          ││                        │  │
//    │ └───────────────────────────────────────┘└────────────────────────┘  │
//    └──────────────────────────────────────────────────────────────────────┘
// Left leads on to another final state of its own when it is complete for the first time.
private final class Twice: NotedTop<String> {
    let both = Both()
    var asked: [String] = []
    override func configure() { substates(both) }

    final class Both: NotedRegions<Twice, Twice> {
        let left = Left(), right = Right()
        override func configure() { regions(left, right) }
        override func completed() -> Reaction {
            top.asked.append(path)
            return .handled
        }
    }
    final class Left: Noted<Both, Twice> {
        let a = A(), first = First(), second = Second()
        override func configure() { substates(a, first, second) }
        override func completed() -> Reaction {
            let isFirst = !top.asked.contains(path)
            top.asked.append(path)
            return isFirst ? .local(to: second) : .unhandled
        }
        final class A: Noted<Left, Twice> {
            override func handle(_ event: String) -> Reaction { event == "end" ? .to(superior.first) : .unhandled }
        }
        final class First: NotedFinal<Left, Twice> {}
        final class Second: NotedFinal<Left, Twice> {}
    }
    final class Right: Noted<Both, Twice> {
        let b = B(), end = End()
        override func configure() { substates(b, end) }
        override func completed() -> Reaction {
            top.asked.append(path)
            return .unhandled
        }
        final class B: Noted<Right, Twice> {
            override func handle(_ event: String) -> Reaction { event == "end" ? .to(superior.end) : .unhandled }
        }
        final class End: NotedFinal<Right, Twice> {}
    }
}

/// In which order states are asked about their completion (UML 14.2.3.8.3).
@Suite struct CompletionOrderTests {
    @Test func `a state that becomes complete once more is asked at the later place, and only there`() throws {
        let run = Run(Twice())
        try run.start()
        try run.send(
            "end",
            """
            end: handled → (Both.Left.Second, Both.Right.End)
              event, Both.Left.A → Both.Left.First; Both.Right.B → Both.Right.End, exits Both.Right.B Both.Left.A, \
            entries Both.Left.First Both.Right.End
              completion of Both.Left, Both.Left ⇢ Both.Left.Second, exits Both.Left.First, \
            entries Both.Left.Second
              completion of Both, Both ↺
            """)
        #expect(run.top.asked == ["Both.Left", "Both.Right", "Both.Left", "Both"])
    }
}
