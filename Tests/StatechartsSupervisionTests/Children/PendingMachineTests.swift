import Statecharts
import StatechartsSimulation
import Testing

/// What waits for a manual clock says whose it is.
@Suite struct PendingMachineTests {
    @Test func `what is pending names its machine, and a child where it is one of that`() async throws {
        let clock = ManualClock()
        let left = Machine(Ward(clock), named: "left", clock: clock)
        let right = Machine(Ward(clock), named: "right", clock: clock)
        for machine in [left, right] { try await machine.start() }
        await clock.settle()
        right.post(.wait)
        try await left.withTop { _ = $0.pump.post(.wait) }
        let other = Task { try await clock.sleep(for: .seconds(7)) }
        await clock.waitForSleepers(7)
        let pending = Dictionary(grouping: await clock.pending, by: \.machine)
        #expect(
            pending.mapValues { $0.map { "\($0.path) \($0.deadline)" } } == [
                "left": ["Ward 1.0 seconds", "Ward 2.0 seconds"],
                "right": ["Ward 1.0 seconds", "Ward 2.0 seconds", " 3.0 seconds"],
                "Ward/pump": [
                    "Pump 4.0 seconds", "Pump 4.0 seconds", "Pump 5.0 seconds", "Pump 5.0 seconds", " 6.0 seconds",
                ],
                "": [" 7.0 seconds"],
            ])
        await clock.advance(by: .seconds(7))
        #expect(await clock.pending.isEmpty)
        try await other.value
        for machine in [left, right] { try await machine.stop() }
    }
}

//  Ward [pump: Pump]   tick after 1 s, work of 2 s · wait / 3 s
private final class Ward: TopState<Ward.Event> {
    enum Event: Sendable { case tick, wait }
    let clock: ManualClock
    let pump = Child(of: Ward.self) { Pump($0.clock) }
    init(_ clock: ManualClock) { self.clock = clock }
    override func configure() { children(pump) }
    override func entry() {
        let clock = clock
        after(.seconds(1), send: .tick)
        run { try await clock.sleep(for: .seconds(2)) }
    }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .tick: .handled
        case .wait:
            .handled {
                let clock = self.clock
                try await clock.sleep(for: .seconds(3))
            }
        }
    }
}

//  Pump   tick after 4 s, work of 5 s · wait / 6 s
private final class Pump: TopState<Pump.Event> {
    enum Event: Sendable { case tick, wait }
    let clock: ManualClock
    init(_ clock: ManualClock) { self.clock = clock }
    override func entry() {
        let clock = clock
        after(.seconds(4), send: .tick)
        run { try await clock.sleep(for: .seconds(5)) }
    }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .tick: .handled
        case .wait:
            .handled {
                let clock = self.clock
                try await clock.sleep(for: .seconds(6))
            }
        }
    }
}
