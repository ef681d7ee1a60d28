import Statecharts
import Testing

/// The programs of the pages of ``StepError``: see ``CodePage``.
@Suite struct StepCodeTests {
    @Test func `eventlessCycle`() async throws {
        try await CodePage("StepError.eventlessCycle").shows {
            // snippet: eventlessCycle
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap }
                let off = Off(), on = On()
                override func configure() { substates(off, on) }
                final class Off: State<Lamp, Lamp> {
                    override func always() -> Reaction { .to(superior.on) }
                }
                final class On: State<Lamp, Lamp> {
                    override func always() -> Reaction { .to(superior.off) }
                }
            }
            try Interpreter(Lamp()).start()
            // end snippet
        } repaired: {
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap }
                let off = Off(), on = On()
                var isWanted = true
                override func configure() { substates(off, on) }
                // snippet: eventlessCycle, repaired
                final class Off: State<Lamp, Lamp> {
                    override func always() -> Reaction { top.isWanted ? .to(superior.on) : .unhandled }
                }
                final class On: State<Lamp, Lamp> {
                    override func always() -> Reaction { top.isWanted ? .unhandled : .to(superior.off) }
                }
                // end snippet
            }
            try Interpreter(Lamp()).start()
        }
    }

    @Test func `raisedCycle`() async throws {
        try await CodePage("StepError.raisedCycle").shows {
            // snippet: raisedCycle
            final class Counter: TopState<Counter.Event> {
                enum Event { case next }
                let counting = Counting()
                override func configure() { substates(counting) }
                final class Counting: State<Counter, Counter> {
                    override func handle(_ event: Event) -> Reaction { .handled { raise(.next) } }
                }
            }
            let counter = Interpreter(Counter())
            try counter.start()
            try counter.send(.next)
            // end snippet
        } repaired: {
            final class Counter: TopState<Counter.Event> {
                enum Event { case next }
                let counting = Counting()
                var count = 0
                override func configure() { substates(counting) }
                // snippet: raisedCycle, repaired
                final class Counting: State<Counter, Counter> {
                    override func handle(_ event: Event) -> Reaction {
                        .handled {
                            top.count += 1
                            if top.count < 10 { raise(.next) }
                        }
                    }
                }
                // end snippet
            }
            let counter = Interpreter(Counter())
            try counter.start()
            try counter.send(.next)
        }
    }

    @Test func `noBranch`() async throws {
        try await CodePage("StepError.noBranch").shows {
            // snippet: noBranch
            final class Gate: TopState<Gate.Event> {
                enum Event { case coin }
                var coins = 0
                let closed = Closed(), open = Open()
                let enough = Choice<Gate, Gate> { $0.coins > 2 ? .to($0.open) : .unhandled }
                override func configure() { substates(closed, open, enough) }
                final class Closed: State<Gate, Gate> {
                    override func handle(_ event: Event) -> Reaction { .to(superior.enough) { top.coins += 1 } }
                }
                final class Open: State<Gate, Gate> {}
            }
            let gate = Interpreter(Gate())
            try gate.start()
            try gate.send(.coin)
            // end snippet
        } repaired: {
            final class Gate: TopState<Gate.Event> {
                enum Event { case coin }
                var coins = 0
                let closed = Closed(), open = Open()
                // snippet: noBranch, repaired
                let enough = Choice<Gate, Gate> { $0.coins > 2 ? .to($0.open) : .to($0.closed) }
                // end snippet
                override func configure() { substates(closed, open, enough) }
                final class Closed: State<Gate, Gate> {
                    override func handle(_ event: Event) -> Reaction { .to(superior.enough) { top.coins += 1 } }
                }
                final class Open: State<Gate, Gate> {}
            }
            let gate = Interpreter(Gate())
            try gate.start()
            try gate.send(.coin)
        }
    }

    @Test func `junctionCycle`() async throws {
        try await CodePage("StepError.junctionCycle").shows {
            // snippet: junctionCycle
            final class Gate: TopState<Gate.Event> {
                enum Event { case coin }
                let closed = Closed(), ways: Junction<Gate, Gate> = Junction { .to($0.ways) }
                override func configure() { substates(closed, ways) }
                final class Closed: State<Gate, Gate> {
                    override func handle(_ event: Event) -> Reaction { .to(superior.ways) }
                }
            }
            let gate = Interpreter(Gate())
            try gate.start()
            try gate.send(.coin)
            // end snippet
        } repaired: {
            final class Gate: TopState<Gate.Event> {
                enum Event { case coin }
                // snippet: junctionCycle, repaired
                let closed = Closed(), ways = Junction<Gate, Gate> { .to($0.closed) }
                // end snippet
                override func configure() { substates(closed, ways) }
                final class Closed: State<Gate, Gate> {
                    override func handle(_ event: Event) -> Reaction { .to(superior.ways) }
                }
            }
            let gate = Interpreter(Gate())
            try gate.start()
            try gate.send(.coin)
        }
    }

    @Test func `notActive`() async throws {
        try await CodePage("StepError.notActive").shows {
            // snippet: notActive
            final class Login: TopState<Login.Event> {
                enum Event { case wrong }
                let typing = Typing(), locked = Locked()
                override func configure() { substates(typing, locked) }
                final class Typing: State<Login, Login> {
                    @Scoped var attempts = 0
                    override func handle(_ event: Event) -> Reaction { .to(superior.locked) { attempts += 1 } }
                }
                final class Locked: State<Login, Login> {}
            }
            let login = Interpreter(Login())
            try login.start()
            try login.send(.wrong)
            // end snippet
        } repaired: {
            final class Login: TopState<Login.Event> {
                enum Event { case wrong }
                let typing = Typing(), locked = Locked()
                var tried = 0
                override func configure() { substates(typing, locked) }
                final class Typing: State<Login, Login> {
                    @Scoped var attempts = 0
                    // snippet: notActive, repaired
                    override func handle(_ event: Event) -> Reaction {
                        .to(superior.locked) { [attempts] in top.tried = attempts + 1 }
                    }
                    // end snippet
                }
                final class Locked: State<Login, Login> {}
            }
            let login = Interpreter(Login())
            try login.start()
            try login.send(.wrong)
        }
    }

    @Test func `overlappingAccess`() async throws {
        try await CodePage("StepError.overlappingAccess").shows {
            // snippet: overlappingAccess
            final class Tally: TopState<Tally.Event> {
                enum Event { case add }
                let counting = Counting()
                override func configure() { substates(counting) }
                final class Counting: State<Tally, Tally> {
                    @Scoped var sum = 1
                    func change(_ value: inout Int, _ make: () -> Int) { value = make() }
                    override func handle(_ event: Event) -> Reaction { .handled { change(&sum) { sum * 2 } } }
                }
            }
            let tally = Interpreter(Tally())
            try tally.start()
            try tally.send(.add)
            // end snippet
        } repaired: {
            final class Tally: TopState<Tally.Event> {
                enum Event { case add }
                let counting = Counting()
                override func configure() { substates(counting) }
                final class Counting: State<Tally, Tally> {
                    @Scoped var sum = 1
                    func change(_ value: inout Int, _ make: () -> Int) { value = make() }
                    // snippet: overlappingAccess, repaired
                    override func handle(_ event: Event) -> Reaction {
                        .handled {
                            let before = sum
                            change(&sum) { before * 2 }
                        }
                    }
                    // end snippet
                }
            }
            let tally = Interpreter(Tally())
            try tally.start()
            try tally.send(.add)
        }
    }
}
