import DemoSupport
import MessengerModel
import StatechartsDiagrams

/// The phone in a terminal, with a line for commands below it.
enum Phone {
    static func run(_ options: OptionParser.Options) async throws {
        let inspection = try Inspection(options, title: "Messenger", clock: ContinuousClock())
        let messenger = Messenger(clock: ContinuousClock())
        if let recorder = inspection?.recorder { messenger.record(by: recorder) }
        try await messenger.start()
        if options.has("trace") { messenger.trace() }
        let session = Session(messenger)
        if options.has("live") { _ = await session.perform("live on") }
        if options.has("step") { _ = await session.perform("pause") }
        _ = await session.look()
        let live = inspection?.live()
        await Terminal.session { terminal in
            var prompt = Prompt()
            for await happening in terminal.happenings(and: messenger.changes) {
                switch happening {
                case .input(let input):
                    guard let line = prompt.take(input) else { break }
                    let reply = await session.perform(line)
                    prompt.answer = reply.messages
                    prompt.notes = reply.trace
                    if reply.isOver { return }
                case .change: prompt.notes += session.takeTrace()
                }
                let size = terminal.size
                let drawing = await messenger.screen.lines(columns: size.columns - 2).map { "  " + $0 }
                terminal.draw(
                    prompt.lines(
                        under: drawing, hint: "[commands]: type one, then return. quit ends.", in: size))
            }
        }
        try await messenger.stop()
        inspection?.recorder.stop()
        try await live?.value
        try inspection?.write()
    }
}
