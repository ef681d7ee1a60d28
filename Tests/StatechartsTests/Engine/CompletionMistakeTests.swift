import Statecharts
import Testing

/// A state makes a mistake when it is asked about its completion: that is offered before others are asked about theirs.
@Suite struct CompletionMistakeTests {
    @Test func `an error of completed is offered before the next state is asked about its completion`() throws {
        let chart = Interpreter(Chart())
        try chart.start()
        try chart.send("done")
        #expect(chart.top.log == ["First.completed", "First.failed", "Both.completed"])
        #expect(chart.configuration.description == "End")
    }
}

private final class Chart: TopState<String> {
    let both = Both(), end = End()
    var log: [String] = []
    override func configure() { substates(both, end) }
    final class End: State<Chart, Chart> {}

    final class Both: OrthogonalState<Chart, Chart> {
        let first = First(), second = Second()
        override func configure() { regions(first, second) }
        override func completed() -> Reaction {
            top.log.append("Both.completed")
            return .to(superior.end)
        }

        final class First: State<Both, Chart> {
            let working = Working(), over = FinalState<First, Chart>()
            override func configure() { substates(working, over) }
            override func completed() -> Reaction {
                top.log.append("First.completed")
                // The state is left, and its value with it.
                _ = superior.second.working.count
                return .unhandled
            }
            override func failed(_ error: any Error) -> Reaction {
                top.log.append("First.failed")
                return .handled
            }
            final class Working: State<First, Chart> {
                override func handle(_ event: String) -> Reaction { event == "done" ? .to(superior.over) : .unhandled }
            }
        }

        final class Second: State<Both, Chart> {
            let working = Working(), over = FinalState<Second, Chart>()
            override func configure() { substates(working, over) }
            final class Working: State<Second, Chart> {
                @Scoped var count = 1
                override func handle(_ event: String) -> Reaction { event == "done" ? .to(superior.over) : .unhandled }
            }
        }
    }
}
