import Statecharts
import Testing

@Suite struct SubmachineTests {
    /// The whole records of the steps that these events cause.
    private func records(_ interpreter: Interpreter<Counters>, _ events: String...) throws -> String {
        var lines: [String] = []
        interpreter.onStep = { lines.append($0.description) }
        for event in events { try interpreter.send(event) }
        return lines.joined(separator: "\n")
    }

    @Test func `9: a submachine used three times keeps a history of events in each place`() throws {
        let chart = Counters()
        let interpreter = Interpreter(chart)
        let start = try interpreter.startStep()
        #expect(
            start.description == """
                start: handled → Single.Counter.Even
                  start, entries Counters Single Single.Counter Single.Counter.Even
                """)
        let single = try records(interpreter, "tick", "tick", "next")
        #expect(
            single == """
                tick: handled → Single.Counter.Odd
                  event, Single.Counter.Even → Single.Counter.Odd, exits Single.Counter.Even, \
                effects Single.Counter.Even, entries Single.Counter.Odd
                  raised echo(1), Single.Counter ↺, effects Single.Counter
                tick: handled → Single.Counter.Even
                  event, Single.Counter.Odd → Single.Counter.Even, exits Single.Counter.Odd, \
                effects Single.Counter.Odd, entries Single.Counter.Even
                next: handled → (Pair.left.Counter.Even, Pair.right.Counter.Even)
                  event, Single → Pair, exits Single.Counter.Even Single.Counter Single, entries Pair Pair.left \
                Pair.left.Counter Pair.left.Counter.Even Pair.right Pair.right.Counter Pair.right.Counter.Even
                """)
        let pair = try records(interpreter, "left", "both", "tick")
        #expect(
            pair == """
                left: handled → (Pair.left.Counter.Odd, Pair.right.Counter.Even)
                  event, Pair.left.Counter.Even → Pair.left.Counter.Odd, exits Pair.left.Counter.Even, \
                effects Pair.left.Counter.Even, entries Pair.left.Counter.Odd
                  raised echo(1), Pair.left.Counter ↺, effects Pair.left.Counter
                both: handled → (Pair.left.Counter.Even, Pair.right.Counter.Odd)
                  event, Pair.left.Counter.Odd → Pair.left.Counter.Even; Pair.right.Counter.Even → \
                Pair.right.Counter.Odd, exits Pair.right.Counter.Even Pair.left.Counter.Odd, \
                effects Pair.left.Counter.Odd Pair.right.Counter.Even, \
                entries Pair.left.Counter.Even Pair.right.Counter.Odd
                  raised echo(1), Pair.right.Counter ↺, effects Pair.right.Counter
                tick: unhandled → (Pair.left.Counter.Even, Pair.right.Counter.Odd)
                """)
        #expect(chart.single.chart.seen == [.tick, .echo(1), .tick])
        #expect(chart.pair.left.chart.seen == [.tick, .echo(1), .tick])
        #expect(chart.pair.right.chart.seen == [.tick, .echo(1)])
    }

    @Test func `a submachine is complete when its chart reaches its final state`() throws {
        let interpreter = Interpreter(Counters())
        try interpreter.start()
        let ended = try records(interpreter, "tick", "end")
        #expect(
            ended.hasSuffix(
                """
                end: handled → (Pair.left.Counter.Even, Pair.right.Counter.Even)
                  event, Single.Counter.Odd → Single.Counter.Ended, exits Single.Counter.Odd, \
                effects Single.Counter.Odd, entries Single.Counter.Ended
                  completion of Single, Single → Pair, exits Single.Counter.Ended Single.Counter Single, \
                entries Pair Pair.left Pair.left.Counter Pair.left.Counter.Even Pair.right Pair.right.Counter \
                Pair.right.Counter.Even
                """))
    }

    @Test func `an orthogonal state of submachines is complete when all of them are`() throws {
        let interpreter = Interpreter(Counters())
        try interpreter.start()
        _ = try records(interpreter, "next", "both", "left end")
        #expect(interpreter.configuration.description == "(Pair.left.Counter.Ended, Pair.right.Counter.Odd)")
        let ended = try records(interpreter, "right end")
        #expect(
            ended == """
                right end: handled → Single.Counter.Even
                  event, Pair.right.Counter.Odd → Pair.right.Counter.Ended, exits Pair.right.Counter.Odd, \
                effects Pair.right.Counter.Odd, entries Pair.right.Counter.Ended
                  completion of Pair, Pair → Single, exits Pair.right.Counter.Ended Pair.right.Counter Pair.right \
                Pair.left.Counter.Ended Pair.left.Counter Pair.left Pair, entries Single Single.Counter \
                Single.Counter.Even
                """)
    }

    @Test func `the chart of a submachine also runs alone`() throws {
        let chart = Counter()
        let interpreter = Interpreter(chart)
        try interpreter.start()
        try interpreter.send(.tick)
        try interpreter.send(.end)
        #expect(interpreter.status == .finished)
        #expect(chart.seen == [.tick, .echo(1), .end])
    }
}
