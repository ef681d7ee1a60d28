import Statecharts
import StatechartsTesting
import Testing

/// The order of the lines of a difference.
@Suite struct DifferenceOrderTests {
    @Test func `what happened in several steps is told in its order`() async throws {
        let kept = Kept()
        let test = TestMachine(Relay(), failures: kept.report)
        try await test.start()
        await test.send(2) { $0.isDeferred() }
        await test.send(1) {
            $0.enters(\.second)
            $0.exits(\.second)
            $0.sends(\.out, 1)
        }
        #expect(
            kept.messages == [
                """
                something else happened after 1 than was said:
                  + exits First
                    enters Second
                    exits Second
                  + enters Third
                  - sends out: 1
                the chart is in Third
                """
            ])
    }

    @Test func `what was only said stands where its kind is over`() async throws {
        let kept = Kept()
        let test = TestMachine(Relay(), failures: kept.report)
        try await test.start()
        await test.send(1) {
            $0.sends(\.out, 1)
            $0.enters(\.third)
            $0.exits(\.first, \.second)
            $0.isUnhandled()
        }
        #expect(
            kept.messages == [
                """
                something else happened after 1 than was said:
                  - is unhandled
                    exits First
                  - exits Second
                  - enters Third
                  + enters Second
                  - sends out: 1
                the chart is in Second
                """
            ])
    }
}

//  ● ──▶ First (defers 2) ──1──▶ Second ──2──▶ Third
private final class Relay: TopState<Int> {
    let first = First(), second = Second(), third = Third()
    let out = OutputPort<Int>("out")
    override func configure() { substates(first, second, third) }
    final class First: State<Relay, Relay> {
        override func handle(_ event: Event) -> Reaction { event == 1 ? .to(superior.second) : .deferred }
    }
    final class Second: State<Relay, Relay> {
        override func handle(_ event: Event) -> Reaction { event == 2 ? .to(superior.third) : .unhandled }
    }
    final class Third: State<Relay, Relay> {}
}
