import Statecharts
import Testing

/// What *Behaviour over time* says about effects that use the data of their state.
@Suite struct PhoneTests {
    @Test func `a local transition keeps the data, and a value can be taken along`() throws {
        let phone = Interpreter(Phone())
        try phone.start()
        for event in [.dial, .busy, .busy, .hangUp] as [Phone.Event] { try phone.send(event) }
        #expect(phone.top.log == [3])
        #expect(phone.isActive(\.idle))
    }

    @Test func `the error that is shown is the one of an external transition`() throws {
        let slip = Interpreter(Slip())
        try slip.start()
        let error = #expect(throws: StepError.self) { try slip.send(.busy) }
        let shown = try Passage.blocks("text", in: "DocC/Statecharts.docc/BehaviourOverTime.md").map {
            $0.code.replacing("\n", with: " ")
        }
        #expect(shown.contains(error?.description ?? ""), "\(error?.description ?? "")")
    }
}

//   Slip: ●──▶ Trying (●──▶ Calling, Waiting)  busy ──▶ Waiting, leaving Trying
private final class Slip: TopState<Phone.Event> {
    let trying = Trying()
    override func configure() { substates(trying) }

    final class Trying: State<Slip, Slip> {
        @Scoped var attempts = 1
        let calling = Calling(), waiting = Waiting()
        override func configure() { substates(calling, waiting) }
        override func handle(_ event: Event) -> Reaction {
            event == .busy ? .to(waiting) { attempts += 1 } : .unhandled
        }
    }

    final class Calling: State<Trying, Slip> {}
    final class Waiting: State<Trying, Slip> {}
}
