import DemoSupport
import Statecharts
import StatechartsDiagrams
import StatechartsTesting
import TestSupport
import Testing

@testable import download

/// The list of downloads, on a clock of its own.
@Suite struct DownloadListTests {
    /// What a headless run prints, and what it throws.
    private func run(_ lines: [String], _ recorder: Recorder? = nil, on clock: ManualClock = ManualClock())
        async throws -> (output: [String], error: InputError?)
    {
        var output: [String] = [], rest = lines[...]
        do {
            var headless = ListHeadless(on: clock, recorder) { output.append($0.replacing("\t", with: " ")) }
            try await headless.run("test.script") { rest.popFirst() }
            return (output, nil)
        } catch let error as InputError {
            return (output, error)
        }
    }

    @Test func `three are under way at a time, and the next one begins when one of them has ended`() async throws {
        let run = try await run([
            "add a 100", "add b 200", "add c 100", "add d 100", "add e 100", "advance 250ms", "figures", "cancel d",
            "advance 1s",
        ])
        #expect(
            run.output == [
                "0ms a loading 0%", "0ms b loading 0%", "0ms c loading 0%", "0ms d waiting 0%", "0ms e waiting 0%",
                "250ms a done 100%", "250ms b loading 50%", "250ms c done 100%", "250ms d loading 0%",
                "250ms e loading 0%",
                "250ms 2 done, 3 loading, 300 of 600 kB, 0 failures",
                "250ms d cancelled 0%", "500ms b done 100%", "500ms e done 100%",
            ])
    }

    @Test func `one that is paused stays where it is and keeps its place, and so do all`() async throws {
        let run = try await run([
            "add a 300", "add b 300", "advance 250ms", "pause a", "advance 250ms", "pause", "advance 1s", "resume a",
            "advance 250ms", "resume", "advance 1s",
        ])
        #expect(
            run.output == [
                "0ms a loading 0%", "0ms b loading 0%", "250ms a loading 33%", "250ms b loading 33%",
                "250ms a paused 33%", "500ms b loading 66%", "500ms b paused 66%", "1500ms a loading 33%",
                "1750ms a loading 66%", "1750ms b loading 66%", "2000ms a done 100%", "2000ms b done 100%",
            ])
    }

    @Test func `one that fails is made anew where it was, and given up after the third failure in a minute`()
        async throws
    {
        let run = try await run([
            "add a 500", "advance 250ms", "fail a", "advance 1s", "advance 250ms", "fail a", "advance 2s", "fail a",
            "resume a", "advance 250ms", "figures",
        ])
        let once = "connection lost, once", twice = "connection lost, 2 times"
        #expect(
            run.output == [
                "0ms a loading 0%", "250ms a loading 20%", "250ms a trying again 20% \(once)",
                "1250ms a loading 20% \(once)", "1500ms a loading 40% \(once)", "1500ms a trying again 40% \(twice)",
                "3500ms a loading 40% \(twice)", "3500ms a given up 40% connection lost, 3 times",
                "3500ms a loading 40%", "3750ms a loading 60%", "3750ms 1 loading, 300 of 500 kB, 0 failures",
            ])
    }

    @Test func `one that is cancelled is not heard of, gives its place to the next, and goes on when it is asked for`()
        async throws
    {
        let run = try await run([
            "add a 300", "add b 100", "add c 100", "add d 100", "advance 200ms", "cancel a", "advance 1s", "resume a",
            "advance 250ms", "cancel a", "cancel d", "advance 1s", "figures", "resume a", "advance 1s",
        ])
        #expect(
            run.output == [
                "0ms a loading 0%", "0ms b loading 0%", "0ms c loading 0%", "0ms d waiting 0%",
                "200ms a cancelled 0%", "200ms d loading 0%", "250ms b done 100%", "250ms c done 100%",
                "450ms d done 100%", "1200ms a loading 0%", "1450ms a loading 33%", "1450ms a cancelled 33%",
                "2450ms 1 cancelled, 3 done, 400 of 600 kB, 0 failures", "2450ms a loading 33%", "2700ms a loading 66%",
                "2950ms a done 100%",
            ])
    }

    @Test func `to resume all begins those again that were cancelled or given up, as to resume each does`()
        async throws
    {
        let lines = [
            "add a 300", "add b 300", "add c 300", "advance 250ms", "pause a", "cancel b", "fail c", "advance 1s",
            "fail c",
            "advance 2s", "fail c",
        ]
        let all = try await run(lines + ["resume", "advance 1s"])
        #expect(
            all.output.suffix(9).prefix(3) == ["3250ms a loading 33%", "3250ms b loading 33%", "3250ms c loading 33%"])
        let each = try await run(lines + ["resume a", "resume b", "resume c", "advance 1s"])
        #expect(all.output == each.output)
    }

    @Test func `a row waits for its pause after a failure, and can be cancelled meanwhile`() async throws {
        let run = try await run(["add a 300", "fail a", "advance 500ms", "cancel a", "advance 5s", "figures"])
        #expect(
            run.output == [
                "0ms a loading 0%", "0ms a trying again 0% connection lost, once",
                "500ms a cancelled 0% connection lost, once", "5500ms 1 cancelled, 0 of 300 kB, 1 failure",
            ])
    }

    @Test func `a recording has a lane for each row beside its list`() async throws {
        let clock = ManualClock(), recorder = Recorder(clock: clock)
        _ = try await run(["add a 100", "add b 100", "advance 1s"], recorder, on: clock)
        #expect(
            recorder.recording.machines.map(\.name) == [
                "Downloads", "Downloads/Open/rows[a]", "Downloads/Open/rows[b]",
            ]
        )
    }

    @Test(arguments: [
        ("add a", "add NAME KB needs a name and a size from 1 to 1000000 kB"),
        ("add a 0", "add NAME KB needs a name and a size from 1 to 1000000 kB"),
        ("cancel", "cancel NAME needs the name of a download"), ("fail", "fail NAME needs the name of a download"),
        ("pause a b", "pause [NAME] has 'b' behind it, which means nothing"),
        ("advance", "advance DURATION needs one whole number of ms or s, such as 250ms or 2s"),
        ("paus a", "unknown command 'paus'; did you mean pause [NAME]? (help lists all)"),
    ])
    func `a line that is not understood ends the run with its number`(line: String, message: String) async throws {
        let run = try await run(["# a comment", "", line])
        #expect(run.output == [])
        #expect(run.error == InputError("test.script:3: \(message)"))
    }

    @Test func `an end leaves no row and no sleep behind`() async throws {
        let clock = ManualClock()
        _ = try await run(["add a 300", "add b 300", "fail b", "pause a"], on: clock)
        await clock.settle()
        #expect(await clock.pending.isEmpty)
    }

    @Test @MainActor func `the screen shows the rows around the chosen one, in any window`() {
        let entries = (0..<30).map { number in Entry(File(name: "file-\(number)", size: 100)) }
        for (rows, columns) in [(24, 80), (10, 40), (3, 20), (1, 8)] {
            for chosen in [0, 15, 29] {
                let lines = ListScreen.lines(ListDisplay(entries, [:]), chosen: chosen, rows: rows, columns: columns)
                #expect(lines.contains { $0.hasPrefix(" ▸ ") && $0.contains("file-\(chosen) ") })
                #expect(lines.count { $0.contains("file-") } == min(max(rows - 6, 1), 30))
            }
        }
    }

    @Test @MainActor func `views of the rows come and go with them`() async throws {
        let clock = ManualClock(), files = SimulatedFiles(clock: clock)
        let machine = Machine(Downloads(files), on: MainActor.shared, clock: clock)
        let views = ListScreen.Views(of: machine)
        // Views are told by tasks of the main actor.
        func shows(_ line: String) async throws {
            await clock.settle()
            try await eventually { views.display.rows.map(\.line) == [line] }
        }
        try await machine.start()
        try await machine.send(.add(File(name: "a", size: 200)))
        try await shows("a\tloading\t0%")
        await clock.advance(by: .milliseconds(250))
        try await shows("a\tloading\t50%")
        try await machine.send(.pause("a"))
        try await shows("a\tpaused\t50%")
        try await machine.send(.cancel("a"))
        await clock.settle()
        #expect(views.rows.keys == [])
        try await shows("a\tcancelled\t50%")
        try await machine.stop()
    }
}
