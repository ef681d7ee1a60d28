import Statecharts
import StatechartsSimulation
import Testing

/// The example of two children that are connected to each other.
@Suite struct ConnectedChildrenTests {
    final class Table: TopState<Table.Event> {
        enum Event { case serve }
        let game = Game()
        override func configure() { substates(game) }

        // snippet: children connected both ways
        final class Game: State<Table, Table> {
            let ping: Child<Game, Bat> = Child(of: Game.self) { _ in Bat() }
                .connect(\.hit, to: \.pong, \.ball)
            let pong: Child<Game, Bat> = Child(of: Game.self) { _ in Bat() }
                .connect(\.hit, to: \.ping, \.ball)

            override func configure() { children(ping, pong) }
            override func handle(_ event: Event) -> Reaction { ping.forward(.serve) }
        }
        // end snippet
    }

    final class Bat: TopState<Bat.Event> {
        enum Event { case serve, ball(Int) }
        let ball = InputPort<Int>("ball"), hit = OutputPort<Int>("hit")
        var last = 0
        override func configure() { receive(ball) { .ball($0) } }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .serve: .handled { hit.send(1) }
            case .ball(let number):
                .handled {
                    last = number
                    if number < 6 { hit.send(number + 1) }
                }
            }
        }
    }

    @Test func `a ball goes to and fro`() async throws {
        let clock = ManualClock(), machine = Machine(Table(), clock: clock)
        try await machine.start()
        try await machine.send(.serve)
        await clock.settle()
        let ping = try #require(await machine.port(\.game.ping.machine)),
            pong = try #require(await machine.port(\.game.pong.machine))
        #expect(try await ping.withTop { $0.last } == 6)
        #expect(try await pong.withTop { $0.last } == 5)
        try await machine.stop()
    }
}
