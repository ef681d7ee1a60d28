import Statecharts
import Testing

extension StepCodeTests {
    @Test func `invalidPeriod`() async throws {
        try await CodePage("StepError.invalidPeriod").shows {
            // snippet: invalidPeriod
            final class Blinker: TopState<Blinker.Event> {
                enum Event { case tick }
                let on = On()
                override func configure() { substates(on) }
                final class On: State<Blinker, Blinker> {
                    override func entry() { every(.zero, send: .tick) }
                }
            }
            try await Machine(Blinker()).start()
            // end snippet
        } repaired: {
            final class Blinker: TopState<Blinker.Event> {
                enum Event { case tick }
                let on = On()
                override func configure() { substates(on) }
                final class On: State<Blinker, Blinker> {
                    // snippet: invalidPeriod, repaired
                    override func entry() { every(.milliseconds(20), send: .tick) }
                    // end snippet
                }
            }
            try await Machine(Blinker()).start()
        }
    }

    @Test func `declaredLate`() async throws {
        try await CodePage("StepError.declaredLate").shows {
            // snippet: declaredLate
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap }
                let off = Off(), on = On()
                override func configure() { substates(off, on) }
                final class Off: State<Lamp, Lamp> {}
                final class On: State<Lamp, Lamp> {
                    let dim = Dim()
                    override func configure() { substates(dim) }
                    func addMore() { substates(Dim()) }
                }
                final class Dim: State<On, Lamp> {}
                override func entry() { on.addMore() }
            }
            try Interpreter(Lamp()).start()
            // end snippet
        } repaired: {
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap }
                let off = Off(), on = On(levels: 3)
                override func configure() { substates(off, on) }
                final class Off: State<Lamp, Lamp> {}
                // snippet: declaredLate, repaired
                final class On: State<Lamp, Lamp> {
                    let dims: [Dim]
                    init(levels: Int) { dims = (0..<levels).map { _ in Dim() } }
                    override func configure() { substates(dims) }
                }
                // end snippet
                final class Dim: State<On, Lamp> {}
            }
            try Interpreter(Lamp()).start()
        }
    }

    @Test func `foreignTarget`() async throws {
        try await CodePage("StepError.foreignTarget").shows {
            // snippet: foreignTarget
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap }
                let off = Off(), on = On()
                override func configure() { substates(off, on) }
                final class Off: State<Lamp, Lamp> {
                    override func handle(_ event: Event) -> Reaction { .to(On()) }
                }
                final class On: State<Lamp, Lamp> {}
            }
            let lamp = Interpreter(Lamp())
            try lamp.start()
            try lamp.send(.tap)
            // end snippet
        } repaired: {
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap }
                let off = Off(), on = On()
                override func configure() { substates(off, on) }
                final class Off: State<Lamp, Lamp> {
                    // snippet: foreignTarget, repaired
                    override func handle(_ event: Event) -> Reaction { .to(superior.on) }
                    // end snippet
                }
                final class On: State<Lamp, Lamp> {}
            }
            let lamp = Interpreter(Lamp())
            try lamp.start()
            try lamp.send(.tap)
        }
    }

    @Test func `conflictingTargets`() async throws {
        try await CodePage("StepError.conflictingTargets").shows {
            // snippet: conflictingTargets
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap }
                let off = Off(), dim = Dim(), bright = Bright()
                override func configure() { substates(off, dim, bright) }
                final class Off: State<Lamp, Lamp> {
                    override func handle(_ event: Event) -> Reaction { .to(superior.dim, superior.bright) }
                }
                final class Dim: State<Lamp, Lamp> {}
                final class Bright: State<Lamp, Lamp> {}
            }
            let lamp = Interpreter(Lamp())
            try lamp.start()
            try lamp.send(.tap)
            // end snippet
        } repaired: {
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap }
                let off = Off(), dim = Dim(), bright = Bright()
                override func configure() { substates(off, dim, bright) }
                final class Off: State<Lamp, Lamp> {
                    // snippet: conflictingTargets, repaired
                    override func handle(_ event: Event) -> Reaction { .to(superior.bright) }
                    // end snippet
                }
                final class Dim: State<Lamp, Lamp> {}
                final class Bright: State<Lamp, Lamp> {}
            }
            let lamp = Interpreter(Lamp())
            try lamp.start()
            try lamp.send(.tap)
        }
    }

    @Test func `nothingToDefer`() async throws {
        try await CodePage("StepError.nothingToDefer").shows {
            // snippet: nothingToDefer
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap }
                let off = Off()
                override func configure() { substates(off) }
                final class Off: State<Lamp, Lamp> {
                    override func always() -> Reaction { .deferred }
                }
            }
            try Interpreter(Lamp()).start()
            // end snippet
        } repaired: {
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap }
                let off = Off()
                override func configure() { substates(off) }
                final class Off: State<Lamp, Lamp> {
                    // snippet: nothingToDefer, repaired
                    override func always() -> Reaction { .unhandled }
                    // end snippet
                }
            }
            try Interpreter(Lamp()).start()
        }
    }

    @Test func `tooManyDeferred`() async throws {
        try await CodePage("StepError.tooManyDeferred").shows {
            // snippet: tooManyDeferred
            final class Printer: TopState<Printer.Event> {
                enum Event { case job }
                let busy = Busy()
                override func configure() { substates(busy) }
                final class Busy: State<Printer, Printer> {
                    override func handle(_ event: Event) -> Reaction { .deferred }
                }
            }
            let printer = Interpreter(Printer())
            printer.deferralLimit = 2
            try printer.start()
            for _ in 1...3 { try printer.send(.job) }
            // end snippet
        } repaired: {
            final class Printer: TopState<Printer.Event> {
                enum Event { case job }
                let busy = Busy()
                override func configure() { substates(busy) }
                // snippet: tooManyDeferred, repaired
                final class Busy: State<Printer, Printer> {
                    @Scoped var waiting = 0
                    override func handle(_ event: Event) -> Reaction {
                        if waiting < 2 { .handled { waiting += 1 } } else { .handled { print("no room") } }
                    }
                }
                // end snippet
            }
            let printer = Interpreter(Printer())
            printer.deferralLimit = 2
            try printer.start()
            for _ in 1...3 { try printer.send(.job) }
        }
    }
}
