import Statecharts
import Testing

/// Forks and joins that a state without substates owns.
@Suite struct LeafWayTests {
    private func started(_ events: String...) throws -> Run<LeafWays> {
        let run = Run(LeafWays())
        try run.start()
        for event in events { try run.quietly(event) }
        return run
    }

    @Test func `a leaf that owns a fork is entered as a leaf`() throws {
        try Run(LeafWays()).start("start: handled → Out\n  start, entries LeafWays Out")
    }

    @Test func `a fork of a leaf leads from it into several regions`() throws {
        try started().send(
            "fork",
            """
            fork: handled → (Both.A.A2, Both.B.B1)
              event, Out → Both.A.A2, Both.B.B1, exits Out, effects Out, \
            entries Both Both.A Both.A.A2 Both.B Both.B.B1
            """)
    }

    @Test func `a join of a leaf leaves all its sources, also if it leads into the region of one`() throws {
        try started("fork").send(
            "b",
            """
            b: handled → (Both.A.A1, Both.B.B1)
              event, Both.B.B1 → Both.B.B2, exits Both.B.B1, entries Both.B.B2
              eventless, Both.A.A2.over → Both.A.A1, exits Both.B.B2 Both.B Both.A.A2 Both.A Both, \
            effects Both.A.A2.over, entries Both Both.A Both.A.A1 Both.B Both.B.B1
            """)
    }

    @Test func `a join of a leaf is completed by the entry of its leaf as well`() throws {
        let run = try started("go", "b")
        #expect(run.interpreter.configuration.description == "(Both.A.A1, Both.B.B2)")
        try run.send(
            "a",
            """
            a: handled → (Both.A.A1, Both.B.B1)
              event, Both.A.A1 → Both.A.A2, exits Both.A.A1, entries Both.A.A2
              eventless, Both.A.A2.over → Both.A.A1, exits Both.B.B2 Both.B Both.A.A2 Both.A Both, \
            effects Both.A.A2.over, entries Both Both.A Both.A.A1 Both.B Both.B.B1
            """)
    }

    @Test func `a join of a leaf that waits for a reaction is taken when it is asked for and its sources are active`()
        throws
    {
        let early = try started("go", "a", "step")
        try early.send("finish", "finish: unhandled → (Both.A.A2, Both.B.B3)")
        let run = try started("go")
        try run.send(
            "step",
            """
            step: handled → (Both.A.A3, Both.B.B3)
              event, Both.A.A1 → Both.A.A3; Both.B.B1 → Both.B.B3, exits Both.B.B1 Both.A.A1, \
            entries Both.A.A3 Both.B.B3
            """)
        try run.send(
            "finish",
            """
            finish: handled → Out
              event, Both.B.B3 → Out, exits Both.B.B3 Both.B Both.A.A3 Both.A Both, effects Both.B.B3, entries Out
            """)
    }

    // MARK: What a way leaves

    private func weir() throws -> Run<Weir> {
        let run = Run(Weir())
        try run.start()
        for event in ["a", "b"] { try run.quietly(event) }
        return run
    }

    private func anew(_ event: String, _ source: String) -> String {
        """
        \(event): handled → (Both.A.A1, Both.B.Pool.B1)
          event, \(source) → Both.A.A1, exits Both.B.Pool.B2 Both.B.Pool Both.B Both.A.A2 Both.A Both, \
        effects \(source), entries Both Both.A Both.A.A1 Both.B Both.B.Pool Both.B.Pool.B1
        """
    }

    @Test func `a join that is asked for in one region leaves the others too, also if it leads back there`() throws {
        try weir().send("merge", anew("merge", "Both.A.A2"))
    }

    @Test func `a local way that leaves something in one region for another region is external`() throws {
        for event in ["local", "out"] { try weir().send(event, anew(event, "Both")) }
    }

    // MARK: A simple state

    @Test func `a leaf that owns a fork is complete when it has been entered, as any simple state`() throws {
        try started().send(
            "pause",
            """
            pause: handled → Out
              event, Out → Pause, exits Out, entries Pause
              completion of Pause, Pause → Out, exits Pause, effects Pause, entries Out
            """)
    }

    @Test(arguments: ["same", "stay"])
    func `a leaf that owns a fork and leads to itself is left and entered again`(event: String) throws {
        try started().send(
            event, "\(event): handled → Out\n  event, Out → Out, exits Out, effects Out, entries Out")
    }

    @Test func `a leaf that owns a fork is a simple state in graphs and snapshots`() throws {
        let interpreter = Interpreter(LeafWays())
        try interpreter.start()
        let out = try #require(interpreter.vertices.first { $0.path == "Out" })
        #expect(out.kind == .state && out.initial == nil && out.children.map(\.path) == ["Out.split"])
        let graph = ChartGraph(interpreter.vertices)
        let split = try #require(graph.vertex(at: "Out.split"))
        #expect(
            graph.transitions.filter { $0.source == split }.map { graph.vertices[$0.targets[0]].path } == [
                "Both.A.A2", "Both.B.B1",
            ])
    }
}
