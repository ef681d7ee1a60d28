import Statecharts
import StatechartsTesting
import Testing

/// A child machine with a timer of an hour, beside its owner in one world, and played by a test.
@Suite struct HourlyChildTests {
    fileprivate struct Stuck: Error {}

    @Test func `no time passes while mail waits, unless any timer may be next`() async throws {
        for (timers, isOvertaken) in [(Explorer<Tower>.TimerOrder.earliest, false), (.any, true)] {
            var explorer = Explorer(events: []) { Tower() }
            explorer.run(Explorer<Bell>(events: []) { Bell() })
            explorer.timers = timers
            explorer.allowsDeadEnds = true
            explorer.never(.when("a stroke in spite of the stop") { $0.hasStruck })
            let found = try await explorer.explore()
            #expect(found.problems.isEmpty != isOvertaken, "\(found)")
        }
    }

    @Test func `a child that a test has fail hands its state a step error with what was thrown`() async throws {
        let test = TestMachine(Tower())
        try await test.start()
        await test.fail(\.self, with: Stuck(), work: "bell", .partial)
        let error = try #require(test.top.failure as? StepError)
        #expect(error.underlying is Stuck && error.path == "Bell" && error.code == .unhandledError)
    }
}

/// Stops its bell before that has begun.
private final class Tower: TopState<Tower.Event> {
    enum Event: Hashable { case struck }
    let bell = Child(of: Tower.self) { _ in Bell() }.on(\.strokes) { _ in .struck }
    var hasStruck = false
    var failure: (any Error)?
    override func configure() { children(bell) }
    override func entry() { bell.post(.stop) }
    override func handle(_ event: Event) -> Reaction { .handled { self.hasStruck = true } }
    override func failed(_ error: any Error) -> Reaction { .handled { self.failure = error } }
}

/// Strikes once after an hour.
private final class Bell: TopState<Bell.Event> {
    enum Event: Hashable { case stop, hour }
    let strokes = OutputPort<Int>("strokes")
    let on = On(), off = Off()
    override func configure() { substates(on, off) }
    final class On: State<Bell, Bell> {
        override func entry() { after(.seconds(3_600), send: .hour) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .stop: .to(superior.off)
            case .hour: .to(superior.off) { top.strokes.send(1) }
            }
        }
    }
    final class Off: State<Bell, Bell> {}
}
