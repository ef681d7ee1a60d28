import Statecharts
import StatechartsTesting
import Testing

//   Courier
//   ┌────────────────────────────────────────────────────────────┐
//   │ ●──▶ Packing (sends ready, then note) ──ready──▶ Going     │
//   │        ▲                                           │       │
//   │        └──────────────────back─────────────────────┘       │
//   └────────────────────────────────────────────────────────────┘
private final class Courier: TopState<Courier.Event> {
    enum Event: Hashable, Sendable { case ready, note, packed, back }
    let packing = Packing(), going = Going()
    override func configure() { substates(packing, going) }

    final class Packing: State<Courier, Courier> {
        override func entry() {
            run { send in
                send(.ready)
                send(.note)
                return "label"
            } done: { _ in
                .packed
            }
        }
        override func handle(_ event: Event) -> Reaction { event == .ready ? .to(superior.going) : .unhandled }
    }

    final class Going: State<Courier, Courier> {
        override func handle(_ event: Event) -> Reaction { event == .back ? .to(superior.packing) : .handled }
    }
}

/// Work that is really done, and whose own event leaves the state that it belongs to.
@Suite struct RealWorkTests {
    private var explorer: Explorer<Courier> {
        var explorer = Explorer(events: [.back, .note]) { Courier() }
        explorer.performWork(of: String.self)
        return explorer
    }

    @Test func `work whose event leaves its state has been done, and the rest of it is discarded`() async throws {
        let kept = Kept()
        let test = TestMachine(Courier(), failures: kept.report)
        try await test.start()
        await test.performWork(of: \.packing) {
            $0.exits(\.packing)
            $0.enters(\.going)
        }
        test.finish()
        #expect(kept.messages == [])
        await test.performWork(of: \.packing)
        #expect(kept.messages.first?.hasPrefix("the work of Packing is not possible") == true, "\(kept.messages)")
    }

    @Test(arguments: [false, true])
    func `exploring goes on from where such work has led`(isReplayed: Bool) async throws {
        var explorer = explorer
        explorer.returning = isReplayed ? .replaying : .placing
        let found = try await explorer.explore()
        #expect(found.problems.isEmpty && found.isComplete, "\(found)")
        #expect(found.situationCount == 2, "\(found)")
        #expect(
            found.reactions.map(\.description) == [
                "Packing: activity Packing: is done → Going, once", "Going: back → Packing, once",
                "Going: note ↺, once",
            ])
    }

    @Test func `a random run with such work can be replayed`() async throws {
        var explorer = explorer
        explorer.never(\.going)
        let example = try #require(
            try await explorer.randomRuns(.init(runs: 10, steps: 10, seed: 1)).counterexample)
        #expect(example.path.map(\.description) == ["activity Packing: is done"])
        #expect(try await explorer.replay(example.file) != nil)
    }
}
