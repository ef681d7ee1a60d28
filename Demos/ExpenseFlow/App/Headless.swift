import DemoSupport
import ExpenseFlow
import StatechartsSimulation

/// A session without a terminal: a line is a command, and time stands still in between.
enum Headless {
    /// - Throws: ``InputError`` after the last line, if some were not understood.
    static func run(tracing: Bool) async throws {
        let flow = ExpenseFlow(clock: ManualClock(), on: Lane())
        try await flow.start()
        flow.deliverInTurns()
        if tracing { flow.trace() }
        let session = Session(flow)
        for line in await session.look() { StandardStreams.say("  " + line) }
        var strangeLines = 0
        while let line = readLine() {
            StandardStreams.say(Session.isComment(line) ? line.printable : "> \(line.printable)")
            let reply = await session.perform(line)
            for line in reply.lines { StandardStreams.say(line) }
            if !reply.isUnderstood { strangeLines += 1 }
            if reply.isOver { break }
        }
        try await flow.stop()
        guard strangeLines == 0 else {
            throw InputError(
                "\(strangeLines) \(strangeLines == 1 ? "line was" : "lines were") not understood, see above")
        }
    }

    static func printDiagram() async throws {
        let flow = ExpenseFlow(clock: ManualClock())
        try await flow.start()
        StandardStreams.say(flow.diagram)
        try await flow.stop()
    }

    /// What the machines take turns on.
    private actor Lane {}
}
