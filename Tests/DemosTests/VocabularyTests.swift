import Testing

@testable import DemoSupport

@Suite struct VocabularyTests {
    private let vocabulary = Vocabulary([
        ("tab home|work", ""), ("tap N", "N being the number of a row"), ("back", ""), ("step [N]", ""), ("stop", ""),
        ("fail next", ""), ("advance DURATION", "such as 2s"), ("resume", ""),
    ])

    @Test(
        arguments: [
            ("taps", ["tap N", "tab home|work"]), ("TAP", ["tap N"]), ("tpa", ["tap N"]), ("bakc", ["back"]),
            ("setp", ["step [N]", "stop"]), ("sto", ["stop"]), ("adv", ["advance DURATION"]), ("reusme", ["resume"]),
            ("f", ["fail next"]), ("ta", ["tab home|work", "tap N"]), ("s", ["step [N]", "stop"]),
            ("tax", ["tab home|work", "tap N"]),
            ("--back", ["back"]), ("xyzzy", []), ("", []), ("-", []), (String(repeating: "tap", count: 100_000), []),
        ] as [(String, [String])])
    func `the nearest commands are found`(word: String, forms: [String]) {
        #expect(vocabulary.nearest(to: word) == forms, "\(word.prefix(20))")
    }

    @Test func `there are never more than three`() {
        let many = Vocabulary((0..<40).map { "word\($0)" })
        #expect(many.nearest(to: "wrd1") == ["word1", "word0", "word2"])
        #expect(many.unknown("wrd1") == "unknown command 'wrd1'; did you mean word1, word0 or word2? (help lists all)")
    }

    @Test func `help lists all of them, or tells more of one`() {
        #expect(
            vocabulary.lines == [
                "commands: tab home|work, tap N, back, step [N], stop, fail next,",
                "  advance DURATION, resume",
            ])
        #expect(vocabulary.lines(of: "") == vocabulary.lines)
        #expect(vocabulary.lines(of: "TAP") == ["tap N, N being the number of a row"])
        #expect(vocabulary.lines(of: "back") == ["back"])
        #expect(vocabulary.lines(of: "bcak") == ["unknown command 'bcak'; did you mean back? (help lists all)"])
    }

    @Test func `where there are few all are named`() {
        let few = Vocabulary(["tick", "tap"], of: "event")
        #expect(few.unknown("button") == "unknown event 'button'; there are tick and tap")
        #expect(few.unknown("tik") == "unknown event 'tik'; did you mean tick? (help lists all)")
    }

    @Test func `what was typed is shown so that a terminal does not obey it`() {
        #expect(vocabulary.unknown("\u{1B}[2J") == "unknown command '\\u{1B}[2J'; help lists all")
    }

    @Test func `what keys do is shown and hidden by one key`() {
        var help = KeyHelp("one two three\nfour")
        #expect(help.lines(columns: 80) == [])
        let others = [help.take(.enter), help.take(.character("x"))]
        #expect(others == [false, false] && help.lines(columns: 80) == [])
        let shown = help.take(.character("h"))
        #expect(shown && help.lines(columns: 80) == ["one two three", "four"].map { "   " + $0.styled(.dim) })
        #expect(help.lines(columns: 13) == ["one two", "three", "four"].map { "   " + $0.styled(.dim) })
        let hidden = help.take(.character("?"))
        #expect(hidden && help.lines(columns: 80) == [])
    }
}
