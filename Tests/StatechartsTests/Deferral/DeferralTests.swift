import Statecharts
import Testing

@Suite struct DeferralTests {
    private func desk(_ events: Desk.Event...) throws -> (Interpreter<Desk>, () -> [String]) {
        let interpreter = Interpreter(Desk())
        var steps: [String] = []
        try interpreter.start()
        interpreter.onStep = { steps.append($0.description) }
        for event in events { try interpreter.send(event) }
        return (
            interpreter,
            {
                defer { steps = [] }
                return steps
            }
        )
    }

    @Test func `deferred events are recalled in the order of their arrival`() throws {
        let (interpreter, steps) = try desk(.job(1), .job(3), .job(5))
        #expect(
            steps() == [
                "job(1): deferred → (Clerk.Busy, Assistant.Away)", "job(3): deferred → (Clerk.Busy, Assistant.Away)",
                "job(5): deferred → (Clerk.Busy, Assistant.Away)",
            ])
        try interpreter.send(.free)
        #expect(
            steps() == [
                """
                free: handled → (Clerk.Idle, Assistant.Away)
                  event, Clerk.Busy → Clerk.Idle, exits Clerk.Busy, entries Clerk.Idle
                """,
                "recalled job(1): handled → (Clerk.Idle, Assistant.Away)\n  event, Clerk.Idle ↺, effects Clerk.Idle",
                "recalled job(3): handled → (Clerk.Idle, Assistant.Away)\n  event, Clerk.Idle ↺, effects Clerk.Idle",
                "recalled job(5): handled → (Clerk.Idle, Assistant.Away)\n  event, Clerk.Idle ↺, effects Clerk.Idle",
            ])
        #expect(interpreter.top.taken == ["clerk 1", "clerk 3", "clerk 5"])
        #expect(interpreter.deferredCount == 0)
    }

    @Test func `what is deferred again keeps its place`() throws {
        let (interpreter, steps) = try desk(.job(1), .job(2), .job(3), .job(4))
        _ = steps()
        try interpreter.send(.free)
        #expect(
            steps() == [
                """
                free: handled → (Clerk.Idle, Assistant.Away)
                  event, Clerk.Busy → Clerk.Idle, exits Clerk.Busy, entries Clerk.Idle
                """,
                "recalled job(1): handled → (Clerk.Idle, Assistant.Away)\n  event, Clerk.Idle ↺, effects Clerk.Idle",
                """
                recalled job(2): handled → (Clerk.Busy, Assistant.Away)
                  event, Clerk.Idle → Clerk.Busy, exits Clerk.Idle, effects Clerk.Idle, entries Clerk.Busy
                """,
                "recalled job(3): deferred → (Clerk.Busy, Assistant.Away)",
                "recalled job(4): deferred → (Clerk.Busy, Assistant.Away)",
            ])
        try interpreter.send(.job(5))
        try interpreter.send(.free)
        try interpreter.send(.free)
        #expect(interpreter.top.taken == ["clerk 1", "clerk 2", "clerk 3", "clerk 4", "clerk 5"])
    }

    @Test func `nothing is recalled as long as the configuration does not change`() throws {
        let (interpreter, steps) = try desk(.job(1))
        _ = steps()
        try interpreter.send(.note)
        try interpreter.send(.busy)
        #expect(
            steps() == [
                "note: handled → (Clerk.Busy, Assistant.Away)\n  event, Desk ↺",
                "busy: unhandled → (Clerk.Busy, Assistant.Away)",
            ])
        #expect(interpreter.deferredCount == 1)
    }

    @Test func `a change in another region recalls too`() throws {
        let (interpreter, steps) = try desk(.job(1))
        _ = steps()
        try interpreter.send(.come)
        #expect(
            steps() == [
                """
                come: handled → (Clerk.Busy, Assistant.Here)
                  event, Assistant.Away → Assistant.Here, exits Assistant.Away, entries Assistant.Here
                """,
                """
                recalled job(1): handled → (Clerk.Busy, Assistant.Here)
                  event, Assistant.Here ↺, effects Assistant.Here
                """,
            ])
        #expect(interpreter.top.taken == ["assistant 1"])
        #expect(interpreter.deferredCount == 0)
    }

    @Test func `a region that handles an event consumes it though another one defers it`() throws {
        let (interpreter, steps) = try desk(.come, .job(1))
        #expect(
            steps().last
                == "job(1): handled → (Clerk.Busy, Assistant.Here)\n  event, Assistant.Here ↺, effects Assistant.Here")
        #expect(interpreter.deferredCount == 0)
        try interpreter.send(.free)
        #expect(interpreter.top.taken == ["assistant 1"])
    }

    @Test func `a raised event can be deferred as well`() throws {
        let (interpreter, steps) = try desk(.again(7))
        #expect(
            steps() == [
                """
                again(7): handled → (Clerk.Busy, Assistant.Away)
                  event, Desk ↺, effects Desk
                  raised job(7)
                """
            ])
        #expect(interpreter.deferredCount == 1)
        try interpreter.send(.free)
        #expect(interpreter.top.taken == ["clerk 7"])
    }

    @Test(arguments: [
        ("parcel", "meal", "Porter.Resting"), ("meal", "parcel", "Cook.Sleeping"),
        ("parcel", "parcel", "Porter.Resting"),
    ])
    func `the record names who deferred the event of the step, not who deferred one that was raised`(
        event: String, raised: String, deferrer: String
    ) throws {
        let interpreter = Interpreter(Hotel())
        try interpreter.start()
        interpreter.top.raise(raised)
        let step = try interpreter.step(event)
        #expect(
            step.description == "\(event): deferred → (Porter.Resting, Cook.Sleeping)\n  raised \(raised)")
        #expect(step.deferredBy?.path == deferrer)
        #expect(interpreter.deferredCount == 2)
    }

    @Test func `the record names nobody if only a raised event was deferred`() throws {
        let interpreter = Interpreter(Hotel())
        try interpreter.start()
        interpreter.top.raise("meal")
        let step = try interpreter.step("hello")
        #expect(step.description == "hello: unhandled → (Porter.Resting, Cook.Sleeping)\n  raised meal")
        #expect(step.deferredBy == nil)
    }

    @Test func `a recalled event is taken before newer ones`() throws {
        let (interpreter, steps) = try desk(.job(1))
        _ = steps()
        interpreter.onStep = { [unowned interpreter] step in
            if step.event == .free { try? interpreter.post(.job(3)) }
        }
        try interpreter.send(.free)
        #expect(interpreter.top.taken == ["clerk 1", "clerk 3"])
    }

    @Test func `a composite defers for its substates, unless one of them reacts`() throws {
        let run = Run(Shelter())
        try run.start()
        try run.send("guest", "guest: deferred → Closed.Quiet")
        try run.send(
            "toggle",
            """
            toggle: handled → Closed.Watched
              event, Closed.Quiet → Closed.Watched, exits Closed.Quiet, entries Closed.Watched
            recalled guest: handled → Closed.Watched
              event, Closed.Watched ↺, effects Closed.Watched
            """)
        try run.send("guest", "guest: handled → Closed.Watched\n  event, Closed.Watched ↺, effects Closed.Watched")
    }

    @Test func `what one leaf deferred is recalled for all leaves that there are by then`() throws {
        let run = Run(Ward())
        try run.start()
        try run.send("ring", "ring: deferred → Closed")
        try run.send(
            "open",
            """
            open: handled → (Open.Nurse, Open.Doctor)
              event, Closed → Open, exits Closed, entries Open Open.Nurse Open.Doctor
            recalled ring: handled → (Open.Nurse, Open.Doctor)
              event, Open.Nurse ↺; Open.Doctor ↺, effects Open.Nurse Open.Doctor
            """)
    }

    @Test func `what is deferred in the step that changed the configuration is recalled after that step`() throws {
        // The second time the way of the transition is known.
        for _ in 0..<2 {
            let run = Run(Sorting())
            try run.start()
            try run.send(
                "go",
                """
                go: handled → Busy
                  event, Idle → Busy, exits Idle, entries Busy
                  raised letter
                  raised lamp, Busy ↺, effects Busy
                recalled letter: handled → Busy
                  event, Busy ↺, effects Busy
                """)
            #expect(run.interpreter.deferredCount == 0)
            #expect(run.twin.deferredCount == 0)
        }
    }

    @Test func `the end discards what is deferred`() throws {
        let run = Run(Shelter())
        try run.start()
        try run.quietly("guest")
        try run.send(
            "end",
            """
            end: handled → End
              event, Closed → End, exits Closed.Quiet Closed, entries End
              finish, exits End Shelter
            """)
        #expect(run.interpreter.status == .finished)
    }

    @Test func `one more deferred event than the limit fails the chart and names the state`() throws {
        let run = Run(Shelter())
        run.change { $0.deferralLimit = 2 }
        try run.start()
        try run.quietly("guest", "guest")
        run.fail(
            "guest", .tooManyDeferred,
            """
            guest: deferred → Closed.Quiet
              failed: Closed: deferred more than 2 events; handle or ignore the event, or raise the limit of deferred \
            events [tooManyDeferred]
            """)
    }

    @Test func `an event that was recalled and deferred again does not count twice`() throws {
        let run = Run(Shelter())
        run.change { $0.deferralLimit = 2 }
        try run.start()
        try run.quietly("guest", "guest", "open")
        #expect(run.interpreter.deferredCount == 0)
    }

    @Test func `many deferred events are recalled in order`() throws {
        let interpreter = Interpreter(Desk())
        try interpreter.start()
        for n in 0..<2_000 { try interpreter.send(.job(2 * n + 1)) }
        #expect(interpreter.deferredCount == 2_000)
        try interpreter.send(.free)
        #expect(interpreter.top.taken == (0..<2_000).map { "clerk \(2 * $0 + 1)" })
    }
}
