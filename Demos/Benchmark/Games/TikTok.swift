import DemoSupport
import Statecharts

/// Two states that set each other off until a goal is reached, all inside one step.
///
///     TikTok
///     ├─ Idle   begin → Tik
///     ├─ Tik    entry / raise performTik;  performTik → Tok
///     ├─ Tok    entry / raise performTok;  performTok → Tik, or Done [count == goal]
///     └─ Done   begin → Tik
final class TikTokChart: TopState<TikTokChart.Event> {
    enum Event: Sendable { case begin, performTik, performTok }

    let idle = Idle(), tik = Tik(), tok = Tok(), done = Done()
    var goal = 0
    var count = 0
    override func configure() { substates(idle, tik, tok, done) }

    final class Idle: State<TikTokChart, TikTokChart> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .begin: .to(superior.tik)
            case .performTik, .performTok: .unhandled
            }
        }
    }

    final class Tik: State<TikTokChart, TikTokChart> {
        override func entry() {
            top.count += 1
            raise(.performTik)
        }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .performTik: top.count >= top.goal ? .to(superior.done) : .to(superior.tok)
            case .begin, .performTok: .unhandled
            }
        }
    }

    final class Tok: State<TikTokChart, TikTokChart> {
        override func entry() {
            top.count += 1
            raise(.performTok)
        }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .performTok: top.count >= top.goal ? .to(superior.done) : .to(superior.tik)
            case .begin, .performTik: .unhandled
            }
        }
    }

    final class Done: State<TikTokChart, TikTokChart> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .begin: .to(superior.tik)
            case .performTik, .performTok: .unhandled
            }
        }
    }
}

enum TikTok {
    static func run() async throws {
        StandardStreams.say("TikTok in flat states, as a step counts it on entry: events a second")
        StandardStreams.say(Games.head)
        for goal in Games.goals {
            let machine = Machine(TikTokChart(), raisedLimit: 2 * goal)
            try await machine.start()
            let seen = try await Games.perSecond(goal) { try await play(machine, to: goal) }
            StandardStreams.say(
                Games.line(goal, seen, try await Games.methodCalls(goal), try await Games.streams(goal)))
        }
        StandardStreams.say("")
        StandardStreams.say(
            "TikTok as it was drawn in 2014, in a composite with a guard that is asked each time: events a second")
        StandardStreams.say(Games.head)
        for goal in Games.goals {
            let machine = Machine(ClassicTikTok(), raisedLimit: 2 * goal)
            try await machine.start()
            let seen = try await Games.perSecond(goal) { try await playClassic(machine, to: goal) }
            StandardStreams.say(
                Games.line(goal, seen, try await Games.methodCalls(goal), try await Games.streams(goal)))
        }
    }

    static func play(_ machine: Machine<TikTokChart>, to goal: Int) async throws {
        try await machine.withTop {
            $0.goal = goal
            $0.count = 0
        }
        try await machine.send(.begin)
        guard try await machine.withTop({ $0.count }) == goal, await machine.isActive(\.done) else {
            throw WrongWork(name: "tiktok")
        }
    }

    static func playClassic(_ machine: Machine<ClassicTikTok>, to goal: Int) async throws {
        try await machine.withTop {
            $0.goal = goal
            $0.count = 0
        }
        try await machine.send(.begin)
        guard try await machine.withTop({ $0.count }) == goal, await machine.isActive(\.done) else {
            throw WrongWork(name: "the classic tiktok")
        }
    }
}
