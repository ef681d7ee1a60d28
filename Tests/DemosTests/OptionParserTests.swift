import DemoSupport
import Testing

@Suite struct OptionParserTests {
    private let parser = OptionParser(
        command: "demo", summary: "A demo.",
        options: [.flag("headless", "without a screen"), .value("events", "LIST", "what happens")])

    @Test func `flags and values are read in any order, with a space or an equals sign`() throws {
        for line in [["--headless", "--events", "a,b"], ["--events=a,b", "--headless"]] {
            let options = try parser.parse(line)
            #expect(options.has("headless"))
            #expect(options["events"] == "a,b")
            #expect(!options.has("help"))
        }
    }

    @Test(arguments: [
        (["--headles"], "unknown option '--headles'; did you mean --headless? (--help lists all)"),
        (["-event=a"], "unknown option '-event'; did you mean --events LIST? (--help lists all)"),
        (["hepl"], "unknown option 'hepl'; did you mean --help? (--help lists all)"),
        (["tick"], "unknown option 'tick'; there are --headless, --events LIST and --help"),
        (["--events"], "--events needs a value: --events LIST (LIST is missing)"),
        (["\u{1B}[31m"], "unknown option '\\u{1B}[31m'; there are --headless, --events LIST and --help"),
        (["--headless=yes"], "--headless takes no value"),
        (["--events", "--headless"], "--events needs a value: --events LIST (LIST is missing)"),
    ])
    func `what is not accepted is answered by one line that names what is near`(line: [String], message: String) {
        #expect(throws: UsageError(message)) { try parser.parse(line) }
    }

    @Test func `a value that begins as an option is given with an equals sign`() throws {
        #expect(try parser.parse(["--events=--headless"])["events"] == "--headless")
        #expect(try parser.parse(["--events", "-1"])["events"] == "-1")
    }

    @Test func `an operand stands before, between or behind the options, once`() throws {
        let parser = OptionParser(
            command: "demo", summary: "A demo.", operand: ("PLACE", "where"),
            options: [.flag("headless", "without a screen"), .value("events", "LIST", "what happens")])
        for line in [
            ["/a", "--headless", "--events", "b"], ["--headless", "/a", "--events", "b"],
            ["--headless", "--events", "b", "/a"],
        ] {
            let options = try parser.parse(line)
            #expect(options.operand == "/a")
            #expect(options.has("headless"))
            #expect(options["events"] == "b")
        }
        #expect(try parser.parse(["--headless"]).operand == nil)
        #expect(try parser.parse(["help"]).operand == nil)
        #expect(throws: UsageError("one PLACE only: '/b' is another one")) { try parser.parse(["/a", "/b"]) }
        #expect(throws: UsageError("unknown option '-a'; there are --headless, --events LIST and --help")) {
            try parser.parse(["-a"])
        }
    }

    @Test func `options that mean nothing together are refused`() throws {
        let both = try parser.parse(["--headless", "--events", "a"]), events = try parser.parse(["--events", "a"])
        #expect(throws: UsageError("--events means nothing without --headless")) {
            try events.refuse("live", "events", without: "headless")
        }
        #expect(throws: Never.self) {
            try both.refuse("events", without: "headless")
            try events.refuse("live", without: "headless")
            try both.refuseAll(but: "headless", with: "events")
            try both.refuseAll(but: "headless", with: "live")
        }
        #expect(throws: UsageError("--headless means nothing with --events")) {
            try both.refuseAll(but: "live", with: "events")
        }
    }

    @Test func `the help lists every option`() {
        #expect(
            parser.help == """
                A demo.

                usage: demo [--headless] [--events LIST] [--help]

                  --headless     without a screen
                  --events LIST  what happens
                  -h, --help     print this and exit
                """)
        #expect(throws: Never.self) { try #expect(parser.parse(["-h"]).has("help")) }
        #expect(throws: Never.self) { try #expect(parser.parse(["--help"]) == parser.parse(["-h"])) }
        #expect(throws: Never.self) { try #expect(parser.parse(["help"]) == parser.parse(["-h"])) }
    }
}
