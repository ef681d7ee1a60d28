import Statecharts
import StatechartsTesting
import Synchronization
import Testing

private struct Offline: Error {}

@Suite struct JukeboxTests {
    // snippet: test machine
    @Test func `a song is loaded, then played for three seconds`() async throws {
        let test = TestMachine(Jukebox { "unused" })
        try await test.start()
        await test.send(.play) {
            $0.exits(\.stopped)
            $0.enters(\.loading)
            $0.begins(\.loading)  // its work, which does nothing until the test says how it ends
        }
        await test.complete(\.loading, returning: "Yesterday") {
            $0.exits(\.loading)
            $0.enters(\.playing)
            $0.sends(\.sound, "Yesterday starts")
            $0.arms(.timeout, after: .seconds(3))
        }
        await test.advance(by: .seconds(3), .partial) { $0.enters(\.stopped) }
        test.finish()  // fails if a timer is armed, work is under way, or an event deferred
    }
    // end snippet

    // snippet: explorer
    @Test func `whatever happens, a stopped jukebox is silent`() async throws {
        var explorer = Explorer(events: [.play, .stop, .note]) { Jukebox { "unused" } }
        explorer.outcomes(of: String.self, returns: "Yesterday", throws: Offline())
        explorer.fingerprint { $0.song }
        explorer.limits = .init(deferred: 2)  // notes that wait have no end
        explorer.on(.stop, leadsTo: \.stopped)
        explorer.never(\.loading, with: \.playing)
        explorer.alwaysPossible(.active(\.playing))
        let found = try await explorer.explore()
        found.expectSound(withinLimits: true)
    }
    // end snippet

    // snippet: random runs
    @Test func `long use of the jukebox is sound`() async throws {
        var explorer = Explorer(events: [.play, .stop, .note]) { Jukebox { "unused" } }
        explorer.outcomes(of: String.self, returns: "Yesterday", throws: Offline())
        explorer.on(.stop, leadsTo: \.stopped)
        let result = try await explorer.randomRuns(.init(runs: 50, steps: 100, seed: 14, weights: ["stop": 0.2]))
        #expect(result.isSound, "\(result)")
    }
    // end snippet

    @Test func `what the article shows of a difference is what is told`() async throws {
        let lines = Lines()
        let test = TestMachine(Jukebox { "unused" }, failures: FailureReport { lines.add($0.description) })
        try await test.place(in: \.loading)
        await test.complete(\.loading, returning: "Yesterday") {
            $0.exits(\.loading)
            $0.enters(\.playing)
            $0.sends(\.sound, "Yesterday starts")
        }
        let article = try Repository.text("DocC/Statecharts.docc/Testing.md")
        #expect(lines.all.count == 1)
        #expect(lines.all.allSatisfy { article.contains($0) }, "\(lines.all)")
    }
}

/// Lines that somebody has said.
private final class Lines: Sendable {
    private let lines = Mutex<[String]>([])
    func add(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
}
