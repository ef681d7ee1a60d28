import Statecharts
import StatechartsBridge

extension Benchmark {
    /// Bridges.
    static let bridgeGrowth: [GrowthSubject] = [
        GrowthSubject("bridge-messages", "n messages over a bridge", from: 100) { n in
            let output = OutputPort<Int>("numbers"), input = InputPort<Int>("numbers")
            let bridges = try await bridged(output, input)
            return {
                for number in 0..<n { output.send(number) }
                for await number in input where number == n - 1 { break }
                await bridges.close()
            }
        },
        GrowthSubject("bridge-unmet", "n messages that wait for the other side", from: 1_000) { n in
            let bridges = Bridges()
            let output = OutputPort<Int>("numbers"), input = InputPort<Int>("numbers")
            bridges.left.export(output, as: "numbers", buffering: .unbounded)
            bridges.right.import("numbers", to: input)
            bridges.left.begin()
            return {
                for number in 0..<n { output.send(number) }
                try await bridges.right.start()
                for await number in input where number == n - 1 { break }
                await bridges.close()
            }
        },
        GrowthSubject("bridge-channels", "n channels of a bridge, and a message on each", from: 10) { n in
            let bridges = Bridges()
            let outputs = (0..<n).map { _ in OutputPort<Int>() }, input = InputPort<Int>()
            return {
                for (number, output) in outputs.enumerated() {
                    bridges.left.export(output, as: "\(number)")
                    let stand = OutputPort<Int>()
                    bridges.right.import("\(number)", to: stand)
                    connect(stand, to: input)
                }
                try await bridges.start()
                for output in outputs { output.send(1) }
                for await _ in input.prefix(n) {}
                await bridges.close()
            }
        },
        GrowthSubject("bridge-text", "a message with a text of n characters over a bridge", from: 1_000) { n in
            let output = OutputPort<String>("texts"), input = InputPort<String>("texts")
            let bridges = try await bridged(output, input)
            let text = String(repeating: "\"é\u{1}", count: n / 3)
            return {
                output.send(text)
                for await _ in input { break }
                await bridges.close()
            }
        },
        GrowthSubject("bridge-array", "a message with n numbers over a bridge", from: 1_000) { n in
            let output = OutputPort<[Int]>("numbers"), input = InputPort<[Int]>("numbers")
            let bridges = try await bridged(output, input)
            return {
                output.send(Array(0..<n))
                for await _ in input { break }
                await bridges.close()
            }
        },
        GrowthSubject("bridge-shared", "a bridge that tells of n machines", from: 10) { n in
            let bridges = Bridges()
            let here = System(), there = System()
            bridges.left.share(here)
            bridges.right.share(there)
            try await bridges.start()
            let machines = (0..<n).map { _ in Machine(Row(3)) }
            return {
                for (number, machine) in machines.enumerated() { await here.add(machine, named: "m\(number)") }
                while there.remotes.first?.members.count != n { await Task.yield() }
                await bridges.close()
            }
        },
    ]

    private static func bridged<Message: Sendable & Codable>(
        _ output: OutputPort<Message>, _ input: InputPort<Message>
    ) async throws -> Bridges {
        let bridges = Bridges()
        bridges.left.export(output, as: "channel")
        bridges.right.import("channel", to: input)
        try await bridges.start()
        return bridges
    }
}

/// Two bridges that lead to each other.
private final class Bridges: Sendable {
    let left: Bridge, right: Bridge

    init() {
        let (leftLink, rightLink) = MemoryLink.pair()
        left = Bridge(over: leftLink, name: "left")
        right = Bridge(over: rightLink, name: "right")
    }

    func start() async throws {
        left.begin()
        try await right.start()
    }

    /// Ends both; until then they are kept.
    func close() async {
        await left.close()
        right.stop()
    }
}
