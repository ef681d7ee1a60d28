import Statecharts
import StatechartsSimulation
import StatechartsTesting
import TestSupport
import Testing

//   Hotel
//   ┌──────────────────────────────────────────────────────────────────────────┐
//   │ ●──▶ Closed ──open──▶ Open [rooms: Room, many; desk: Desk; bell: Bell]   │
//   │             ◀─close──        Room: Called [minibar: Minibar]             │
//   └──────────────────────────────────────────────────────────────────────────┘
private final class Hotel: TopState<Hotel.Event> {
    enum Event: Hashable, Sendable {
        case open, close, guest(Int), leave(Int), ring, checkout(Int), spill(Int), ask, tell
        case heard(String), out(Int)
    }

    let closed = Closed(), open = Open()
    var log: [String] = []
    override func configure() { substates(closed, open) }

    final class Closed: State<Hotel, Hotel> {
        override func handle(_ event: Event) -> Reaction { event == .open ? .to(superior.open) : .unhandled }
    }

    final class Open: State<Hotel, Hotel> {
        let rooms = ChildMachines(of: Open.self, limit: 2) { (_: Open, _: Int) in Room() }
            .on(\.calls) { .heard("room \($0) \($1)") }
            .done(\.nights) { key, _ in .out(key) }
            .restart(.transient, limit: RestartLimit(1, in: .seconds(60)))
            .failed { key, _ in .heard("room \(key) is flooded") }
        let desk = Child(of: Open.self) { _ in Desk() }.connect(\.keys, to: \.bell, \.rings)
        let bell = Child(of: Open.self) { _ in Bell() }.on(\.counts) { .heard("bell \($0)") }

        override func configure() {
            children(rooms)
            children(desk, bell)
        }
        override func exit() async {
            await desk.stopped()
            top.log.append("the desk is empty")
        }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .guest(let number): .handled { self.rooms.add(number) }
            case .leave(let number): .handled { self.rooms.remove(number) }
            case .ring: .handled { self.rooms.postToAll(.call) }
            case .checkout(let number): .handled { self.rooms.post(.checkout, to: number) }
            case .spill(let number): .handled { self.rooms.post(.spill, to: number) }
            case .ask:
                .handled {
                    let count = try await self.desk.ask { .count($0) }
                    self.top.log.append("asked \(count)")
                }
            case .tell: .handled { self.top.log.append("told: \(try await self.desk.send(.key))") }
            case .heard(let words): .handled { self.top.log.append(words) }
            case .out(let number): .handled { self.top.log.append("room \(number) is free") }
            case .close: .to(superior.closed)
            case .open: .unhandled
            }
        }
    }
}

private final class Room: TopState<Room.Event> {
    enum Event: Hashable, Sendable { case call, checkout, spill }
    struct Flood: Error {}

    let calls = OutputPort<String>()
    let idle = Idle(), called = Called(), over = FinalState<Room, Room>()
    var nights: Int { 1 }
    override func configure() { substates(idle, called, over) }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .checkout: .to(over)
        case .spill: .handled { throw Flood() }
        case .call: .unhandled
        }
    }

    final class Idle: State<Room, Room> {
        override func handle(_ event: Event) -> Reaction { event == .call ? .to(superior.called) : .unhandled }
    }

    final class Called: State<Room, Room> {
        let minibar = Child(of: Called.self) { _ in Minibar() }.detached()
        override func configure() { children(minibar) }
        override func entry() {
            top.calls.send("calls")
            minibar.post(1)
        }
        override func handle(_ event: Event) -> Reaction { event == .call ? .to(superior.idle) : .unhandled }
    }
}

private final class Minibar: TopState<Int> {
    let full = Full(), empty = Empty()
    override func configure() { substates(full, empty) }
    final class Full: State<Minibar, Minibar> {
        override func handle(_ event: Int) -> Reaction { .to(superior.empty) }
    }
    final class Empty: State<Minibar, Minibar> {}
}

private final class Desk: TopState<Desk.Event> {
    enum Event: Sendable { case key, count(Reply<Int>) }
    let keys = OutputPort<Int>()
    private var count = 0
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .key:
            .handled {
                self.count += 1
                self.keys.send(self.count)
            }
        case .count(let reply): .handled { reply.answer(self.count) }
        }
    }
}

private final class Bell: TopState<Int> {
    let rings = InputPort<Int>(), counts = OutputPort<Int>()
    override func configure() { receive(rings) { $0 } }
    override func handle(_ event: Int) -> Reaction { .handled { self.counts.send(event) } }
}

/// Children of children, lists, connections, and actions that wait for children.
@Suite struct WorldsOfManyTests {
    /// - Parameter waits: whether the hotel asks its desk too, which fails before the desk has begun, as it does in
    ///   machines.
    private func explorer(waits: Bool) -> Explorer<Hotel> {
        var room = Explorer<Room>(events: []) { Room() }
        room.run(Explorer<Minibar>(events: []) { Minibar() })
        var explorer = Explorer<Hotel>(events: [
            .open, .close, .guest(1), .guest(2), .guest(3), .leave(1), .leave(2), .ring, .checkout(1), .checkout(2),
            .spill(1), .spill(2),
        ]) { Hotel() }
        if waits { explorer.events(.ask, .tell) }
        explorer.run(room)
        explorer.run(Explorer<Desk>(events: []) { Desk() })
        explorer.run(Explorer<Bell>(events: []) { Bell() })
        return explorer
    }

    @Test(arguments: 0..<amount(20, long: 2_000))
    func `where children that are simulated come to rest, machines do`(seed: Int) async throws {
        var random = SplitMix64(seed: UInt64(seed))
        let events: [Hotel.Event] = [
            .open, .open, .close, .guest(1), .guest(1), .guest(2), .guest(3), .leave(1), .leave(2), .ring, .ring,
            .checkout(1), .checkout(2), .spill(1), .spill(2), .ask, .tell,
        ]
        let explorer = explorer(waits: true)
        let test = TestMachine(explorer.makeChart(), childrenOf: explorer)
        try await test.start()
        let clock = ManualClock()
        let machine = Machine(Hotel(), clock: clock)
        try await machine.start()
        for number in 0..<30 {
            let event = events[Int(random.next() % UInt64(events.count))]
            await test.send(event, .partial)
            await test.letChildrenRun(.partial)
            machine.post(event)
            await clock.settle()
            let real = (await machine.activePaths.sorted(), await machine.port(\.log).sorted())
            #expect(test.activePaths.sorted() == real.0, "seed \(seed), event \(number), \(event)")
            #expect(test.top.log.sorted() == real.1, "seed \(seed), event \(number), \(event)")
            if test.activePaths.sorted() != real.0 { break }
        }
        try await machine.stop()
    }

    @Test func `random runs and their replays know children too`() async throws {
        var explorer = explorer(waits: false)
        explorer.invariant("somebody stays") { !$0.log.contains("room 2 is free") }
        let found = try await explorer.randomRuns(
            RandomRuns(runs: 200, steps: 60, seed: 7, weights: ["child": 6, "delivery": 6, "close": 0.2]))
        let example = try #require(found.counterexample)
        #expect(
            example.path.map(\.description) == [
                "open", "guest(2)", "child Open/rooms[2]: begins", "checkout(2)",
                "child Open/rooms[2]: delivery checkout", "delivery Open/rooms[2]: ended out(2)",
            ])
        #expect(try await explorer.replay(example.file) != nil)
    }

    @Test func `an action of the owner waits until the child has begun`() async throws {
        let found = try await explorer(waits: true).randomRuns(RandomRuns(runs: 50, steps: 60, seed: 7))
        #expect(found.counterexample == nil, "\(found)")
        #expect(found.runCount == 50)
    }

    @Test func `timers of owner and child are due in one order, and waits for restarts too`() async throws {
        var explorer = Explorer<Bomb>(events: []) { Bomb() }
        explorer.run(Explorer<Fuse>(events: []) { Fuse() })
        explorer.allowsDeadEnds = true
        explorer.never(\.burnt)
        var found = try await explorer.explore()
        #expect(found.problems.map(\.kind) == [.unreached], "\(found)")
        explorer.timers = .any
        found = try await explorer.explore()
        #expect(
            found.problems.first?.path.map(\.description) == [
                "child Armed/fuse: begins", "child Armed/fuse: timer Fuse: 0",
                "delivery Armed/fuse: failed unhandledError Fuse", "child Armed/fuse: begins",
                "child Armed/fuse: timer Fuse: 0", "delivery Armed/fuse: failed unhandledError Fuse",
            ], "\(found)")
    }
}

/// Burns in three seconds, twice at most, with a second between; after five it is over.
private final class Bomb: TopState<Bomb.Event> {
    enum Event: Hashable, Sendable { case burnt, late }
    let armed = Armed(), burnt = Burnt(), late = Late()
    override func configure() { substates(armed, burnt, late) }

    final class Armed: State<Bomb, Bomb> {
        let fuse = Child(of: Armed.self) { _ in Fuse() }
            .restart(
                .permanent, limit: RestartLimit(1, in: .seconds(60)),
                backOff: .exponential(from: .seconds(1), cap: .seconds(1))
            )
            .failed { _ in .burnt }
        override func configure() { children(fuse) }
        override func entry() { after(.seconds(5), send: .late) }
        override func handle(_ event: Event) -> Reaction {
            event == .burnt ? .to(superior.burnt) : .to(superior.late)
        }
    }

    final class Burnt: State<Bomb, Bomb> {}
    final class Late: State<Bomb, Bomb> {}
}

private final class Fuse: TopState<Int> {
    struct Burnt: Error {}
    override func entry() { after(.seconds(3), send: 0) }
    override func handle(_ event: Int) -> Reaction { .handled { throw Burnt() } }
}
