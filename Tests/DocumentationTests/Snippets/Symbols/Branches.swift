import Statecharts

//   App
//   ┌───────────────────────────────────────────────────────────────────────────┐
//   │          ┌ Dialog ────────────────────────────┐                           │
//   │          ○ urgent ──▶ Second                  │                           │
//   │ ●──▶ Home│  ●──▶ First ──next──▶ Second ──▶ ⊗ cancelled ──▶ Home          │
//   │          └────────────────────────────────────┘                           │
//   │  Session: two regions, Sound and Light, with a fork into and a join out   │
//   └───────────────────────────────────────────────────────────────────────────┘
final class App: TopState<App.Event> {
    enum Event: Equatable { case next, cancel, open, key(Character), resume, both, quit, lock }

    let home = Home(), dialog = Dialog(), session = Session(), locked = Locked(), crash = Terminate<App, App>()
    var cancelled = 0, isGuest = false, isTrusted = true

    // snippet: Submachine
    let login = Submachine<App, App, Login>(Login()) { event in
        if case .key(let key) = event { .typed(key) } else { nil }
    }
    // end snippet

    // snippet: Fork
    let both = Fork<App, App> { app in [app.session.sound.on, app.session.light.dimmed] }
    // end snippet

    // snippet: Junction
    let gate = Junction<App, App> { app in
        app.isTrusted ? .to(app.session) : .unhandled  // then the transition that leads here is not taken
    }
    // end snippet

    override func configure() {
        substates(home, dialog, session, locked, crash, login, both, gate)
        // snippet: leads asking
        dialog.cancelled.leads(asking: self) { app in
            app.isGuest ? .to(app.locked) : .to(app.home) { app.cancelled += 1 }
        }
        // end snippet
    }

    final class Home: State<App, App> {
        // snippet: Terminate
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .quit: .to(superior.crash)  // a Terminate: at once, without exits
            case .open: .to(superior.dialog.urgent)  // an EntryPoint: Home knows nothing of what is inside
            case .resume: .to(superior.session.past)  // a DeepHistory: as it was left
            default: .unhandled
            }
        }
        // end snippet
    }

    // snippet: Fork of a leaf
    final class Locked: State<App, App> {
        let back = Fork<Locked, App> { [$0.top.session.sound.on, $0.top.session.light.bright] }
        override func configure() { substates(back) }  // Locked stays a simple state
        override func handle(_ event: Event) -> Reaction { event == .resume ? .to(back) : .unhandled }
    }
    // end snippet

    final class Dialog: State<App, App> {
        let first = First(), second = Second()

        // snippet: EntryPoint
        let urgent = EntryPoint<Dialog, App> { dialog in [dialog.second] }
        // end snippet

        // snippet: ExitPoint
        let cancelled = ExitPoint<Dialog, App>()  // where it leads says the configure() of the state above
        // end snippet

        override func configure() { substates(first, second, urgent, cancelled) }

        final class First: State<Dialog, App> {
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .next: .to(superior.second)
                case .cancel: .to(superior.cancelled)
                default: .unhandled
                }
            }
        }
        final class Second: State<Dialog, App> {
            // snippet: to the top
            override func handle(_ event: Event) -> Reaction {
                event == .cancel ? .to(top) : .unhandled  // all that is inside the top begins anew
            }
            // end snippet
        }
    }

    final class Session: OrthogonalState<App, App> {
        let sound = Sound(), light = Light()

        // snippet: DeepHistory
        let past = DeepHistory<Session, App>()  // .to(top.session.past) resumes what was active inside
        // end snippet

        // snippet: Join
        let over = Join<Session, App>(from: { [$0.sound.off, $0.light.off] }, to: { .to($0.top.home) })
        // end snippet

        override func configure() { regions(sound, light, past, over) }

        // snippet: local
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .lock: .local(to: light.off)  // the sound is left as it is
            case .cancel: .to(superior.home)
            default: .unhandled
            }
        }
        // end snippet

        final class Sound: State<Session, App> {
            let on = On(), off = FinalState<Sound, App>()
            override func configure() { substates(on, off) }
            final class On: State<Sound, App> {
                // snippet: superior
                override func handle(_ event: Event) -> Reaction {
                    switch event {
                    case .quit: .to(superior.off)  // in the state around this one
                    case .lock: top.isTrusted ? .to(top.locked) : .unhandled  // anywhere in the chart
                    default: .unhandled
                    }
                }
                // end snippet
            }
        }

        final class Light: State<Session, App> {
            let bright = Bright(), dimmed = Dimmed(), off = FinalState<Light, App>()

            // snippet: ShallowHistory
            let past = ShallowHistory<Light, App> { light in light.dimmed }  // dimmed if there is no past
            override func configure() { substates(bright, dimmed, off, past) }
            // end snippet

            final class Bright: State<Light, App> {}
            // snippet: Join of a leaf
            final class Dimmed: State<Light, App> {
                let asleep = Join<Dimmed, App>(from: { [$0, $0.top.session.sound.off] }, to: { .to($0.top.locked) })
                override func configure() { substates(asleep) }
            }
            // end snippet
        }
    }
}

// snippet: FinalState
final class Login: TopState<Login.Event> {
    enum Event { case typed(Character) }

    let typing = Typing(), done = FinalState<Login, Login>()  // directly in the top: the chart is at its end
    override func configure() { substates(typing, done) }

    final class Typing: State<Login, Login> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .typed(let key): key == "\n" ? .to(superior.done) : .handled
            }
        }
    }
}
// end snippet

//   Contacts
//   ┌────────────────────────────┐
//   │ ●──▶ Form ⟲ again          │
//   └────────────────────────────┘
final class Contacts: TopState<Contacts.Event> {
    enum Event { case again, typed }

    var lastName = "", drafts: [String] = []
    let form = Form()
    override func configure() { substates(form) }

    // snippet: Scoped
    final class Form: State<Contacts, Contacts> {
        @Scoped var isComplete = false  // made anew on each entry, destroyed after exit
        @Scoped(\Form.top.lastName) var lastName: String
        @Scoped({ (form: Form) in form.top.drafts.count + 1 }) var number: Int

        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .typed: .handled { isComplete = true }
            case .again: .to(self)  // false again
            }
        }
    }
    // end snippet
}
