import CSupport
import Statecharts
import StatechartsSimulation

extension Benchmark {
    /// Events at random to many machines, from as many tasks as there are cores, all threads confined to one core or
    /// two.
    static func cores(rounds: Int) async throws -> Figures {
        var figures = Figures()
        guard support_use_cores(0) >= 2 else {
            figures.remark = "needs two cores and a platform that confines threads to one"
            return figures
        }
        var machines: [Machine<IdleLights>] = []
        for _ in 0..<100_000 {
            let machine = Machine(IdleLights())
            try await machine.start()
            machines.append(machine)
        }
        let all = machines
        let events = 400_000
        for round in 0..<max(3, rounds / 3) {
            for cores in [1, 2] {
                guard support_use_cores(Int32(cores)) == cores else { throw WrongWork(name: "cores") }
                let spent = await Harness.nanoseconds { await scatter(events, over: all, seed: UInt64(round)) }
                if cores == 1 {
                    figures.floor.append(spent / Double(events))
                } else {
                    figures.subject.append(spent / Double(events))
                }
            }
        }
        _ = support_use_cores(0)
        return figures
    }

    private static func scatter(_ events: Int, over machines: [Machine<IdleLights>], seed: UInt64) async {
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<2 {
                group.addTask {
                    var random = Random(seed: seed * 2 + UInt64(task))
                    for _ in 0..<events / 2 {
                        _ = try? await machines[random.below(machines.count)].send(.tick)
                    }
                }
            }
        }
    }
}

/// A small generator of random numbers that anybody can repeat (SplitMix64).
struct Random: RandomNumberGenerator {
    private var numbers: SplitMix64

    init(seed: UInt64) { numbers = SplitMix64(seed: seed) }

    mutating func next() -> UInt64 { numbers.next() }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
