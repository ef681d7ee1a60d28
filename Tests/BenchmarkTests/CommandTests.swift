import Testing

@testable import benchmark

@Suite struct CommandTests {
    private let known = ["tick", "pingpong"]

    @Test func `what is asked for is read in any order`() throws {
        #expect(try Command.parse([], known: known) == .table(names: [], rounds: 40, json: false))
        #expect(
            try Command.parse(["--json", "tick", "--runs", "3"], known: known)
                == .table(names: ["tick"], rounds: 3, json: true))
        #expect(try Command.parse(["--list"], known: known) == .list)
        #expect(
            try Command.parse(["--count", "9", "--profile", "tick", "--floor"], known: known)
                == .profile(name: "tick", count: 9, floor: true))
        #expect(try Command.parse(["--allocations", "tick"], known: known) == .allocations(name: "tick"))
        #expect(try Command.parse(["soak", "--duration", "30m"], known: known) == .soak(.seconds(1_800)))
        #expect(try Command.parse(["soak", "--duration", "500ms"], known: known) == .soak(.milliseconds(500)))
    }

    @Test func `growth has names and options of its own`() throws {
        #expect(
            try Command.parse(["growth"], known: known, growing: ["states"])
                == .growth(names: [], rounds: 5, isStrict: false))
        #expect(
            try Command.parse(["growth", "--strict", "states", "--runs", "2"], known: known, growing: ["states"])
                == .growth(names: ["states"], rounds: 2, isStrict: true))
        #expect(try Command.parse(["growth", "--list"], known: known) == .growthList)
        #expect { try Command.parse(["growth", "tick"], known: known, growing: ["states"]) } throws: {
            "\($0)" == "unknown name tick; see benchmark growth --list"
        }
        #expect { try Command.parse(["growth", "--json"], known: known) } throws: {
            "\($0)" == "unknown option --json; see benchmark --help"
        }
    }

    @Test func `a game is played alone, and measured among others`() throws {
        #expect(try Command.parse(["pingpong"], known: known) == .pingPong)
        #expect(try Command.parse(["tiktok"], known: known) == .tikTok)
        #expect(try Command.parse(["blocked"], known: known) == .blocked)
        #expect(
            try Command.parse(["pingpong", "--json"], known: known)
                == .table(names: ["pingpong"], rounds: 40, json: true))
    }

    @Test(arguments: [
        [], ["--json", "tick"], ["pingpong"], ["tiktok"], ["blocked"], ["messenger"], ["--profile", "tick"],
        ["--allocations", "tick"], ["soak", "--duration", "1s"], ["growth"],
    ])
    func `whatever measures says in a debug build that it should not be one`(arguments: [String]) throws {
        let command = try Command.parse(arguments, known: known)
        #expect(command.measures)
        #if DEBUG
            #expect(
                Benchmark.warning(for: command)
                    == "benchmark: a debug build measures nothing of interest; use swift run -c release benchmark")
        #else
            #expect(Benchmark.warning(for: command) == nil)
        #endif
    }

    @Test(arguments: [["--help"], ["--list"], ["growth", "--list"]])
    func `what measures nothing warns of nothing`(arguments: [String]) throws {
        #expect(Benchmark.warning(for: try Command.parse(arguments, known: known)) == nil)
    }

    @Test(arguments: [
        (["tock"], "unknown name tock; see benchmark --list"),
        (["--fast"], "unknown option --fast; see benchmark --help"),
        (["--runs"], "--runs needs a number above 0"),
        (["--runs", "0"], "--runs needs a number above 0"),
        (["--profile"], "--profile needs a name; see benchmark --list"),
        (["--profile", "tock"], "unknown name tock; see benchmark --list"),
        (["--count", "1"], "--count and --floor belong to --profile NAME"),
        (["soak"], "soak needs --duration and a duration such as 10s"),
        (["soak", "--duration", "10"], "10 is no duration; write 500ms, 10s or 30m"),
        (["soak", "--duration", "-1s"], "-1s is no duration; write 500ms, 10s or 30m"),
    ])
    func `what means nothing is said in one line`(arguments: [String], message: String) {
        #expect { try Command.parse(arguments, known: known) } throws: { "\($0)" == message }
    }
}
