import Statecharts
import StatechartsTesting
import Testing

//   Till
//   ┌─────────────────────────────────────────────────────────────┐
//   │ ●──▶ Open    sum: answers at once    later: after 3 seconds │
//   │              never: keeps the reply  lost: drops it         │
//   └─────────────────────────────────────────────────────────────┘

/// Answers questions, each in its own way.
private final class Till: TopState<Till.Event> {
    enum Event: Sendable { case sum(Reply<Int>), later(Reply<Int>), never(Reply<Int>), lost(Reply<Int>), due }
    let open = Open()
    private var kept: [Reply<Int>] = [], waiting: [Reply<Int>] = []
    override func configure() { substates(open) }

    final class Open: State<Till, Till> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .sum(let reply): .handled { reply.answer(7) }
            case .later(let reply):
                .handled {
                    self.top.waiting.append(reply)
                    self.after(.seconds(3), send: .due)
                }
            case .never(let reply): .handled { self.top.kept.append(reply) }
            case .lost: .unhandled
            case .due:
                .handled {
                    for reply in self.top.waiting { reply.answer(8) }
                    self.top.waiting = []
                }
            }
        }
    }
}

@Suite struct QuestionTests {
    private let clock = ManualClock()

    private func till() async throws -> Machine<Till> {
        let till = Machine(Till(), clock: clock)
        try await till.start()
        return till
    }

    @Test func `a question is asked at once and its answer awaited later, without counting sleepers`() async throws {
        let till = try await till()
        let later = till.question { .later($0) }
        #expect(later.description == "later, asked of Till")
        #expect(!later.isAnswered)
        await clock.advance(by: .seconds(3))
        #expect(later.isAnswered)
        #expect(try await later.value == 8)
        #expect(try await till.question { .sum($0) }.value == 7)
    }

    @Test func `what is never answered says so, and who was asked`() async throws {
        let till = try await till()
        _ = till.question { .later($0) }
        let never = till.question { .never($0) }
        let error = await #expect(throws: UnendingWait.self) { try await clock.answer(to: never) }
        #expect(
            error?.description == """
                waiting for the answer to never, asked of Till would never end: at 0.0 seconds everything is at rest
                pending on the clock:
                  Open: due at 3.0 seconds
                answer the question, or move the clock on
                """)
        let sum = till.question { .sum($0) }
        #expect(try await clock.answer(to: sum) == 7)
    }

    @Test func `a dropped reply and a machine that has ended are told`() async throws {
        let till = try await till()
        let lost = till.question { .lost($0) }
        let dropped = await #expect(throws: MachineError.self) { try await lost.value }
        #expect(dropped?.code == .unanswered)
        try await till.stop()
        let late = till.question { .sum($0) }
        let ended = await #expect(throws: MachineError.self) { try await late.value }
        #expect(ended?.code == .finished)
    }
}
