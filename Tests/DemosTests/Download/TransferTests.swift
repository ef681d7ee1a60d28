import Statecharts
import StatechartsTesting
import TestSupport
import Testing

@testable import download

@Suite struct TransferTests {
    private func bench() async throws -> (Bench<Probe>, Probe) {
        let probe = Probe()
        return (try await Bench(probe, clock: ManualClock()), probe)
    }

    /// How much the fetching item says has arrived.
    private func progress(_ bench: Bench<Probe>) async throws -> Double? {
        try await bench.machine.withTop { $0.fetching.isActive ? $0.fetching.progress : nil }
    }

    @Test(arguments: [Item.Event.cancel, .reset])
    func `what a source brings after it was cancelled is discarded, also while the next transfer is under way`(
        _ way: Item.Event
    ) async throws {
        let (bench, probe) = try await bench()
        try await bench.send(.present)
        let late = probe.deliveries[0]
        late.tell(.report(0.25))
        #expect(await bench.state == "Fetching.Transferring")
        #expect(try await progress(bench) == 0.25)
        try await bench.send(way)
        #expect(late.wasCancelled)
        late.tell(.report(0.5))
        #expect(await bench.state == "Initial")
        try await bench.send(.present)
        late.tell(.report(0.75))
        #expect(await bench.state == "Fetching.Transferring")
        #expect(try await progress(bench) == 0)
        late.tell(.end)
        #expect(await bench.state == "Fetching.Transferring")
        #expect(!probe.deliveries[1].wasCancelled)
        #expect(
            try await bench.stop().map { $0.prefix { $0 != ":" } } == [
                "start", "present", "arrived(0.25)", "\(way)", "present", "stop",
            ])
    }

    @Test func `an error that comes after the cancellation is discarded`() async throws {
        let (bench, probe) = try await bench()
        try await bench.send(.present, .cancel, .present)
        probe.deliveries[0].tell(.fail)
        #expect(await bench.state == "Fetching.Transferring")
        #expect(try await bench.machine.withTop { $0.fetching.failures } == 0)
    }

    @Test func `a report that waits in the mailbox when the transfer is left never arrives`() async throws {
        let (bench, probe) = try await bench()
        try await bench.send(.present)
        // The visit keeps the machine, so that all three are in the mailbox before the first is taken.
        try await bench.machine.withTop { [machine = bench.machine] _ in
            machine.post(.cancel)
            probe.deliveries[0].report(.arrived(0.25))
            machine.post(.present)
        }
        #expect(await bench.state == "Fetching.Transferring")
        #expect(try await progress(bench) == 0)
    }

    @Test func `another attempt goes on where the one before was broken off`() async throws {
        let (bench, probe) = try await bench()
        try await bench.send(.present)
        probe.deliveries[0].tell(.report(0.25))
        probe.deliveries[0].tell(.report(0.5))
        probe.deliveries[0].tell(.fail)
        #expect(await bench.state == "Fetching.BackingOff")
        await bench.clock.advance(by: .seconds(1))
        probe.deliveries[1].tell(.report(0.75))
        probe.deliveries[1].tell(.fail)
        #expect(await bench.state == "Fetching.BackingOff")
        await bench.clock.advance(by: .seconds(2))
        probe.deliveries[2].tell(.fail)
        #expect(await bench.state == "Fetching.Failed")
        #expect(try await progress(bench) == 0.75)
        try await bench.send(.present)
        probe.deliveries[3].tell(.end)
        #expect(await bench.state == "Fetched")
        #expect(probe.deliveries.map(\.progress) == [0, 0.5, 0.75, 0.75])
        #expect(probe.deliveries.map(\.piece) == [.description, .description, .description, .description])
        try await bench.send(.download)
        #expect(probe.deliveries[4].piece == .content)
        #expect(probe.deliveries[4].progress == 0)
    }

    @Test func `somebody who asks again does not wait for the timer, and has all attempts anew`() async throws {
        let (bench, probe) = try await bench()
        try await bench.send(.present)
        probe.deliveries[0].tell(.fail)
        #expect(await bench.pending == ["Fetching.BackingOff: retry at 1.0 seconds"])
        try await bench.send(.present)
        #expect(await bench.pending == [])
        for attempt in 1...2 {
            probe.deliveries[attempt].tell(.fail)
            #expect(await bench.state == "Fetching.BackingOff")
            await bench.clock.advance(by: .seconds(attempt))
        }
        probe.deliveries[3].tell(.fail)
        #expect(await bench.state == "Fetching.Failed")
        await bench.clock.advance(by: .seconds(60))
        #expect(probe.deliveries.count == 4)
    }

    @Test func `what has arrived and failed is forgotten when the transfer is left`() async throws {
        let (bench, probe) = try await bench()
        try await bench.send(.present)
        probe.deliveries[0].tell(.report(0.5))
        probe.deliveries[0].tell(.fail)
        #expect(await bench.state == "Fetching.BackingOff")
        try await bench.send(.cancel, .present)
        #expect(try await bench.machine.withTop { [$0.fetching.progress, Double($0.fetching.failures)] } == [0, 0])
        #expect(probe.deliveries.map(\.progress) == [0, 0])
    }

    @Test func `outside its transfer there is no progress that could be read by mistake`() async throws {
        let bench = try await Bench()
        try await bench.take("present; advance 250ms; cancel")
        let error = await #expect(throws: StepError.self) {
            try await bench.machine.withTop { $0.fetching.progress }
        }
        #expect(error?.code == .notActive)
        #expect(error?.path == "Fetching")
    }

    @Test func `nothing of a cancelled transfer is kept alive, nor of the machine when it is released`() async throws {
        weak var source: SimulatedSource<ManualClock>?
        weak var machine: Machine<Item>?
        let clock = ManualClock()
        do {
            let bench = try await Bench(SimulatedSource(clock: clock), clock: clock)
            (source, machine) = (bench.source, bench.machine)
            try await bench.send(.present, .cancel, .present)
            #expect(await bench.pending == ["Fetching.Transferring: asleep until 0.25 seconds"])
        }
        // A task that looks at the machine may hold it for as long as it runs.
        try await eventually { machine == nil && source == nil }
        await clock.settle()
        #expect(await clock.pending.isEmpty)
    }
}
