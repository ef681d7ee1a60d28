import StatechartsSimulation
import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore

//  ● ──▶ Open [scribe]
private final class Desk: TopState<Desk.Event> {
    enum Event: Sendable, Codable { case note(Int) }

    final class Open: State<Desk, Desk> {
        let scribe = Child(of: Open.self) { _ in Scribe() }
        override func configure() { children(scribe) }
    }

    let open = Open()
    override func configure() { substates(open) }

    var noted: [Int] = []
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .note(let number): .handled { self.noted.append(number) }
        }
    }
}

private final class Scribe: TopState<Scribe.Event> {
    enum Event: Sendable, Codable { case note(Int) }

    var noted: [Int] = []
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .note(let number): .handled { self.noted.append(number) }
        }
    }
}

extension Machine {
    fileprivate func onlyChild<Inner>(_ type: Inner.Type) -> Machine<Inner>? {
        let children = interpreter.engine?.services?.childMachines ?? []
        return children.count == 1 ? children[0] as? Machine<Inner> : nil
    }
}

private final class Stand: TopState<Stand.Event> {
    enum Event: Sendable, Codable { case add, replace, failed }

    let scribes = ChildMachines(of: Stand.self) { (_: Stand, _: Int) in Scribe() }.failed { _, _ in .failed }
    override func configure() { children(scribes) }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .add: .handled { self.scribes.add(1) }
        case .failed: .handled  // stopped before it began
        case .replace:
            .handled {
                self.scribes.remove(1)
                self.scribes.add(1)
            }
        }
    }
}

private final class Pit: TopState<Pit.Event> {
    enum Event: Sendable, Codable { case fail }

    let car = Child(of: Pit.self) { _ in Register() }
        .restart(.transient, backOff: .exponential(from: .seconds(10), cap: .seconds(10)))
    override func configure() { children(car) }
    override func handle(_ event: Event) -> Reaction { .handled { self.car.post(.fail) } }
}

/// What is in a snapshot is decided by one moment, the cut, and not by when each machine is written down.
@Suite struct CutMomentTests {
    @Test func `what comes after the cut is not in the snapshot, and is taken all the same`() async throws {
        let clock = ManualClock()
        let machine = Machine(Desk(), clock: clock)
        try await machine.start()
        // The child begins after the step of its owner.
        await clock.settle()
        let scribe = try #require(await machine.onlyChild(Scribe.self))
        let cut = TreeCut()
        #expect(try await machine.hold(for: cut, within: nil))
        try await machine.holdChildren(for: cut, within: .seconds(1))
        machine.post(.note(1))
        scribe.post(.note(10))
        #expect(cut.isComplete)
        cut.prepare(at: .zero)
        cut.make()
        machine.post(.note(2))
        scribe.post(.note(20))
        let collected = try await machine.collect(cut)
        await cut.letAllGo()
        guard case .runs(let snapshot) = collected else {
            Issue.record("the owner has ended")
            return
        }
        let lives = snapshot.activations.flatMap(\.activities).compactMap(\.child).map(\.life)
        guard lives.count == 1, case .runs(let part) = lives[0] else {
            Issue.record("the child does not run: \(lives)")
            return
        }
        #expect(snapshot.queued == [.event(try DynamicCoding.eventTree(Desk.Event.note(1), "queued"))])
        #expect(part.queued == [.event(try DynamicCoding.eventTree(Scribe.Event.note(10), "queued"))])
        #expect(try await machine.withTop { $0.noted } == [1, 2])
        #expect(try await scribe.withTop { $0.noted } == [10, 20])
        try await machine.stop()
    }

    /// Found by ``ChildStormTests``.
    @Test func `a child that was stopped before it began, behind one that is held, does not hold up the cut`()
        async throws
    {
        let machine = Machine(Stand(), clock: ManualClock())
        try await machine.start()
        try await machine.send(.add)
        let first = try #require(try await machine.withTop { $0.scribes[1] })
        try await eventually { await first.status == .running }
        let cut = TreeCut()
        cut.beginRound()
        #expect(try await machine.hold(for: cut, within: nil))
        try await machine.holdChildren(for: cut, within: .seconds(1))
        // As if somebody had waited for the owner: it goes on, and the first one is told to end while it is held.
        await machine.letGo(cut)
        try await machine.send(.replace)
        let second = try #require(try await machine.withTop { $0.scribes[1] })
        try await second.stop()
        cut.beginRound()
        #expect(try await machine.hold(for: cut, within: nil))
        let isHeld = Guarded(false)
        let holding = Task {
            try await machine.holdChildren(for: cut, within: .seconds(1))
            isHeld.withLock { $0 = true }
        }
        try await eventually { isHeld.withLock { $0 } }
        try await holding.value
        #expect(await first.status == .stopped)
        await cut.letAllGo()
        try await machine.stop()
    }

    @Test func `a child whose wait is over, and that is held before it starts, has no wait left in the snapshot`()
        async throws
    {
        // The clock knows nothing of machines: it goes on while they are held.
        let manual = ManualClock()
        let machine = Machine(Pit(), clock: OpaqueClock(manual: manual))
        try await machine.start()
        let first = try #require(await machine.onlyChild(Register.self))
        try await machine.send(.fail)
        try await eventually {
            let present = await machine.onlyChild(Register.self)
            return present != nil && present !== first
        }
        let second = try #require(await machine.onlyChild(Register.self))
        await manual.waitForSleepers()
        let cut = TreeCut()
        cut.beginRound()
        #expect(try await machine.hold(for: cut, within: nil))
        try await machine.holdChildren(for: cut, within: .seconds(100))
        await manual.advance(by: .seconds(10))
        try await eventually { await second.waitingToStart == 1 }
        cut.prepare(at: .seconds(10))
        cut.make()
        let collected = try await machine.collect(cut)
        await cut.letAllGo()
        guard case .runs(let snapshot) = collected,
            case .begins(let delay, _, _) = snapshot.activations.flatMap(\.activities).first?.child?.life
        else {
            Issue.record("the child has begun: \(collected)")
            return
        }
        #expect(delay == .zero)
        try await machine.stop()
    }

    /// Found by ``ChildStormTests``: the first step began while the machine was held, and ended by itself.
    @Test(arguments: ["start", "start in", "run", "stop"])
    func `a machine that is held before its start does nothing until nobody holds it`(_ entrance: String) async throws {
        let machine = Machine(Desk(), clock: ManualClock())
        let first = TreeCut(), second = TreeCut()
        #expect(try await machine.hold(for: first, within: nil))
        let entering = Task {
            switch entrance {
            case "start": try await machine.start()
            case "start in": try await machine.start(in: \.self)
            case "run": try await machine.run()
            default: try await machine.stop()
            }
        }
        try await eventually { await machine.waitingToStart == 1 }
        // Who waits is woken, and the machine is held again before he looks.
        try await machine.handOver(from: first, to: second)
        try await eventually { await machine.waitingToStart == 1 }
        #expect(await machine.status == .new)
        await machine.letGo(second)
        if entrance == "run" {
            try await eventually { await machine.status == .running }
            try await machine.stop()
        }
        try await entering.value
        #expect(await machine.status == (entrance.hasPrefix("start") ? .running : .stopped))
        try await machine.stop()
    }
}

extension Machine {
    /// How many wait to start a machine that is held.
    fileprivate var waitingToStart: Int { cold?.starting.count ?? 0 }

    fileprivate func handOver(from first: TreeCut, to second: TreeCut) async throws {
        letGo(first)
        #expect(waitingToStart == 0)
        #expect(try await hold(for: second, within: nil))
    }
}
