import Statecharts
import StatechartsTesting

/// What tests of failures in ``Works`` have in common: running it, and records that appear in many of them.
protocol WorksTests {}

extension WorksTests {
    /// Starts a machine, sends it events, stops it; answers with everything it did.
    func run(
        _ suspends: Bool, _ events: Works.Event..., prepare: (Works) -> Void
    ) async throws -> (steps: [String], offered: [String], inside: [String], end: StepError?) {
        let clock = ManualClock()
        let works = Works(suspends: suspends)
        works.part.chart.suspends = suspends
        prepare(works)
        let machine = Machine(works, clock: clock)
        let stream = machine.steps
        var end: StepError?
        do {
            try await machine.start()
            await clock.settle()
            for event in events {
                try await machine.send(event)
                await clock.settle()
            }
            try await machine.stop()
            try await machine.finished
        } catch let error as StepError { end = error }
        var steps: [String] = []
        for await step in stream { steps.append(step.description) }
        let (offered, inside) = try await machine.withTop { ($0.offered, $0.part.chart.offered) }
        return (steps, offered, inside, end)
    }

    var start: String { "start: handled → Idle\n  start, entries Works Idle" }
    var go: String {
        """
        go: handled → (Pair.Left.L1, Pair.Right.R1)
          event, Idle → Pair, exits Idle, effects Idle, entries Pair Pair.Left Pair.Left.L1 Pair.Right Pair.Right.R1
        """
    }
    var bothStep: String {
        """
        event, Pair.Left.L1 → Pair.Left.L2; Pair.Right.R1 → Pair.Right.R2, exits Pair.Right.R1 Pair.Left.L1, \
        effects Pair.Left.L1 Pair.Right.R1, entries Pair.Left.L2 Pair.Right.R2
        """
    }
    var stopInPair: String {
        """
        stop: handled → (Pair.Left.L2, Pair.Right.R2)
          finish, exits Pair.Right.R2 Pair.Right Pair.Left.L2 Pair.Left Pair Works
        """
    }
    var stopInSafe: String { "stop: handled → Safe\n  finish, exits Safe Works" }

    /// - Parameter asked: who was asked, and why not the state itself.
    func unhandled(_ path: String, _ error: String, asked: String) -> String {
        let whom = asked.contains(" were asked") ? "one of them" : "\(asked.prefix { $0 != " " })"
        return
            "\(path): threw \(error), and no state handled it: \(asked); override failed(_:) in \(whom) [unhandledError]"
    }
}
