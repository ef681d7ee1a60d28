import Statecharts

/// One of two players: returns every ball until the goal is reached, and then lets go of the other.
///
///     Player
///     ├─ Idle     serve / hit the ball → Playing
///     └─ Playing  ball / hit the ball back, or say that the game is over [count == goal]
final class Player: TopState<Player.Event> {
    enum Event: Sendable {
        case serve
        case ball(Int)
    }

    let idle = Idle(), playing = Playing()
    let goal: Int
    private let over: @Sendable () -> Void
    private var hit: @Sendable (Int) -> Void = { _ in }

    init(goal: Int, over: @escaping @Sendable () -> Void) {
        self.goal = goal
        self.over = over
    }

    override func configure() { substates(idle, playing) }

    func face(_ hit: @escaping @Sendable (Int) -> Void) { self.hit = hit }

    func play(_ count: Int) {
        if count >= goal { over() } else { hit(count + 1) }
    }

    final class Idle: State<Player, Player> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .serve: .to(superior.playing) { self.top.play(0) }
            case .ball(let count): .to(superior.playing) { self.top.play(count) }
            }
        }
    }

    final class Playing: State<Player, Player> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .serve: .handled { self.top.play(0) }
            case .ball(let count): .handled { self.top.play(count) }
            }
        }
    }
}

enum PingPong {
    static func run() async throws {
        print("PingPong, two machines: messages a second")
        print(Games.head)
        for goal in Games.goals {
            let game = try await Game(goal: goal)
            let seen = try await Games.perSecond(goal) { await game.play() }
            print(Games.line(goal, seen, try await Games.methodCalls(goal), try await Games.streams(goal)))
        }
    }

    /// Two machines that face each other.
    final class Game: Sendable {
        private let one: Machine<Player>
        private let other: Machine<Player>
        private let over: AsyncStream<Void>

        init(goal: Int) async throws {
            let (over, ended) = AsyncStream.makeStream(of: Void.self)
            let one = Machine(Player(goal: goal) { ended.yield() })
            let other = Machine(Player(goal: goal) { ended.yield() })
            try await one.start()
            try await other.start()
            try await one.withTop { [weak other] top in top.face { [weak other] in other?.post(.ball($0)) } }
            try await other.withTop { [weak one] top in top.face { [weak one] in one?.post(.ball($0)) } }
            self.one = one
            self.other = other
            self.over = over
        }

        func play() async {
            one.post(.serve)
            for await _ in over { break }
        }
    }
}
