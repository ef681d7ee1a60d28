import Statecharts

//    ┌ Clerk ──────────────────────────────────────────────────────────────────────────────┐
//    │ ●→ At work    sum: answers · twice, drop: does not · later: answers the one kept         │
//    │               call(machine): awaits another clerk inside the step · fail · end: ──► ◉    │
//    └─────────────────────────────────────────────────────────────────────────────────────┘
final class Clerk: TopState<Clerk.Event> {
    enum Event: Sendable {
        case sum(Int, Int, reply: Reply<Int>), drop(Reply<Int>), keep(Reply<Int>), refuse(Reply<Int>), later, fail, end
        /// Does the same as this event, then answers.
        indirect case answerAfter(Event, reply: Reply<Int>)
        /// Asks for this inside the step, and notes what comes of it.
        case call(@Sendable () async throws -> Void)
    }
    var kept: Reply<Int>?
    var notes: [String] = []
    let work = AtWork(), done = Done()
    override func configure() { substates(work, done) }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .sum(let a, let b, let reply): .handled { reply.answer(a + b) }
        case .drop: .handled
        case .keep(let reply): .handled { self.kept = reply }
        case .refuse(let reply): .handled { reply.fail(Unavailable()) }
        case .later:
            .handled {
                self.kept?.answer(42)
                self.kept = nil
            }
        case .fail: .handled { throw Unavailable() }
        case .end: .to(done)
        case .call(let call): .handled { try await self.make(call) }
        case .answerAfter(let event, let reply):
            .handled {
                if case .call(let call) = event { try await self.make(call) }
                reply.answer(0)
            }
        }
    }
    func make(_ call: @Sendable () async throws -> Void) async throws {
        do {
            try await call()
            notes.append("done")
        } catch let error as MachineError {
            notes.append(error.description)
        }
    }
    final class AtWork: State<Clerk, Clerk> {}
    final class Done: FinalState<Clerk, Clerk> {}
}
