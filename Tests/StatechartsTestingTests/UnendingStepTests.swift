import Statecharts
import StatechartsTesting
import Synchronization
import Testing

/// Opens when it is told to.
private final class Gate: Sendable {
    private let (opened, opening) = AsyncStream.makeStream(of: Void.self)
    func open() { opening.finish() }
    func wait() async { for await _ in opened {} }
}

/// A gate for each chart; the last one is opened when it is told to be.
private final class Gates: Sendable {
    private let gates = Mutex<[Gate]>([])
    var count: Int { gates.withLock { $0.count } }
    func next() -> Gate {
        let gate = Gate()
        gates.withLock { $0.append(gate) }
        return gate
    }
    func open() { gates.withLock { $0.last }?.open() }
}

//   Stuck
//   ┌──────────────────────────────────────────────────────────────┐
//   │ ●──▶ Waiting ──[go] effect: waits──▶ Done                    │
//   │      entry, exit: wait                                       │
//   └──────────────────────────────────────────────────────────────┘
private final class Stuck: TopState<Stuck.Event> {
    enum Event: Sendable { case go }
    let waiting = Waiting(), done = Done()
    let gates: [String: Gate]
    init(_ gates: [String: Gate]) { self.gates = gates }
    override func configure() { substates(waiting, done) }
    final class Waiting: State<Stuck, Stuck> {
        override func entry() async { await top.gates["entry"]?.wait() }
        override func exit() async { await top.gates["exit"]?.wait() }
        override func handle(_ event: Event) -> Reaction {
            .to(superior.done) { await self.top.gates["effect"]?.wait() }
        }
    }
    final class Done: State<Stuck, Stuck> {}
}

//   Sleepy: ●──▶ Asleep (work that waits for its cancellation) ──woken──▶ Awake
private final class Sleepy: TopState<Sleepy.Event> {
    enum Event: Sendable { case woken(String) }
    let asleep = Asleep(), awake = Awake()
    override func configure() { substates(asleep, awake) }
    final class Asleep: State<Sleepy, Sleepy> {
        override func entry() {
            let work: @Sendable () async throws -> String = {
                try await ContinuousClock().sleep(for: .seconds(1_000_000))
                return ""
            }
            run(work) {
                .woken($0)
            } failed: { _ in
                .woken("in a hurry")
            }
        }
        override func handle(_ event: Event) -> Reaction { .to(superior.awake) }
    }
    final class Awake: State<Sleepy, Sleepy> {}
}

/// Actions, work and systems under test that do not come back are named. Nothing that is waited for here comes before
/// that was told, so that a short
/// patience changes no outcome.
@Suite struct UnendingStepTests {
    private let kept = Kept()

    @Test(arguments: [
        ("entry", "the entry action of Waiting"), ("exit", "the exit action of Waiting"),
        ("effect", "an effect of a transition from Waiting"),
    ])
    func `an action of a chart that does not come back is named`(_ kind: String, _ name: String) async throws {
        let gate = Gate(), kept = kept
        let report = FailureReport {
            kept.note($0)
            // Otherwise the test would wait on.
            gate.open()
        }
        let line = #line + 1
        let test = TestMachine(Stuck([kind: gate]), failures: report, patience: .milliseconds(20))
        try await test.start()
        await test.send(.go, .partial) { $0.enters(\.done) }
        test.finish()
        #expect(
            kept.messages == [
                """
                waiting for \(name) may never end: what it awaits has not come for 0.02 seconds of real time
                the action runs in the task of the test, which waits for it; let what it awaits answer at once, or be answered by another task
                """
            ])
        #expect(kept.lines == [line])
    }

    @Test func `work that is really done and does not end is cancelled and named`() async throws {
        let line = #line + 4
        let test = TestMachine(Sleepy(), failures: kept.report, patience: .milliseconds(20))
        test.fake(Int.self) { 1 }
        try await test.start()
        await test.performWork(of: \.asleep)
        #expect(
            kept.messages == [
                """
                waiting for the work of Asleep may never end: it has not for 0.02 seconds of real time, and was cancelled
                let what it awaits answer at once, or say how it ends instead of doing it
                """
            ])
        #expect(kept.lines == [line])
        await test.complete(\.asleep, returning: "awake", .partial) { $0.exits(\.asleep) }
    }

    @Test func `exploring goes on without work that does not end, and tells`() async throws {
        var explorer = Explorer(events: []) { Sleepy() }
        explorer.performWork(of: String.self)
        explorer.allowsDeadEnds = true
        explorer.patience = .milliseconds(20)
        let line = #line + 1
        explorer.tellUnendingWaits(to: kept.report)
        let found = try await explorer.explore()
        #expect(found.configurations.map(\.description) == ["Asleep"])
        #expect(kept.messages.count == 1)
        #expect(kept.messages[0].hasPrefix("waiting for the work of Asleep may never end"))
        #expect(kept.lines == [line])
    }

    /// Exploring makes the chart three times and more, because it cannot be put back.
    @Test func `what each of many charts waits for is told once`() async throws {
        let gates = Gates(), kept = kept
        var explorer = Explorer(events: [.go]) { Stuck(["entry": gates.next()]) }
        explorer.returning = .replaying
        explorer.allowsDeadEnds = true
        explorer.patience = .milliseconds(20)
        explorer.onUnendingWait = { _ in gates.open() }
        let told = explorer.onUnendingWait
        explorer.tellUnendingWaits(to: kept.report)
        let tellOnce = explorer.onUnendingWait
        explorer.onUnendingWait = { text in
            tellOnce?(text)
            told?(text)
        }
        #expect(try await explorer.explore().isComplete)
        #expect(gates.count > 1)
        #expect(kept.messages.count == 1)
    }

    @Test(arguments: ["the making", "the step go", "the check for waiting", "the end"])
    func `a part of a system beside the chart that does not come back is named`(_ part: String) async throws {
        let gate = Gate(), kept = kept
        var explorer = Explorer(events: [.go]) { Stuck([:]) }
        explorer.allowsDeadEnds = true
        explorer.patience = .milliseconds(20)
        explorer.tellUnendingWaits(
            to: FailureReport {
                kept.note($0)
                gate.open()
            })
        var system = SystemUnderTest<Stuck, Int>("the door") {
            if part == "the making" { await gate.wait() }
            return 0
        } apply: { _, stimulus, _ in
            if part == "the step \(stimulus)" { await gate.wait() }
        }
        system.check(\.waiting) { _, _ in
            if part == "the check for waiting" { await gate.wait() }
            return true
        }
        system.atEnd { _ in if part == "the end" { await gate.wait() } }
        explorer.drive(system)
        #expect(try await explorer.explore().problems.isEmpty)
        #expect(
            kept.messages == [
                """
                waiting for \(part) of the door may never end: what it awaits has not come for 0.02 seconds of real time
                the system runs in the task of the test, which waits for it; let what it awaits answer at once, or be answered by another task
                """
            ])
    }

    @Test func `an action of a helper chart that does not come back is named with the helper`() async throws {
        let gate = Gate(), kept = kept
        var explorer = Explorer(events: [.go]) { Stuck([:]) }
        explorer.helper("looks on", { Stuck(["entry": gate]) }, failsIn: \.done) { _, _ in [] }
        explorer.allowsDeadEnds = true
        explorer.patience = .milliseconds(20)
        explorer.tellUnendingWaits(
            to: FailureReport {
                kept.note($0)
                gate.open()
            })
        #expect(try await explorer.explore().problems.isEmpty)
        let lines = kept.messages.map { $0.prefix { $0 != "\n" } }
        #expect(
            lines == [
                "in the helper chart 'looks on': waiting for the entry action of Waiting may never end: what it awaits has not come for 0.02 seconds of real time"
            ])
    }

    @Test func `exploring a chart whose action does not come back ends the program with its name`() async {
        let exit = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var explorer = Explorer(events: [.go]) { Stuck(["entry": Gate()]) }
            explorer.patience = .milliseconds(20)
            _ = try await explorer.explore()
        }
        let text = String(decoding: exit?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("waiting for the entry action of Waiting may never end"))
    }
}
