import Statecharts
import Testing

/// Timers of states that are not active.
@Suite struct TimerMistakeTests {
    private func failure(_ body: () async throws -> Void) async -> StepError? {
        do { try await body() } catch { return error as? StepError }
        return nil
    }

    @Test func `a timer of a state that is not active is a mistake, and is not armed`() async throws {
        for (events, message, fix) in [
            (
                [Kettle.Event.heat],
                """
                called after(_:send:) of Cold in the effect of a transition, while Cold is not active: what the \
                transition leaves is left by then, and what it leads to is not yet entered
                """,
                """
                call it in entry() of the state that it is to end with, or call it on a state that stays active, such \
                as Kettle
                """
            ),
            (
                [.switchOn, .switchOff], "called every(_:send:) of Hot, which is being left",
                """
                call it in entry() of the state that comes next, or call it on a state that stays active, such as Kettle
                """
            ),
            (
                [.never], "called every(_:send:) of Cold with the period 0.0 seconds", "use a period of more than zero"
            ),
        ] {
            let machine = Machine(Kettle())
            try await machine.start()
            for event in events.dropLast() { try await machine.send(event) }
            let error = await failure { try await machine.send(events[events.count - 1]) }
            #expect(error?.code == (events == [.never] ? .invalidPeriod : .notActive))
            #expect(error?.message == message)
            #expect(error?.fix == fix)
        }
    }

    @Test func `a visitor who arms a timer of a state that is not active is told so`() async throws {
        let machine = Machine(Kettle())
        try await machine.start()
        let error = await #expect(throws: StepError.self) {
            _ = try await machine.withTop { $0.hot.after(.seconds(1), send: .whistle) }
        }
        #expect(
            error?.description
                == """
                Hot: called after(_:send:) of Hot, which is not active; call it in entry() of Hot, or call it on a \
                state that stays active, such as Kettle [notActive]
                """)
    }
}
