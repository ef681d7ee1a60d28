import Statecharts
import TestSupport
import Testing

extension ChartCodeTests {
    @Test func `historyDefaultOutside`() async throws {
        try await CodePage("ChartError.historyDefaultOutside").shows {
            // snippet: historyDefaultOutside
            final class Radio: TopState<Radio.Event> {
                enum Event { case tap }
                let off = Off(), on = On()
                override func configure() { substates(off, on) }
                final class Off: State<Radio, Radio> {}
                final class On: State<Radio, Radio> {
                    let loud = Loud(), last = ShallowHistory<On, Radio>(default: { $0.superior.off })
                    override func configure() { substates(loud, last) }
                }
                final class Loud: State<On, Radio> {}
            }
            try Interpreter(Radio()).start()
            // end snippet
        } repaired: {
            final class Radio: TopState<Radio.Event> {
                enum Event { case tap }
                let off = Off(), on = On()
                override func configure() { substates(off, on) }
                final class Off: State<Radio, Radio> {}
                final class On: State<Radio, Radio> {
                    // snippet: historyDefaultOutside, repaired
                    let loud = Loud(), last = ShallowHistory<On, Radio>(default: { $0.loud })
                    // end snippet
                    override func configure() { substates(loud, last) }
                }
                final class Loud: State<On, Radio> {}
            }
            try Interpreter(Radio()).start()
        }
    }

    @Test func `targetOutside`() async throws {
        try await CodePage("ChartError.targetOutside").shows {
            // snippet: targetOutside
            final class Radio: TopState<Radio.Event> {
                enum Event { case tap }
                let off = Off(), on = On()
                override func configure() { substates(off, on) }
                final class Off: State<Radio, Radio> {}
                final class On: State<Radio, Radio> {
                    let loud = Loud(), quietly = EntryPoint<On, Radio> { [$0.superior.off] }
                    override func configure() { substates(loud, quietly) }
                }
                final class Loud: State<On, Radio> {}
            }
            try Interpreter(Radio()).start()
            // end snippet
        } repaired: {
            final class Radio: TopState<Radio.Event> {
                enum Event { case tap }
                let off = Off(), on = On()
                override func configure() { substates(off, on) }
                final class Off: State<Radio, Radio> {}
                // snippet: targetOutside, repaired
                final class On: State<Radio, Radio> {
                    let loud = Loud(), soft = Soft(), quietly = EntryPoint<On, Radio> { [$0.soft] }
                    override func configure() { substates(loud, soft, quietly) }
                }
                // end snippet
                final class Loud: State<On, Radio> {}
                final class Soft: State<On, Radio> {}
            }
            try Interpreter(Radio()).start()
        }
    }

    @Test func `sameRegion`() async throws {
        try await CodePage("ChartError.sameRegion").shows {
            // snippet: sameRegion
            final class Radio: TopState<Radio.Event> {
                enum Event { case tap }
                let on = On(), start = Fork<Radio, Radio> { [$0.on.tape.playing, $0.on.tape.stopped] }
                override func configure() { substates(on, start) }
                final class On: OrthogonalState<Radio, Radio> {
                    let tape = Tape(), sound = Sound()
                    override func configure() { regions(tape, sound) }
                }
                final class Tape: State<On, Radio> {
                    let playing = Playing(), stopped = Stopped()
                    override func configure() { substates(playing, stopped) }
                }
                final class Playing: State<Tape, Radio> {}
                final class Stopped: State<Tape, Radio> {}
                final class Sound: State<On, Radio> {}
            }
            try Interpreter(Radio()).start()
            // end snippet
        } repaired: {
            final class Radio: TopState<Radio.Event> {
                enum Event { case tap }
                // snippet: sameRegion, repaired
                let on = On(), start = Fork<Radio, Radio> { [$0.on.tape.playing, $0.on.sound] }
                // end snippet
                override func configure() { substates(on, start) }
                final class On: OrthogonalState<Radio, Radio> {
                    let tape = Tape(), sound = Sound()
                    override func configure() { regions(tape, sound) }
                }
                final class Tape: State<On, Radio> {
                    let playing = Playing(), stopped = Stopped()
                    override func configure() { substates(playing, stopped) }
                }
                final class Playing: State<Tape, Radio> {}
                final class Stopped: State<Tape, Radio> {}
                final class Sound: State<On, Radio> {}
            }
            try Interpreter(Radio()).start()
        }
    }

    @Test func `tooFew`() async throws {
        try await CodePage("ChartError.tooFew").shows {
            // snippet: tooFew
            final class Radio: TopState<Radio.Event> {
                enum Event { case tap }
                let off = Off(), start = Fork<Radio, Radio> { [$0.off] }
                override func configure() { substates(off, start) }
                final class Off: State<Radio, Radio> {}
            }
            try Interpreter(Radio()).start()
            // end snippet
        } repaired: {
            final class Radio: TopState<Radio.Event> {
                enum Event { case tap }
                // snippet: tooFew, repaired
                let off = Off()
                override func configure() { substates(off) }
                override func handle(_ event: Event) -> Reaction { .to(off) }
                // end snippet
                final class Off: State<Radio, Radio> {}
            }
            try Interpreter(Radio()).start()
        }
    }

    @Test func `sourceOutside`() async throws {
        try await CodePage("ChartError.sourceOutside").shows {
            // snippet: sourceOutside
            final class Trip: TopState<Trip.Event> {
                enum Event { case ready }
                let packing = Packing(), home = Home()
                override func configure() { substates(packing, home) }
                final class Packing: OrthogonalState<Trip, Trip> {
                    let bags = Bags(), tickets = Tickets()
                    let go = Join<Packing, Trip>(from: { [$0.bags, $0.superior.home] }, to: { .to($0.superior.home) })
                    override func configure() { regions(bags, tickets, go) }
                }
                final class Bags: State<Packing, Trip> {}
                final class Tickets: State<Packing, Trip> {}
                final class Home: State<Trip, Trip> {}
            }
            try Interpreter(Trip()).start()
            // end snippet
        } repaired: {
            final class Trip: TopState<Trip.Event> {
                enum Event { case ready }
                let packing = Packing(), home = Home()
                override func configure() { substates(packing, home) }
                final class Packing: OrthogonalState<Trip, Trip> {
                    let bags = Bags(), tickets = Tickets()
                    // snippet: sourceOutside, repaired
                    let go = Join<Packing, Trip>(from: { [$0.bags, $0.tickets] }, to: { .to($0.superior.home) })
                    // end snippet
                    override func configure() { regions(bags, tickets, go) }
                }
                final class Bags: State<Packing, Trip> {}
                final class Tickets: State<Packing, Trip> {}
                final class Home: State<Trip, Trip> {}
            }
            try Interpreter(Trip()).start()
        }
    }

    @Test func `exitPointLeadsNowhere`() async throws {
        try await CodePage("ChartError.exitPointLeadsNowhere").shows {
            // snippet: exitPointLeadsNowhere
            final class Form: TopState<Form.Event> {
                enum Event { case cancel }
                let home = Home(), page = Page()
                override func configure() { substates(home, page) }
                final class Home: State<Form, Form> {}
                final class Page: State<Form, Form> {
                    let text = Text(), cancelled = ExitPoint<Page, Form>()
                    override func configure() { substates(text, cancelled) }
                }
                final class Text: State<Page, Form> {}
            }
            try Interpreter(Form()).start()
            // end snippet
        } repaired: {
            final class Form: TopState<Form.Event> {
                enum Event { case cancel }
                let home = Home(), page = Page()
                // snippet: exitPointLeadsNowhere, repaired
                override func configure() {
                    substates(home, page)
                    page.cancelled.leads(to: home)
                }
                // end snippet
                final class Home: State<Form, Form> {}
                final class Page: State<Form, Form> {
                    let text = Text(), cancelled = ExitPoint<Page, Form>()
                    override func configure() { substates(text, cancelled) }
                }
                final class Text: State<Page, Form> {}
            }
            try Interpreter(Form()).start()
        }
    }

    @Test func `misplaced`() async throws {
        try await CodePage("ChartError.misplaced").shows {
            // snippet: misplaced
            final class Radio: TopState<Radio.Event> {
                enum Event { case tap }
                let on = On()
                override func configure() { substates(on) }
                final class On: OrthogonalState<Radio, Radio> {
                    let tape = Tape(), last = ShallowHistory<On, Radio>()
                    override func configure() { regions(tape, last) }
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
                    // snippet: misplaced, repaired
                    let tape = Tape(), last = DeepHistory<On, Radio>()
                    // end snippet
                    override func configure() { regions(tape, last) }
                }
                final class Tape: State<On, Radio> {}
            }
            try Interpreter(Radio()).start()
        }
    }

    @Test(.needsMethodTables) func `suspends`() async throws {
        try await CodePage("ChartError.suspends").shows {
            // snippet: suspends
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap }
                let off = Off()
                override func configure() { substates(off) }
                final class Off: State<Lamp, Lamp> {
                    override func entry() async { await Task.yield() }
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
                    override func entry() async { await Task.yield() }
                }
            }
            // snippet: suspends, repaired
            try await Machine(Lamp()).start()
            // end snippet
        }
    }
}
