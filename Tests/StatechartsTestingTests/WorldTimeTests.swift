import Statecharts
import StatechartsSimulation
import StatechartsTesting
import Testing

/// An owner with a timer, a child with timers that fails once, and a child of that one.
private final class Owner: TopState<Owner.Event> {
    enum Event: Hashable, Sendable { case lunch, tick(Int), deep, again }

    let counter = Child(of: Owner.self) { _ in Counter() }
        .on(\.ticks) { .tick($0) }
        .on(\.deep) { _ in .deep }
        .restart(.transient, backOff: .exponential(from: .seconds(10), cap: .seconds(60))) { _ in .again }
    var heard: [Event] = []

    override func configure() { children(counter) }
    override func entry() { after(.seconds(3), send: .lunch) }
    override func handle(_ event: Event) -> Reaction { .handled { self.heard.append(event) } }
}

/// Ticks every two seconds, and fails at the second tick.
private final class Counter: TopState<Counter.Event> {
    enum Event: Hashable, Sendable { case tick, deep }

    let ticks = OutputPort<Int>("ticks"), deep = OutputPort<Int>("deep")
    let inner = Child(of: Counter.self) { _ in Inner() }.on(\.rings) { _ in .deep }
    private var count = 0

    override func configure() { children(inner) }
    override func entry() { every(.seconds(2), send: .tick) }
    override func handle(_ event: Event) -> Reaction {
        .handled {
            if event == .deep { return self.deep.send(1) }
            self.count += 1
            if self.count == 2 { throw Broken() }
            self.ticks.send(self.count)
        }
    }
}

/// Rings once, after three seconds, when the timer of its owner's owner is due too.
private final class Inner: TopState<Int> {
    let rings = OutputPort<Int>("rings")
    override func entry() { after(.seconds(3), send: 1) }
    override func handle(_ event: Int) -> Reaction { .handled { self.rings.send(event) } }
}

private struct Broken: Error {}

/// Has no timer; its child sends itself something again and again.
private final class Restless: TopState<Int> {
    let child = Child(of: Restless.self) { _ in Echo() }.on(\.out) { $0 }
    override func configure() { children(child) }
    override func handle(_ event: Int) -> Reaction { .handled { self.child.post(event) } }

    final class Echo: TopState<Int> {
        let out = OutputPort<Int>("out")
        override func entry() { out.send(1) }
        override func handle(_ event: Int) -> Reaction { .handled { self.out.send(event) } }
    }
}

/// Children in the time of a test.
@Suite struct WorldTimeTests {
    private func test() async throws -> TestMachine<Owner> {
        var explorer = Explorer(events: []) { Owner() }
        var counters = Explorer<Counter>(events: []) { Counter() }
        counters.run(Explorer<Inner>(events: []) { Inner() })
        explorer.run(counters)
        let test = TestMachine(Owner(), childrenOf: explorer)
        try await test.start()
        return test
    }

    private let everybody = ["Owner", "Owner/counter:Counter", "Owner/counter:Counter/inner:Inner"]

    @Test func `timers of children fire in the order of their times, and children begin again`() async throws {
        let test = try await test()
        #expect(test.activePaths == ["Owner", "Owner/counter"])
        await test.advance(by: .milliseconds(1_999), .partial)
        #expect(test.activePaths == everybody, "\(test.activePaths)")
        #expect(test.top.heard == [])
        await test.advance(by: .milliseconds(1), .partial)
        #expect(test.top.heard == [.tick(1)])
        await test.advance(by: .seconds(1), .partial)
        #expect(test.top.heard == [.tick(1), .lunch, .deep])
        await test.advance(by: .seconds(1), .partial)
        #expect(test.top.heard == [.tick(1), .lunch, .deep, .again])
        #expect(test.activePaths == ["Owner", "Owner/counter"])
        await test.advance(by: .seconds(10), .partial)
        #expect(test.activePaths == everybody, "\(test.activePaths)")
        await test.advance(by: .seconds(2), .partial)
        #expect(test.top.heard == [.tick(1), .lunch, .deep, .again, .tick(1)])
        await test.stop(.partial)
        test.finish()
    }

    @Test func `a long time is the same as many short ones`() async throws {
        let (long, short) = (try await test(), try await test())
        await long.advance(by: .seconds(17), .partial)
        for _ in 0..<34 { await short.advance(by: .milliseconds(500), .partial) }
        #expect(long.top.heard == [.tick(1), .lunch, .deep, .again, .tick(1), .deep])
        #expect(long.top.heard == short.top.heard)
        #expect(long.activePaths == short.activePaths)
        for test in [long, short] { await test.stop(.partial) }
    }

    @Test func `the same charts do the same as machines on a manual clock`() async throws {
        let test = try await test()
        let clock = ManualClock(), machine = Machine(Owner(), clock: clock)
        try await machine.start()
        for _ in 0..<40 {
            await test.advance(by: .milliseconds(500), .partial)
            await clock.advance(by: .milliseconds(500))
            await clock.settle()
            let heard = try await machine.withTop { $0.heard }
            #expect(test.top.heard == heard)
            let paths = await machine.activePaths
            #expect(test.activePaths == paths)
        }
        await test.stop(.partial)
        try await machine.stop()
    }

    @Test func `children that do not come to rest are a failure of the test`() async throws {
        var explorer = Explorer(events: []) { Restless() }
        explorer.run(Explorer<Restless.Echo>(events: []) { Restless.Echo() })
        let test = TestMachine(Restless(), childrenOf: explorer)
        try await test.start()
        await withKnownIssue {
            await test.advance(by: .seconds(1), .partial)
        } matching: {
            "\($0)".contains("the children go on and on")
        }
    }
}
