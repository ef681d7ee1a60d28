import StatechartsSimulation
import Testing

@testable import Statecharts

/// What a paused system holds for machines that have no ports of their own.
@Suite struct PausedPortlessTests {
    private let clock = ManualClock(), system: System, machine: Machine<Hearer>

    init() async throws {
        system = System(clock: clock)
        machine = Machine(Hearer(), clock: clock)
        await system.add(machine)
        try await machine.start()
        await clock.settle()
    }

    private func log(of machine: Machine<Hearer>) async throws -> [String] {
        await clock.settle()
        return try await machine.withTop { $0.log }
    }

    /// What a machine has heard that continues from here.
    private func continued() async throws -> [String] {
        let snapshot = try await machine.snapshot().throughJSON()
        let next = Machine(restoring: snapshot, Hearer(), clock: clock)
        try await next.start()
        defer { Task { try await next.stop() } }
        return try await log(of: next)
    }

    @Test func `a snapshot has what a child has said that has ended, and its end`() async throws {
        system.pause()
        for event in [Typist.Event.say(1), .say(2), .end] {
            try await machine.send(.tell(event))
            await clock.settle()
        }
        #expect(system.held.count == 2)
        #expect(try await continued() == ["heard 1", "heard 2", "done 2"])
        system.resume()
        #expect(try await log(of: machine) == ["heard 1", "heard 2", "done 2"])
        try await machine.stop()
    }

    @Test func `a snapshot has what comes to a machine without a port`() async throws {
        let guest = OutputPort<Int>("guest")
        system.add("Guest", ports: guest)
        connect(guest, to: machine) { .heard($0) }
        system.pause()
        guest.send(1)
        #expect(system.held.count == 1)
        try await machine.send(.tell(.end))
        await clock.settle()
        #expect(try await continued() == ["heard 1", "done 0"])
        system.resume()
        try await machine.stop()
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
        let next = Machine(
            restoring: try await machine.snapshot().throughJSON(), Doorkeeper(OutputPort("bell")), clock: clock)
        try await next.start()
        await clock.settle()
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

private final class Hearer: TopState<Hearer.Event>, Snapshotting {
    enum Event: Codable, Sendable { case tell(Typist.Event), heard(Int), done(Int) }

    let typist = Child(of: Hearer.self) { _ in Typist(depth: 0) }.on(\.words) { .heard($0) }.done(\.last) { .done($0) }
        .detached()
    var log: [String] = []
    override func configure() { children(typist) }
    func save() -> [String] { log }
    func restore(_ log: [String]) { self.log = log }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .tell(let order): .handled { self.typist.post(order) }
        case .heard(let number): .handled { self.log.append("heard \(number)") }
        case .done(let number): .handled { self.log.append("done \(number)") }
        }
    }
}
