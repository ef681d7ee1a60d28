import Statecharts
import StatechartsTesting
import Testing

/// Examples of the reference: each is run.
@Suite struct TypesOfExploringTests {
    @Test func `conditions`() async throws {
        // snippet: conditions
        var explorer = Explorer(events: [.on, .off]) { Heater() }
        explorer.leadsTo(.active(\.heating), .active(\.ready) || .active(\.cold))
        explorer.never(.active(\.ready) && !.when("it is on") { $0.ready.isActive })
        // end snippet
        try await explorer.explore().expectSound()
    }

    @Test func `random runs`() async throws {
        // snippet: random runs
        var explorer = Explorer(events: [.on, .off]) { Heater() }
        explorer.never(\.ready)
        let result = try await explorer.randomRuns(RandomRuns(runs: 20, steps: 10, seed: 7))
        if let example = result.counterexample {
            print(example.subject, example.path, "of", example.originalLength)
            print(example.file)  // to be done again by explorer.replay(_:)
        }
        // end snippet
        #expect(result.counterexample != nil)
    }

    @Test func `aspects of coverage`() async throws {
        let explored = try await Explorer { Valve() }.explore()
        let valve = Interpreter(Valve())
        try valve.start()
        // snippet: aspects of coverage
        var coverage = explored.emptyCoverage
        coverage.add([try valve.step(.open)])
        print(coverage.share(of: .transitions), coverage.open(.transitions))
        do { try coverage.merge(Coverage(chart: "Door")) } catch { print(error.code, error.other) }  // otherChart Door
        // end snippet
    }

    @Test func `explorations`() async throws {
        // snippet: explorations
        let found = try await Explorer { Heater() }.explore()
        print(found.situationCount, found.isComplete, found.problems.isEmpty)  // 3 true true
        if let path = found.path(to: \.ready) { print(path.stimuli) }
        print(found.paths(covering: .transitions).count)
        // end snippet
        #expect(found.situationCount == 3)
    }

    @Test func `settings of explorers`() async throws {
        // snippet: settings of explorers
        var explorer = Explorer { Heater() }
        explorer.limits = .init(configurations: 10_000, depth: 30)
        explorer.timers = .any  // each armed timer, not only the earliest
        explorer.returning = .replaying  // to a situation by its path
        explorer.fingerprint(.alone) { $0.ready.isActive }
        // end snippet
        _ = try await explorer.explore()
    }

    @Test func `what was found`() async throws {
        let found = try await Explorer { Heater() }.explore()
        // snippet: what was found
        for reaction in found.reactions {
            if case .timer(_, let interval, false) = reaction.trigger {
                print(reaction.source, interval, reaction.targets)
            }
        }
        // end snippet
    }

    @Test func `times of a manual clock`() async throws {
        // snippet: times of a manual clock
        let clock = ManualClock(limits: .init(expiries: 1_000))
        let machine = Machine(Heater(), clock: clock)
        try await machine.start()
        try await machine.send(.on)
        for timer in await clock.pending where timer.kind == .once {
            print(timer.path, clock.now.duration(to: timer.deadline))  // Heating 5.0 seconds
        }
        // end snippet
    }

    @Test func `problems`() async throws {
        // snippet: problems
        var explorer = Explorer(events: [.on, .off]) { Heater() }
        explorer.never(\.ready)
        for problem in try await explorer.explore().problems where problem.kind == .violation {
            print(problem.subject, problem.path.map(\.kind), problem.test)
        }
        // end snippet
    }

    @Test func `replayed files`() async throws {
        let explorer = Explorer { Heater() }
        // snippet: replayed files
        do { _ = try await explorer.replay("on\nexplode\n") } catch let error as ReplayError
            where error.code == .notPossible
        {
            print(error.line, error.text, error.possible)
        }
        // end snippet
    }

    @Test func `waits without end`() async throws {
        final class Basket: TopState<Basket.Event> {
            enum Event { case total(Reply<Int>) }
            var kept: [Reply<Int>] = []
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .total(let reply): .handled { kept.append(reply) }
                }
            }
            let open = Open()
            override func configure() { substates(open) }
            final class Open: State<Basket, Basket> {}
        }
        let clock = ManualClock(), basket = Machine(Basket(), clock: clock)
        try await basket.start()
        // snippet: waits without end
        do { _ = try await clock.answer(to: basket.question { .total($0) }) } catch let error as UnendingWait {
            print(error.awaited, error.reason)
        }
        // end snippet
    }

    @Test func `failures of tests`() async throws {
        // snippet: failures of tests
        let failures = InputPort<TestFailure>("failures")
        let test = TestMachine(Heater(), failures: FailureReport { failures.send($0) })
        try await test.start()
        await test.send(.on, .partial) { $0.enters(\.ready) }  // it enters heating
        failures.finish()
        for await failure in failures { print(failure.place.line, failure) }
        // end snippet
    }

    @Test func `sequences that are faked`() async throws {
        final class Scale: TopState<Scale.Event> {
            enum Event { case weight(Int) }
            let weights: AsyncStream<Int>, on = On()
            init(weights: AsyncStream<Int>) { self.weights = weights }
            override func configure() { substates(on) }
            final class On: State<Scale, Scale> {
                override func entry() { listen(to: top.weights) { .weight($0) } }
                override func handle(_ event: Event) -> Reaction { .handled }
            }
        }
        let test = TestMachine(Scale(weights: AsyncStream { $0.finish() }))
        // snippet: sequences that are faked
        test.fake(elements: [70, 71], then: .goesOn)  // all sequences of numbers
        try await test.start(.partial)
        // end snippet
    }
}
