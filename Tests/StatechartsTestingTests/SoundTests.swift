import Statecharts
import StatechartsTesting
import Testing

/// What a test says of a whole exploration.
@Suite struct SoundTests {
    private let kept = Kept()

    @Test func `a sound chart passes`() async throws {
        try await Explorer { Lamp(isSound: true) }.explore().expectSound(failures: kept.report)
        #expect(kept.messages.isEmpty)
    }

    @Test func `a problem fails the test at the line of the call, with the description once`() async throws {
        let found = try await Explorer { Lamp(isSound: false) }.explore()
        let line = #line + 1
        found.expectSound(failures: kept.report)
        #expect(
            kept.messages == ["the chart is not known to be sound: 2 problems\n\(found)"], "\(found.problems.count)")
        #expect(kept.lines == [line])
    }

    @Test func `what was not explored fails the test, unless limits are meant to leave it out`() async throws {
        var explorer = Explorer { Safe() }
        try await explorer.explore().expectSound(failures: kept.report)
        try await explorer.explore().expectSound(withinLimits: true, failures: kept.report)
        explorer.disregard("Safe.wrongs")
        try await explorer.explore().expectSound(failures: kept.report)
        explorer.limits = .init(depth: 1)
        explorer.eventually(.ended)
        try await explorer.explore().expectSound(withinLimits: true, failures: kept.report)
        try await explorer.explore().expectSound(failures: kept.report)
        #expect(
            kept.messages.map { String($0.prefix { $0 != "\n" }) } == [
                "the chart is not known to be sound: not all explored",
                "the chart is not known to be sound: not all explored",
                "the chart is not known to be sound: not all explored, not all decided",
            ])
    }

    private var player: Explorer<Player> {
        var explorer = Explorer(events: [.play, .stop, .note]) { Player() }
        explorer.outcomes(of: String.self, returns: "Help")
        explorer.disregard("Player.song", "Player.notes")
        return explorer
    }

    @Test func `events that wait without end come to a limit, which is named`() async throws {
        var explorer = player
        var found = try await explorer.explore()
        #expect(
            found.limit
                == "stopped at the limit of 4 deferred events, 1 situation was not gone on from")
        #expect(!found.isComplete)
        #expect(found.problems.isEmpty, "\(found)")
        found.expectSound(withinLimits: true)
        #expect(found.configurationCount == 3)
        explorer.limits.deferred = 1
        explorer.limits.depth = 3
        found = try await explorer.explore()
        #expect(
            found.limit?.hasPrefix("stopped at the limit of 3 steps and the limit of 1 deferred event, ") == true,
            "\(found)")
    }

    @Test func `what is left out is neither a dead end nor decided`() async throws {
        var explorer = player
        explorer.limits.deferred = 0
        explorer.leadsTo(.active(\.loading), .active(\.playing))
        let found = try await explorer.explore()
        #expect(found.problems.map(\.kind) == [.violation], "\(found)")
        explorer = player
        explorer.limits.deferred = 0
        explorer.eventually(.active(\.playing), within: 3)
        let open = try await explorer.explore()
        #expect(open.problems.contains { $0.kind == .violation } || !open.inconclusive.isEmpty)
        #expect(!open.problems.contains { $0.kind == .deadEnd }, "\(open)")
    }

    @Test func `timers whose times have no end are told as that`() async throws {
        var explorer = Explorer(events: [.on, .off]) { Restart() }
        explorer.limits = .init(configurations: 3_000)
        let limit = try await explorer.explore().limit
        #expect(
            limit?.hasPrefix("the times that timers are to go make ever new situations of ") == true, "\(limit ?? "")")
        #expect(limit?.contains(": stopped at the limit of 3000 situations (limits.configurations), ") == true)
    }

    @Test func `data without end are told first, with what to do`() async throws {
        var explorer = Explorer(events: [1]) { Keeper(0) { $0 + 1 } }
        explorer.disregard("Keeper.next")
        explorer.fingerprint { $0.value }
        explorer.limits.configurations = 20
        let found = try await explorer.explore()
        #expect(
            found.limit == """
                data, most of all the fingerprint, make ever new situations of 1 configuration, say with fingerprint(.alone) what of them counts: \
                stopped at the limit of 20 situations (limits.configurations), 1 situation was not gone on from
                """)
        #expect(Explorer<Door>.Limits().configurations == 100_000)
    }

    @Test func `the data that grow are named, and not those that have few values`() async throws {
        var explorer = Explorer(events: [1]) { Hoard() }
        explorer.disregard("Hoard.log")
        explorer.limits.configurations = 20
        let limit = try await explorer.explore().limit
        #expect(
            limit == """
                data, most of all Hoard.total, make ever new situations of 1 configuration, say with \
                fingerprint(.alone) what of them counts: \
                stopped at the limit of 20 situations (limits.configurations), 1 situation was not gone on from
                """)
    }

    @Test func `runs in which nothing was possible show nothing`() async throws {
        let explorer = Explorer(events: []) { Lamp(isSound: true) }
        let result = try await explorer.randomRuns(.init(runs: 3, seed: 1))
        #expect(!result.isSound)
        #expect(
            result.description
                == "3 runs with 0 steps, nothing found; nothing was possible: say events(_:), and no weight of 0 for all of them"
        )
        result.expectSound(failures: kept.report)
        try await Explorer { Lamp(isSound: true) }.randomRuns(.init(seed: 1)).expectSound(failures: kept.report)
        try await Explorer { Lamp(isSound: true) }.randomRuns(.init(seed: 1, weights: ["pres": 2]))
            .expectSound(failures: kept.report)
        #expect(kept.messages.count == 2)
        #expect(kept.messages.last?.hasSuffix("; never possible, though it has a weight: pres") == true)
    }

    @Test func `a system that cannot be driven along all paths is undecided`() async throws {
        let made = Made()
        var explorer = Explorer(events: [.press, .hit]) {
            // The charts after the first one are others: what was found cannot be gone again.
            made.count += 1
            return Lamp(isSound: made.count == 1)
        }
        explorer.events { $0.broken.isActive ? [.repair] : [] }
        var page = SystemUnderTest<Lamp, Int>("the page") {
            0
        } apply: { _, _, _ in
        }
        page.check(\.broken) { _, _ in true }
        explorer.drive(page, covering: .transitions)
        explorer.limits = .init(depth: 9)
        explorer.returning = .placing
        let found = try await explorer.explore()
        #expect(found.inconclusive == ["the page: 1 of 1 path could not be gone to the end"], "\(found)")
    }

    @Test func `what there is to cover says that it is not all`() async throws {
        var explorer = Explorer { Lamp(isSound: true) }
        explorer.limits = .init(depth: 1)
        let coverage = try await explorer.explore().emptyCoverage
        let remark =
            "there may be more to cover than is known: stopped at the limit of 1 step, 1 situation was not gone on from"
        #expect(coverage.remarks == [remark])
        #expect(coverage.table.hasPrefix("Lamp\n  \(remark)\n  states"))
        #expect(coverage.markdown.hasSuffix("\n\n\(remark)"))
        #expect(try await Explorer { Lamp(isSound: true) }.explore().emptyCoverage.remarks.isEmpty)
    }
}

private final class Made { var count = 0 }

//   Restart: ●──▶ Off ⇄ On, with a timer that repeats beside one that is armed anew
private final class Restart: TopState<Restart.Event> {
    enum Event: Sendable { case on, off, tick, late }
    let off = Off(), on = On()
    override func configure() { substates(off, on) }
    override func entry() { every(.nanoseconds(7), send: .tick) }
    override func handle(_ event: Event) -> Reaction { event == .tick || event == .late ? .handled : .unhandled }
    final class Off: State<Restart, Restart> {
        override func handle(_ event: Event) -> Reaction { event == .on ? .to(superior.on) : .unhandled }
    }
    final class On: State<Restart, Restart> {
        override func entry() { after(.seconds(1), send: .late) }
        override func handle(_ event: Event) -> Reaction { event == .off ? .to(superior.off) : .unhandled }
    }
}

//   Hoard: adds up what it is given
private final class Hoard: TopState<Int> {
    @Scoped var total = 0
    @Scoped var isOdd = false
    var log: [Int] = []
    override func handle(_ event: Int) -> Reaction {
        .handled {
            self.total += event
            self.isOdd.toggle()
            self.log.append(self.total)
        }
    }
}
