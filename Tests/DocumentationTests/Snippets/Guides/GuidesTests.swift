import Statecharts
import StatechartsTesting
import Testing

/// What the articles *Modelling guide*, *Coming from elsewhere* and *In a server* say.
@Suite struct GuidesTests {
    @Test func `the chart and the actor by hand do the same`() async throws {
        let clock = ManualClock()
        let slow: @Sendable () async throws -> String = {
            try await clock.sleep(for: .seconds(60))
            return "late"
        }
        let chart = Machine(Fetch(load: slow), clock: clock), byHand = FetchByHand(clock: clock, load: slow)
        try await chart.start()
        try await chart.send(.fetch)
        await byHand.fetch()
        try await chart.send(.cancel)
        await byHand.cancel()
        #expect(await chart.isActive(\.idle))
        #expect(await byHand.state == .idle)

        try await chart.send(.fetch)
        await clock.advance(by: .seconds(10))
        #expect(await chart.isActive(\.broken))

        let quick = Machine(Fetch { "text" }, clock: clock)
        try await quick.start()
        try await quick.send(.fetch)
        await clock.settle()
        #expect(await quick.isActive(\.loaded))
        #expect(try await quick.withTop { $0.text } == "text")
    }

    @Test func `flags come into combinations that states cannot come into`() throws {
        let flags = Interpreter(Mistakes.Flags.Player()), states = Interpreter(Mistakes.States.Player())
        try flags.start()
        try states.start()
        for event in [Mistakes.Flags.Player.Event.play, .pause, .stop] { try flags.send(event) }
        #expect(!flags.top.isPlaying && flags.top.isPaused)
        for event in [Mistakes.States.Player.Event.play, .pause, .stop] { try states.send(event) }
        #expect(states.isActive(\.stopped))
    }

    @Test func `a number of digits is data`() throws {
        let wrong = Interpreter(Mistakes.Counting.Lock()), repaired = Interpreter(Mistakes.Data.Lock())
        try wrong.start()
        try repaired.start()
        for digit in [4, 2] {
            try wrong.send(.digit(digit))
            try repaired.send(.digit(digit))
        }
        #expect(wrong.isActive(\.open))
        #expect(repaired.isActive(\.open))
    }

    @Test func `a handler that acts has acted when it was only asked`() throws {
        let wrong = Interpreter(Mistakes.Acting.Till()), repaired = Interpreter(Mistakes.Deciding.Till())
        try wrong.start()
        try repaired.start()
        // snippet: asked
        _ = wrong.accepts(.pay(5))  // only asked, and 5 are in the till
        try wrong.send(.pay(5))
        print(wrong.top.sum)  // 10
        // end snippet
        #expect(wrong.top.sum == 10)
        _ = repaired.accepts(.pay(5))
        try repaired.send(.pay(5))
        #expect(repaired.top.sum == 5)
    }

    @Test func `a transition into another region leaves all of them`() throws {
        let wrong = Interpreter(Mistakes.Across.Car()), repaired = Interpreter(Mistakes.Beside.Car())
        try wrong.start()
        try repaired.start()
        #expect(try wrong.step(.crash).configuration.description == "(Driving.Radio.Loud, Driving.Lights.Flashing)")
        let record = try repaired.step(.crash)
        #expect(record.configuration.description == "(Driving.Radio.Quiet, Driving.Lights.Flashing)")
        #expect(record.microsteps.map(\.exits.count) == [2])
    }

    @Test func `a task of one's own brings its result after the state was left, work of the state does not`()
        async throws
    {
        let clock = ManualClock()
        let look: @Sendable () async -> String = {
            try? await clock.sleep(for: .seconds(1))
            return "found"
        }
        let (results, found) = AsyncStream<String>.makeStream()
        let wrong = Machine(Mistakes.Tasks.Search(look: look) { found.yield($0) }, clock: clock)
        try await wrong.start()
        try await wrong.stop()

        let repaired = Machine(Mistakes.Work.Search(look: look), clock: clock)
        try await repaired.start()
        try await repaired.send(.stop)
        await clock.waitForSleepers()
        await clock.advance(by: .seconds(1))
        for await result in results {
            #expect(result == "found")  // the machine has ended long since
            break
        }
        #expect(try await repaired.withTop { $0.result } == "")
    }

    @Test func `steps become lines of a log and numbers for Prometheus, traces go on`() async throws {
        let clock = ManualClock(), header = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        let (calls, called) = AsyncStream<[String: String]>.makeStream()
        let machine = Machine(Shipment { called.yield($0) }, clock: clock)
        let context = try #require(TraceContext(header))
        let log: @Sendable (String) -> Void = { _ in }
        // snippet: following
        let steps = machine.steps  // from before the start, so that nothing is missed
        let following = Task {
            var metrics = StepMetrics()
            for await step in steps {  // ends with the machine
                metrics.count(step, of: "Shipment")  // the class, see below
                log("\(machine.name) \(step)")
            }
            return metrics.text
        }
        try await machine.start()
        machine.post(.ship(context))
        // end snippet
        try await machine.finished
        #expect(
            await following.value == """
                # HELP statechart_steps_total Steps taken.
                # TYPE statechart_steps_total counter
                statechart_steps_total{machine="Shipment",outcome="handled"} 3
                # HELP statechart_failures_total Failed machines.
                # TYPE statechart_failures_total counter

                """)
        for await headers in calls {
            let sent = try #require(headers["traceparent"].flatMap { TraceContext($0) })
            #expect(sent.trace == context.trace && sent.span != context.span)
            break
        }
        #expect(context.description == header)
        #expect(TraceContext("00-00000000000000000000000000000000-b7ad6b7169203331-01") == nil)
        #expect(TraceContext("nonsense") == nil)
    }

    @Test func `services end together when their group is cancelled`() async throws {
        let clock = ManualClock()
        let first = Machine(Shipment { _ in }, clock: clock), second = Machine(Shipment { _ in }, clock: clock)
        // snippet: service
        let service = Task {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await first.run() }
                group.addTask { try await second.run() }
                try await group.waitForAll()
            }
        }
        // on SIGTERM:
        service.cancel()  // each takes what it has accepted, exits its states
        try await service.value
        // end snippet
        #expect(await first.status == .stopped)
    }
}
