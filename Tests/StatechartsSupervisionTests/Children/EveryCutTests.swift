import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore
@testable import StatechartsSimulation

//   Depot
//   ┌──────────────────────────────────────────────────────────────────────────────────┐
//   │ ●──▶ Closed ──open──▶ Open [carts: Cart, many; meter: Meter; lamp: Lamp]         │
//   │             ◀─close──      Cart: ●──▶ Idle ──load──▶ Loading [arm: Arm] ─load─▶◉ │
//   └──────────────────────────────────────────────────────────────────────────────────┘
private final class Depot: TopState<Depot.Event>, Snapshotting {
    enum Event: Hashable, Sendable, Codable {
        case open, close, add(Int), load, jam
        case heard(String), full(Int), broken(Int)
    }

    let closed = Closed(), open = Open()
    var log: [String] = []
    override func configure() { substates(closed, open) }
    func save() -> [String] { log }
    func restore(_ log: [String]) { self.log = log }

    final class Closed: State<Depot, Depot> {
        override func handle(_ event: Event) -> Reaction { event == .open ? .to(superior.open) : .unhandled }
    }

    final class Open: State<Depot, Depot> {
        let carts = ChildMachines(of: Open.self, limit: 2) { (_: Open, _: Int) in Cart() }
            .on(\.calls) { .heard("cart \($0) \($1)") }
            .done(\.weight) { key, weight in .full(10 * key + weight) }
            .restart(.transient, limit: RestartLimit(1, in: .seconds(60)))
            .failed { key, _ in .broken(key) }
        let meter = Child(of: Open.self) { _ in Meter() }.connect(\.counts, to: \.lamp, \.lights)
        let lamp = Child(of: Open.self) { _ in Lamp() }.on(\.blinks) { .heard("lamp \($0)") }

        override func configure() {
            children(carts)
            children(meter, lamp)
        }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .close: .to(superior.closed)
            case .add(let number): .handled { self.carts.add(number) }
            case .load:
                .handled {
                    self.carts.postToAll(.load)
                    self.meter.post(1)
                }
            case .jam: .handled { self.carts.post(.jam, to: 1) }
            case .heard(let words): .handled { self.top.log.append(words) }
            case .full(let number): .handled { self.top.log.append("full \(number)") }
            case .broken(let number): .handled { self.top.log.append("broken \(number)") }
            case .open: .unhandled
            }
        }
    }
}

private final class Cart: TopState<Cart.Event>, Snapshotting {
    enum Event: Hashable, Sendable, Codable { case load, jam }
    struct Jam: Error {}

    let calls = OutputPort<String>()
    let idle = Idle(), loading = Loading(), over = FinalState<Cart, Cart>()
    var weight = 0
    override func configure() { substates(idle, loading, over) }
    func save() -> Int { weight }
    func restore(_ weight: Int) { self.weight = weight }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .jam: .handled { throw Jam() }
        case .load: .unhandled
        }
    }

    final class Idle: State<Cart, Cart> {
        override func handle(_ event: Event) -> Reaction {
            event == .load ? .to(superior.loading) { self.top.weight += 3 } : .unhandled
        }
    }

    final class Loading: State<Cart, Cart> {
        let arm = Child(of: Loading.self) { _ in Arm() }.detached()
        override func configure() { children(arm) }
        override func entry() {
            top.calls.send("loads")
            arm.post(1)
        }
        override func handle(_ event: Event) -> Reaction { event == .load ? .to(superior.over) : .unhandled }
    }
}

private final class Arm: TopState<Int> {
    let folded = Folded(), out = Out()
    override func configure() { substates(folded, out) }
    final class Folded: State<Arm, Arm> {
        override func handle(_ event: Int) -> Reaction { .to(superior.out) }
    }
    final class Out: State<Arm, Arm> {}
}

private final class Meter: TopState<Int>, Snapshotting {
    let counts = OutputPort<Int>(current: 0)
    var count = 0
    func save() -> Int { count }
    func restore(_ count: Int) { self.count = count }
    override func handle(_ event: Int) -> Reaction {
        .handled {
            self.count += event
            self.counts.send(self.count)
        }
    }
}

private final class Lamp: TopState<Int> {
    let lights = InputPort<Int>(), blinks = OutputPort<Int>()
    override func configure() { receive(lights) { $0 } }
    override func handle(_ event: Int) -> Reaction { .handled { self.blinks.send(event) } }
}

/// A simulated machine as it is in a snapshot of its tree, taken between two steps of the world.
private protocol Saveable {
    func life() throws -> Snapshot.Child.Life
}

extension SimulatedChildMachine: Saveable {
    fileprivate func life() throws -> Snapshot.Child.Life {
        if isNew {
            var claimed: Set<UInt64> = []
            let queued = try simulation.mail.flatMap { try $0.saved(by: nil, &claimed) }.compactMap { waiting in
                if case .event(let tree) = waiting { tree } else { nil }
            }
            return .begins(after: max(due - simulation.now, .zero), queued: queued, inputs: [:])
        }
        return simulation.isRunning ? .runs(try simulation.cut()) : .ended
    }
}

extension Simulation {
    /// What a machine writes down when all of its tree are held.
    fileprivate func cut() throws -> Snapshot {
        var parts: [UInt64: Snapshot.Child] = [:]
        for part in try engine?.services?.childParts() ?? [] {
            var child = part.declared
            if let machine = children.first(where: { $0.number == part.number }) as? any Saveable {
                child.life = try machine.life()
            }
            parts[part.number] = child
        }
        return try interpreter.snapshot(with: parts, at: now) { _ in
            var claimed: Set<UInt64> = []
            return try self.mail.flatMap { try $0.saved(by: self.engine, &claimed) }
        }
    }
}

/// The explorer goes to every situation of a small world. Each is a moment between two steps, and so a cut that a
/// snapshot may have been taken at.
@Suite struct EveryCutTests {
    private struct Rest: Equatable {
        var paths: [String], log: [String], carts: [Int], weights: [Int], count: Int?
    }

    private var explorer: Explorer<Depot> {
        var cart = Explorer<Cart>(events: []) { Cart() }
        cart.run(Explorer<Arm>(events: []) { Arm() })
        var explorer = Explorer<Depot>(events: [.open, .close, .add(1), .add(2), .load, .jam]) { Depot() }
        explorer.run(cart)
        explorer.run(Explorer<Meter>(events: []) { Meter() })
        explorer.run(Explorer<Lamp>(events: []) { Lamp() })
        return explorer
    }

    /// The situation that a way leads to.
    private func driver(along way: [Stimulus]) async throws -> Driver<Depot> {
        var driver = Driver(explorer)
        try await driver.chart.start()
        for stimulus in way { #expect(await driver.perform(stimulus)) }
        return driver
    }

    /// What tells it from others.
    private func words(_ chart: Simulation<Depot>, _ number: (AnyHashable) -> Int32) -> ContiguousArray<Int32> {
        var words: ContiguousArray<Int32> = []
        chart.describe(&words, timesMatter: true, dataMatter: true, number: number)
        words.append(number(AnyHashable(chart.top.log)))
        chart.describeWorld(&words, timesMatter: true, number: number)
        return words
    }

    /// Where the simulated world comes to rest.
    private func rest(_ chart: Simulation<Depot>) async -> Rest {
        while await explorer.goOnInChild(of: chart) {}
        let paths = chart.interpreter.configuration.leaves.map(\.path) + chart.children.flatMap(\.activePaths)
        let open = chart.top.open
        return Rest(
            paths: paths.sorted(), log: chart.top.log.sorted(), carts: open.carts.keys,
            weights: [1, 2].map { open.carts.explored($0)?.weight ?? -1 }, count: open.meter.explored?.count)
    }

    /// Where machines do that continue from the snapshot.
    private func rest(_ snapshot: Snapshot) async throws -> Rest {
        let clock = ManualClock()
        let machine = Machine(restoring: try snapshot.throughJSON(), Depot(), clock: clock)
        try await machine.start()
        await clock.settle()
        var weights: [Int] = []
        for key in [1, 2] {
            let cart = try await machine.withTop { $0.open.carts[key] }
            weights.append(try await cart?.withTop { $0.weight } ?? -1)
        }
        let meter = await machine.port(\.open.meter.machine)
        let rest = Rest(
            paths: await machine.activePaths.sorted(), log: try await machine.withTop { $0.log.sorted() },
            carts: try await machine.withTop { $0.open.carts.keys }, weights: weights,
            count: try await meter?.withTop { $0.count })
        try await machine.stop()
        return rest
    }

    /// Events from outside, each of which comes at any moment after the one before it.
    private static let plays: [[Depot.Event]] = [
        [.open, .add(1), .jam, .jam], [.open, .add(1), .load, .load], [.open, .add(2), .add(1), .load, .close],
        [.open, .add(1), .load, .jam, .load],
    ]

    @Test(arguments: 0..<amount(2, long: plays.count))
    func `whatever moment of a tree a snapshot is of, machines go on as the tree would have`(play: Int) async throws {
        let numbers = Numbers()
        var ways: [[Stimulus]] = [[]], cuts = 0
        let events = Self.plays[play].map { event in
            explorer.samples.events.first { $0.event == event }.map(\.stimulus)
        }
        for event in events + [nil] {
            var next: [[Stimulus]] = [], known: Set<ContiguousArray<Int32>> = []
            while let way = ways.popLast() {
                let driver = try await driver(along: way)
                guard known.insert(words(driver.chart, numbers.number)).inserted else { continue }
                ways += driver.occasions().map { way + [$0] }
                if let event { next.append(way + [event]) }
                cuts += 1
                let snapshot = try driver.chart.cut()
                let expected = await rest(driver.chart)
                let reached = try await rest(snapshot)
                #expect(reached == expected, "after \(way.map(\.description))")
                if reached != expected { return }
            }
            ways = next
        }
        #expect(cuts > 100)
    }

    private final class Numbers {
        private var known: [AnyHashable: Int32] = [:]
        func number(_ value: AnyHashable) -> Int32 {
            let number = known[value] ?? Int32(known.count)
            known[value] = number
            return number
        }
    }
}
