import Statecharts
import StatechartsSimulation
import StatechartsTesting
import Testing

// An owner and its child, and what they send each other.

private enum WorkshopEvent: Hashable, Sendable { case open, close, poke, beat(Int), done(Int), broken }

private final class Workshop: TopState<WorkshopEvent> {
    let shut = Shut(), working = Working()
    override func configure() { substates(shut, working) }

    final class Shut: State<Workshop, Workshop> {
        override func handle(_ event: Event) -> Reaction { event == .open ? .to(superior.working) : .unhandled }
    }

    final class Working: State<Workshop, Workshop> {
        let stamp = Child(of: Working.self) { _ in Stamp() }
            .on(\.beats) { .beat($0) }
            .done(\.count) { .done($0) }
            .failed { _ in .broken }
            .restart(.transient, limit: RestartLimit(1, in: .seconds(60)))
        override func configure() { children(stamp) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .close, .done, .broken: .to(superior.shut)
            case .poke: .handled { self.stamp.post(.poke) }
            case .beat: .handled
            case .open: .unhandled
            }
        }
    }
}

private enum StampEvent: Hashable, Sendable { case poke, finish, fail }

private final class Stamp: TopState<StampEvent> {
    let waiting = Waiting(), busy = Busy(), over = Over()
    let beats = OutputPort<Int>()
    var count: Int { 7 }
    override func configure() { substates(waiting, busy, over) }

    final class Over: FinalState<Stamp, Stamp> {}

    final class Waiting: State<Stamp, Stamp> {
        override func handle(_ event: Event) -> Reaction {
            event == .poke ? .to(superior.busy) { self.top.beats.send(1) } : .unhandled
        }
    }

    final class Busy: State<Stamp, Stamp> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .finish: .to(superior.over)
            case .fail: .handled { throw Jam() }
            case .poke: .unhandled
            }
        }
    }
}

private struct Jam: Error {}

/// The same world by hand: plain values, and everything that can happen to them.
private struct Model: Hashable {
    enum Stamp: Hashable { case none, made, waiting, busy, over }
    enum Message: Hashable { case beat, done, failed }

    var isWorking = false, stamp = Stamp.none, restarts = 0
    var mail: [Message] = [], pokes = 0

    /// The most that may wait before nothing is tried any more.
    static let limit = 2
    private var isCrowded: Bool { mail.count > Self.limit || pokes > Self.limit }

    var next: [Model] {
        if isCrowded { return [] }
        var next: [Model] = [poked, Model()]
        if !isWorking { next.append(Model(isWorking: true, stamp: .made)) }
        switch stamp {
        case .made: next.append(with { $0.stamp = .waiting })
        case .waiting where pokes > 0:
            next.append(with { ($0.stamp, $0.pokes, $0.mail) = (.busy, pokes - 1, mail + [.beat]) })
        case .busy:
            next.append(with { ($0.stamp, $0.pokes, $0.mail) = (.over, 0, mail + [.done]) })
            next.append(with { ($0.stamp, $0.pokes, $0.mail) = (.over, 0, mail + [.failed]) })
            if pokes > 0 { next.append(with { $0.pokes -= 1 }) }
        case .waiting, .none, .over: break
        }
        switch mail.first {
        case .beat: next.append(with { $0.mail.removeFirst() })
        case .failed where restarts == 0: next.append(Model(isWorking: true, stamp: .made, restarts: 1))
        case .done, .failed: next.append(Model())
        case nil: break
        }
        return next
    }

    private var poked: Model {
        switch stamp {
        case .made, .waiting, .busy: with { $0.pokes += 1 }
        case .none, .over: self
        }
    }

    private func with(_ change: (inout Model) -> Void) -> Model {
        var copy = self
        change(&copy)
        return copy
    }

    /// All that can be reached.
    static var all: Set<Model> {
        var all: Set<Model> = [Model()], new = [Model()]
        while let one = new.popLast() {
            for next in one.next where all.insert(next).inserted { new.append(next) }
        }
        return all
    }
}

/// Parent and child as one world.
@Suite struct WorldTests {
    private var explorer: Explorer<Workshop> {
        var explorer = Explorer(events: [.open, .close, .poke]) { Workshop() }
        explorer.run(Explorer(events: [.finish, .fail]) { Stamp() })
        explorer.limits.waiting = Model.limit
        return explorer
    }

    @Test func `an owner and its child are explored in every order, as a model by hand says`() async throws {
        let found = try await explorer.explore()
        #expect(found.problems.isEmpty, "\(found)")
        #expect(found.situationCount == Model.all.count, "\(found)")
        #expect(
            found.childPaths == [
                "Working/stamp", "Working/stamp:Busy", "Working/stamp:Waiting",
            ])
        #expect(found.replayReason == "child machines run beside the chart")
        let limit = try #require(found.limit)
        #expect(limit.hasPrefix("stopped at the limit of 2 messages that wait, "), "\(limit)")
        #expect(found.hints == [])

        var placing = explorer
        placing.returning = .placing
        #expect(try await placing.explore().situationCount == Model.all.count)
    }

    @Test func `conditions see the chart of a child, and the path to it names each delivery`() async throws {
        var explorer = explorer
        explorer.never(.when("busy") { $0.working.stamp.explored?.busy.isActive == true })
        let found = try await explorer.explore()
        let problem = try #require(found.problems.first)
        #expect(problem.kind == .violation && found.problems.count == 1, "\(found)")
        #expect(
            problem.path.map(\.description) == [
                "open", "poke", "child Working/stamp: begins", "child Working/stamp: delivery poke",
            ])
        #expect(
            problem.test == """
                @Test func `violation never busy`() async throws {
                    let test = TestMachine(explorer.makeChart(), childrenOf: explorer)
                    try await test.start()
                    await test.send(.open, .partial)
                    await test.send(.poke, .partial)
                    await test.follow("child Working/stamp: begins", of: explorer)
                    await test.follow("child Working/stamp: delivery poke", of: explorer)
                    #expect(test.configuration.description == "Working")
                }
                """)
    }

    /// What is printed above, with what it leads to.
    @Test func `a test lets children run, step by step or until nothing waits`() async throws {
        let test = TestMachine(explorer.makeChart(), childrenOf: explorer)
        try await test.start()
        await test.send(.open, .partial)
        await test.send(.poke, .partial)
        await test.follow("child Working/stamp: begins", of: explorer)
        #expect(test.top.working.stamp.explored?.waiting.isActive == true)
        await test.follow("child Working/stamp: delivery poke", of: explorer)
        #expect(test.top.working.stamp.explored?.busy.isActive == true)
        await test.follow("delivery Working/stamp: beat(1)", of: explorer)
        await test.follow("child Working/stamp: fail", of: explorer)
        await test.letChildrenRun()
        #expect(test.top.working.stamp.explored?.waiting.isActive == true)
        await test.send(.poke, .partial)
        await test.letChildrenRun { $0.reacts(\.working) }
        await test.follow("child Working/stamp: finish", of: explorer)
        await test.letChildrenRun {
            $0.exits(\.working)
            $0.enters(\.shut)
        }
        #expect(test.top.working.stamp.explored == nil)
        test.finish()
    }

    @Test func `what was to run and did not is a hint, and a mistake in a child is a problem`() async throws {
        var explorer = explorer
        explorer.run(Explorer<Other>(events: []) { Other() })
        explorer.limits.depth = 1
        #expect(try await explorer.explore().hints == ["no child machine ran whose chart is Other"])

        var careless = Explorer<Careless>(events: []) { Careless() }
        careless.run(Explorer<Other>(events: []) { Other() })
        careless.allowsDeadEnds = true
        let found = try await careless.explore()
        #expect(found.problems.map(\.kind) == [.failure], "\(found)")
        #expect(found.problems.first?.path.map(\.description) == ["child other: begins"])
    }

    @Test func `a child whose chart cannot start has failed when it is to begin`() async throws {
        var explorer = Explorer<Hopeful>(events: []) { Hopeful() }
        explorer.run(Explorer<Impossible>(events: []) { Impossible() })
        explorer.allowsDeadEnds = true
        let found = try await explorer.explore()
        #expect(found.problems.isEmpty && found.isComplete, "\(found)")
        #expect(found.path(to: \.sorry)?.stimuli.map(\.description).first == "child impossible: begins")
    }

    @Test func `without running, a child ends as it is told, and its restarts are counted`() async throws {
        var explorer = Explorer(events: [.open, .close]) { Workshop() }
        explorer.outcomes(of: Int.self, returns: 7, throws: Jam())
        explorer.on(.broken, leadsTo: \.shut)
        let found = try await explorer.explore()
        #expect(found.problems.isEmpty && found.isComplete, "\(found)")
        #expect(found.replayReason == "Working/stamp is a child machine")
        // Shut; working without a restart, and with one.
        #expect(found.situationCount == 3)
    }
}

/// Asks for a timer of a state that is not active, and puts up with being told so.
private final class Other: TopState<Int> {
    let here = Here(), there = There()
    override func configure() { substates(here, there) }
    final class Here: State<Other, Other> {
        override func entry() { superior.there.after(.seconds(1), send: 1) }
        override func failed(_ error: any Error) -> Reaction { .handled }
    }
    final class There: State<Other, Other> {}
}

private final class Careless: TopState<Int> {
    let other = Child(of: Careless.self) { _ in Other() }
    override func configure() { children(other) }
}

/// Its substate is declared nowhere.
private final class Impossible: TopState<Int> {
    let lost = Lost()
    final class Lost: State<Impossible, Impossible> {}
}

private final class Hopeful: TopState<Hopeful.Event> {
    enum Event: Hashable, Sendable { case impossible }
    let hoping = Hoping(), sorry = Sorry()
    let impossible = Child(of: Hopeful.self) { _ in Impossible() }.failed { _ in .impossible }
    override func configure() {
        children(impossible)
        substates(hoping, sorry)
    }
    final class Hoping: State<Hopeful, Hopeful> {
        override func handle(_ event: Event) -> Reaction { .to(superior.sorry) }
    }
    final class Sorry: State<Hopeful, Hopeful> {}
}
