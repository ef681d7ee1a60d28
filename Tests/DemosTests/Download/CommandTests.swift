import DemoSupport
import Statecharts
import Testing

@testable import download

@Suite struct DownloadCommandTests {
    @Test(arguments: [
        ("present", Command.event(.present)), ("download", .event(.download)), ("cancel", .event(.cancel)),
        (" \treset  ", .event(.reset)), ("fail\r", .fail), ("advance 250ms", .advance(.milliseconds(250))),
        ("help", .help), ("advance\t2s", .advance(.seconds(2))), ("advance 0ms", .advance(.zero)),
        ("advance 999999999s", .advance(.seconds(999_999_999))),
    ])
    func `lines are read`(line: String, command: Command) throws {
        #expect(try Command(line) == command)
    }

    @Test(arguments: ["", "   ", "\t", "\r", "# present", "  #present"])
    func `empty lines and comments are nothing`(line: String) throws {
        #expect(try Command(line) == nil)
    }

    @Test(arguments: [
        ("go", "unknown command 'go'; help lists all"),
        ("downlaod", "unknown command 'downlaod'; did you mean download? (help lists all)"),
        ("Present", "unknown command 'Present'; did you mean present? (help lists all)"),
        ("present, download", "unknown command 'present,'; did you mean present? (help lists all)"),
        ("\u{1B}[2Jpresent", "unknown command '\\u{1B}[2Jpresent'; help lists all"),
        ("\u{FEFF}present", "unknown command '\\u{FEFF}present'; did you mean present? (help lists all)"),
        (String(repeating: "x", count: 41), "unknown command '\(String(repeating: "x", count: 40))…'; help lists all"),
        ("present now", "present has 'now' behind it, which means nothing"),
        ("fail # once", "fail has '#' behind it, which means nothing"),
    ])
    func `what is wrong with other lines is said together with what is near`(line: String, message: String) {
        #expect(throws: UsageError(message)) { try Command(line) }
    }

    @Test(arguments: [
        "advance", "advance 5", "advance ms", "advance 1.5s", "advance -1s", "advance 1 s", "advance 2min",
        "advance 1000us",
        "advance ٣s", "advance 1s 2s", "advance 1000000000s", "advance 0x1s",
    ])
    func `a duration is one whole number of milliseconds or seconds`(line: String) {
        #expect(
            throws: UsageError("advance DURATION needs one whole number of ms or s, such as 250ms or 2s")
        ) { try Command(line) }
    }
}

@Suite struct DownloadHeadlessTests {
    /// What a headless run prints, and what it throws.
    private func run(_ lines: String...) async throws -> (output: [String], error: InputError?) {
        var output: [String] = [], rest = lines[...]
        do {
            var headless = Headless { output.append($0) }
            try await headless.run("test.script") { rest.popFirst() }
            return (output, nil)
        } catch let error as InputError {
            return (output, error)
        }
    }

    @Test func `each visible change is a line, at its own time`() async throws {
        let run = try await run("present", "advance 600ms", "fail", "advance 2s", "download")
        #expect(run.error == nil)
        #expect(
            run.output == [
                "0ms\tInitial",
                "0ms\tFetching.Transferring\t0%",
                "250ms\tFetching.Transferring\t25%",
                "500ms\tFetching.Transferring\t50%",
                "500ms\tdescription\tIt's a bunny",
                "600ms\tFetching.BackingOff\t50%\tconnection lost, trying again in 1 s",
                "1600ms\tFetching.Transferring\t50%",
                "1850ms\tFetching.Transferring\t75%",
                "2100ms\tFetched",
                "2100ms\tthumbnail\t ()_()",
                "2100ms\tthumbnail\t (o.o)",
                "2100ms\tthumbnail\t (> v<)o",
                "2600ms\tDownloading.Transferring\t0%",
            ])
    }

    @Test func `one jump prints what many small ones print`() async throws {
        let jump = try await run("present", "advance 1s", "download", "advance 5s").output
        let steps = ["present"] + Array(repeating: "advance 50ms", count: 20) + ["download"]
        var rest = (steps + Array(repeating: "advance 50ms", count: 100))[...], output: [String] = []
        var headless = Headless { output.append($0) }
        try await headless.run("test.script") { rest.popFirst() }
        #expect(output == jump)
        #expect(jump.count == 37)
    }

    @Test func `what changes nothing prints nothing`() async throws {
        let run = try await run("download", "cancel", "fail", "reset", "advance 1s", "", "# nothing")
        #expect(run.output == ["0ms\tInitial"])
        #expect(run.error == nil)
    }

    @Test func `a line that is not understood ends the run, after all before it`() async throws {
        let run = try await run(
            "present", "# comments and empty lines count", "", "advance 250ms", "stop", "advance 1s")
        #expect(
            run.output == ["0ms\tInitial", "0ms\tFetching.Transferring\t0%", "250ms\tFetching.Transferring\t25%"])
        #expect(run.error == InputError("test.script:5: unknown command 'stop'; help lists all"))
    }
}
