import Statecharts
import Testing

@Suite struct InitialTests {
    @Test func `the first declared substate is the initial one`() throws {
        let run = Run(Initials())
        try run.start("start: handled → Start\n  start, entries Initials Start")
    }

    @Test func `another initial substate can be named`() throws {
        let run = Run(Initials())
        try run.start()
        try run.send(
            "Second",
            "Second: handled → Second.B\n  event, Initials → Second, exits Start, entries Second Second.B")
    }

    @Test func `without an initial substate a composite is rested on, entered and left as a leaf`() throws {
        let run = Run(Initials())
        try run.start()
        try run.send("Rest", "Rest: handled → Rest\n  event, Initials → Rest, exits Start, entries Rest")
        try run.send("A", "A: handled → Rest.A\n  event, Rest ⇢ Rest.A, entries Rest.A")
        try run.send("B", "B: handled → Rest.B\n  event, Rest → Rest.B, exits Rest.A Rest, entries Rest Rest.B")
        try run.quietly("Rest")
        try run.send("Start", "Start: handled → Start\n  event, Initials → Start, exits Rest, entries Start")
    }

    @Test(arguments: ["Chosen", "Joined"], [("A", false), ("B", true)])
    func `a choice or junction as initial vertex is decided on entry`(state: String, branch: (String, Bool)) throws {
        let run = Run(Initials())
        try run.start()
        run.change { $0.top.takesB = branch.1 }
        let inner = "\(state).\(branch.0)"
        try run.send(
            state,
            """
            \(state): handled → \(inner)
              event, Initials → \(state), exits Start, entries \(state)
              choice \(state).which, \(state).which → \(inner), entries \(inner)
            """)
    }

    @Test func `a history as initial vertex resumes on every default entry`() throws {
        let run = Run(Initials())
        try run.start()
        try run.send("Past", "Past: handled → Past.B\n  event, Initials → Past, exits Start, entries Past Past.B")
        try run.quietly("A", "Start")
        try run.send("Past", "Past: handled → Past.A\n  event, Initials → Past, exits Start, entries Past Past.A")
    }
}
