import Statecharts
import Testing

@Suite struct DefaultHistoryTests {
    @Test(arguments: [
        (HistoryKind.none, "Box.A", "Box Box.A"), (.shallow, "Box.Inner.X", "Box Box.Inner Box.Inner.X"),
        (.deep, "Box.Inner.Y", "Box Box.Inner Box.Inner.Y"),
    ])
    func `a composite resumes by default as its history says`(kind: HistoryKind, state: String, entries: String) throws
    {
        let run = Run(Resuming(kind))
        try run.start()
        try run.send("toggle", "toggle: handled → Box.A\n  event, Out → Box, exits Out, entries Box Box.A")
        try run.quietly("next", "next")
        try run.send(
            "toggle",
            "toggle: handled → Out\n  event, Box → Out, exits Box.Inner.Y Box.Inner Box, entries Out")
        try run.send("toggle", "toggle: handled → \(state)\n  event, Out → Box, exits Out, entries \(entries)")
    }

    @Test(arguments: [HistoryKind.shallow, .deep])
    func `after a final state a composite starts again with its initial substate`(kind: HistoryKind) throws {
        let run = Run(Resuming(kind))
        try run.start()
        try run.quietly("toggle", "next", "end", "toggle")
        try run.send("toggle", "toggle: handled → Box.A\n  event, Out → Box, exits Out, entries Box Box.A")
    }

    @Test(arguments: [HistoryKind.shallow, .deep])
    func `a transition to a substate goes past the history`(kind: HistoryKind) throws {
        let run = Run(Resuming(kind))
        try run.start()
        try run.quietly("toggle", "next", "toggle")
        try run.send("first", "first: handled → Box.A\n  event, Out → Box.A, exits Out, entries Box Box.A")
    }
}
