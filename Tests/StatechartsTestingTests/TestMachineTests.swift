import Statecharts
import StatechartsTesting
import Synchronization
import Testing

/// What a test machine reports, kept instead of recorded.
final class Kept: Sendable {
    private let failures = Guarded2()
    var report: FailureReport { FailureReport { [failures] in failures.append($0) } }
    func note(_ failure: TestFailure) { failures.append(failure) }
    var messages: [String] { failures.all.map(\.description) }
    var lines: [Int] { failures.all.map(\.place.line) }
}

private final class Guarded2: Sendable {
    private let failures = Mutex<[TestFailure]>([])
    func append(_ failure: TestFailure) { failures.withLock { $0.append(failure) } }
    var all: [TestFailure] { failures.withLock { $0 } }
}

private struct Broken: Error {}

@Suite struct TestMachineTests {
    @Test func `a test says all that happens`() async throws {
        let test = TestMachine(Player())
        try await test.start { $0.enters(\.self, \.stopped) }
        await test.send(.play) {
            $0.exits(\.stopped)
            $0.enters(\.loading)
            $0.begins(\.loading)
        }
        await test.send(.note) { $0.isDeferred() }
        await test.complete(\.loading, returning: "Yesterday") {
            $0.exits(\.loading)
            $0.enters(\.playing)
            $0.sends(\.sound, .start("Yesterday"))
            $0.arms(.timeout, after: .seconds(3))
            $0.reacts(\.playing)  // the note
        }
        test.expect(configuration: \.playing)
        #expect(test.top.notes == 1)
        await test.send(.loaded("late")) { $0.isUnhandled() }
        await test.advance(by: .seconds(2))
        await test.advance(by: .seconds(1)) {
            $0.exits(\.playing)
            $0.enters(\.stopped)
            $0.sends(\.sound, .stop)
        }
        test.finish()
    }

    @Test func `messages come through ports, work fails, and fakes answer at once`() async throws {
        let test = TestMachine(Player())
        try await test.start()
        await test.receive(\.orders, 1) {
            $0.exits(\.stopped)
            $0.enters(\.loading)
            $0.begins(\.loading)
        }
        await test.fail(\.loading, with: Broken(), .partial) { $0.enters(\.stopped) }
        test.fake(String.self) { "faked" }
        await test.send(.play, .partial) { $0.sends(\.sound, .start("faked")) }
        await test.send(.stop, .partial) { $0.exits(\.playing) }
        await test.send(.stop) { $0.reacts(\.stopped) }
    }

    @Test func `work can really be done`() async throws {
        let test = TestMachine(Player())
        try await test.place(in: \.loading)
        await test.performWork(of: \.loading, .partial) { $0.sends(\.sound, .start("song")) }
    }

    @Test func `a chart is placed in a configuration, with what its entries do`() async throws {
        let test = TestMachine(Player())
        try await test.place(in: \.playing)
        test.expect(configuration: \.playing)
        await test.advance(by: .seconds(3), .partial) { $0.enters(\.stopped) }
        let crossing = TestMachine(Crossing(isSound: true))
        try await crossing.place(in: \.side.green)
        crossing.expect(configuration: \.main.red, \.side.green)
    }

    @Test func `states that cannot be active together are refused`() async throws {
        let error = await #expect(throws: (any Error).self) {
            try await TestMachine(Player()).place(in: \.playing, \.stopped)
        }
        #expect(error.map { "\($0)" } == "Stopped and Playing cannot be active together [notTogether]")
        let other = TestMachine(Crossing(isSound: true))
        let same = await #expect(throws: (any Error).self) {
            try await other.place(in: \.main.green, \.main.red)
        }
        #expect(same.map { "\($0)" } == "Main.Red and Main.Green cannot be active together [notTogether]")
    }

    // MARK: Golden messages

    @Test func `what was said and what happened is one difference, at the place of the step`() async throws {
        let kept = Kept()
        let test = TestMachine(Player(), failures: kept.report)
        try await test.start()
        let line = #line + 1
        await test.send(.play) {
            $0.exits(\.stopped)
            $0.enters(\.playing)
            $0.sends(\.sound, .start(""))
        }
        #expect(
            kept.messages == [
                """
                something else happened after play than was said:
                    exits Stopped
                  - enters Playing
                  + enters Loading
                  - sends sound: start("")
                  + begins work of Loading
                the chart is in Loading
                """
            ])
        #expect(kept.lines == [line])
    }

    @Test func `an effect that was not said is told`() async throws {
        let kept = Kept()
        let test = TestMachine(Player(), failures: kept.report)
        try await test.place(in: \.loading)
        await test.complete(\.loading, returning: "Help") {
            $0.exits(\.loading)
            $0.enters(\.playing)
        }
        #expect(
            kept.messages == [
                """
                something else happened after that work of Loading returns Help than was said:
                    exits Loading
                    enters Playing
                  + sends sound: start("Help")
                  + arms timeout after 3.0 seconds
                the chart is in Playing
                """
            ])
    }

    @Test func `an expectation that is missed in a partial step is told with all that happened`() async throws {
        let kept = Kept()
        let test = TestMachine(Player(), failures: kept.report)
        try await test.start()
        await test.send(.note, .partial) { $0.enters(\.playing) }
        #expect(
            kept.messages == [
                """
                something else happened after note than was said:
                  + is unhandled
                  - enters Playing
                  (what has + happened too, and need not be said in part)
                the chart is in Stopped
                """
            ])
    }

    @Test func `another configuration is told`() async throws {
        let kept = Kept()
        let test = TestMachine(Crossing(isSound: true), failures: kept.report)
        try await test.start()
        test.expect(configuration: \.main.green, \.side.red)
        #expect(
            kept.messages == [
                """
                another configuration than was said:
                  - Main.Green
                  + Main.Red
                    Side.Red
                the chart is in (Main.Red, Side.Red)
                """
            ])
    }

    @Test func `what is left at the end is told: work, timers, deferred events`() async throws {
        let kept = Kept()
        let test = TestMachine(Player(), failures: kept.report)
        try await test.place(in: \.loading)
        await test.send(.note) { $0.isDeferred() }
        test.finish()
        let playing = TestMachine(Player(), failures: kept.report)
        try await playing.place(in: \.playing)
        await playing.advance(by: .seconds(1))
        playing.finish()
        #expect(
            kept.messages == [
                """
                the test ends while something is left
                armed and under way:
                  Loading: work that returns String
                deferred and never taken: 1 event
                the chart is in Loading
                """,
                """
                the test ends while something is left
                armed and under way:
                  Playing: timeout in 2.0 seconds
                the chart is in Playing
                """,
            ])
    }

    @Test func `what is not possible is told, with what is`() async throws {
        let kept = Kept()
        let test = TestMachine(Player(), failures: kept.report)
        try await test.place(in: \.loading)
        await test.complete(\.loading, returning: 4)
        await test.complete(\.playing, returning: "x")
        await test.stop(.partial)
        await test.send(.play)
        #expect(
            kept.messages == [
                """
                that work of Loading returns 4 is not possible
                armed and under way:
                  Loading: work that returns String
                the chart is in Loading
                """,
                """
                that work of Playing returns x is not possible
                armed and under way:
                  Loading: work that returns String
                the chart is in Loading
                """,
                "play came too late: the chart has ended in Loading",
            ])
    }

    @Test func `a step that fails is told, and can be expected`() async throws {
        let kept = Kept()
        let test = TestMachine(Mixer(isSound: false), failures: kept.report)
        try await test.start()
        await test.send(.mix, .partial)
        #expect(kept.messages.count == 1)
        #expect(kept.messages.first?.contains("  + fails: kind: was reached and led nowhere") == true)
        let expected = TestMachine(Mixer(isSound: false), failures: kept.report)
        try await expected.start()
        await expected.send(.mix, .partial) { $0.fails(.noBranch) }
        #expect(kept.messages.count == 1)
    }

    @Test func `the top is entered at the path self, and a deferred event is said again after each change`()
        async throws
    {
        let test = TestMachine(Patient())
        try await test.start { $0.enters(\.self, \.first) }
        await test.send(.wait) { $0.isDeferred() }
        await test.send(.next) {
            $0.exits(\.first)
            $0.enters(\.second)
            $0.isDeferred()
        }
        await test.send(.next) {
            $0.exits(\.second)
            $0.enters(\.third)
            $0.reacts(\.third)
        }
        test.finish()
    }
}

//   Patient: ●──▶ First ──next──▶ Second ──next──▶ Third, which takes what First and Second have deferred
private final class Patient: TopState<Patient.Event> {
    enum Event: Sendable { case next, wait }
    let first = First(), second = Second(), third = Third()
    override func configure() { substates(first, second, third) }
    final class First: State<Patient, Patient> {
        override func handle(_ event: Event) -> Reaction { event == .next ? .to(superior.second) : .deferred }
    }
    final class Second: State<Patient, Patient> {
        override func handle(_ event: Event) -> Reaction { event == .next ? .to(superior.third) : .deferred }
    }
    final class Third: State<Patient, Patient> {
        override func handle(_ event: Event) -> Reaction { event == .wait ? .handled : .unhandled }
    }
}
