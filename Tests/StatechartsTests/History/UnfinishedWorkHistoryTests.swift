import Statecharts
import StatechartsTesting
import Testing

//   Bureau
//   ┌──────────────────────────────────────────────────────────────────────┐
//   │ ●──▶ Away ──come──▶ Busy: Left [run]: Begun ──done──▶ ◉              │
//   │        ▲               ───────────────────────                       │
//   │        └──────leave─── Right: Open ──done──▶ ◉       (H* for both)   │
//   └──────────────────────────────────────────────────────────────────────┘
private final class Bureau: TopState<Bureau.Event> {
    enum Event: Hashable, Sendable { case come, leave, done }
    let away = Away(), busy = Busy()
    override func configure() { substates(away, busy) }

    final class Away: State<Bureau, Bureau> {
        override func handle(_ event: Event) -> Reaction { event == .come ? .to(superior.busy) : .unhandled }
    }

    final class Busy: OrthogonalState<Bureau, Bureau> {
        let left = Left(), right = Right()
        override func configure() { regions(left, right, history: .deep) }
        override func handle(_ event: Event) -> Reaction { event == .leave ? .to(superior.away) : .unhandled }
        override func completed() -> Reaction { .to(superior.away) }

        final class Left: State<Busy, Bureau> {
            let begun = Begun(), over = FinalState<Left, Bureau>()
            override func configure() { substates(begun, over) }
            override func entry() { run { try await Task.sleep(for: .seconds(1)) } }

            final class Begun: State<Left, Bureau> {
                override func handle(_ event: Event) -> Reaction { event == .done ? .to(superior.over) : .unhandled }
            }
        }

        final class Right: State<Busy, Bureau> {
            let open = Open(), over = FinalState<Right, Bureau>()
            override func configure() { substates(open, over) }

            final class Open: State<Right, Bureau> {
                override func handle(_ event: Event) -> Reaction { event == .done ? .to(superior.over) : .unhandled }
            }
        }
    }
}

/// Whether a state is finished for its history is a matter of final states; completion waits for work too.
@Suite struct UnfinishedWorkHistoryTests {
    @Test func `regions in their final states are forgotten by histories, also while work goes on`() async throws {
        let test = TestMachine(Bureau())
        try await test.start()
        await test.send(.come, .partial)
        await test.send(.done, .partial)
        // Not complete, as the work of a region goes on.
        #expect(test.configuration.description == "(Busy.Left.over, Busy.Right.over)")
        await test.send(.leave, .partial)
        await test.send(.come, .partial)
        #expect(test.configuration.description == "(Busy.Left.Begun, Busy.Right.Open)")
        await test.send(.done, .partial)
        await test.complete(\.busy.left, .partial) { $0.enters(\.away) }
    }
}
