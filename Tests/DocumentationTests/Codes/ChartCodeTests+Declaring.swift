import Statecharts
import Testing

/// The programs of the pages of ``ChartError``: see ``CodePage``.
@Suite struct ChartCodeTests {
    @Test func `declaredTwice`() async throws {
        try await CodePage("ChartError.declaredTwice").shows {
            // snippet: declaredTwice
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap }
                let off = Off(), on = On()
                override func configure() { substates(off, on, off) }
                final class Off: State<Lamp, Lamp> {}
                final class On: State<Lamp, Lamp> {}
            }
            try Interpreter(Lamp()).start()
            // end snippet
        } repaired: {
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap }
                // snippet: declaredTwice, repaired
                let off = Off(), on = On(), reserve = Off()
                override func configure() { substates(off, on, reserve) }
                // end snippet
                final class Off: State<Lamp, Lamp> {}
                final class On: State<Lamp, Lamp> {}
            }
            try Interpreter(Lamp()).start()
        }
    }

    @Test func `notDeclared`() async throws {
        try await CodePage("ChartError.notDeclared").shows {
            // snippet: notDeclared
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap }
                let off = Off(), on = On()
                override func configure() { substates(off) }
                final class Off: State<Lamp, Lamp> {}
                final class On: State<Lamp, Lamp> {}
            }
            try Interpreter(Lamp()).start()
            // end snippet
        } repaired: {
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap }
                let off = Off(), on = On()
                // snippet: notDeclared, repaired
                override func configure() { substates(off, on) }
                // end snippet
                final class Off: State<Lamp, Lamp> {}
                final class On: State<Lamp, Lamp> {}
            }
            try Interpreter(Lamp()).start()
        }
    }

    @Test func `notReceived`() async throws {
        try await CodePage("ChartError.notReceived").shows {
            // snippet: notReceived
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap }
                let taps = InputPort<Int>("taps")
                let off = Off()
                override func configure() { substates(off) }
                final class Off: State<Lamp, Lamp> {}
            }
            try Interpreter(Lamp()).start()
            // end snippet
        } repaired: {
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap }
                let taps = InputPort<Int>("taps")
                let off = Off()
                // snippet: notReceived, repaired
                override func configure() {
                    substates(off)
                    receive(taps) { _ in .tap }
                }
                // end snippet
                final class Off: State<Lamp, Lamp> {}
            }
            try Interpreter(Lamp()).start()
        }
    }

    @Test func `wrongOwner`() async throws {
        try await CodePage("ChartError.wrongOwner").shows {
            // snippet: wrongOwner
            final class Form: TopState<Form.Event> {
                enum Event { case tap }
                let name = Name(), age = Age()
                override func configure() { substates(name, age) }
                final class Name: State<Form, Form> {
                    @Scoped({ (age: Age) in age.least }) var text: Int
                }
                final class Age: State<Form, Form> { let least = 18 }
            }
            try Interpreter(Form()).start()
            // end snippet
        } repaired: {
            final class Form: TopState<Form.Event> {
                enum Event { case tap }
                let name = Name(), age = Age()
                override func configure() { substates(name, age) }
                // snippet: wrongOwner, repaired
                final class Name: State<Form, Form> {
                    @Scoped({ (name: Name) in name.superior.age.least }) var text: Int
                }
                // end snippet
                final class Age: State<Form, Form> { let least = 18 }
            }
            try Interpreter(Form()).start()
        }
    }

    @Test func `notSaved`() async throws {
        try await CodePage("ChartError.notSaved").shows {
            // snippet: notSaved
            struct Draft { var text = "" }
            final class Editor: TopState<Editor.Event>, Snapshotting {
                enum Event: Codable { case type }
                let writing = Writing()
                override func configure() { substates(writing) }
                func save() -> Int { 0 }
                func restore(_ saved: Int) {}
                final class Writing: State<Editor, Editor> { @Scoped var draft = Draft() }
            }
            try Interpreter(Editor()).start()
            // end snippet
        } repaired: {
            // snippet: notSaved, repaired
            struct Draft: Codable { var text = "" }
            // end snippet
            final class Editor: TopState<Editor.Event>, Snapshotting {
                enum Event: Codable { case type }
                let writing = Writing()
                override func configure() { substates(writing) }
                func save() -> Int { 0 }
                func restore(_ saved: Int) {}
                final class Writing: State<Editor, Editor> { @Scoped var draft = Draft() }
            }
            try Interpreter(Editor()).start()
        }
    }

    @Test func `inUse`() async throws {
        try await CodePage("ChartError.inUse").shows {
            // snippet: inUse
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap }
                let off = Off()
                override func configure() { substates(off) }
                final class Off: State<Lamp, Lamp> {}
            }
            let chart = Lamp()
            let first = Interpreter(chart), second = Interpreter(chart)
            try first.start()
            try second.start()
            // end snippet
        } repaired: {
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap }
                let off = Off()
                override func configure() { substates(off) }
                final class Off: State<Lamp, Lamp> {}
            }
            // snippet: inUse, repaired
            let first = Interpreter(Lamp()), second = Interpreter(Lamp())
            // end snippet
            try first.start()
            try second.start()
        }
    }

    @Test func `wrongSuperior`() async throws {
        try await CodePage("ChartError.wrongSuperior").shows {
            // snippet: wrongSuperior
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap }
                let on = On(), dim = Dim()
                override func configure() { substates(on, dim) }
                final class On: State<Lamp, Lamp> {}
                final class Dim: State<On, Lamp> {}
            }
            try Interpreter(Lamp()).start()
            // end snippet
        } repaired: {
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap }
                // snippet: wrongSuperior, repaired
                let on = On()
                override func configure() { substates(on) }
                final class On: State<Lamp, Lamp> {
                    let dim = Dim()
                    override func configure() { substates(dim) }
                }
                final class Dim: State<On, Lamp> {}
                // end snippet
            }
            try Interpreter(Lamp()).start()
        }
    }

    @Test func `wrongTop`() async throws {
        try await CodePage("ChartError.wrongTop").shows {
            // snippet: wrongTop
            enum Event { case tap }
            final class Lamp: TopState<Event> {
                let off = Off()
                override func configure() { substates(off) }
                final class Off: State<Lamp, Lamp> {}
            }
            final class Fan: TopState<Event> {
                let off = Lamp.Off()
                override func configure() { substates(off) }
            }
            try Interpreter(Fan()).start()
            // end snippet
        } repaired: {
            enum Event { case tap }
            // snippet: wrongTop, repaired
            final class Off<Chart: TopState<Event>>: State<Chart, Chart> {}
            final class Fan: TopState<Event> {
                let off = Off<Fan>()
                override func configure() { substates(off) }
            }
            // end snippet
            try Interpreter(Fan()).start()
        }
    }
}
