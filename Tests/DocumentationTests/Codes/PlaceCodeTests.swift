import Statecharts
import Testing

/// The programs of the pages of ``PlaceError``: see ``CodePage``.
@Suite struct PlaceCodeTests {
    @Test func `notTogether`() async throws {
        try await CodePage("PlaceError.notTogether").shows {
            // snippet: notTogether
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap }
                let off = Off(), on = On()
                override func configure() { substates(off, on) }
                final class Off: State<Lamp, Lamp> {}
                final class On: State<Lamp, Lamp> {}
            }
            try await Machine(Lamp()).start(in: \.off, \.on)
            // end snippet
        } repaired: {
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap }
                let off = Off(), on = On()
                override func configure() { substates(off, on) }
                final class Off: State<Lamp, Lamp> {}
                final class On: State<Lamp, Lamp> {}
            }
            // snippet: notTogether, repaired
            try await Machine(Lamp()).start(in: \.on)
            // end snippet
        }
    }

    @Test func `otherChart`() async throws {
        try await CodePage("PlaceError.otherChart").shows {
            // snippet: otherChart
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap }
                let off = Off()
                var spare: Off { Off() }
                override func configure() { substates(off) }
                final class Off: State<Lamp, Lamp> {}
            }
            try await Machine(Lamp()).start(in: \.spare)
            // end snippet
        } repaired: {
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap }
                let off = Off()
                override func configure() { substates(off) }
                final class Off: State<Lamp, Lamp> {}
            }
            // snippet: otherChart, repaired
            try await Machine(Lamp()).start(in: \.off)
            // end snippet
        }
    }

    @Test func `pseudostate`() async throws {
        try await CodePage("PlaceError.pseudostate").shows {
            // snippet: pseudostate
            final class Radio: TopState<Radio.Event> {
                enum Event { case tap }
                let loud = Loud(), last = ShallowHistory<Radio, Radio>()
                override func configure() { substates(loud, last) }
                final class Loud: State<Radio, Radio> {}
            }
            try await Machine(Radio()).start(in: \.last)
            // end snippet
        } repaired: {
            final class Radio: TopState<Radio.Event> {
                enum Event { case tap }
                let loud = Loud(), last = ShallowHistory<Radio, Radio>()
                override func configure() { substates(loud, last) }
                final class Loud: State<Radio, Radio> {}
            }
            // snippet: pseudostate, repaired
            try await Machine(Radio()).start(in: \.loud)
            // end snippet
        }
    }

    @Test func `continues`() async throws {
        try await CodePage("PlaceError.continues").shows {
            // snippet: continues
            final class Lamp: TopState<Lamp.Event> {
                enum Event: Codable { case tap }
                let off = Off(), on = On()
                override func configure() { substates(off, on) }
                final class Off: State<Lamp, Lamp> {}
                final class On: State<Lamp, Lamp> {}
            }
            let lamp = Machine(Lamp())
            try await lamp.start()
            let snapshot = try await lamp.snapshot()
            try await Machine(restoring: snapshot, Lamp()).start(in: \.on)
            // end snippet
        } repaired: {
            final class Lamp: TopState<Lamp.Event> {
                enum Event: Codable { case tap }
                let off = Off(), on = On()
                override func configure() { substates(off, on) }
                final class Off: State<Lamp, Lamp> {}
                final class On: State<Lamp, Lamp> {}
            }
            let lamp = Machine(Lamp())
            try await lamp.start()
            let snapshot = try await lamp.snapshot()
            // snippet: continues, repaired
            try await Machine(restoring: snapshot, Lamp()).start()
            // end snippet
        }
    }
}
