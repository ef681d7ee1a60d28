import Statecharts
import Testing

@Suite struct RegionHistoryTests {
    private func left(_ events: String..., history: HistoryKind = .none) throws -> Run<RegionMemory> {
        let run = Run(RegionMemory(history))
        try run.start()
        try run.quietly("default")
        for event in events { try run.quietly(event) }
        try run.quietly("leave")
        return run
    }

    private let resumed = """
        exits Out, entries Both Both.A Both.A.A2 Both.A.A2.Q Both.B Both.B.B2
        """

    @Test func `deep history of an orthogonal state resumes all of its regions`() throws {
        let run = try left("a", "a", "b")
        try run.send(
            "deep", "deep: handled → (Both.A.A2.Q, Both.B.B2)\n  event, Out → Both.deep, \(resumed)")
    }

    @Test func `deep history of an orthogonal state leads to the initial substates on first entry`() throws {
        let run = Run(RegionMemory())
        try run.start()
        try run.send(
            "deep",
            """
            deep: handled → (Both.A.A1, Both.B.B1)
              event, Out → Both.deep, exits Out, entries Both Both.A Both.A.A1 Both.B Both.B.B1
            """)
    }

    @Test(arguments: [HistoryKind.shallow, .deep])
    func `an orthogonal state with a default history resumes all of its regions`(kind: HistoryKind) throws {
        let run = try left("a", "a", "b", history: kind)
        try run.send(
            "default", "default: handled → (Both.A.A2.Q, Both.B.B2)\n  event, Out → Both, \(resumed)")
    }

    @Test func `shallow history of one region leaves the other to its default`() throws {
        let run = try left("a", "a", "b")
        try run.send(
            "A.shallow",
            """
            A.shallow: handled → (Both.A.A2.P, Both.B.B1)
              event, Out → Both.A.shallow, exits Out, entries Both Both.A Both.A.A2 Both.A.A2.P Both.B Both.B.B1
            """)
    }

    @Test func `deep history of one region leaves the other to its default`() throws {
        let run = try left("a", "a", "b")
        try run.send(
            "A.deep",
            """
            A.deep: handled → (Both.A.A2.Q, Both.B.B1)
              event, Out → Both.A.deep, exits Out, entries Both Both.A Both.A.A2 Both.A.A2.Q Both.B Both.B.B1
            """)
    }

    @Test func `histories of two regions are targets of one transition`() throws {
        let run = try left("a", "a", "b")
        try run.send(
            "A.deep B.shallow",
            """
            A.deep B.shallow: handled → (Both.A.A2.Q, Both.B.B2)
              event, Out → Both.A.deep, Both.B.shallow, \(resumed)
            """)
    }

    @Test func `a history and a state of another region are targets of one transition`() throws {
        let run = try left("a", "a")
        try run.send(
            "A.shallow B2",
            """
            A.shallow B2: handled → (Both.A.A2.P, Both.B.B2)
              event, Out → Both.A.shallow, Both.B.B2, exits Out, \
            entries Both Both.A Both.A.A2 Both.A.A2.P Both.B Both.B.B2
            """)
    }

    @Test func `history remembers what a fork entered`() throws {
        let run = Run(RegionMemory())
        try run.start()
        try run.send(
            "fork", "fork: handled → (Both.A.A2.Q, Both.B.B2)\n  event, Out → Both.A.A2.Q, Both.B.B2, \(resumed)")
        try run.quietly("leave")
        try run.send(
            "deep", "deep: handled → (Both.A.A2.Q, Both.B.B2)\n  event, Out → Both.deep, \(resumed)")
    }

    @Test func `a preempted transition out leaves the histories to what really happened`() throws {
        let run = Run(RegionMemory())
        try run.start()
        try run.quietly("default", "a", "a")
        try run.send(
            "clash",
            """
            clash: handled → (Both.A.A1, Both.B.B1)
              event, Both.A.A2.Q → Both.A.A1, preempted Both.B.B1 → Out, exits Both.A.A2.Q Both.A.A2, \
            effects Both.A.A2.Q, entries Both.A.A1
            """)
        try run.quietly("leave")
        try run.send(
            "deep",
            """
            deep: handled → (Both.A.A1, Both.B.B1)
              event, Out → Both.deep, exits Out, entries Both Both.A Both.A.A1 Both.B Both.B.B1
            """)
    }

    @Test func `history does not remember where a preempted transition would have led`() throws {
        let run = Run(RegionMemory())
        try run.start()
        try run.quietly("default")
        try run.send(
            "crash",
            """
            crash: handled → Out
              event, Both.A.A1 → Out, preempted Both.B.B1 → Both.B.B2, \
            exits Both.B.B1 Both.B Both.A.A1 Both.A Both, entries Out
            """)
        try run.send(
            "deep",
            """
            deep: handled → (Both.A.A1, Both.B.B1)
              event, Out → Both.deep, exits Out, entries Both Both.A Both.A.A1 Both.B Both.B.B1
            """)
    }
}
