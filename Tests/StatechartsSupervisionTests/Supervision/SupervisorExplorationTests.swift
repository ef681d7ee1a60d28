import Testing

@testable import Statecharts
@testable import StatechartsCore

/// Every order in which children of a supervisor can start, fail, finish, be halted, stopped, added, given up and
/// replaced, in which times can come, and at which the run can be cancelled.
@Suite struct SupervisorExplorationTests {
    static let variants: [(Supervisor.Strategy, BackOff, RestartLimit)] = Supervisor.Strategy.allCases.flatMap {
        [
            ($0, .none, RestartLimit(1, in: .seconds(1))),
            ($0, .exponential(from: .seconds(1), cap: .seconds(1)), RestartLimit(2, in: .seconds(10))),
        ]
    }

    @Test(arguments: variants)
    func `whatever happens in whatever order, a supervisor comes to rest as it should`(
        _ strategy: Supervisor.Strategy, _ backOff: BackOff, _ limit: RestartLimit
    ) {
        var situations = 0
        for (children, added) in [(0, 2), (1, 1), (2, 0)] {
            situations += explore(SupervisorWorld(strategy, limit, backOff, children: children, mayAdd: added))
        }
        #expect(situations > 1_000)
    }

    @Test(arguments: variants)
    func `so it does with more children, in orders that are drawn`(
        _ strategy: Supervisor.Strategy, _ backOff: BackOff, _ limit: RestartLimit
    ) {
        var numbers = SystemRandom(seed: 7)
        let limit = RestartLimit(limit.restarts * 4, in: limit.period)
        var ends = 0
        for round in 0..<100 {
            var world = SupervisorWorld(strategy, limit, backOff, children: round % 4, mayAdd: 4 - round % 4)
            for _ in 0..<100 {
                let steps = world.steps
                if steps.isEmpty { break }
                world.take(steps[Int(numbers.next() % UInt64(steps.count))])
                guard world.problems.isEmpty else {
                    Issue.record("\(world.trail.map { "\($0)" }.joined(separator: ", ")): \(world.problems)")
                    return
                }
            }
            if world.machine.end != nil { ends += 1 }
        }
        #expect(ends > 0)
    }

    private func explore(_ world: SupervisorWorld) -> Int {
        var seen: Set<[Int]> = [world.key], waiting = [world]
        while let world = waiting.popLast() {
            for step in world.steps {
                var next = world
                next.take(step)
                guard next.problems.isEmpty else {
                    Issue.record("\(next.trail.map { "\($0)" }.joined(separator: ", ")): \(next.problems)")
                    return seen.count
                }
                if seen.insert(next.key).inserted { waiting.append(next) }
            }
        }
        return seen.count
    }
}

/// Numbers that are the same in each run.
private struct SystemRandom {
    private var state: UInt64
    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
