import Foundation
import Statecharts
import StatechartsTesting
import Testing

private struct Offline: Error {}

/// A page that shows what a jukebox does.
private struct Page {
    private(set) var title = ""
    mutating func handle(_ event: Jukebox.Event?) {
        switch event {
        case .loaded(let song): title = song
        case .stop, .timeout: title = ""
        case .play, .note, nil: break
        }
    }
}

/// Plays.
private final class Radio: TopState<Radio.Event> {
    enum Event: CaseIterable { case next }
    let playing = Playing()
    override func configure() { substates(playing) }

    // snippet: StateNode.requirement
    final class Playing: State<Radio, Radio> {
        override func configure() { requirement("R-12") }
    }
    // end snippet
}

/// Examples of the reference of the test kit; each passage is the code in the documentation of a symbol.
@Suite struct TestKitTests {
    @Test func `a test machine is used as its documentation says`() async throws {
        // snippet: TestMachine
        let test = TestMachine(Jukebox { "unused" })
        try await test.start()
        await test.send(.play) {
            $0.exits(\.stopped)
            $0.enters(\.loading)
            $0.begins(\.loading)  // its work, which does nothing until the test says how it ends
        }
        await test.send(.stop, .partial) { $0.enters(\.stopped) }
        test.finish()
        // end snippet
        await test.send(.play, .partial)
        // snippet: Expectation
        await test.complete(\.loading, returning: "Yesterday") {
            $0.exits(\.loading)
            $0.enters(\.playing)
            $0.sends(\.sound, "Yesterday starts")
            $0.arms(.timeout, after: .seconds(3))
        }
        // end snippet
        var explorer = Explorer(events: [.play, .stop]) { Jukebox { "unused" } }
        explorer.outcomes(of: String.self, returns: "Yesterday")
        let found = try await explorer.explore()
        // snippet: Coverage
        var coverage = found.emptyCoverage  // what there is to cover, as exploring has found it
        coverage.add(test.steps)  // what a test did
        print(coverage.table)
        // end snippet
        #expect(coverage.share(of: .states) == 1 && coverage.share(of: .requirements) == 1)
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).json").path
        defer { for file in [file, file + ".lock"] { try? FileManager.default.removeItem(atPath: file) } }
        // snippet: Coverage.Collector
        let collector = Coverage.Collector(found.emptyCoverage)  // one for all tests of a chart
        collector.add(test.steps)  // each test
        print(try collector.save(to: file).table)  // with what other tests and processes have saved there
        // end snippet
        #expect(collector.coverage == coverage)
    }

    @Test func `a port is faked as its documentation says`() async throws {
        let test = TestMachine(Jukebox { "unused" })
        var sounds: [String] = []
        // snippet: TestMachine.fake port
        test.fake(\.sound) { message, _ in sounds.append(message) }
        // end snippet
        test.fake(String.self) { "Help" }
        try await test.start()
        await test.send(.play, .partial) { $0.sends(\.sound, "Help starts") }
        #expect(sounds == ["Help starts"])
    }

    @Test func `a state stands for a requirement as its documentation says`() async throws {
        var coverage = try await Explorer { Radio() }.explore().emptyCoverage
        #expect(coverage.open(.requirements) == ["R-12"])
        let test = TestMachine(Radio())
        try await test.start()
        coverage.add(test.steps)
        #expect(coverage.open(.requirements).isEmpty)
    }

    @Test func `a chart is explored as the documentation says`() async throws {
        // snippet: Explorer
        var explorer = Explorer(events: [.play, .stop]) { Jukebox { "unused" } }
        explorer.outcomes(of: String.self, returns: "Yesterday", throws: Offline())
        explorer.fingerprint { $0.song }  // what the top remembers
        explorer.never(\.loading, with: \.playing)
        let found = try await explorer.explore()
        #expect(found.problems.isEmpty && found.isComplete, "\(found)")
        // end snippet
        // snippet: Exploration.expectSound
        found.expectSound()
        // end snippet
        // snippet: SystemUnderTest
        var page = SystemUnderTest<Jukebox, Page>("the page") {
            Page()
        } apply: { page, _, event in
            page.handle(event)
        }
        page.check(\.playing) { page, jukebox in page.title == jukebox.song }
        page.check(\.stopped) { page, _ in page.title.isEmpty }
        explorer.drive(page)
        // end snippet
        let driven = try await explorer.explore()
        #expect(driven.problems.isEmpty, "\(driven)")
        // snippet: RandomRuns
        let result = try await explorer.randomRuns(.init(runs: 100, steps: 50, seed: 7))
        #expect(result.isSound, "\(result)")
        // end snippet
    }

    @Test func `a question is asked at once and its answer awaited later`() async throws {
        // snippet: ManualClock failures
        let clock = ManualClock(failures: .issues)
        // end snippet
        let machine = Machine(Loader { "text" }, clock: clock)
        try await machine.start()
        try await machine.withTop { $0.readings = [1, 2] }
        // snippet: Machine.question
        let total = machine.question { .total($0) }
        await clock.advance(by: .seconds(3))
        #expect(try await total.value == 2)
        // end snippet
    }
}
