import Statecharts
import StatechartsTesting
import Testing

//   Doorstep: ●──▶ Only ⟲ again: left and entered, stay: neither      defers later
private final class Doorstep: TopState<Doorstep.Event> {
    enum Event: Sendable { case later, again, stay }
    var asked = 0
    let only = Only()
    override func configure() { substates(only) }
    final class Only: State<Doorstep, Doorstep> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .later:
                top.asked += 1
                return .deferred
            case .again: return .to(self)
            case .stay: return .handled
            }
        }
    }
}

//   Harbor: ●──▶ Dock (●──▶ Shut ─ go ─▶ Open) ─ leave, if Open ─▶ Out      Dock's timer sends tick; Shut and Open defer
//           the rest, Out takes it
private final class Harbor: TopState<Harbor.Event> {
    enum Event: Sendable { case tick, leave, later, go }
    var taken: [Event] = []
    let dock = Dock(), out = Out()
    override func configure() { substates(dock, out) }
    final class Dock: State<Harbor, Harbor> {
        let shut = Shut(), open = Open()
        override func configure() { substates(shut, open) }
        override func entry() { after(.seconds(1), send: .tick) }
    }
    final class Shut: State<Dock, Harbor> {
        override func handle(_ event: Event) -> Reaction { event == .go ? .to(superior.open) : .deferred }
    }
    final class Open: State<Dock, Harbor> {
        override func handle(_ event: Event) -> Reaction { event == .leave ? .to(top.out) : .deferred }
    }
    final class Out: State<Harbor, Harbor> {
        override func handle(_ event: Event) -> Reaction { .handled { top.taken.append(event) } }
    }
}

@Suite struct DeferralAgainTests {
    @Test func `an event is taken again once, also if one before it goes with its state`() async throws {
        let clock = ManualClock(), machine = Machine(Harbor(), clock: clock)
        try await machine.start()
        await clock.advance(by: .seconds(1))
        for event in [Harbor.Event.leave, .later, .go] { try await machine.send(event) }
        #expect(await machine.configuration.description == "Out")
        #expect(try await machine.withTop { $0.taken } == [.later])
        try await machine.stop()
    }

    @Test func `a state that is left and entered again is asked again about what it has deferred`() throws {
        let interpreter = Interpreter(Doorstep())
        try interpreter.start()
        try interpreter.send(.later)
        try interpreter.send(.stay)
        #expect(interpreter.top.asked == 1)
        try interpreter.send(.again)
        #expect(interpreter.top.asked == 2 && interpreter.deferredCount == 1)
    }
}
