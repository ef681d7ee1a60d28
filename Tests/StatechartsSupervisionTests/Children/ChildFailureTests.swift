import Statecharts
import StatechartsSimulation
import Testing

/// A state whose child has failed is not complete, whatever becomes of what is inside it.
@Suite struct ChildFailureTests {
    @Test func `a state whose child has failed is not complete by what is inside it, and by the next child it is`()
        async throws
    {
        let clock = ManualClock()
        let machine = Machine(Wrapping(), clock: clock)
        try await machine.start()
        try await machine.send(.tell(.fail))
        await clock.settle()
        #expect(try await machine.withTop { $0.errors } == 1)
        try await machine.send(.wrap)
        await clock.settle()
        #expect(await machine.configuration.description == "Open.wrapped")
        try await machine.send(.again)
        try await machine.send(.wrap)
        await clock.settle()
        #expect(await machine.configuration.description == "Open.wrapped")
        // The end of the child is all that was missing.
        try await machine.send(.tell(.finish))
        await clock.settle()
        #expect(await machine.configuration.description == "Done")
        try await machine.stop()
    }
}

//  ● ──▶ Open [helper] (Working ──wrap──▶ ◉) ──completed──▶ Done      Open ──again──▶ Open
private final class Wrapping: TopState<Wrapping.Event> {
    enum Event { case tell(Helper.Event), wrap, again, failed }

    let open = Open(), done = Done()
    var errors = 0
    override func configure() { substates(open, done) }

    final class Open: State<Wrapping, Wrapping> {
        let helper = Child(of: Open.self) { _ in Helper() }.failed { _ in .failed }
        let working = Working(), wrapped = FinalState<Open, Wrapping>()

        override func configure() {
            children(helper)
            substates(working, wrapped)
        }
        override func completed() -> Reaction { .to(superior.done) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .tell(let event): .handled { helper.post(event) }
            case .failed: .handled { top.errors += 1 }
            case .again: .to(self)
            case .wrap: .unhandled
            }
        }

        final class Working: State<Open, Wrapping> {
            override func handle(_ event: Event) -> Reaction {
                if case .wrap = event { .to(superior.wrapped) } else { .unhandled }
            }
        }
    }

    final class Done: State<Wrapping, Wrapping> {}
}

private final class Helper: TopState<Helper.Event> {
    enum Event: Sendable { case finish, fail }
    struct Broken: Error {}

    let living = Living(), over = FinalState<Helper, Helper>()
    override func configure() { substates(living, over) }

    final class Living: State<Helper, Helper> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .finish: .to(superior.over)
            case .fail: .handled { throw Broken() }
            }
        }
    }
}
