import DemoSupport
import ExpenseFlow
import StatechartsBridge
import StatechartsSimulation

/// A session without a terminal: a line is a command, and time stands still in between.
enum Headless {
    /// - Throws: ``InputError`` after the last line, if some were not understood.
    static func run(_ options: OptionParser.Options) async throws {
        let clock = ManualClock()
        let data = try DataFile(options, named: "expense-flow")
        try data?.refuseRecording(options)
        let isFresh = data?.isKept != true
        let inspection = try Inspection(options, title: "Expense flow", clock: clock)
        let flow = try ExpenseFlow(clock: clock, on: Lane(), data: data)
        let recorder = Serving.recorder(options, inspection, isFresh: isFresh)
        if let recorder { flow.record(by: recorder) }
        try await flow.start()
        let service = try Serving.start(options, flow, isFresh ? recorder : nil)
        defer { service?.stop() }
        flow.deliverInTurns()
        if options.has("trace") { flow.trace() }
        let session = Session(flow)
        if options.has("step") { _ = await session.perform("pause") }
        for line in await session.look() { StandardStreams.say("  " + line) }
        var strangeLines = 0
        while let line = readLine() {
            StandardStreams.say(Session.isComment(line) ? line.printable : "> \(line.printable)")
            let reply = await session.perform(line)
            try flow.keep()
            for line in reply.lines { StandardStreams.say(line) }
            if !reply.isUnderstood { strangeLines += 1 }
            if reply.isOver { break }
        }
        try await flow.stop()
        try inspection?.write()
        guard strangeLines == 0 else {
            throw InputError(
                "\(strangeLines) \(strangeLines == 1 ? "line was" : "lines were") not understood, see above")
        }
    }

    /// What the machines take turns on.
    private actor Lane {}
}
