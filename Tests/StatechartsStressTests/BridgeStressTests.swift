import Statecharts
import StatechartsBridge
import Testing

/// Bridges inside the process, many senders, and links that break all the time.
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
            try await run(faults, senders: 8, each: 2_000, dog)
        }
    }

    // The same with several peers: all get everything, and all send.
    @Test(.enabled(if: StressTests.number("STATECHARTS_STRESS_SECONDS") != nil))
    func `one bridge with many peers that are cut again and again: each gets all, and each one's order is kept`()
        async throws
    {
        let dog = Watchdog(limit: StressTests.number("STATECHARTS_STRESS_LIMIT") ?? 60)
        dog.watch()
        defer { dog.stop() }
        for faults in [MemoryLink.Faults(), .init(cutEvery: 7), .init(cutEvery: 40)] {
            try await run(faults, peers: 6, each: 2_000, dog)
        }
    }

    private func run(_ faults: MemoryLink.Faults, peers: Int, each: Int, _ dog: Watchdog) async throws {
        let (middle, points) = MemoryLink.star(points: peers, faults: faults)
        // Whoever has heard the last bye may be gone when the link breaks: he is waited for twice as long as this.
        let limits = BridgeLimits(
            window: 64, patience: .seconds(5), retryDelays: .milliseconds(1)...(.milliseconds(5)))
        let one = Bridge(over: middle, name: "one", connections: peers, limits: limits)
        let letters = OutputPort<Letter>("letters"), answers = InputPort<Letter>("answers", buffering: .waiting(32))
        one.export(letters, as: "letters", buffering: .waiting(128))
        one.import("answers", to: answers)
        let others = points.enumerated().map { Bridge(over: $1, name: "peer \($0)", limits: limits) }
        let arrived = others.map { _ in InputPort<Letter>("letters", buffering: .waiting(32)) }
        let replies = others.map { _ in OutputPort<Letter>("answers") }
        one.begin()
        for (peer, other) in others.enumerated() {
            other.import("letters", to: arrived[peer])
            other.export(replies[peer], as: "answers", buffering: .waiting(128))
            try await other.start()
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for number in 1...each { try await letters.sendWaiting(Letter(sender: 0, number: number)) }
            }
            for peer in 0..<peers {
                group.addTask { [port = replies[peer]] in
                    for number in 1...each { try await port.sendWaiting(Letter(sender: peer, number: number)) }
                }
                group.addTask { [port = arrived[peer]] in
                    let came = await port.prefix(each).reduce(into: [Int]()) { $0.append($1.number) }
                    #expect(came == Array(1...each))
                }
            }
            var tally = Tally(last: Array(repeating: 0, count: peers))
            for await letter in answers.prefix(peers * each) {
                tally.note(letter)
                guard tally.count % 500 == 0 else { continue }
                dog.phase("\(peers) peers with \(faults), \(tally.count) letters")
                points[tally.count / 500 % peers].cut()
            }
            #expect(tally.wrong == 0)
            #expect(tally.last == Array(repeating: each, count: peers))
            try await group.waitForAll()
        }
        dog.phase("\(peers) peers with \(faults), closing")
        await one.close()
        #expect(one.state == .ended(nil))
        #expect(one.lostCount == 0)
    }

    private func run(_ faults: MemoryLink.Faults, senders: Int, each: Int, _ dog: Watchdog) async throws {
        dog.phase("a bridge with \(faults)")
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
                guard tally.count % 500 == 0 else { continue }
                dog.phase("a bridge with \(faults), \(tally.count) letters")
                near.cut()
            }
            #expect(tally.wrong == 0)
            #expect(tally.last == Array(repeating: each, count: senders))
            try await group.waitForAll()
        }
        dog.phase("a bridge with \(faults), closing")
        await left.close()
        #expect(left.state == .ended(nil))
        #expect(left.lostCount == 0)
        #expect(back.bufferedCount == 0)
    }
}
