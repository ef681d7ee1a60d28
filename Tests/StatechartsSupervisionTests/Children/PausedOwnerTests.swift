import StatechartsSimulation
import TestSupport
import Testing

@testable import Statecharts

//  Firm [desk: Desk [rows: Hand, by number]]; neither has ports: only the hands are in the system.
//
private final class Firm: TopState<Firm.Event>, Snapshotting {
    enum Event: Codable, Sendable, Hashable {
        case add(Int), tell(Int, Hand.Event), heard(Int), ended(Int), failed(Int)
    }

    let hands = ChildMachines(of: Firm.self) { (_: Firm, _: Int) in Hand() }.on(\.words) { .heard($0 * 10 + $1) }
        .done(\.said) { key, _ in .ended(key) }.failed { key, _ in .failed(key) }
    var log: [String] = []

    override func configure() { children(hands) }
    func save() -> [String] { log }
    func restore(_ log: [String]) { self.log = log }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .add(let key): .handled { hands.add(key) }
        case .tell(let key, let order): .handled { hands.post(order, to: key) }
        case .heard, .ended, .failed: .handled { log.append("\(event)") }
        }
    }
}

/// Owns a firm, which owns the hands.
private final class Group: TopState<Firm.Event> {
    let firm = Child(of: Group.self) { _ in Firm() }
    override func configure() { children(firm) }
    override func handle(_ event: Event) -> Reaction { firm.forward(event) }
}

private final class Hand: TopState<Hand.Event>, Snapshotting {
    enum Event: Codable, Sendable, Hashable { case say, end, fail }
    struct Tired: Error {}

    let words = OutputPort<Int>("words")
    let busy = Busy(), over = FinalState<Hand, Hand>()
    var said = 0

    override func configure() { substates(busy, over) }
    func save() -> Int { said }
    func restore(_ said: Int) { self.said = said }

    final class Busy: State<Hand, Hand> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .say:
                .handled {
                    self.top.said += 1
                    self.top.words.send(self.top.said)
                }
            case .end: .to(superior.over)
            case .fail: .handled { throw Tired() }
            }
        }
    }
}

/// A paused system holds what children have said who have ended, and their ends; their owner is not in it.
@Suite struct PausedOwnerTests {
    private let clock = ManualClock(), system = System()

    /// What hands do while the system is paused: a number and an order.
    private static let scripts: [[(Int, Hand.Event)]] = [
        [(1, .say), (1, .end)], [(1, .say), (1, .fail)], [(1, .say), (2, .say), (1, .end), (2, .fail)],
        // The end of one is between what the other says.
        [(1, .say), (1, .end), (2, .say)], [(2, .say), (1, .say), (1, .fail), (2, .say), (2, .end)],
    ]

    @Test(arguments: 0..<5)
    func `a snapshot has what ended children have said, and their ends, in the order of the system`(
        script number: Int
    ) async throws {
        let machine = Machine(Firm(), clock: clock)
        await system.add(machine)
        try await machine.start()
        for key in 1...2 { try await machine.send(.add(key)) }
        await clock.settle()
        system.pause()
        for (key, order) in Self.scripts[number] {
            try await machine.send(.tell(key, order))
            await clock.settle()
        }
        let snapshot = try await machine.snapshot().throughJSON()
        let next = Machine(restoring: snapshot, Firm(), clock: clock)
        try await next.start()
        await clock.settle()
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
        let machine = Machine(Group(), clock: clock)
        await system.add(machine)
        try await machine.start()
        await clock.settle()
        try await machine.send(.add(1))
        await clock.settle()
        system.pause()
        for order in [Hand.Event.say, .end] {
            try await machine.send(.tell(1, order))
            await clock.settle()
        }
        let snapshot = try await machine.snapshot().throughJSON()
        system.resume()
        let next = Machine(restoring: snapshot, Group(), clock: clock)
        try await next.start()
        await clock.settle()
        for machine in [machine, next] {
            let firm = try #require(try await machine.withTop { $0.firm.machine })
            #expect(try await firm.withTop { $0.log } == ["heard(11)", "ended(1)"])
            try await machine.stop()
        }
    }
}
