import Statecharts
import StatechartsSimulation
import StatechartsTesting

extension Benchmark {
    /// Explorers and tests.
    static let simulationGrowth: [GrowthSubject] = [
        GrowthSubject("explored-deep", "n situations in a row", from: 10) { n in
            var explorer = Explorer(events: [Row.Event.next]) { Row(n) }
            explorer.allowsDeadEnds = true
            explorer.returning = .placing
            let ready = explorer
            return { guard try await ready.explore().situationCount >= n else { throw WrongWork(name: "explored") } }
        },
        GrowthSubject("explored-wide", "n situations, each of which leads to two", from: 10) { n in
            var explorer = Explorer(events: [false, true]) { Tree(n) }
            explorer.allowsDeadEnds = true
            explorer.returning = .placing
            let ready = explorer
            return { guard try await ready.explore().situationCount >= n else { throw WrongWork(name: "explored") } }
        },
        GrowthSubject("explored-replayed", "n situations in a row, to which a new chart is led each time", from: 10) {
            n in
            var explorer = Explorer(events: [true, false]) { Counter(to: n) }
            explorer.fingerprint { $0.count }
            let ready = explorer
            return { guard try await ready.explore().situationCount >= n else { throw WrongWork(name: "explored") } }
        },
        GrowthSubject("random-runs", "a random run of n steps", from: 100) { n in
            let explorer = Explorer(events: [Row.Event.next]) { Row(10) }
            return { _ = try await explorer.randomRuns(.init(runs: 1, steps: n, seed: 7)) }
        },
        GrowthSubject("tested-steps", "n steps of a test machine, each compared", from: 100) { n in
            let test = TestMachine(Row(3), failures: .none)
            try await test.start()
            return { for _ in 0..<n { await test.send(.next, .partial) { $0.enters(\.places[0]) } } }
        },
        GrowthSubject("tested-messages", "a step with n messages, compared", from: 100) { n in
            let test = TestMachine(Doing(), failures: .none)
            try await test.start()
            return {
                await test.send(.act { rest in for number in 0..<n { rest.top.output.send(number) } }) {
                    $0.reacts(\.rest)
                    for number in 0..<n { $0.sends(\.output, number) }
                }
            }
        },
        GrowthSubject("tested-difference", "a step with n messages that are others, compared", from: 10) { n in
            let test = TestMachine(Doing(), failures: .none)
            try await test.start()
            return {
                await test.send(.act { rest in for number in 0..<n { rest.top.output.send(number) } }) {
                    for number in 0..<n { $0.sends(\.output, number % 2 == 0 ? number : -number) }
                }
            }
        },
        GrowthSubject("tested-timers", "n timers of a test machine, armed and fired", from: 10) { n in
            let test = TestMachine(Doing(), failures: .none)
            try await test.start()
            return {
                await test.send(
                    .act { rest in for number in 0..<n { rest.after(.seconds(number + 1), send: .hear(1)) } },
                    .partial)
                await test.advance(by: .seconds(n + 1), .partial)
                guard test.top.heard == n else { throw WrongWork(name: "tested-timers") }
            }
        },
        GrowthSubject("coverage", "the coverage of n steps", from: 1_000) { n in
            let interpreter = Interpreter(Row(10))
            try interpreter.start()
            let steps = try (0..<n).map { _ in try interpreter.step(.next) }
            return {
                var coverage = Coverage(chart: "Row")
                coverage.add(steps)
            }
        },
        GrowthSubject("coverage-states", "the coverage of steps through n states", from: 100) { n in
            let interpreter = Interpreter(Row(n))
            try interpreter.start()
            let steps = try (0..<n).map { _ in try interpreter.step(.next) }
            return {
                var coverage = Coverage(chart: "Row")
                coverage.add(steps)
            }
        },
    ]
}

extension FailureReport {
    /// Failures are what is measured.
    fileprivate static var none: FailureReport { FailureReport { _ in } }
}

/// So many states, each of which leads to two others.
private final class Tree: TopState<Bool> {
    let nodes: [Node]
    init(_ count: Int) { nodes = (0..<count).map { Node($0) } }
    override func configure() { substates(nodes) }

    final class Node: State<Tree, Tree> {
        private let number: Int
        init(_ number: Int) { self.number = number }
        override func handle(_ event: Bool) -> Reaction {
            let next = 2 * number + (event ? 2 : 1)
            return next < superior.nodes.count ? .to(superior.nodes[next]) : .unhandled
        }
    }
}

/// Counts up and down.
private final class Counter: TopState<Bool> {
    let rest = Rest()
    let most: Int
    var count = 0
    init(to most: Int) { self.most = most }
    override func configure() { substates(rest) }

    final class Rest: State<Counter, Counter> {
        override func handle(_ event: Bool) -> Reaction {
            .handled { self.top.count = event ? min(self.top.count + 1, self.top.most) : max(self.top.count - 1, 0) }
        }
    }
}
