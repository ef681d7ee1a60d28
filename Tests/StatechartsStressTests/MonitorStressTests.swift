import Statecharts
import StatechartsBridge
import TestSupport
import Testing

/// Monitors that come, look, pause, step, resume and go, of a system that goes on all the time.
@Suite struct MonitorStressTests {
    private enum Chaos {
        static func link(_ number: Int) -> String { "/tmp/scs-\(number)-\(UInt32.random(in: .min ... .max))" }
    }

    // With the others, see .ci/run.
    @Test(.enabled(if: StressTests.number("STATECHARTS_STRESS_SECONDS") != nil))
    func `monitors come, pause, resume and go, and nothing is lost or stays paused`() async throws {
        let dog = Watchdog(limit: StressTests.number("STATECHARTS_STRESS_LIMIT") ?? 60)
        dog.watch()
        defer { dog.stop() }
        let seed = StressTests.number("STATECHARTS_STRESS_SEED").map { UInt64($0) } ?? .random(in: 0..<1_000_000)
        for round in 0..<4 {
            dog.phase("monitors, seed \(seed) round \(round)")
            try await run(seed &+ UInt64(round), monitors: 12, visits: 8, messages: 2_000)
        }
    }

    private func run(_ seed: UInt64, monitors: Int, visits: Int, messages: Int) async throws {
        let system = System(), orders = OutputPort<Int>("orders"), taken = InputPort<Int>("taken")
        connect(orders, to: taken)
        system.add("Guest", ports: orders)
        system.add("Kitchen", ports: taken)
        let path = Chaos.link(Int(seed % 1_000))
        // Fewer places than monitors: some are told that it is busy.
        let service = MonitorService(
            of: system, over: try UnixSocketLink(listeningAt: path), name: "stress", access: .stepping, connections: 8)
        service.start()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<monitors {
                group.addTask {
                    var random = SplitMix(seed: seed &* 31 &+ UInt64(number))
                    for _ in 0..<visits { await Self.visit(path, &random) }
                }
            }
            group.addTask {
                for number in 1...messages {
                    orders.send(number)
                    if number % 16 == 0 { await Task.yield() }
                }
            }
        }
        // All have gone: nothing is held, and everything has come in order.
        #expect(await taken.first(messages) == Array(1...messages), "seed \(seed)")
        service.stop()
        #expect(system.held.isEmpty)
    }

    private static func visit(_ path: String, _ random: inout SplitMix) async {
        let monitor = Monitor(over: UnixSocketLink(to: path), keeping: 100)
        do {
            try await monitor.start()
            for _ in 0..<(1 + random.below(6)) {
                switch random.below(6) {
                case 0: try await monitor.ask(.pause)
                case 1: try await monitor.ask(.resume)
                case 2: try await monitor.ask(.step)
                case 3:
                    // Cancelled in the midst of it.
                    let asking = Task { try await monitor.ask(.look) }
                    asking.cancel()
                    _ = try? await asking.value
                default: try await monitor.ask(.look)
                }
            }
        } catch {
            // Busy, or gone: whoever comes next finds a service all the same.
        }
        if random.below(3) > 0 { await monitor.stop() }
    }
}

extension AsyncSequence {
    /// The first elements.
    fileprivate func first(_ count: Int) async rethrows -> [Element] {
        var elements: [Element] = []
        if count == 0 { return elements }
        for try await element in self {
            elements.append(element)
            if elements.count == count { break }
        }
        return elements
    }
}
