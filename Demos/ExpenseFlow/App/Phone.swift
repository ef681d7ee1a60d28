import DemoSupport
import ExpenseFlow

/// The phone in a terminal, with a line for commands below it.
enum Phone {
    static func run(tracing: Bool) async throws {
        let flow = ExpenseFlow(clock: ContinuousClock())
        try await flow.start()
        if tracing { flow.trace() }
        let session = Session(flow)
        _ = await session.look()
        await Terminal.session { terminal in
            var prompt = Prompt()
            for await happening in terminal.happenings(and: flow.changes) {
                if case .input(let input) = happening, let line = prompt.take(input) {
                    let reply = await session.perform(line)
                    prompt.answer = reply.messages
                    prompt.trace = reply.trace
                    if reply.isOver { break }
                }
                terminal.draw(prompt.lines(under: await flow.screen.lines))
            }
        }
        try await flow.stop()
    }
}

/// The line that is being typed, and what was said to the one before.
private struct Prompt {
    private var text = ""
    var answer: [String] = []
    var trace: [String] = []

    /// Takes a key. Answers with the line when it is complete.
    mutating func take(_ input: TerminalInput) -> String? {
        switch input {
        case .character(let character): text.append(character)
        case .backspace: _ = text.popLast()
        case .escape: text = ""
        case .enter:
            defer { text = "" }
            return text
        case .tab, .up, .down, .left, .right, .resized: break
        }
        return nil
    }

    func lines(under screen: [String]) -> [String] {
        [""] + screen.map { "  " + Self.styled($0) } + ["", "  > " + text.styled(.bold) + "▏", ""]
            + answer.map { "  " + $0.styled(.yellow) } + trace.map { "  " + $0.styled(.dim) }
            + (answer.isEmpty && trace.isEmpty
                ? ["  [buttons] can be pressed: type what is in them, then return. quit ends.".styled(.dim)] : [])
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
