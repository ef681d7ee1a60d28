import Statecharts
import Testing

/// Ways into and out of the chart of a submachine: entry and exit points of its own, which the host names.
@Suite struct BoundaryTests {
    private func run(_ events: String..., history: HistoryKind = .none) throws -> Run<Visit> {
        let run = Run(Visit(history: history))
        try run.start()
        for event in events { try run.quietly(event) }
        return run
    }

    // MARK: In

    @Test func `a transition of the host enters the chart inside at a named entry point`() throws {
        try run().send(
            "forgot",
            """
            forgot: handled → Front.Portal.Recovering
              event, Street → Front.Portal.Recovering, exits Street, effects Street, \
            entries Front Front.Portal Front.Portal.Recovering
            """)
    }

    @Test func `entry points of submachines can be among several targets, and of a fork`() throws {
        try run().send(
            "both",
            """
            both: handled → (Doors.left.Portal.Asking, Doors.right.Portal.Recovering)
              event, Street → Doors.left, Doors.right.Portal.Recovering, exits Street, entries Doors Doors.left \
            Doors.left.Portal Doors.left.Portal.Asking Doors.right Doors.right.Portal Doors.right.Portal.Recovering
            """)
        try run().send(
            "fork",
            """
            fork: handled → (Doors.left.Portal.Recovering, Doors.right.Portal.Recovering)
              event, Street → Doors.left.Portal.Recovering, Doors.right.Portal.Recovering, exits Street, entries Doors \
            Doors.left Doors.left.Portal Doors.left.Portal.Recovering Doors.right Doors.right.Portal Doors.right.Portal.Recovering
            """)
    }

    @Test func `a submachine goes to an entry point of its own chart, staying or anew`() throws {
        let run = try run("enter")
        try run.send(
            "forgot",
            """
            forgot: handled → Front.Portal.Recovering
              event, Front ⇢ Front.Portal.Recovering, exits Front.Portal.Asking Front.Portal, \
            entries Front.Portal Front.Portal.Recovering
            """)
        try run.send(
            "again",
            """
            again: handled → Front.Portal.Recovering
              event, Front → Front.Portal.Recovering, exits Front.Portal.Recovering Front.Portal Front, \
            entries Front Front.Portal Front.Portal.Recovering
            """)
    }

    @Test func `an entry point goes past the history of the chart inside`() throws {
        let run = try run("enter", "word", "leave", history: .deep)
        try run.send(
            "enter",
            """
            enter: handled → Front.Portal.Known
              event, Street → Front, exits Street, entries Front Front.Portal Front.Portal.Known
            """)
        try run.quietly("leave")
        try run.send(
            "forgot",
            """
            forgot: handled → Front.Portal.Recovering
              event, Street → Front.Portal.Recovering, exits Street, effects Street, \
            entries Front Front.Portal Front.Portal.Recovering
            """)
    }

    @Test func `what stands for an entry point can be kept, also from before the start`() throws {
        let run = Run(Visit())
        let kept = run.top.front.entryPoint(\.recovery)
        #expect(kept === run.top.front.entryPoint(\.recovery))
        run.change { interpreter in
            let kept = interpreter.top.front.entryPoint(\.recovery)
            interpreter.top.lost = { _ in .to(kept) }
        }
        try run.start()
        #expect(kept.path == "Front.Portal.recovery")
        try run.quietly("enter", "forgot")
        try run.send(
            "failed",
            """
            failed: handled → Front.Portal.Recovering
              event, Front.Portal.Recovering → Front.Portal.Recovering, exits Front.Portal.Recovering Front.Portal Front, \
            effects Front.Portal.Recovering, entries Front Front.Portal Front.Portal.Recovering
            """)
    }

    // MARK: Out

    @Test func `an exit point of the chart inside leads where the host says, the inner effect first`() throws {
        try run("enter").send(
            "leave",
            """
            leave: handled → Street
              event, Front.Portal.Asking → Street, exits Front.Portal.Asking Front.Portal Front, \
            effects Front.Portal.Asking Front.Portal.cancelled, entries Street
            """)
    }

    @Test func `an exit point of one region's chart leaves the whole orthogonal state`() throws {
        try run("both").send(
            "right leave",
            """
            right leave: handled → Street
              event, Doors.right.Portal.Recovering → Street, exits Doors.right.Portal.Recovering Doors.right.Portal Doors.right \
            Doors.left.Portal.Asking Doors.left.Portal Doors.left Doors, effects Doors.right.Portal.Recovering, entries Street
            """)
    }

    @Test func `without a word of the host an exit point leads where its chart says, and the submachine stays`() throws
    {
        try run("both", "left word").send(
            "left leave",
            """
            left leave: handled → (Doors.left.Portal.Asking, Doors.right.Portal.Recovering)
              event, Doors.left.Portal.Known → Doors.left.Portal.Asking, exits Doors.left.Portal.Known, \
            effects Doors.left.Portal.Known, entries Doors.left.Portal.Asking
            """)
    }

    @Test func `an exit point that the host leads nowhere is not enabled, and the host is asked`() throws {
        let run = try run("forgot")
        run.change { $0.top.lost = { _ in .unhandled } }
        try run.send(
            "failed",
            """
            failed: handled → Front.Portal.Recovering
              event, Front ↺, effects Front
            """)
    }

    @Test func `a chart with entry and exit points also runs alone, its exit points lead where it says itself`() throws
    {
        let run = Run(Portal())
        try run.start("start: handled → Asking\n  start, entries Portal Asking")
        try run.send("word".gate, "word: handled → Known\n  event, Asking → Known, exits Asking, entries Known")
        try run.send(
            "leave".gate,
            """
            leave: handled → Asking
              event, Known → Asking, exits Known, effects Known, entries Asking
            """)
    }
}

extension String {
    fileprivate var gate: Portal.Event { Visit.portalEvent(self) ?? .done }
}
