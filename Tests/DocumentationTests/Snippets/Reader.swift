import Statecharts

// snippet: history article chart
final class Reader: TopState<Reader.Event> {
    enum Event { case notes, open, text, sleep, wake, home }

    let book = Book(), asleep = Asleep()
    override func configure() { substates(book, asleep) }

    final class Book: State<Reader, Reader> {
        let text = Text(), notes = Notes()
        override func configure() { substates(text, notes, history: .deep) }  // resumed on every default entry
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .sleep: .to(superior.asleep)
            case .text: .local(to: text)
            default: .unhandled
            }
        }
        // end snippet

        final class Text: State<Book, Reader> {
            override func handle(_ event: Event) -> Reaction { event == .notes ? .to(superior.notes) : .unhandled }
        }

        final class Notes: State<Book, Reader> {
            let list = List(), entry = Entry()
            override func configure() { substates(list, entry) }
            final class List: State<Notes, Reader> {
                override func handle(_ event: Event) -> Reaction { event == .open ? .to(superior.entry) : .unhandled }
            }
            final class Entry: State<Notes, Reader> {}
        }
    }

    // snippet: history article wake
    final class Asleep: State<Reader, Reader> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .wake: .to(superior.book)  // where it was left
            case .home: .to(superior.book.text)  // a certain state: the history has no say
            default: .unhandled
            }
        }
    }
    // end snippet
}

// snippet: history article explicit
final class Wizard: TopState<Wizard.Event> {
    enum Event { case next, help, back, restart }

    let steps = Steps(), help = Help()
    override func configure() { substates(steps, help) }

    final class Steps: State<Wizard, Wizard> {
        let welcome = Welcome(), details = Details(), finished = FinalState<Steps, Wizard>()
        let last = ShallowHistory<Steps, Wizard> { $0.welcome }  // before Steps was ever left
        override func configure() { substates(welcome, details, finished, last) }
        override func handle(_ event: Event) -> Reaction { event == .help ? .to(superior.help) : .unhandled }
        // end snippet
        final class Welcome: State<Steps, Wizard> {
            override func handle(_ event: Event) -> Reaction { event == .next ? .to(superior.details) : .unhandled }
        }
        final class Details: State<Steps, Wizard> {
            override func handle(_ event: Event) -> Reaction { event == .next ? .to(superior.finished) : .unhandled }
        }
        override func completed() -> Reaction { .to(superior.help) }
    }

    // snippet: history article back
    final class Help: State<Wizard, Wizard> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .back: .to(superior.steps.last)  // the history is the target, and only here
            case .restart: .to(superior.steps)  // begins anew: Steps has no history of its own
            default: .unhandled
            }
        }
    }
    // end snippet
}
