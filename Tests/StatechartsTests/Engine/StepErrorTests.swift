import Statecharts
import Testing

/// What a reaction can ask for that cannot be done; each fails the chart with an error of its own.
@Suite struct StepErrorTests {
    private func chart() throws -> Run<Broken> {
        let run = Run(Broken())
        try run.start()
        return run
    }

    @Test func `a choice that leads nowhere fails where it was reached`() throws {
        let run = try chart()
        run.fail(
            "nowhere", .noBranch,
            """
            nowhere: handled → nowhere
              event, Home → nowhere, exits Home, effects Home
              failed: nowhere: was reached and led nowhere; let the last branch be one that is always taken [noBranch]
            """)
    }

    @Test func `a choice cannot defer`() throws {
        let run = try chart()
        run.fail(
            "deferring", .noBranch,
            """
            deferring: handled → deferring
              event, Home → deferring, exits Home
              failed: deferring: was reached and led nowhere; let the last branch be one that is always taken [noBranch]
            """)
    }

    @Test func `a junction that leads nowhere disables the transition, and the superior is asked`() throws {
        let run = try chart()
        try run.send("closed", "closed: handled → Home\n  event, Broken ↺, effects Broken")
    }

    @Test func `a junction that leads to itself fails before anything is left`() throws {
        let run = try chart()
        run.fail(
            "round", .junctionCycle,
            """
            round: handled → Home
              event, Home ↺
              failed: round: leads through itself again and again; let one branch lead to a state [junctionCycle]
            """)
    }

    @Test(arguments: [
        ("foreign", "Away of the Broken that another machine runs"),
        ("half foreign", "2 vertices that do not all belong to this machine"),
    ])
    func `a target of another machine with the same chart fails before anything is left`(
        event: String, target: String
    ) throws {
        let run = try chart()
        let other = Interpreter(Broken())
        try other.start()
        run.change { $0.top.foreign = other.top }
        run.fail(
            event, .foreignTarget,
            """
            \(event): handled → Home
              event, Home ↺
              failed: Home: led to \(target); lead to vertices reached through superior or top [foreignTarget]
            """)
    }

    @Test func `a target of a chart that no machine runs fails as well`() throws {
        let run = try chart()
        let other = Broken()
        run.change { $0.top.foreign = other }
        run.fail(
            "foreign", .foreignTarget,
            """
            foreign: handled → Home
              event, Home ↺
              failed: Home: led to a vertex that belongs to no machine, because it was made after the start or its own chart does \
            not run; lead to vertices reached through superior or top [foreignTarget]
            """)
    }

    @Test func `targets that cannot be active together fail before anything is left`() throws {
        let run = try chart()
        run.fail(
            "conflict", .conflictingTargets,
            """
            conflict: handled → Home
              event, Home ↺
              failed: Home: led to Away and Both.One, which cannot be active together; name targets in different regions \
            of one orthogonal state [conflictingTargets]
            """)
    }

    @Test(arguments: [("twice", "Away twice"), ("within", "Both and Both.One, which is inside it")])
    func `a target that is named twice, or is inside another one, fails before anything is left`(
        event: String, targets: String
    ) throws {
        let run = try chart()
        run.fail(
            event, .conflictingTargets,
            """
            \(event): handled → Home
              event, Home ↺
              failed: Home: led to \(targets); name targets in different regions of one orthogonal state \
            [conflictingTargets]
            """)
    }

    @Test func `always() cannot defer`() throws {
        let run = try chart()
        run.fail(
            "defers", .nothingToDefer,
            """
            defers: handled → Home
              event, Home ↺
              eventless, Home ↺
              failed: Home: answered .deferred to always(), where there is no event; answer .unhandled, or a transition \
            [nothingToDefer]
            """)
    }

    @Test func `failed(_:) cannot defer`() throws {
        let run = try chart()
        run.change { $0.top.defersError = true }
        let interpreter = run.interpreter
        let error = #expect(throws: StepError.self) { try interpreter.send("throw") }
        #expect(error?.code == .nothingToDefer)
        #expect(interpreter.status == .failed)
    }

    @Test func `a suspending effect in an interpreter is an error of its state`() throws {
        let interpreter = Interpreter(Broken())
        try interpreter.start()
        let error = #expect(throws: StepError.self) { try interpreter.send("suspends") }
        #expect(error?.code == .unhandledError)
        #expect((error?.underlying as? StepError)?.code == .suspends)
        #expect(interpreter.configuration.description == "Away")
    }

    @Test func `terminate ends at once: the source is left, nothing else is`() throws {
        let run = try chart()
        try run.send("kill", "kill: handled → kill\n  event, Home → kill, exits Home, effects Home")
        #expect(run.interpreter.status == .terminated)
        #expect(try run.interpreter.send("kill") == .finished)
    }

    @Test func `an error on the way to terminate is not lost`() throws {
        let interpreter = Interpreter(Broken())
        try interpreter.start()
        let error = #expect(throws: StepError.self) { try interpreter.send("throw and kill") }
        #expect(error?.code == .unhandledError)
        #expect(error?.underlying is CancellationError)
        #expect(interpreter.status == .terminated)
    }
}
