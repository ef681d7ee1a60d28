import Statecharts
import Testing

/// What a transition leaves is bounded by the innermost region that holds its source and targets (UML 2.5.1, 14.2.3.9.6).
@Suite struct RegionDomainTests {
    private func started() throws -> Run<Consoles> {
        let run = Run(Consoles())
        try run.start()
        return run
    }

    @Test func `regions that react to one event with a transition inside themselves all take it`() throws {
        try started().send(
            "pause",
            """
            pause: handled → (Both.Left.Paused, Both.Right.Paused)
              event, Both.Left → Both.Left.Paused; Both.Right → Both.Right.Paused, \
            exits Both.Right.Playing.Slow Both.Right.Playing Both.Right Both.Left.Playing Both.Left, \
            effects Both.Left Both.Right, entries Both.Left Both.Left.Paused Both.Right Both.Right.Paused
            """)
    }

    @Test func `a region that leads to itself leaves nothing of the other regions`() throws {
        try started().send(
            "again",
            """
            again: handled → (Both.Left.Playing, Both.Right.Playing.Slow)
              event, Both.Left → Both.Left, exits Both.Left.Playing Both.Left, effects Both.Left, \
            entries Both.Left Both.Left.Playing
            """)
    }

    @Test func `a state that leads to the region around it leaves nothing of the other regions`() throws {
        let run = try started()
        try run.quietly("faster")
        try run.send(
            "restart",
            """
            restart: handled → (Both.Left.Playing, Both.Right.Playing.Slow)
              event, Both.Right.Playing → Both.Right, \
            exits Both.Right.Playing.Fast Both.Right.Playing Both.Right, effects Both.Right.Playing, \
            entries Both.Right Both.Right.Playing Both.Right.Playing.Slow
            """)
    }

    private let everything = """
        exits Both.Right.Playing.Slow Both.Right.Playing Both.Right Both.Left.Playing Both.Left Both
        """

    @Test func `a region that leads to another region leaves the orthogonal state`() throws {
        try started().send(
            "swap",
            """
            swap: handled → (Both.Left.Playing, Both.Right.Playing.Slow)
              event, Both.Left → Both.Right, \(everything), effects Both.Left, \
            entries Both Both.Left Both.Left.Playing Both.Right Both.Right.Playing Both.Right.Playing.Slow
            """)
    }

    @Test func `targets in several regions leave the orthogonal state, also from inside one of them`() throws {
        try started().send(
            "all",
            """
            all: handled → (Both.Left.Paused, Both.Right.Paused)
              event, Both.Left → Both.Left.Paused, Both.Right.Paused, \(everything), effects Both.Left, \
            entries Both Both.Left Both.Left.Paused Both.Right Both.Right.Paused
            """)
    }

    @Test func `a history target leaves what the place of the history says`() throws {
        try started().send(
            "history",
            """
            history: handled → (Both.Left.Playing, Both.Right.Playing.Slow)
              event, Both.Right.Playing.Slow → Both.history, \(everything), effects Both.Right.Playing.Slow, \
            entries Both Both.Left Both.Left.Playing Both.Right Both.Right.Playing Both.Right.Playing.Slow
            """)
    }

    @Test
    func `of transitions from different regions the first in document order wins, however deep the other source is`()
        throws
    {
        try started().send(
            "leave",
            """
            leave: handled → Out
              event, Both.Left.Playing → Out, preempted Both.Right.Playing.Slow → Out, \(everything), \
            effects Both.Left.Playing, entries Out
            """)
    }
}
