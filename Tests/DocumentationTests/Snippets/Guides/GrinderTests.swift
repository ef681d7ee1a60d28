import Statecharts
import StatechartsTesting
import Testing

/// What *States and reactions* and *Testing* say of the grinder.
@Suite struct GrinderTests {
    @Test func `a request is handed to the state that grinds`() async throws {
        let test = TestMachine(Grinder())
        try await test.start()
        await test.receive(\.requests, 2) {
            $0.exits(\.idle)
            $0.enters(\.turning)
            $0.arms(.second, every: .seconds(1))
        }
        #expect(test.top.turning.left == 2)
        await test.advance(by: .seconds(1), .partial)
        #expect(test.top.turning.left == 1)
        await test.advance(by: .seconds(1), .partial) {
            $0.sends(\.powder, 2)
            $0.enters(\.idle)
        }
        test.finish()
    }

    @Test func `an effect that writes into the data of its target is the mistake that the article shows`() throws {
        let mill = Interpreter(Mill())
        try mill.start()
        let error = #expect(throws: StepError.self) { try mill.send(.request(9)) }
        #expect(error?.code == .notActive)
        let text = try #require(error.map { "\($0)" })
        #expect(try Repository.text("DocC/Statecharts.docc/StatesAndReactions.md").contains(text), "\(text)")
    }

    // snippet: explored messages
    @Test func `no request of the grinder is lost`() async throws {
        var explorer = Explorer { Grinder() }
        explorer.messages(\.requests, 1, 2)  // each of them may come at any time
        explorer.fingerprint { $0.grams }
        explorer.limits = .init(deferred: 2)  // requests that wait have no end
        explorer.on({ $0 == .request(1) || $0 == .request(2) }, "a request", leadsTo: .active(\.turning))
        explorer.step("somebody takes each request") { record, _ in  // says what is wrong, or nil
            record.outcome == .unhandled ? "nobody did" : nil
        }
        let found = try await explorer.explore()
        found.expectSound(withinLimits: true)
    }
    // end snippet
}

/// A grinder with the mistake.
private final class Mill: TopState<Mill.Event> {
    enum Event { case request(Int) }
    let idle = Idle(), turning = Turning()
    override func configure() { substates(idle, turning) }

    final class Idle: State<Mill, Mill> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .request(let grams): .to(superior.turning) { superior.turning.left = grams }
            }
        }
    }

    final class Turning: State<Mill, Mill> {
        @Scoped var left = 0
    }
}
