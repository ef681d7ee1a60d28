import Statecharts
import StatechartsTesting
import Testing

@testable import download

@Suite struct SimulatedSourceTests {
    typealias Simulated = Bench<SimulatedSource<ManualClock>>

    @Test func `breaking a connection that is not there does nothing, now or later`() async throws {
        let bench = try await Bench()
        await bench.fail()
        try await bench.send(.present)
        await bench.clock.advance(by: .seconds(1))
        #expect(await bench.state == "Fetched")
        await bench.fail()
        try await bench.send(.download)
        await bench.clock.advance(by: .seconds(5))
        #expect(await bench.state == "Downloaded")
    }

    @Test func `a delivery that was broken twice at once is broken once`() async throws {
        let bench = try await Bench()
        try await bench.send(.present)
        bench.source.fail()
        bench.source.fail()
        #expect(await bench.state == "Fetching.BackingOff")
        await bench.clock.advance(by: .milliseconds(1500))
        #expect(await bench.state == "Fetching.Transferring")
        #expect(try await bench.machine.withTop { $0.fetching.failures } == 1)
    }

    @Test func `a delivery ends with all of the piece, with what broke it, or with its cancellation`() async throws {
        let clock = ManualClock(), source = SimulatedSource(clock: clock)
        let whole = Task { try await source.deliver(.description, from: 0.75) { _ in } }
        await clock.waitForSleepers()
        await clock.advance(by: .milliseconds(250))
        try await whole.value
        let broken = Task { try await source.deliver(.description, from: 0) { _ in } }
        await clock.waitForSleepers()
        source.fail()
        await #expect(throws: ConnectionLost.self) { try await broken.value }
        let cancelled = Task { try await source.deliver(.description, from: 0) { _ in } }
        await clock.waitForSleepers()
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        #expect(await clock.pending.isEmpty)
    }

    @Test func `wherever a person leads it, an item has exactly the work and the timers of its state`() async throws {
        var generator = Generator(state: 7)
        for _ in 0..<40 {
            let bench = try await Bench()
            for _ in 0..<30 {
                switch generator.next(8) {
                case 0...1: try await bench.send(.present)
                case 2...3: try await bench.send(.download)
                case 4: try await bench.send(generator.next(3) == 0 ? .reset : .cancel)
                case 5: await bench.fail()
                case _: await bench.clock.advance(by: .milliseconds(100 * generator.next(20)))
                }
                let state = await bench.state
                let kinds = await bench.clock.pending.map { "\($0.path) \($0.kind)" }
                switch state.split(separator: ".").last {
                case "Transferring": #expect(kinds == ["\(state) sleep"])
                case "BackingOff": #expect(kinds == ["\(state) once"])
                default: #expect(kinds == [], "in \(state)")
                }
            }
        }
    }
}

/// Numbers that are the same in every run (a linear congruential generator).
private struct Generator {
    var state: UInt64
    mutating func next(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % bound
    }
}
