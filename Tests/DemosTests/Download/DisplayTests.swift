import DemoSupport
import Statecharts
import StatechartsTesting
import Testing

@testable import download

@Suite struct DisplayTests {
    typealias Simulated = Bench<SimulatedSource<ManualClock>>

    @Test func `each state is shown with its progress and what went wrong`() async throws {
        var lines: [String] = []
        for (_, way) in Simulated.ways {
            let bench = try await Bench()
            try await bench.take(way)
            let display = try await bench.machine.display
            lines.append("\(display.caption) \(display.mood): \(display.line.split(separator: "\t"))")
        }
        let broken = "connection lost"
        #expect(
            lines == [
                "Nothing is known yet calm: [\"Initial\"]",
                "Fetching what it is busy: [\"Fetching.Transferring\", \"0%\"]",
                "Fetching what it is worried: [\"Fetching.BackingOff\", \"50%\", \"\(broken), trying again in 2 s\"]",
                "Fetching what it is broken: [\"Fetching.Failed\", \"75%\", \"\(broken), given up after 3 attempts\"]",
                "Fetched: ready to be downloaded calm: [\"Fetched\"]",
                "Downloading busy: [\"Downloading.Transferring\", \"0%\"]",
                "Downloading worried: [\"Downloading.BackingOff\", \"5%\", \"\(broken), trying again in 1 s\"]",
                "Downloading broken: [\"Downloading.Failed\", \"15%\", \"\(broken), given up after 3 attempts\"]",
                "Downloaded happy: [\"Downloaded\"]",
            ])
    }

    @Test func `bright keys are those that change something`() async throws {
        for (state, way) in Simulated.ways {
            var changing: Set<Command.Word> = []
            var possible: Set<Command.Word> = []
            for word in Command.Word.allCases where word != .advance {
                let bench = try await Bench()
                try await bench.take(way)
                let before = try await bench.machine.display
                possible = before.possible
                try await bench.take(word.rawValue)
                let after = try await bench.machine.display
                if after != before { changing.insert(word) }
            }
            #expect(possible == changing, "in \(state)")
        }
    }

    /// What a line shows, without what only changes its colours.
    private func plain(_ line: String) -> String { line.replacing(/\u{1B}\[[0-9;]*m/, with: "") }

    private func screen(_ way: String, rows: Int = 24, columns: Int) async throws -> [String] {
        let bench = try await Bench()
        try await bench.take(way)
        return Screen.lines(try await bench.machine.display, rows: rows, columns: columns).map(plain)
    }

    @Test func `the screen shows a bar as long as the progress`() async throws {
        let half = "present; advance 500ms; fail"
        let bar = String(repeating: "█", count: 30) + String(repeating: "░", count: 30)
        let wide = [
            "", "   Fetching what it is", "", "   It's a bunny", "", "   \(bar)  50%",
            "   connection lost, trying again in 1 s", "",
            "   p present  d download  c cancel  r reset  f fail  h help  q quit",
        ]
        #expect(try await screen(half, columns: 80) == wide)
        let narrow = [
            "", "   Fetching what it is", "", "   It's a bunny", "", "   ██████████░░░░░░░░░░  50%",
            "   connection lost, trying", "   again in 1 s", "", "   p present  d download",
            "   c cancel  r reset  f fail", "   h help  q quit",
        ]
        #expect(try await screen(half, columns: 30) == narrow)
        #expect(try await screen(half, rows: 9, columns: 30) == narrow.filter { !$0.isEmpty })
        #expect(try await screen("", rows: 3, columns: 80).count == 2)
    }

    @Test func `what is known is shown as soon as it has arrived, until the item is no longer presented`() async throws
    {
        let known = ["    ()_()     It's a bunny", "    (o.o)", "    (> v<)o"]
        #expect(try await screen("present; advance 250ms", columns: 40).filter { $0.contains("bunny") } == [])
        #expect(try await screen("present; advance 500ms", columns: 40).contains("   It's a bunny"))
        #expect(try await screen("present; advance 750ms; cancel", columns: 40) == screen("", columns: 40))
        for way in ["", "; download", "; download; advance 4750ms", "; download; cancel"] {
            let shown = try await screen("present; advance 1s" + way, columns: 40)
            #expect(shown.filter(known.contains) == known)
        }
        #expect(try await screen("present; advance 1s; reset", columns: 40) == screen("", columns: 40))
    }

    @Test func `what was downloaded is shown, and then what is to be said about it`() async throws {
        let bunny = ["      ()   ()", "       \\\\_//", "      ( o.o )", "     (   v   )o", "      (\")_(\")"]
        let whole = ["", "   Downloaded", ""] + bunny + ["", "   Isn't it cute?", ""]
        let way = "present; advance 1s; download; advance 5s"
        #expect(try await screen(way, columns: 80).dropLast() == whole[...])
        #expect(try await screen(way, rows: 8, columns: 80).dropLast() == whole.filter { !$0.isEmpty }[...])
        #expect(try await screen(way + "; reset", columns: 40) == screen("", columns: 40))
    }

    @Test func `on a narrow screen the text is continued on the next line`() async throws {
        let failed = "present; advance 500ms; fail; present; fail; advance 1s; fail; advance 2s; fail"
        let shown = try await screen(failed, columns: 40)
        #expect(shown.contains("   connection lost, given up after 3") && shown.contains("   attempts"))
        #expect(try await screen(failed, columns: 18).contains { $0.contains("…") } == false)
    }

    @Test(arguments: [18, 34, 40, 60, 80, 200]) func `nothing is wider than the window`(columns: Int) async throws {
        for (state, way) in Simulated.ways {
            let widths = try await screen(way, columns: columns).map(\.count)
            #expect(widths.allSatisfy { $0 < columns }, "in \(state): \(widths)")
        }
    }

    @Test func `what can be done stands out`() async throws {
        let bench = try await Bench()
        let dim = ["d download", "c cancel", "r reset", "f fail"].map { $0.styled(.dim) }
        let keys = ["p present".styled(.bold)] + dim + ["h help", "q quit"].map { $0.styled(.bold) }
        let line = "   " + keys.joined(separator: "  ")
        #expect(Screen.lines(try await bench.machine.display, rows: 24, columns: 80).last == line)
    }
}
