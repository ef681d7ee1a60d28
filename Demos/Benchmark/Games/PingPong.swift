import DemoSupport
import Statecharts

/// One of two players: returns every ball until the goal is reached.
///
///     Player   in: balls   out: hits
///     └─ Playing  serve / hit the first ball;  ball / hit it back, or say that the game is over [count == goal]
final class Player: TopState<Player.Event> {
    enum Event: Sendable {
        case serve(goal: Int)
        case ball(Ball)
    }

    struct Ball: Sendable {
        var count: Int
        let goal: Int
    }

    let balls = InputPort<Ball>("balls")
    let hits = OutputPort<Ball>("hits")
    let playing = Playing()
    private let over: @Sendable () -> Void

    init(over: @escaping @Sendable () -> Void) { self.over = over }

    override func configure() {
        receive(balls) { .ball($0) }
        substates(playing)
    }

    func play(_ ball: Ball) {
        guard ball.count < ball.goal else { return over() }
        hits.send(Ball(count: ball.count + 1, goal: ball.goal))
    }

    final class Playing: State<Player, Player> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .serve(let goal): .handled { self.top.play(Ball(count: 0, goal: goal)) }
            case .ball(let ball): .handled { self.top.play(ball) }
            }
        }
    }
}

enum PingPong {
    static func run() async throws {
        StandardStreams.say("PingPong, two machines joined by their ports: messages a second")
        StandardStreams.say(Games.head)
        let game = try await Game()
        for goal in Games.goals {
            let seen = try await Games.perSecond(goal) { await game.play(to: goal) }
            StandardStreams.say(
                Games.line(goal, seen, try await Games.methodCalls(goal), try await Games.streams(goal)))
        }
    }

    /// Two machines that know nothing of each other.
    final class Game {
        private let machines: [Machine<Player>]
        private let connections: [Connection]
        private let over: AsyncStream<Void>

        init() async throws {
            let (over, ended) = AsyncStream.makeStream(of: Void.self)
            let one = Machine(Player { ended.yield() })
            let other = Machine(Player { ended.yield() })
            connections = [
                connect(await one.port(\.hits), to: await other.port(\.balls)),
                connect(await other.port(\.hits), to: await one.port(\.balls)),
            ]
            try await one.start()
            try await other.start()
            machines = [one, other]
            self.over = over
        }

        func play(to goal: Int) async {
            machines[0].post(.serve(goal: goal))
            for await _ in over { break }
        }
    }
}
