import Statecharts
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

@Suite struct DeferralAgainTests {
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
