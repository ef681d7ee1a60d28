import Statecharts
import StatechartsTesting
import Testing

//   Villa: Shut ◀─open, close─▶ Lit [left: Lantern, right: Lantern]     Lantern: Off ◀─off, on─▶ On; defers a note while off
private final class Villa: TopState<Villa.Event> {
    enum Event: Hashable, Sendable { case open, close }
    let shut = Shut(), lit = Lit()
    override func configure() { substates(shut, lit) }

    final class Shut: State<Villa, Villa> {
        override func handle(_ event: Event) -> Reaction { event == .open ? .to(superior.lit) : .unhandled }
    }

    final class Lit: State<Villa, Villa> {
        let left = Child(of: Lit.self) { _ in Lantern() }, right = Child(of: Lit.self) { _ in Lantern() }
        override func configure() { children(left, right) }
        override func handle(_ event: Event) -> Reaction { event == .close ? .to(superior.shut) : .unhandled }
    }
}

private final class Lantern: TopState<Lantern.Event> {
    enum Event: Hashable, Sendable { case on, off, note }
    let dark = Dark(), bright = Bright()
    override func configure() { substates(dark, bright) }

    final class Dark: State<Lantern, Lantern> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .on: .to(superior.bright)
            case .note: .deferred
            case .off: .unhandled
            }
        }
    }

    final class Bright: State<Lantern, Lantern> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .off: .to(superior.dark)
            case .note: .handled
            case .on: .unhandled
            }
        }
    }
}

/// A chart with nothing but a child.
private class Frame<Inner: Statechart>: TopState<Int> {
    let inner: Child<Frame<Inner>, Inner>
    init(_ make: @escaping @Sendable () -> sending Inner) {
        inner = Child(of: Frame<Inner>.self) { _ in make() }
    }
    override func configure() { children(inner) }
}

/// Goes on and off by itself.
private final class Blinker: TopState<Int> {
    let off = Off(), on = On()
    override func configure() { substates(off, on) }
    final class Off: State<Blinker, Blinker> {
        override func entry() { after(.seconds(1), send: 1) }
        override func handle(_ event: Int) -> Reaction { .to(superior.on) }
    }
    final class On: State<Blinker, Blinker> {
        override func entry() { after(.seconds(1), send: 1) }
        override func handle(_ event: Int) -> Reaction { .to(superior.off) }
    }
}

/// What is told of the situations of children, and of what comes to them.
@Suite struct WorldCrowdTests {
    @Test(arguments: [false, true])
    func `a fingerprint of children makes no situations of its own`(isAlone: Bool)
        async throws
    {
        var lamps = Explorer<Lantern>(events: [.on, .off]) { Lantern() }
        lamps.fingerprint(isAlone ? .alone : .added) { $0.bright.isActive }
        var explorer = Explorer(events: [.open, .close]) { Villa() }
        explorer.run(lamps)
        let found = try await explorer.explore()
        #expect(found.problems.isEmpty && found.isComplete, "\(found)")
        // Shut, or lit with two lamps, each of which is new, dark or bright.
        #expect(found.situationCount == 1 + 3 * 3, "\(found)")
    }

    @Test func `what comes to a child from outside comes from outside`() async throws {
        var explorer = Explorer<Frame<Lantern>>(events: []) { Frame { Lantern() } }
        explorer.run(Explorer<Lantern>(events: [.on, .off]) { Lantern() })
        let found = try await explorer.explore()
        #expect(found.situationCount == 3)
        #expect(found.problems.isEmpty, "\(found)")

        var outer = Explorer<Frame<Frame<Lantern>>>(events: []) { Frame { Frame { Lantern() } } }
        outer.run(explorer)
        #expect(try await outer.explore().problems.isEmpty)
    }

    @Test func `a child that goes round by itself is told`() async throws {
        var explorer = Explorer<Frame<Blinker>>(events: []) { Frame { Blinker() } }
        explorer.run(Explorer<Blinker>(events: []) { Blinker() })
        let found = try await explorer.explore()
        #expect(found.problems.map(\.kind) == [.livelock], "\(found)")
    }

    @Test func `the limit of deferred events is for children too`() async throws {
        var explorer = Explorer<Frame<Lantern>>(events: []) { Frame { Lantern() } }
        explorer.run(Explorer<Lantern>(events: [.note]) { Lantern() })
        explorer.allowsDeadEnds = true
        explorer.limits.deferred = 2
        explorer.limits.configurations = 50
        let found = try await explorer.explore()
        #expect(
            found.limit == "stopped at the limit of 2 deferred events, 1 situation was not gone on from", "\(found)")
        // The lamp is new, or has deferred 0, 1, 2 or 3 notes.
        #expect(found.situationCount == 5, "\(found)")
    }

    @Test func `children of children of children have run`() async throws {
        var first = Explorer<Frame<Blinker>>(events: []) { Frame { Blinker() } }
        first.run(Explorer<Blinker>(events: []) { Blinker() })
        var second = Explorer<Frame<Frame<Blinker>>>(events: [1]) { Frame { Frame { Blinker() } } }
        second.run(first)
        var third = Explorer<Frame<Frame<Frame<Blinker>>>>(events: [1]) { Frame { Frame { Frame { Blinker() } } } }
        third.run(second)
        let found = try await third.explore()
        #expect(found.hints == [], "\(found)")
        #expect(found.childPaths.contains("Frame/inner:Frame/inner:Frame/inner:Off"), "\(found.childPaths)")
    }

    /// What a child does between two transitions of its owner is none of them.
    @Test func `pairs of transitions are listed though a child goes on between them`() async throws {
        var explorer = Explorer<Receiver>(events: []) { Receiver() }
        explorer.run(Explorer<Tuning>(events: [.lost]) { Tuning() })
        let found = try await explorer.explore()
        var coverage = found.emptyCoverage
        let again = "Receiver: again, then Receiver: again", failure = "Receiver: again, then Receiver: failure"
        #expect(coverage.open(.transitionPairs) == [again, failure], "\(found)")
        let test = TestMachine(Receiver(), childrenOf: explorer)
        try await test.start()
        for _ in 0..<2 {
            await test.letChildrenRun(.partial)
            await test.follow("child tuning: lost", of: explorer)
            await test.letChildrenRun(.partial)
        }
        coverage.add(test.steps)
        #expect(coverage.counts[.transitionPairs] == [again: 1, failure: 0])
        await test.stop(.partial)
    }
}

/// Has a child that fails, and begins again.
private final class Receiver: TopState<Receiver.Event> {
    enum Event: Hashable, Sendable { case again }
    let tuning = Child(of: Receiver.self) { _ in Tuning() }
        .restart(.transient, limit: RestartLimit(2, in: .seconds(60)), backOff: .none) { _ in .again }
    override func configure() { children(tuning) }
    override func handle(_ event: Event) -> Reaction { .handled }
    override func failed(_ error: any Error) -> Reaction { .handled }
}

private final class Tuning: TopState<Tuning.Event> {
    enum Event: Hashable, Sendable { case lost }
    struct NoSignal: Error {}
    override func handle(_ event: Event) -> Reaction { .handled { throw NoSignal() } }
}
