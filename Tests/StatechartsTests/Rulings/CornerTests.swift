import Statecharts
import Testing

/// What the comparison of random charts with a slow reference brought up.
@Suite struct CornerTests {
    @Test func `what is completed in one microstep is asked innermost first`() throws {
        let run = Run(Halls())
        try run.start()
        try run.send(
            "ends",
            """
            ends: handled → (Hall.A.End, Hall.B.End)
              event, Halls → Hall.A.End, Hall.B.End, exits Home, entries Hall Hall.A Hall.A.End Hall.B Hall.B.End
            """)
        #expect(run.top.asked == ["Hall.A", "Hall.B", "Hall"])
        #expect(run.twin.top.asked == ["Hall.A", "Hall.B", "Hall"])
    }

    @Test func `an exit point leaves its composite also if it leads back inside`() throws {
        let run = Run(Halls())
        try run.start()
        try run.quietly("box")
        try run.send(
            "way", "way: handled → Box.Y\n  event, Box.X → Box.Y, exits Box.X Box, effects Box.X, entries Box Box.Y")
    }

    @Test func `a history of an orthogonal state as a local target is about all regions`() throws {
        let run = Run(Halls())
        try run.start()
        try run.quietly("hall")
        try run.send(
            "again",
            """
            again: handled → (Hall.A.One, Hall.B.One)
              event, Hall ⇢ Hall.again, exits Hall.B.One Hall.B Hall.A.One Hall.A, effects Hall, \
            entries Hall.A Hall.A.One Hall.B Hall.B.One
            """)
    }

    @Test func `a history of an orthogonal state and a state in one of its regions are conflicting targets`() throws {
        let run = Run(Halls())
        try run.start()
        run.change { interpreter in
            let error = #expect(throws: StepError.self) { try interpreter.send("again and A") }
            #expect(error?.code == .conflictingTargets)
            #expect(interpreter.configuration.description == "Home")
        }
    }

    @Test func `entry points that lead to each other are reported`() throws {
        let run = Run(Halls())
        try run.start()
        run.change { interpreter in
            let error = #expect(throws: StepError.self) { try interpreter.send("ring") }
            #expect(error?.code == .junctionCycle)
            #expect(error?.path == "Box.ring")
            #expect(interpreter.configuration.description == "Home")
        }
    }

    @Test func `a reaction that cannot be taken in one region lets those of others be taken`() throws {
        let run = Run(Split())
        try run.start()
        run.change { interpreter in
            interpreter.top.isOpen = true
            let error = #expect(throws: StepError.self) { try interpreter.settle() }
            #expect(error?.code == .nothingToDefer)
            #expect(interpreter.configuration.description == "(Right.Two, Left)")
            #expect(interpreter.top.notes.filter { $0.hasPrefix("!") } == ["!Right.One"])
        }
    }
}
