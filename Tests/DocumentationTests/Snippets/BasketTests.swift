import Foundation
import Statecharts
import StatechartsTesting
import Testing

@Suite struct BasketTests {
    private let clock = ManualClock()
    /// Never ends by itself.
    private var charge: @Sendable (Int) async throws -> Void {
        { [clock] _ in try await clock.sleep(for: .seconds(1000)) }
    }

    @Test func `a supervised machine goes on from its last step after a failure, a second later`() async throws {
        let (clock, charge) = (clock, charge)
        // snippet: supervisor
        let supervisor = Supervisor(
            .oneForOne, limit: RestartLimit(3, in: .seconds(60)),
            backOff: .exponential(from: .seconds(1), cap: .seconds(30)), clock: clock)
        let basket = supervisor.add("basket", restart: .fromLastSnapshot) {
            Machine(Basket(charge: charge), clock: clock)
        }
        let running = Task { try await supervisor.run() }  // until all children have finished
        // end snippet
        // snippet: restart
        try await basket.send(.add(5))
        await #expect(throws: StepError.self) { try await basket.send(.break) }  // nobody handles it
        basket.post(.add(2))  // kept while there is no machine
        await clock.waitForSleepers()  // the supervisor backs off
        await clock.advance(by: .seconds(1))
        try await basket.send(.add(1))  // reaches the next machine, behind what was kept
        let total = try await basket.machine?.withTop { $0.total }  // 5 + 2 + 1
        // end snippet
        #expect(total == 8)
        // snippet: cancel
        running.cancel()  // every child is stopped: it takes what it has accepted and exits its states
        try await running.value
        // end snippet
        #expect(try await basket.send(.add(1)) == .finished)
    }

    @Test func `a basket that was being paid goes on being paid in the next program`() async throws {
        let charge = charge
        let basket = Machine(Basket(charge: charge), clock: clock)
        try await basket.start()
        try await basket.send(.add(7))
        try await basket.send(.pay)
        await clock.advance(by: .seconds(20))
        // snippet: snapshot
        let data = try JSONEncoder().encode(await basket.snapshot())
        // in another program, later:
        let snapshot = try JSONDecoder().decode(Snapshot.self, from: data)
        let restored = Machine(restoring: snapshot, Basket(charge: charge), clock: clock)
        try await restored.start()  // nothing is entered again
        print(await restored.configuration)  // Paying
        // end snippet
        #expect(await restored.configuration.description == "Paying")
        #expect(try await restored.withTop { $0.total } == 7)
        try await basket.stop()
        #expect(
            await clock.pending.map(\.description) == [
                "Paying: timeout at 50.0 seconds", "Paying: asleep until 1020.0 seconds",
            ])
        await clock.advance(by: .seconds(30))
        #expect(await restored.configuration.description == "Open")
    }

    @Test func `a snapshot of an older chart is refused with what differs, or migrated`() async throws {
        let charge = charge
        let old = Machine(OldBasket())
        try await old.start()
        try await old.send(.add(3))
        let snapshot = try await old.snapshot()
        // snippet: refusal
        let error = await #expect(throws: SnapshotError.self) {
            try await Machine(restoring: snapshot, Basket(charge: charge)).start()
        }
        #expect(
            error?.description == """
                the chart is Basket version 1, the snapshot is of OldBasket version 1; migrate the snapshot, or start afresh [otherChart]
                  - Filling is missing in the chart
                  - Open is not in the snapshot
                  - Paying is not in the snapshot
                  - done is not in the snapshot
                """)
        // end snippet
        // snippet: migration
        let basket = Machine(restoring: snapshot, Basket(charge: charge)) { snapshot in
            snapshot.rename("Filling", to: "Open")  // configuration, history, timers and data move along
        }
        try await basket.start()
        // end snippet
        #expect(await basket.configuration.description == "Open")
        #expect(try await basket.withTop { $0.total } == 3)
    }

    @Test func `a machine runs as a task and stops when that is cancelled`() async throws {
        let (clock, charge) = (clock, charge)
        let basket = Machine(Basket(charge: charge), clock: clock)
        // snippet: run
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await basket.run() }  // starts the machine, and returns when it has ended
            for await _ in basket.configurations { break }  // it has started
            basket.post(.add(3))
            group.cancelAll()  // stops it: what it has accepted is taken first
            try await group.waitForAll()
        }
        // end snippet
        #expect(try await basket.withTop { $0.total } == 3)
        #expect(await basket.status == .stopped)
    }
}

//   OldBasket: ●──▶ Filling  add / total += n
private final class OldBasket: TopState<Basket.Event>, Snapshotting {
    var total = 0
    let filling = Filling()
    override func configure() { substates(filling) }
    func save() -> Int { total }
    func restore(_ saved: Int) { total = saved }

    final class Filling: State<OldBasket, OldBasket> {
        override func handle(_ event: Event) -> Reaction {
            if case .add(let price) = event { .handled { top.total += price } } else { .unhandled }
        }
    }
}
