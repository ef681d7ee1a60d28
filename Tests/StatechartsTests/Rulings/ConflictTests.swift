import Statecharts
import Testing

@Suite struct ConflictTests {
    @Test func `an internal transition conflicts with nothing, and its effect runs in document order`() throws {
        let run = Run(Mixed())
        try run.start()
        try run.send(
            "x",
            """
            x: handled → Out
              event, Both.A.A1 ↺; Both.B.B1 → Out, exits Both.B.B1 Both.B Both.A.A1 Both.A Both, \
            effects Both.A.A1 Both.B.B1, entries Out
            """)
    }

    @Test
    func
        `of two transitions from equally deep states the first in document order wins, the effect of the other never runs`()
        throws
    {
        let run = Run(Mixed())
        try run.start()
        try run.send(
            "z",
            """
            z: handled → Out
              event, Both.A.A1 → Out, preempted Both.B.B1 → Out, \
            exits Both.B.B1 Both.B Both.A.A1 Both.A Both, effects Both.A.A1, entries Out
            """)
    }

    @Test func `terminate in one region ends the chart, the transitions of the others are still taken`() throws {
        let run = Run(Mixed())
        try run.start()
        try run.send(
            "y",
            """
            y: handled → (Both.A.A2, Both.B.kill)
              event, Both.A.A1 → Both.A.A2; Both.B.B1 → Both.B.kill, exits Both.B.B1 Both.A.A1, \
            effects Both.A.A1 Both.B.B1, entries Both.A.A2
            """)
        #expect(run.interpreter.status == .terminated)
    }
}
