import DemoSupport
import ExpenseFlow
import StatechartsBridge
import StatechartsDiagrams

/// The phone in a terminal, with a line for commands below it.
enum Phone {
    static func run(_ options: OptionParser.Options) async throws {
        let data = try DataFile(options, named: "expense-flow")
        try data?.refuseRecording(options)
        let isFresh = data?.isKept != true
        let inspection = try Inspection(options, title: "Expense flow", clock: ContinuousClock())
        let flow = try ExpenseFlow(clock: ContinuousClock(), data: data)
        let recorder = Serving.recorder(options, inspection, isFresh: isFresh)
        if let recorder { flow.record(by: recorder) }
        try await flow.start()
        let service = try Serving.start(options, flow, isFresh ? recorder : nil)
        defer { service?.stop() }
        if options.has("trace") { flow.trace() }
        let session = Session(flow)
        if options.has("step") { _ = await session.perform("pause") }
        _ = await session.look()
        let live = inspection?.live()
        try await Terminal.session { terminal in
            var prompt = Prompt()
            for await happening in terminal.happenings(and: flow.changes) {
                switch happening {
                case .input(let input):
                    guard let line = prompt.take(input) else { break }
                    let reply = await session.perform(line)
                    prompt.answer = reply.messages
                    prompt.notes = reply.trace
                    if reply.isOver { return }
                case .change: prompt.notes += session.takeTrace()
                }
                try flow.keep()
                let size = terminal.size
                let drawing = await flow.screen.lines(columns: size.columns - 2).map { "  " + styled($0) }
                terminal.draw(
                    prompt.lines(
                        under: drawing, hint: "[buttons] can be pressed: type what is in them, then return. quit ends.",
                        in: size))
            }
        }
        try await flow.stop()
        inspection?.recorder.stop()
        try await live?.value
        try inspection?.write()
    }

    /// Buttons that can be pressed stand out, others step back.
    private static func styled(_ line: String) -> String {
        var result = "", button = ""
        for character in line {
            switch (button.isEmpty, character) {
            case (true, "["), (true, "("): button = String(character)
            case (true, _): result.append(character)
            case (false, "]"):
                result += (button + "]").styled(.bold)
                button = ""
            case (false, ")"):
                result += (button + ")").styled(.dim)
                button = ""
            case (false, _): button.append(character)
            }
        }
        return result + button
    }
}
