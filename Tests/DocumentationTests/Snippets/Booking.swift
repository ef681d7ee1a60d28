import Statecharts

// snippet: submachines article inner
/// Asks who somebody is. Knows nothing of any application.
final class SignIn: TopState<SignIn.Event> {
    enum Event {
        case typed(String), submit, forgot, cancel
        case refused
        case welcome(String)  // raised for whoever embeds the chart; alone it comes to nothing
    }

    let asking = Asking(), reset = Reset(), known = FinalState<SignIn, SignIn>()
    let recovery = EntryPoint<SignIn, SignIn> { [$0.reset] }  // a way in besides the initial state
    let cancelled = ExitPoint<SignIn, SignIn> { .to($0.asking) }  // a way out; alone it begins again
    override func configure() { substates(asking, reset, known, recovery, cancelled) }

    final class Asking: State<SignIn, SignIn> {
        @Scoped var text = ""
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .typed(let typed): .handled { text = typed }
            case .submit where text.isEmpty: .handled { raise(.refused) }
            case .submit: .to(superior.known) { [text] in raise(.welcome(text)) }
            case .forgot: .to(superior.reset)
            case .cancel: .to(superior.cancelled)
            default: .unhandled
            }
        }
    }
    // end snippet

    final class Reset: State<SignIn, SignIn> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .submit: .to(superior.asking)
            case .cancel: .to(superior.cancelled)
            default: .unhandled
            }
        }
    }
}

// snippet: submachines article host
final class Booking: TopState<Booking.Event> {
    enum Event { case key(String), enter, escape, book, lostPassword, signedIn(String), refused }

    let browsing = Browsing(), signIn = SigningIn(), booked = Booked()
    var isOffline = false
    private(set) var guest = ""

    override func configure() {
        signIn.leads(from: \.cancelled) { booking in .to(booking.browsing) }
        substates(browsing, signIn, booked)
    }
    // end snippet

    // snippet: submachines article refused
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .signedIn(let name): .handled { guest = name }
        case .refused: .handled { refusals += 1 }
        default: .unhandled
        }
    }
    // end snippet
    private(set) var refusals = 0

    // snippet: submachines article state
    final class SigningIn: Submachine<Booking, Booking, SignIn> {
        init() {
            super.init(SignIn()) { booking, event in
                switch event {  // what an event of the host is inside: all of them, so that a new one is not forgotten
                case .key(let text): .typed(text)
                case .enter: booking.isOffline ? nil : .submit
                case .escape: .cancel
                case .book, .lostPassword, .signedIn, .refused: nil
                }
            } outward: { _, event in
                switch event {  // what an event that nobody inside takes is to the host
                case .welcome(let name): .signedIn(name)
                case .refused: .refused
                default: nil
                }
            }
        }

        override func completed() -> Reaction { .to(superior.booked) }  // the chart inside is at its final state
    }
    // end snippet

    // snippet: submachines article entry
    final class Browsing: State<Booking, Booking> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .book: .to(superior.signIn)  // its initial state
            case .lostPassword: .to(superior.signIn.entryPoint(\.recovery))
            default: .unhandled
            }
        }
    }
    // end snippet

    final class Booked: State<Booking, Booking> {}
}

// snippet: submachines article generic
protocol Toggling: Sendable {
    static var toggle: Self { get }
}

/// A piece of chart for every chart whose events can toggle.
final class Switch<Superior: StateNode, Top: Statechart>: State<Superior, Top> where Top.Event: Toggling & Equatable {
    let off = Half<Superior, Top>(), on = Half<Superior, Top>()
    override func configure() { substates(off, on) }
}

final class Half<Superior: StateNode, Top: Statechart>: State<Switch<Superior, Top>, Top>
where Top.Event: Toggling & Equatable {
    override func handle(_ event: Event) -> Reaction {
        event == .toggle ? .to(superior.on.isActive ? superior.off : superior.on) : .unhandled
    }
}

final class Lamp: TopState<Lamp.Event> {
    enum Event: Toggling { case toggle }
    let light = Switch<Lamp, Lamp>()
    override func configure() { substates(light) }
}
// end snippet

// snippet: submachines article ports
final class Meter: TopState<Meter.Event> {
    enum Event { case value(Double), high(Double) }
    let values = InputPort<Double>("values")
    let watching = Watching()
    override func configure() {
        receive(values) { .value($0) }
        substates(watching)
    }

    final class Watching: State<Meter, Meter> {
        override func handle(_ event: Event) -> Reaction {
            if case .value(let value) = event, value > 100 { .handled { raise(.high(value)) } } else { .unhandled }
        }
    }
}

final class Boiler: TopState<Boiler.Event> {
    enum Event { case tooHigh(Double) }
    let meter = Submachine<Boiler, Boiler, Meter>(Meter()) { _ in
        nil
    } outward: { event in
        if case .high(let value) = event { .tooHigh(value) } else { nil }
    }
    let off = Off()
    var values: InputPort<Double> { meter.chart.values }  // the boiler's own, as others see it
    override func configure() { substates(meter, off) }
    override func handle(_ event: Event) -> Reaction { .to(off) }

    final class Off: State<Boiler, Boiler> {}
}
// end snippet
