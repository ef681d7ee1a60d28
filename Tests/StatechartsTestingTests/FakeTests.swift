import Statecharts
import StatechartsTesting
import Testing

//   Scale
//   ┌─────────────────────────────────────────────────────────────┐
//   │          weigh            end                               │
//   │ ●──▶ Idle ──▶ Listening ──────▶ Idle     Listening: weights │
//   │        │                                                    │
//   │        └──again──▶ Endless ⟲ (work)                         │
//   └─────────────────────────────────────────────────────────────┘
//   rates ─▶ ■      ■ ─▶ asks
private final class Scale: TopState<Scale.Event> {
    enum Event: Sendable, Equatable { case weigh, weight(Int), end, failed, again, round, rate(Double) }
    let rates = InputPort<Double>("rates"), asks = OutputPort<String>("asks")
    let idle = Idle(), listening = Listening(), endless = Endless()
    private(set) var weights: [Int] = [], rate = 0.0
    override func configure() {
        receive(rates) { .rate($0) }
        substates(idle, listening, endless)
    }
    override func handle(_ event: Event) -> Reaction {
        guard case .rate(let rate) = event else { return .unhandled }
        return .handled { self.rate = rate }
    }
    final class Idle: State<Scale, Scale> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .weigh: .to(superior.listening) { self.top.asks.send("rate") }
            case .again: .to(superior.endless)
            case .weight, .end, .failed, .round, .rate: .unhandled
            }
        }
    }
    final class Listening: State<Scale, Scale> {
        override func entry() {
            let (stream, _) = AsyncStream.makeStream(of: Int.self)
            listen(to: stream) {
                .weight($0)
            } done: {
                .end
            }
        }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .weight(let weight): .handled { self.top.weights.append(weight) }
            case .end: .to(superior.idle)
            case .weigh, .failed, .again, .round, .rate: .unhandled
            }
        }
    }
    final class Endless: State<Scale, Scale> {
        override func entry() {
            run {
                ""
            } done: { _ in
                .round
            }
        }
        override func handle(_ event: Event) -> Reaction { event == .round ? .to(superior.endless) : .unhandled }
    }
}

@Suite struct FakeTests {
    private let kept = Kept()

    @Test func `a faked sequence brings its elements, then ends`() async throws {
        let test = TestMachine(Scale())
        test.fake(Int.self) { 0 }  // work that returns an Int, which there is none of
        test.fake(elements: [3, 4])
        try await test.start()
        await test.send(.weigh) {
            $0.exits(\.idle, \.listening)
            $0.enters(\.listening, \.idle)
            $0.sends(\.asks, "rate")
            $0.reacts(\.listening)
            $0.reacts(\.listening)
        }
        #expect(test.top.weights == [3, 4])
        test.finish()
    }

    @Test func `a faked sequence that goes on is under way after its elements`() async throws {
        let test = TestMachine(Scale(), failures: kept.report)
        test.fake(elements: [3], then: .goesOn)
        try await test.start()
        await test.send(.weigh, .partial) { $0.reacts(\.listening) }
        await test.bring(5, to: \.listening) { $0.reacts(\.listening) }
        #expect(test.top.weights == [3, 5])
        test.finish()
        #expect(
            kept.messages == [
                """
                the test ends while something is left
                armed and under way:
                  Listening: a sequence of Int
                the chart is in Listening
                """
            ])
    }

    @Test func `a fake of results lets sequences be`() async throws {
        let test = TestMachine(Scale())
        test.fake(Int.self) { 0 }
        try await test.start()
        await test.send(.weigh, .partial) { $0.begins(\.listening) }
        test.expect(configuration: \.listening)
    }

    @Test func `a faked port answers in the step in which it was asked`() async throws {
        let test = TestMachine(Scale())
        var asked: [String] = []
        test.fake(\.asks) { question, scale in
            asked.append(question)
            scale.rates.send(2.5)
        }
        try await test.start()
        await test.send(.weigh) {
            $0.exits(\.idle)
            $0.enters(\.listening)
            $0.sends(\.asks, "rate")
            $0.begins(\.listening)
            $0.reacts(\.self)  // the rate
        }
        #expect(asked == ["rate"])
        #expect(test.top.rate == 2.5)
    }

    @Test func `fakes that answer again and again are told, with the state`() async throws {
        let test = TestMachine(Scale(), failures: kept.report)
        test.fake(String.self) { "" }
        try await test.start()
        let line = #line + 1
        await test.send(.again)
        #expect(
            kept.messages == [
                """
                fakes answer again and again: work of Endless was faked, String, 1000 times and more in one step of the test
                the chart is in Endless
                let a fake answer what leads on, or say yourself how the work ends
                """
            ])
        #expect(kept.lines == [line])
    }

    @Test func `messages that came and were not let in are left`() async throws {
        let test = TestMachine(Scale(), failures: kept.report)
        try await test.start()
        test.top.rates.send(1)
        test.finish()
        #expect(
            kept.messages == [
                """
                the test ends while something is left
                sent to the chart's ports and not let in: give the chart messages by receive(_:_:)
                the chart is in Idle
                """
            ])
    }
}
