import DemoSupport
import MessengerModel
import StatechartsSimulation

/// A session without a terminal: a line is a command, and time stands still in between.
enum Headless {
    /// - Throws: ``InputError`` after the last line, if some were not understood.
    static func run(_ options: OptionParser.Options) async throws {
        let clock = ManualClock()
        let inspection = try Inspection(options, title: "Messenger", clock: clock)
        let messenger = try Messenger(
            manual: clock, on: Lane(), data: try DataFile(options, named: "messenger"))
        if let recorder = inspection?.recorder { messenger.record(by: recorder) }
        try await messenger.start()
        messenger.deliverInTurns()
        if options.has("trace") { messenger.trace() }
        let session = Session(messenger)
        if options.has("live") { _ = await session.perform("live on") }
        if options.has("step") { _ = await session.perform("pause") }
        for line in await session.look() { StandardStreams.say("  " + line) }
        var strangeLines = 0
        while let line = readLine() {
            StandardStreams.say(Session.isComment(line) ? line.printable : "> \(line.printable)")
            let reply = await session.perform(line)
            try await messenger.keep()
            for line in reply.lines { StandardStreams.say(line) }
            if !reply.isUnderstood { strangeLines += 1 }
            if reply.isOver { break }
        }
        try await messenger.stop()
        try inspection?.write()
        guard strangeLines == 0 else {
            throw InputError(
                "\(strangeLines) \(strangeLines == 1 ? "line was" : "lines were") not understood, see above")
        }
    }

    /// What the machines take turns on.
    private actor Lane {}
}
