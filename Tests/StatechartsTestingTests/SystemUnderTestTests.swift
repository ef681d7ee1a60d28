import Statecharts
import StatechartsTesting
import Testing

/// A lift without a chart. The faulty one forgets that it is stuck when it is told to go up.
private struct PlainLift {
    var floor = "down"
    let isSound: Bool
    var isClosed = false

    mutating func take(_ event: Lift.Event) {
        switch (event, floor) {
        case (.halt, _): floor = "stuck"
        case (.up, "down"): floor = "up"
        case (.up, "stuck") where !isSound: floor = "up"
        case (.down, _): floor = "down"
        case (.up, _): break
        }
    }
}

private struct Jammed: Error {}

/// Something that is driven beside a chart.
@Suite struct SystemUnderTestTests {
    private final class Log { var ends = 0, begins = 0 }

    private func explorer(isSound: Bool, _ log: Log = Log()) -> Explorer<Lift> {
        var lift = SystemUnderTest<Lift, PlainLift>("the plain lift") {
            log.begins += 1
            return PlainLift(isSound: isSound)
        } apply: { lift, _, event in
            if let event { lift.take(event) }
        }
        lift.check(\.up) { lift, _ in lift.floor == "up" }
        lift.check(\.down) { lift, _ in lift.floor == "down" }
        lift.check(\.stuck) { lift, _ in lift.floor == "stuck" }
        lift.atEnd { _ in log.ends += 1 }
        var explorer = Explorer { Lift(isSound: true) }
        explorer.drive(lift, covering: .transitionPairs)
        return explorer
    }

    @Test func `a system that does the same is driven along paths and random runs, each with a new one that is ended`()
        async throws
    {
        let log = Log()
        let found = try await explorer(isSound: true, log).explore()
        #expect(found.problems.isEmpty, "\(found)")
        #expect(log.begins == found.paths(covering: .transitionPairs).count)
        #expect(log.ends == log.begins && log.ends > 0)
        let result = try await explorer(isSound: true, log).randomRuns(.init(runs: 20, steps: 30, seed: 1))
        #expect(result.isSound, "\(result)")
        #expect(log.ends == log.begins)
    }

    @Test func `where it differs the shortest path is shown, by both strategies`() async throws {
        var explorer = explorer(isSound: false)
        // What nothing reacts to is on no path that covers transitions; every situation with every event is.
        let result = try await explorer.randomRuns(.init(runs: 20, steps: 30, seed: 1))
        let example = try #require(result.counterexample)
        #expect(example.path.map(\.description) == ["halt", "up"])
        #expect(example.message == "the check for stuck fails in Stuck")
        explorer = Explorer { Lift(isSound: true) }
        var lift = SystemUnderTest<Lift, PlainLift>("the plain lift") {
            PlainLift(isSound: true)
        } apply: { lift, stimulus, event in
            #expect(stimulus.kind == .event)
            if event == .down, lift.floor == "stuck" { throw Jammed() }
            if let event { lift.take(event) }
        }
        lift.check("the floor is known") { lift, _ in !lift.floor.isEmpty }
        explorer.drive(lift)
        let problem = try #require(try await explorer.explore().problems.first)
        #expect(
            problem.description == """
                violated: the plain lift: down threw Jammed()
                  after halt, down
                    start: handled → Down
                      start, entries Lift Down
                    halt: handled → Stuck
                      event, Lift → Stuck, exits Down, entries Stuck
                    down: handled → Down
                      event, Stuck → Down, exits Stuck, entries Down
                  as a test:
                    @Test func `violation the plain lift`() async throws {
                        let test = TestMachine(explorer.makeChart())
                        try await test.start()
                        await test.send(.halt, .partial)
                        await test.send(.down, .partial)
                        #expect(test.configuration.description == "Down")
                    }
                """)
    }
}
