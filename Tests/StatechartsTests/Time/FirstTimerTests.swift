import Statecharts
import StatechartsTesting
import Testing

/// The first timer of a machine begins in a state that has been active for long: from then on leaving states ends work.
@Suite struct FirstTimerTests {
    //  Porch
    //  ├── Dark (initial)   visit → Dark (internal): after 1 s send late; light → Bright
    //  └── Bright           late → Dark
    private final class Porch: TopState<Porch.Event> {
        enum Event { case visit, light, late }
        let dark = Dark(), bright = Bright()
        override func configure() { substates(dark, bright) }

        final class Dark: State<Porch, Porch> {
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .visit: .handled { after(.seconds(1), send: .late) }
                case .light: .to(superior.bright)
                case .late: .unhandled
                }
            }
        }
        final class Bright: State<Porch, Porch> {
            override func handle(_ event: Event) -> Reaction { event == .late ? .to(superior.dark) : .unhandled }
        }
    }

    @Test func `a timer that is the first to begin, long after the start, ends with its state`() async throws {
        let clock = ManualClock()
        let machine = Machine(Porch(), clock: clock)
        try await machine.start()
        // Leaving ends nothing as long as nothing was begun.
        for event in [Porch.Event.light, .late] { try await machine.send(event) }
        #expect(await clock.pending.map(\.description) == [])
        try await machine.send(.visit)
        #expect(await clock.pending.map(\.description) == ["Dark: late at 1.0 seconds"])
        try await machine.send(.light)
        #expect(await clock.pending.map(\.description) == [])
        await clock.advance(by: .seconds(2))
        #expect(await machine.configuration.description == "Bright")
    }
}
