import StatechartsSimulation
import Testing

@testable import Statecharts

//  Firm [desks: Typist, by number]; has no ports, only the typists are in the system.
//
private final class Firm: TopState<Firm.Event>, Snapshotting {
    enum Event: Codable, Sendable, Hashable {
        case add(Int), tell(Int, Typist.Event), heard(Int), ended(Int), failed(Int)
    }

    let desks = ChildMachines(of: Firm.self) { (_: Firm, _: Int) in Typist(depth: 0) }
        .on(\.words) { .heard($0 * 10 + $1) }.done(\.last) { key, _ in .ended(key) }.failed { key, _ in .failed(key) }
    var log: [String] = []

    override func configure() { children(desks) }
    func save() -> [String] { log }
    func restore(_ log: [String]) { self.log = log }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .add(let key): .handled { desks.add(key) }
        case .tell(let key, let order): .handled { desks.post(order, to: key) }
        case .heard, .ended, .failed: .handled { log.append("\(event)") }
        }
    }
}

/// Owns a firm, which owns the typists.
private final class Group: TopState<Firm.Event> {
    let firm = Child(of: Group.self) { _ in Firm() }
    override func configure() { children(firm) }
    override func handle(_ event: Event) -> Reaction { firm.forward(event) }
}

/// What a paused system holds for machines that have no ports of their own: also what children have said who have
/// ended, and their ends.
@Suite struct PausedPortlessTests {
    private let clock = ManualClock(), system: System

    init() { system = System(clock: clock) }

    /// A machine that is in the system, and has typists.
    private func machine<Top: Statechart>(_ chart: sending Top, typists: Int) async throws -> Machine<Top>
    where Top.Event == Firm.Event {
        let machine = Machine(chart, clock: clock)
        await system.add(machine)
        try await machine.start()
        await clock.settle()
        for key in 1...typists { try await machine.send(.add(key)) }
        await clock.settle()
        return machine
    }

    private func tell<Top: Statechart>(_ orders: [(Int, Typist.Event)], _ machine: Machine<Top>) async throws
    where Top.Event == Firm.Event {
        for (key, order) in orders {
            try await machine.send(.tell(key, order))
            await clock.settle()
        }
    }

    /// A machine that continues from here.
    private func continued<Top: Statechart>(_ machine: Machine<Top>, _ chart: sending Top) async throws -> Machine<Top>
    {
        let next = Machine(restoring: try await machine.snapshot().throughJSON(), chart, clock: clock)
        try await next.start()
        await clock.settle()
        return next
    }

    /// What typists do while the system is paused: a number and an order.
    private static let scripts: [[(Int, Typist.Event)]] = [
        [(1, .say(1)), (1, .say(2)), (1, .end)], [(1, .say(1)), (1, .fail)],
        [(1, .say(1)), (2, .say(1)), (1, .end), (2, .fail)],
        // The end of one is between what the other says.
        [(1, .say(1)), (1, .end), (2, .say(1))],
        [(2, .say(1)), (1, .say(1)), (1, .fail), (2, .say(2)), (2, .end)],
    ]

    @Test(arguments: 0..<5)
    func `a snapshot has what ended children have said, and their ends, in the order of the system`(
        script number: Int
    ) async throws {
        let machine = try await machine(Firm(), typists: 2)
        system.pause()
        try await tell(Self.scripts[number], machine)
        let next = try await continued(machine, Firm())
        let log = try await next.withTop { $0.log }
        #expect(log.count == Self.scripts[number].count)
        #expect(try await machine.withTop { $0.log } == [])
        system.resume()
        await clock.settle()
        #expect(try await machine.withTop { $0.log } == log)
        try await machine.stop()
        try await next.stop()
    }

    @Test func `so does that of a tree in which an owned machine owns them`() async throws {
        let machine = try await machine(Group(), typists: 1)
        system.pause()
        try await tell([(1, .say(1)), (1, .end)], machine)
        let next = try await continued(machine, Group())
        system.resume()
        await clock.settle()
        for machine in [machine, next] {
            let firm = try #require(try await machine.withTop { $0.firm.machine })
            #expect(try await firm.withTop { $0.log } == ["heard(11)", "ended(1)"])
            try await machine.stop()
        }
    }

    @Test func `a snapshot has what comes to a machine without a port`() async throws {
        let machine = try await machine(Firm(), typists: 1)
        let guest = OutputPort<Int>("guest")
        system.add("Guest", ports: guest)
        connect(guest, to: machine) { .heard($0) }
        system.pause()
        guest.send(1)
        #expect(system.held.count == 1)
        try await tell([(1, .end)], machine)
        let next = try await continued(machine, Firm())
        #expect(try await next.withTop { $0.log } == ["heard(1)", "ended(1)"])
        system.resume()
        try await machine.stop()
        try await next.stop()
    }

    @Test func `a snapshot has what a child has said through a port that it was given, and its end`() async throws {
        let bell = OutputPort<Int>("bell")
        system.add("Bell", ports: bell)
        let machine = Machine(Doorkeeper(bell), clock: clock)
        try await machine.start()
        await clock.settle()
        system.pause()
        try await machine.send(0)
        await clock.settle()
        #expect(system.held.count == 1)
        let next = try await continued(machine, Doorkeeper(OutputPort("bell")))
        #expect(try await next.withTop { $0.log } == [1, 2])
        try await next.stop()
        system.resume()
        await clock.settle()
        #expect(try await machine.withTop { $0.log } == [1, 2])
        try await machine.stop()
    }
}

private final class Doorkeeper: TopState<Int>, Snapshotting {
    let visitor: Child<Doorkeeper, Visitor>
    var log: [Int] = []
    init(_ bell: OutputPort<Int>) {
        visitor = Child(of: Doorkeeper.self) { _ in Visitor(bell) }.on(\.bell) { $0 }.done(\.last) { $0 }.detached()
    }
    override func configure() { children(visitor) }
    func save() -> [Int] { log }
    func restore(_ log: [Int]) { self.log = log }
    override func handle(_ event: Int) -> Reaction {
        .handled { if event == 0 { self.visitor.post(0) } else { self.log.append(event) } }
    }

    final class Visitor: TopState<Int> {
        let bell: OutputPort<Int>, here = Here(), over = FinalState<Visitor, Visitor>()
        let last = 2
        init(_ bell: OutputPort<Int>) { self.bell = bell }
        override func configure() { substates(here, over) }
        final class Here: State<Visitor, Visitor> {
            override func handle(_ event: Int) -> Reaction { .to(superior.over) { self.top.bell.send(1) } }
        }
    }
}
