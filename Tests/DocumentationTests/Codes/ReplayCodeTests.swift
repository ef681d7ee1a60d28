import Statecharts
import StatechartsTesting
import Testing

/// The programs of the pages of ``ReplayError``: see ``CodePage``.
@Suite struct ReplayCodeTests {
    @Test func `notPossible`() async throws {
        try await CodePage("ReplayError.notPossible").shows {
            // snippet: notPossible
            final class Lamp: TopState<Lamp.Event> {
                enum Event: CaseIterable { case on, off }
                let dark = Dark(), lit = Lit()
                override func configure() { substates(dark, lit) }
                final class Dark: State<Lamp, Lamp> {
                    override func handle(_ event: Event) -> Reaction { event == .on ? .to(superior.lit) : .unhandled }
                }
                final class Lit: State<Lamp, Lamp> {
                    override func handle(_ event: Event) -> Reaction { event == .off ? .to(superior.dark) : .unhandled }
                }
            }
            let explorer = Explorer { Lamp() }
            _ = try await explorer.replay("on\nblink\n")
            // end snippet
        } repaired: {
            final class Lamp: TopState<Lamp.Event> {
                enum Event: CaseIterable { case on, off }
                let dark = Dark(), lit = Lit()
                override func configure() { substates(dark, lit) }
                final class Dark: State<Lamp, Lamp> {
                    override func handle(_ event: Event) -> Reaction { event == .on ? .to(superior.lit) : .unhandled }
                }
                final class Lit: State<Lamp, Lamp> {
                    override func handle(_ event: Event) -> Reaction { event == .off ? .to(superior.dark) : .unhandled }
                }
            }
            let explorer = Explorer { Lamp() }
            // snippet: notPossible, repaired
            _ = try await explorer.replay("on\noff\n")
            // end snippet
        }
    }
}
