/// A line that is being typed below a drawing, and what was said to the one before.
public struct Prompt: Sendable {
    private var text = ""
    /// What was said to the last line; in a small window it goes before the drawing's end.
    public var answer: [String] = []
    /// What may be cut off when there is no room.
    public var notes: [String] = []

    /// Whether nothing is typed.
    public var isEmpty: Bool { text.isEmpty }

    /// Makes a prompt with nothing typed.
    public init() {}

    /// Takes a key. Answers with the line when it is complete.
    public mutating func take(_ input: TerminalInput) -> String? {
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

    /// What a window of this size shows: the drawing, the line, the answer, and `hint` while there is neither answer
    /// nor notes.
    ///
    /// The line that is being typed and the answer are always to be seen; of a long line the end is. What a terminal
    /// would obey is shown instead, see ``Swift/StringProtocol/printable``.
    public func lines(
        under drawing: [String], hint: String, in size: (rows: Int, columns: Int)
    ) -> [String] {
        let room = max(size.columns - 3, 1)
        let text = text.printable
        let typed = text.columns < room - 2 ? text : "…\(text.suffix(columns: max(room - 4, 0)))"
        let prompt = "  > " + typed.styled(.bold) + "▏"
        let answer = answer.flatMap { $0.printable.wrapped(columns: room, indent: "  ") }.map {
            "  " + $0.styled(.yellow)
        }
        let isQuiet = answer.isEmpty && notes.isEmpty
        let below = (isQuiet ? [hint] : notes).flatMap { $0.printable.wrapped(columns: room, indent: "      ") }
            .map { "  " + $0.styled(.dim) }
        let loose = [""] + drawing + ["", prompt, ""] + answer
        if loose.count <= size.rows { return loose + below.prefix(size.rows - loose.count) }
        let said = answer.prefix(size.rows - 1)
        let shown = drawing.prefix(max(size.rows - 1 - said.count, 0))
        return shown + [prompt] + said + below.prefix(max(size.rows - 1 - said.count - shown.count, 0))
    }
}
