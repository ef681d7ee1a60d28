import DemoSupport
import MessengerModel
import StatechartsDiagrams

/// The phone in a terminal, with a line for commands below it.
enum Phone {
    static func run(_ options: OptionParser.Options) async throws {
        let inspection = try Inspection(options, title: "Messenger", clock: ContinuousClock())
        let messenger = try Messenger(clock: ContinuousClock(), data: try DataFile(options, named: "messenger"))
        if let recorder = inspection?.recorder { messenger.record(by: recorder) }
        try await messenger.start()
        if options.has("trace") { messenger.trace() }
        let session = Session(messenger)
        if options.has("live") { _ = await session.perform("live on") }
        if options.has("step") { _ = await session.perform("pause") }
        _ = await session.look()
        let live = inspection?.live()
        try await Terminal.session { terminal in
            var prompt = Prompt(), excerpt = Excerpt()
            for await happening in terminal.happenings(and: messenger.changes) {
                switch happening {
                case .input(let input):
                    let key = prompt.isEmpty ? await messenger.screen.command(for: input) : nil
                    guard let line = key ?? prompt.take(input) else {
                        switch input {
                        case .up: excerpt.move(by: -5)
                        case .down: excerpt.move(by: 5)
                        case .character, .enter, .backspace, .tab, .escape, .left, .right, .resized: break
                        }
                        break
                    }
                    let reply = await session.perform(line)
                    try await messenger.keep()
                    prompt.answer = reply.messages
                    prompt.notes = reply.trace
                    if reply.isOver { return }
                case .change:
                    try await messenger.keep()
                    prompt.notes += session.takeTrace()
                }
                let size = terminal.size
                // The line that is typed and two of what was said to the last one are below.
                let rows = size.rows - (prompt.answer.isEmpty ? 1 : 3), columns = size.columns - 2
                let screen = await messenger.screen(fitting: rows, columns: columns)
                let drawing = excerpt.lines(of: screen.lines(columns: columns), in: rows, of: screen)
                terminal.draw(
                    prompt.lines(
                        under: drawing.map { "  " + $0 },
                        hint: "[commands]: type one, then return. Arrows, tab and escape do what is near. quit ends.",
                        in: size))
            }
        }
        try await messenger.stop()
        inspection?.recorder.stop()
        try await live?.value
        try inspection?.write()
    }
}
