import StatechartsTesting
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// Messages of ports that are received in some states only, and lie in the mailbox, in snapshots.
///
/// On the main actor, so that nothing is taken out of the mailbox before the snapshot.
@MainActor @Suite struct GatedMailTests {
    let clock = ManualClock()

    private func continued(_ snapshot: Snapshot) async throws -> Machine<Ferry> {
        let machine = Machine(restoring: try snapshot.throughJSON(), Ferry(), clock: clock)
        try await machine.start()
        await clock.settle()
        return machine
    }

    @Test func `a message that the machine has been given and would give back waits in its port`() async throws {
        let machine = Machine(Ferry(), on: MainActor.shared, clock: clock)
        try await machine.start()
        let cars = await machine.port(\.cars)
        machine.post(.leave)
        cars.send(1)
        cars.send(2)
        #expect(cars.bufferedCount == 1)
        let snapshot = try await machine.snapshot()
        #expect(snapshot.queued == [.event(try SnapshotValue(encoding: Ferry.Event.leave))])
        #expect(snapshot.inputs == ["cars": [.int(1), .int(2)]])
        let next = try await continued(snapshot)
        await clock.settle()
        for machine in [machine, next] {
            #expect(try await machine.withTop { $0.log } == ["left"])
            try await machine.send(.dock)
            await clock.settle()
            #expect(try await machine.withTop { $0.log } == ["left", "car 1", "car 2"])
            try await machine.stop()
        }
    }

    /// What a system holds comes into the port as if it arrived now, and there the gate decides.
    @Test(arguments: [[Ferry.Event.leave], [.leave, .dock]])
    fileprivate func `a message that a paused system holds waits in its port, too`(_ events: [Ferry.Event]) async throws
    {
        let machine = Machine(Ferry(), on: MainActor.shared, clock: clock)
        let quay = OutputPort<Int>("quay"), system = System(clock: clock)
        await system.add(machine)
        system.add("Quay", ports: quay)
        connect(quay, to: await machine.port(\.cars))
        try await machine.start()
        if events.count == 2 { try await machine.send(.leave) }
        system.pause()
        quay.send(1)
        machine.post(events[events.count - 1])
        let snapshot = try await machine.snapshot()
        #expect(snapshot.queued == [.event(try SnapshotValue(encoding: events[events.count - 1]))])
        #expect(snapshot.inputs == ["cars": [.int(1)]])
        let next = try await continued(snapshot)
        await clock.settle()
        #expect(try await next.withTop { $0.log } == (events.count == 2 ? ["car 1"] : ["left"]))
        system.resume()
        for machine in [machine, next] { try await machine.stop() }
    }

    @Test func `a message of an embedded chart's port, too`() async throws {
        let pier = Pier()
        let cars = pier.ferry.chart.cars
        let machine = Machine(pier, on: MainActor.shared, clock: clock)
        try await machine.start()
        machine.post(.leave)
        cars.send(1)
        let snapshot = try await machine.snapshot()
        #expect(snapshot.queued == [.event(try SnapshotValue(encoding: Ferry.Event.leave))])
        #expect(snapshot.inputs == ["ferry.cars": [.int(1)]])
        let next = Machine(restoring: snapshot, Pier(), clock: clock)
        try await next.start()
        await clock.settle()
        #expect(try await next.withTop { $0.ferry.chart.log } == ["left"])
        try await next.send(.dock)
        await clock.settle()
        #expect(try await next.withTop { $0.ferry.chart.log } == ["left", "car 1"])
        try await next.stop()
        try await machine.stop()
    }

    @Test func `a machine that is still ready takes what it has been given`() async throws {
        let machine = Machine(Ferry(), on: MainActor.shared, clock: clock)
        try await machine.start()
        let cars = await machine.port(\.cars)
        for car in 1...3 { cars.send(car) }
        let next = try await continued(try await machine.snapshot())
        #expect(try await next.withTop { $0.log } == ["car 1", "car 2", "car 3"])
        try await next.stop()
        try await machine.stop()
    }

    @Test func `a message that is not Codable refuses the snapshot also where its event is`() async throws {
        let machine = Machine(Ferry(), on: MainActor.shared, clock: clock)
        try await machine.start()
        await machine.port(\.crates).send(Ferry.Crate())
        let error = try await #require(throws: SnapshotError.self) { try await machine.snapshot() }
        #expect(error.code == .notCodable)
        try await machine.stop()
    }
}

//  ● ──▶ Docked, which takes cars and crates ──leave──▶ Away ──dock──▶ Docked
private final class Ferry: TopState<Ferry.Event> {
    enum Event: Codable, Sendable, Hashable { case leave, dock, car(Int) }
    struct Crate: Sendable {}

    let docked = Docked(), away = Away()
    let cars = InputPort<Int>("cars"), crates = InputPort<Crate>("crates")
    var log: [String] = []

    override func configure() {
        substates(docked, away)
        receive(cars, while: docked) { .car($0) }
        receive(crates, while: docked) { _ in .car(0) }
    }
    /// Asked where nothing else takes the event: about cars never, if ports keep their word.
    override func handle(_ event: Event) -> Reaction { .handled { self.log.append("stray \(event)") } }

    final class Docked: State<Ferry, Ferry> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .leave: .to(superior.away) { self.top.log.append("left") }
            case .car(let number): .handled { self.top.log.append("car \(number)") }
            case .dock: .unhandled
            }
        }
    }
    final class Away: State<Ferry, Ferry> {
        override func handle(_ event: Event) -> Reaction { event == .dock ? .to(superior.docked) : .unhandled }
    }
}

//  ● ──▶ Ferry ⟨Ferry⟩
private final class Pier: TopState<Ferry.Event> {
    let ferry = Submachine<Pier, Pier, Ferry>(Ferry(), translation: { $0 })
    override func configure() { substates(ferry) }
}
