import Statecharts
import Testing

extension ChartCodeTests {
    @Test func `configuredTwice`() async throws {
        try await CodePage("ChartError.configuredTwice").shows {
            // snippet: configuredTwice
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap }
                let off = Off(), on = On()
                override func configure() {
                    substates(off)
                    substates(on)
                }
                final class Off: State<Lamp, Lamp> {}
                final class On: State<Lamp, Lamp> {}
            }
            try Interpreter(Lamp()).start()
            // end snippet
        } repaired: {
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap }
                let off = Off(), on = On()
                // snippet: configuredTwice, repaired
                override func configure() { substates(off, on) }
                // end snippet
                final class Off: State<Lamp, Lamp> {}
                final class On: State<Lamp, Lamp> {}
            }
            try Interpreter(Lamp()).start()
        }
    }

    @Test func `wrongDeclaration`() async throws {
        try await CodePage("ChartError.wrongDeclaration").shows {
            // snippet: wrongDeclaration
            final class Radio: TopState<Radio.Event> {
                enum Event { case tap }
                let on = On()
                override func configure() { substates(on) }
                final class On: OrthogonalState<Radio, Radio> {
                    let tape = Tape(), sound = Sound()
                    override func configure() { substates(tape, sound) }
                }
                final class Tape: State<On, Radio> {}
                final class Sound: State<On, Radio> {}
            }
            try Interpreter(Radio()).start()
            // end snippet
        } repaired: {
            final class Radio: TopState<Radio.Event> {
                enum Event { case tap }
                let on = On()
                override func configure() { substates(on) }
                // snippet: wrongDeclaration, repaired
                final class On: OrthogonalState<Radio, Radio> {
                    let tape = Tape(), sound = Sound()
                    override func configure() { regions(tape, sound) }
                }
                // end snippet
                final class Tape: State<On, Radio> {}
                final class Sound: State<On, Radio> {}
            }
            try Interpreter(Radio()).start()
        }
    }

    @Test func `emptyOrthogonalState`() async throws {
        try await CodePage("ChartError.emptyOrthogonalState").shows {
            // snippet: emptyOrthogonalState
            final class Radio: TopState<Radio.Event> {
                enum Event { case tap }
                let on = On()
                override func configure() { substates(on) }
                final class On: OrthogonalState<Radio, Radio> {}
            }
            try Interpreter(Radio()).start()
            // end snippet
        } repaired: {
            final class Radio: TopState<Radio.Event> {
                enum Event { case tap }
                let on = On()
                override func configure() { substates(on) }
                // snippet: emptyOrthogonalState, repaired
                final class On: State<Radio, Radio> {}
                // end snippet
            }
            try Interpreter(Radio()).start()
        }
    }

    @Test func `noStates`() async throws {
        try await CodePage("ChartError.noStates").shows {
            // snippet: noStates
            final class Door: TopState<Door.Event> {
                enum Event { case push }
                let question = Choice<Door, Door> { _ in .unhandled }
                override func configure() { substates(question) }
            }
            try Interpreter(Door()).start()
            // end snippet
        } repaired: {
            final class Door: TopState<Door.Event> {
                enum Event { case push }
                // snippet: noStates, repaired
                let question = Choice<Door, Door> { .to($0.closed) }
                let closed = Closed()
                override func configure() { substates(question, closed) }
                // end snippet
                final class Closed: State<Door, Door> {}
            }
            try Interpreter(Door()).start()
        }
    }

    @Test func `notARegion`() async throws {
        try await CodePage("ChartError.notARegion").shows {
            // snippet: notARegion
            final class Radio: TopState<Radio.Event> {
                enum Event { case tap }
                let on = On()
                override func configure() { substates(on) }
                final class On: OrthogonalState<Radio, Radio> {
                    let tape = Tape(), done = FinalState<On, Radio>()
                    override func configure() { regions(tape, done) }
                }
                final class Tape: State<On, Radio> {}
            }
            try Interpreter(Radio()).start()
            // end snippet
        } repaired: {
            final class Radio: TopState<Radio.Event> {
                enum Event { case tap }
                let on = On()
                override func configure() { substates(on) }
                final class On: OrthogonalState<Radio, Radio> {
                    let tape = Tape()
                    override func configure() { regions(tape) }
                }
                // snippet: notARegion, repaired
                final class Tape: State<On, Radio> {
                    let playing = Playing(), done = FinalState<Tape, Radio>()
                    override func configure() { substates(playing, done) }
                }
                // end snippet
                final class Playing: State<Tape, Radio> {}
            }
            try Interpreter(Radio()).start()
        }
    }

    @Test func `initialOutside`() async throws {
        try await CodePage("ChartError.initialOutside").shows {
            // snippet: initialOutside
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap }
                let off = Off(), on: On
                override init() { on = On(first: off) }
                override func configure() { substates(off, on) }
                final class Off: State<Lamp, Lamp> {}
                final class On: State<Lamp, Lamp> {
                    let first: Off, dim = Dim()
                    init(first: Off) { self.first = first }
                    override func configure() { substates(dim, initial: first) }
                }
                final class Dim: State<On, Lamp> {}
            }
            try Interpreter(Lamp()).start()
            // end snippet
        } repaired: {
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap }
                let off = Off(), on = On()
                override func configure() { substates(off, on) }
                final class Off: State<Lamp, Lamp> {}
                // snippet: initialOutside, repaired
                final class On: State<Lamp, Lamp> {
                    let dim = Dim(), bright = Bright()
                    override func configure() { substates(dim, bright, initial: bright) }
                }
                // end snippet
                final class Dim: State<On, Lamp> {}
                final class Bright: State<On, Lamp> {}
            }
            try Interpreter(Lamp()).start()
        }
    }

    @Test func `initialNotEnterable`() async throws {
        try await CodePage("ChartError.initialNotEnterable").shows {
            // snippet: initialNotEnterable
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap }
                let off = Off(), unplugged = Terminate<Lamp, Lamp>()
                override func configure() { substates(off, unplugged, initial: unplugged) }
                final class Off: State<Lamp, Lamp> {}
            }
            try Interpreter(Lamp()).start()
            // end snippet
        } repaired: {
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap }
                let off = Off(), unplugged = Terminate<Lamp, Lamp>()
                // snippet: initialNotEnterable, repaired
                override func configure() { substates(off, unplugged) }
                // end snippet
                final class Off: State<Lamp, Lamp> {}
            }
            try Interpreter(Lamp()).start()
        }
    }

    @Test func `historyWithoutDefault`() async throws {
        try await CodePage("ChartError.historyWithoutDefault").shows {
            // snippet: historyWithoutDefault
            final class Radio: TopState<Radio.Event> {
                enum Event { case tap }
                let loud = Loud(), soft = Soft(), last = ShallowHistory<Radio, Radio>()
                override func configure() { substates(loud, soft, last, initial: nil) }
                final class Loud: State<Radio, Radio> {}
                final class Soft: State<Radio, Radio> {}
            }
            try Interpreter(Radio()).start()
            // end snippet
        } repaired: {
            final class Radio: TopState<Radio.Event> {
                enum Event { case tap }
                // snippet: historyWithoutDefault, repaired
                let loud = Loud(), soft = Soft(), last = ShallowHistory<Radio, Radio>(default: { $0.soft })
                // end snippet
                override func configure() { substates(loud, soft, last, initial: nil) }
                final class Loud: State<Radio, Radio> {}
                final class Soft: State<Radio, Radio> {}
            }
            try Interpreter(Radio()).start()
        }
    }
}
