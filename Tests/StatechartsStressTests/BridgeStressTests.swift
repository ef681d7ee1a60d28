import Statecharts
import StatechartsBridge
import Testing

/// Two bridges inside the process, many senders, and a link that breaks all the time.
@Suite struct BridgeStressTests {
    private struct Letter: Codable, Sendable {
        let sender: Int
        let number: Int
    }

    /// What came from whom, and how much of it out of order.
    private struct Tally {
        var last: [Int]
        var count = 0
        var wrong = 0

        mutating func note(_ letter: Letter) {
            count += 1
            if letter.number != last[letter.sender] + 1 { wrong += 1 }
            last[letter.sender] = letter.number
        }
    }

    // With the others, see .ci/run.
    @Test(.enabled(if: StressTests.number("STATECHARTS_STRESS_SECONDS") != nil))
    func `many send over a bridge that is cut again and again: nothing is lost, and each one's order is kept`()
        async throws
    {
        let dog = Watchdog(limit: StressTests.number("STATECHARTS_STRESS_LIMIT") ?? 60)
        dog.watch()
        defer { dog.stop() }
        for faults in [MemoryLink.Faults(), .init(cutEvery: 7), .init(cutEvery: 40)] {
            dog.phase("a bridge with \(faults)")
            try await run(faults, senders: 8, each: 2_000)
        }
    }

    private func run(_ faults: MemoryLink.Faults, senders: Int, each: Int) async throws {
        let (near, far) = MemoryLink.pair(faults: faults)
        let limits = BridgeLimits(
            window: 64, patience: .seconds(600), retryDelays: .milliseconds(1)...(.milliseconds(5)))
        let left = Bridge(over: near, name: "left", limits: limits)
        let right = Bridge(over: far, name: "right", limits: limits)
        let letters = OutputPort<Letter>("letters"), echo = OutputPort<Letter>("echo")
        let back = InputPort<Letter>("back", buffering: .waiting(32))
        left.export(letters, as: "there", buffering: .waiting(128))
        right.import("there", to: echo)
        right.export(echo, as: "back", buffering: .waiting(128))
        left.import("back", to: back)
        right.begin()
        try await left.start()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for sender in 0..<senders {
                group.addTask {
                    for number in 1...each { try await letters.sendWaiting(Letter(sender: sender, number: number)) }
                }
            }
            var tally = Tally(last: Array(repeating: 0, count: senders))
            for await letter in back.prefix(senders * each) {
                tally.note(letter)
                if tally.count % 500 == 0 { near.cut() }
            }
            #expect(tally.wrong == 0)
            #expect(tally.last == Array(repeating: each, count: senders))
            try await group.waitForAll()
        }
        await left.close()
        #expect(left.state == .ended(nil))
        #expect(left.lostCount == 0)
        #expect(back.bufferedCount == 0)
    }
}
