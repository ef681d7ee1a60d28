import Statecharts
import Testing

/// What was finished starts anew; a finished region of a state that was not stays finished.
@Suite struct FinishedHistoryTests {
    private func left(_ events: String..., history: HistoryKind = .none) throws -> Run<Finishing> {
        let run = Run(Finishing(history))
        try run.start()
        try run.quietly("both")
        for event in events { try run.quietly(event) }
        try run.quietly("leave")
        return run
    }

    private let entered = "exits Out, entries Outer Outer.Both Outer.Both.A"
    private let afresh = "Outer.Both.A.Work Outer.Both.A.Work.One Outer.Both.B Outer.Both.B.One"

    @Test func `an orthogonal state whose regions were all final is resumed by its default`() throws {
        for (event, target) in [("deep", "Outer.deep"), ("shallow", "Outer.shallow")] {
            try left("a", "b").send(
                event,
                """
                \(event): handled → (Outer.Both.A.Work.One, Outer.Both.B.One)
                  event, Finishing → \(target), \(entered) \(afresh)
                """)
        }
    }

    @Test func `an orthogonal state that resumes by default starts anew when its regions were all final`() throws {
        try left("a", "b", history: .deep).send(
            "both",
            """
            both: handled → (Outer.Both.A.Work.One, Outer.Both.B.One)
              event, Finishing → Outer.Both, \(entered) \(afresh)
            """)
    }

    @Test func `a finished region of a state that was not finished stays finished`() throws {
        try left("a").send(
            "deep",
            """
            deep: handled → (Outer.Both.A.End, Outer.Both.B.One)
              event, Finishing → Outer.deep, \(entered) Outer.Both.A.End Outer.Both.B Outer.Both.B.One
            """)
    }

    @Test func `a finished composite inside a region starts anew`() throws {
        try left("w", "b").send(
            "deep",
            """
            deep: handled → (Outer.Both.A.Work.One, Outer.Both.B.End)
              event, Finishing → Outer.deep, \(entered) Outer.Both.A.Work Outer.Both.A.Work.One \
            Outer.Both.B Outer.Both.B.End
            """)
    }

    @Test func `what stays finished is in a snapshot, and what starts anew`() throws {
        let run = try left("w", "b")
        let snapshot = try run.interpreter.snapshot()
        #expect(
            snapshot.history == [
                .init(state: "Outer", substate: "Outer.Both", leaves: ["Outer.Both.A.Work", "Outer.Both.B.End"])
            ])
        let restored = Interpreter(restoring: snapshot, Finishing())
        try restored.start()
        try restored.send("deep")
        #expect(restored.configuration.description == "(Outer.Both.A.Work.One, Outer.Both.B.End)")
    }
}
