import DemoSupport
import Testing

@Suite struct PromptTests {
    private let drawing = ["┌──┐", "│  │", "│  │", "└──┘"]

    private func typed(_ text: String) -> Prompt {
        var prompt = Prompt()
        for character in text { _ = prompt.take(.character(character)) }
        return prompt
    }

    private func lines(_ prompt: Prompt, _ rows: Int, _ columns: Int) -> [String] {
        prompt.lines(under: drawing, hint: "quit ends", in: (rows, columns)).map(plain)
    }

    /// The text without its styles.
    private func plain(_ text: String) -> String {
        var rest = text[...], result = ""
        while let start = rest.firstIndex(of: "\u{1B}") {
            result += rest[..<start]
            rest = rest[start...].drop { $0 != "m" }.dropFirst()
        }
        return result + rest
    }

    @Test func `keys make a line, which return gives and escape takes back`() {
        var prompt = typed("log")
        _ = prompt.take(.character("x"))
        _ = prompt.take(.backspace)
        #expect(prompt.take(.up) == nil)
        #expect(prompt.take(.enter) == "log")
        #expect(prompt.take(.enter) == "")
        prompt = typed("nonsense")
        #expect(prompt.take(.escape) == nil)
        #expect(prompt.take(.enter) == "")
    }

    @Test func `with room, everything is shown`() {
        var prompt = typed("add")
        #expect(lines(prompt, 20, 40) == ["", "┌──┐", "│  │", "│  │", "└──┘", "", "  > add▏", "", "  quit ends"])
        prompt.answer = ["not now"]
        prompt.notes = ["#1", "#2"]
        #expect(
            lines(prompt, 20, 40) == [
                "", "┌──┐", "│  │", "│  │", "└──┘", "", "  > add▏", "", "  not now", "  #1", "  #2",
            ])
        #expect(lines(prompt, 10, 40).suffix(2) == ["  not now", "  #1"])
    }

    @Test func `in a small window the line and the answer stay, and the drawing is cut`() {
        var prompt = typed("add")
        prompt.answer = ["not now"]
        prompt.notes = ["#1"]
        #expect(lines(prompt, 7, 40) == ["┌──┐", "│  │", "│  │", "└──┘", "  > add▏", "  not now", "  #1"])
        #expect(lines(prompt, 3, 40) == ["┌──┐", "  > add▏", "  not now"])
        #expect(lines(prompt, 1, 40) == ["  > add▏"])
    }

    @Test func `a long answer is wrapped, and of a long line the end is shown`() {
        var prompt = typed("a very long line")
        prompt.answer = ["expected one of the others"]
        let shown = lines(prompt, 20, 16)
        #expect(shown[6] == "  > …long line▏")
        #expect(Array(shown.suffix(3)) == ["  expected one", "    of the", "    others"])
        for line in shown { #expect(line.columns <= 16) }
    }

    @Test func `nothing that others have sent is obeyed by the terminal`() {
        var prompt = Prompt()
        prompt.answer = ["a\u{1B}[2Jb"]
        prompt.notes = ["c\u{7}\nd"]
        #expect(lines(prompt, 20, 40).suffix(2) == ["  a\\u{1B}[2Jb", "  c\\u{07}\\nd"])
    }

    @Test(arguments: [
        ("abc", 3), ("é", 1), ("e\u{301}", 1), ("漢字", 4), ("한", 2), ("ｘ", 2), ("🍕", 2), ("❤\u{FE0F}", 2), ("│▸", 2),
        ("", 0),
    ])
    func `wide characters take two columns`(text: String, columns: Int) {
        #expect(text.columns == columns)
    }

    @Test func `nothing is cut through the middle of a wide character`() {
        #expect("漢字x".prefix(columns: 3) == "漢")
        #expect("x漢字".suffix(columns: 3) == "字")
        #expect("漢字漢".wrapped(columns: 5) == ["漢字", "漢"])
        #expect("漢字".wrapped(columns: 1) == ["漢", "字"])
        #expect("".wrapped(columns: 5) == [""])
    }
}
