import Statecharts
import Testing

@Suite struct HistoryPseudostateTests {
    @Test func `on first entry a history leads to its default`() throws {
        let run = Run(Memory())
        try run.start("start: handled → Out\n  start, entries Memory Out")
        try run.send(
            "shallow",
            """
            shallow: handled → Box.Inner.Y.Y1
              event, Out → Box.shallow, exits Out, entries Box Box.Inner Box.Inner.Y Box.Inner.Y.Y1
            """)
    }

    @Test func `on first entry a history without a default leads to the initial substate`() throws {
        let run = Run(Memory())
        try run.start()
        try run.send("deep", "deep: handled → Box.A\n  event, Out → Box.deep, exits Out, entries Box Box.A")
    }

    @Test func `shallow history resumes the direct substate, which is then entered by default`() throws {
        let run = Run(Memory())
        try run.start()
        try run.quietly("in", "next", "next", "next")
        try run.send(
            "leave",
            """
            leave: handled → Out
              event, Box → Out, exits Box.Inner.Y.Y2 Box.Inner.Y Box.Inner Box, entries Out
            """)
        try run.send(
            "shallow",
            """
            shallow: handled → Box.Inner.X
              event, Out → Box.shallow, exits Out, entries Box Box.Inner Box.Inner.X
            """)
    }

    @Test func `deep history resumes everything inside`() throws {
        let run = Run(Memory())
        try run.start()
        try run.quietly("in", "next", "next", "next", "leave")
        try run.send(
            "deep",
            """
            deep: handled → Box.Inner.Y.Y2
              event, Out → Box.deep, exits Out, entries Box Box.Inner Box.Inner.Y Box.Inner.Y.Y2
            """)
    }

    @Test func `a history pseudostate does not change what a default entry enters`() throws {
        let run = Run(Memory())
        try run.start()
        try run.quietly("in", "next", "leave")
        try run.send("in", "in: handled → Box.A\n  event, Out → Box, exits Out, entries Box Box.A")
    }

    @Test func `a history remembers the last time only`() throws {
        let run = Run(Memory())
        try run.start()
        try run.quietly("in", "next", "next", "leave", "in", "leave")
        try run.send("deep", "deep: handled → Box.A\n  event, Out → Box.deep, exits Out, entries Box Box.A")
    }

    @Test func `after a final state a history leads to its default again`() throws {
        let run = Run(Memory())
        try run.start()
        try run.quietly("in", "next", "next", "end")
        #expect(run.interpreter.configuration.description == "Box.End")
        try run.quietly("leave")
        try run.send(
            "shallow",
            """
            shallow: handled → Box.Inner.Y.Y1
              event, Out → Box.shallow, exits Out, entries Box Box.Inner Box.Inner.Y Box.Inner.Y.Y1
            """)
        try run.quietly("end", "leave")
        try run.send("deep", "deep: handled → Box.A\n  event, Out → Box.deep, exits Out, entries Box Box.A")
    }

    @Test func `a state can leave itself and resume what it just left through its own history`() throws {
        let run = Run(Memory())
        try run.start()
        try run.quietly("in", "next", "next", "next")
        try run.send(
            "again",
            """
            again: handled → Box.Inner.Y.Y2
              event, Box → Box.deep, exits Box.Inner.Y.Y2 Box.Inner.Y Box.Inner Box, \
            entries Box Box.Inner Box.Inner.Y Box.Inner.Y.Y2
            """)
    }

    @Test func `a composite that rested on itself is resumed resting`() throws {
        let run = Run(Memory(rests: true))
        try run.start()
        try run.quietly("in")
        try run.send("next", "next: handled → Box.Inner\n  event, Box.A → Box.Inner, exits Box.A, entries Box.Inner")
        try run.quietly("leave")
        try run.send(
            "deep", "deep: handled → Box.Inner\n  event, Out → Box.deep, exits Out, entries Box Box.Inner")
        try run.quietly("leave")
        try run.send(
            "shallow", "shallow: handled → Box.Inner\n  event, Out → Box.shallow, exits Out, entries Box Box.Inner")
    }
}
