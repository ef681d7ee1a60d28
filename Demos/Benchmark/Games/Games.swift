import Statecharts

/// What PingPong and TikTok share: the goals and what they are compared with.
enum Games {
    static let goals = [100, 1_000, 10_000, 50_000, 100_000, 200_000]

    static let head = columns("goal", "machines", "method calls", "raw AsyncStream", "times AsyncStream")

    static func line(_ goal: Int, _ seen: Double, _ calls: Double, _ streams: Double) -> String {
        columns(
            "\(goal)", Number.fixed(seen, 0), Number.fixed(calls, 0), Number.fixed(streams, 0),
            Number.fixed(seen / streams, 1))
    }

    private static func columns(_ texts: String...) -> String {
        texts.map { String(repeating: " ", count: max(0, 18 - $0.count)) + $0 }.joined()
    }

    /// Messages a second, the best of five games.
    static func perSecond(_ messages: Int, _ game: () async throws -> Void) async throws -> Double {
        try await game()
        var best = Double.infinity
        for _ in 0..<5 { best = min(best, try await Harness.nanoseconds(game)) }
        return Double(messages) / best * 1e9
    }

    /// Two objects that call each other's method, no message between them.
    static func methodCalls(_ goal: Int) async throws -> Double {
        let players = opaque([CallingOne(), CallingOther()])
        return try await perSecond(goal) {
            var ball = 0
            while ball < goal { ball = players[ball & 1].hit(ball) }
            guard ball == goal else { throw WrongWork(name: "method calls") }
        }
    }

    /// Two tasks that send each other the ball over two streams.
    static func streams(_ goal: Int) async throws -> Double {
        try await perSecond(goal) { try await playOverStreams(to: goal) }
    }

    static func playOverStreams(to goal: Int) async throws {
        let (there, hit) = AsyncStream.makeStream(of: Int.self)
        let (back, returned) = AsyncStream.makeStream(of: Int.self)
        let other = Task {
            for await ball in there { returned.yield(ball + 1) }
            returned.finish()
        }
        var ball = 0
        hit.yield(1)
        for await next in back {
            ball = next
            if ball >= goal { break }
            hit.yield(ball + 1)
        }
        hit.finish()
        await other.value
        guard ball >= goal else { throw WrongWork(name: "the game over streams") }
    }
}

class CallingPlayer {
    var hits = 0
    func hit(_ ball: Int) -> Int { ball }
}

final class CallingOne: CallingPlayer {
    override func hit(_ ball: Int) -> Int {
        hits += 1
        return ball + 1
    }
}

final class CallingOther: CallingPlayer {
    override func hit(_ ball: Int) -> Int {
        hits += 1
        return ball + 1
    }
}
