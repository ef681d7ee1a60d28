import Statecharts
import StatechartsTesting
import Testing

//   Blinking: in the submachine Dark ──after 1 s: tick──▶ Bright; ──back──▶ Home, and in again
private final class Blinking: TopState<Blinking.Event> {
    enum Event: Sendable, Equatable { case back }
    let lamp = Submachine<Blinking, Blinking, Lamp>(Lamp()) { _ in nil }, home = Home()
    override func configure() { substates(lamp, home) }
    override func handle(_ event: Event) -> Reaction { .to(home) }
    final class Home: State<Blinking, Blinking> {
        override func handle(_ event: Event) -> Reaction { .to(superior.lamp) }
    }

    final class Lamp: TopState<Lamp.Event> {
        enum Event: Sendable, Equatable { case tick }
        let dark = Dark(), bright = Bright()
        override func configure() { substates(dark, bright) }
        final class Dark: State<Lamp, Lamp> {
            override func entry() { after(.seconds(1), send: .tick) }
            override func handle(_ event: Event) -> Reaction { .to(superior.bright) }
        }
        final class Bright: State<Lamp, Lamp> {}
    }
}

@Suite struct CoverageInsideTests {
    @Test func `what a timer of a submachine brings is covered by the steps of a test`() async throws {
        var coverage = try await Explorer(events: [.back]) { Blinking() }.explore().emptyCoverage
        let transitions = Set((coverage.counts[.transitions] ?? [:]).keys)
        let test = TestMachine(Blinking())
        try await test.start()
        await test.advance(by: .seconds(1), .partial)
        for _ in 0..<3 { await test.send(.back, .partial) }
        coverage.add(test.steps)
        #expect(coverage.open(.transitions) == [] && transitions.count == 3, "\(coverage.table)")
        #expect(Set((coverage.counts[.transitions] ?? [:]).keys) == transitions)
    }
}
