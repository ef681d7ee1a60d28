import Statecharts
import Testing

/// Declarations that come when the chart runs already are mistakes of the step, or of who visits it.
@Suite struct LateDeclarationTests {
    @Test(arguments: Late.Event.allCases)
    func `what is declared outside configure() is a mistake of the step`(event: Late.Event) async throws {
        let (what, place) =
            switch event {
            case .substates: ("substates(", "Idle")
            case .regions: ("regions(", "Both")
            case .receive, .elsewhere: ("receive(…)", "Late")
            case .requirement: ("requirement(\"R-1\")", "Idle")
            }
        let machine = Machine(Late())
        try await machine.start()
        let error = await #expect(throws: StepError.self) { try await machine.send(event) }
        #expect(error?.code == .declaredLate)
        let message = error?.message ?? ""
        #expect(message.hasPrefix(what), "\(message)")
        #expect(
            message.hasSuffix(" of \(place) was called outside configure(), where nothing can be declared any more"),
            "\(message)")
        #expect(error?.fix.hasPrefix("override configure()") == true)
        // The configuration is what the chart had declared.
        let next = Machine(Late())
        try await next.start()
        await #expect(throws: StepError.self) { try await next.withTop { $0.declare(event) } }
        #expect(await next.status == .running)
        #expect(await next.configuration.description == "Idle")
    }
}

//    ┌ Late ─────────────────┐
//    │ ●→ Idle      Both ‖ A │
//    └───────────────────────┘
final class Late: TopState<Late.Event> {
    enum Event: CaseIterable { case substates, regions, receive, elsewhere, requirement }
    let idle = Idle(), both = Both()
    let port = InputPort<Int>("port")
    override func configure() {
        receiveElsewhere(port)
        substates(idle, both)
    }
    override func handle(_ event: Event) -> Reaction { .handled { self.declare(event) } }

    func declare(_ event: Event) {
        switch event {
        case .substates: idle.substates(both.a)
        case .regions: both.regions(both.a)
        case .receive: receive(port) { _ in .regions }
        case .elsewhere: receiveElsewhere(port)
        case .requirement: idle.requirement("R-1")
        }
    }

    final class Idle: State<Late, Late> {}
    final class Both: OrthogonalState<Late, Late> {
        let a = A()
        override func configure() { regions(a) }
        final class A: State<Both, Late> {}
    }
}
