import Statecharts

extension Benchmark {
    /// Messages between machines, and out of them.
    static let portSubjects: [Subject] = [
        Subject(
            "port", "a message over two ports to the end of its step", floor: "Machine.post of the same event",
            goal: .atMost(1.3)
        ) {
            .init(subject: try await messages(overPorts: true), floor: try await messages(overPorts: false))
        },
        Subject(
            "pingpong", "a message between two machines joined by ports",
            floor: "the same of two tasks over AsyncStream",
            goal: .gain(10)
        ) {
            let game = try await PingPong.Game()
            return .init(
                subject: { await game.play(to: $0) }, floor: { try await Games.playOverStreams(to: $0) })
        },
        Subject(
            "stream", "a message of output.stream to its reader", floor: "the same of a raw AsyncStream",
            goal: .atMost(1.1)
        ) {
            let output = OutputPort<Int>()
            let (raw, producer) = AsyncStream.makeStream(of: Int.self)
            return .init(
                subject: batches(of: output.stream()) { output.send($0) },
                floor: batches(of: raw) { producer.yield($0) })
        },
    ]

    private static func messages(overPorts: Bool) async throws -> Loop {
        let machine = Machine(Counting())
        let output = OutputPort<Int>()
        let connection = connect(output, to: await machine.port(\.numbers))
        try await machine.start()
        return { count in
            let before = try await machine.withTop { $0.sum }
            var left = count
            while left > 0 {
                let size = min(left, batch)
                left -= size
                if overPorts {
                    for _ in 0..<size { output.send(1) }
                } else {
                    for _ in 0..<size { machine.post(.number(1)) }
                }
                _ = await machine.isActive(\.rest)
            }
            guard try await machine.withTop({ $0.sum }) == before + count, connection.isConnected else {
                throw WrongWork(name: "port")
            }
        }
    }

    private static func batches(of stream: AsyncStream<Int>, _ send: @escaping (Int) -> Void) -> Loop {
        let reader = NumberReader(stream)
        return { count in
            var left = count
            while left > 0 {
                let size = min(left, batch)
                left -= size
                for number in 0..<size { send(number) }
                for number in 0..<size {
                    guard await reader.next() == number else { throw WrongWork(name: "stream") }
                }
            }
        }
    }
}

/// Reads numbers one by one, across several rounds.
private final class NumberReader {
    private var iterator: AsyncStream<Int>.Iterator

    init(_ numbers: AsyncStream<Int>) { iterator = numbers.makeAsyncIterator() }

    func next() async -> Int? { await iterator.next(isolation: nil) }
}
