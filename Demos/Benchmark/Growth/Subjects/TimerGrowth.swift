import Statecharts
import StatechartsSimulation

extension Benchmark {
    /// Timers and activities.
    static let timerGrowth: [GrowthSubject] = [
        GrowthSubject("timers-left", "n timers of a state that is left", from: 1_000) { n in
            let machine = try await Machine<Doing>.started()
            return {
                try await machine.act { rest in for _ in 0..<n { rest.after(.seconds(3_600), send: .hear(1)) } }
                try await machine.send(.leave)
            }
        },
        GrowthSubject("timers-taken-back", "n timers, taken back in their order", from: 1_000) { n in
            let machine = try await Machine<Doing>.started()
            return {
                try await machine.act { rest in
                    let timers = (0..<n).map { rest.after(.seconds(3_600 + $0), send: .hear(1)) }
                    for timer in timers { rest.cancel(timer) }
                }
            }
        },
        GrowthSubject("timers-due", "n timers that fire, at n times", from: 100) { n in
            let clock = ManualClock(limits: .init(expiries: .max, steps: .max))
            let machine = try await Machine<Doing>.started(clock: clock)
            try await machine.act { rest in for number in 0..<n { rest.after(.seconds(number), send: .hear(1)) } }
            return {
                await clock.advance(by: .seconds(n))
                try await machine.hasHeard(n)
            }
        },
        GrowthSubject("timers-real", "n timers that fire at once, by the system's clock", from: 1_000) { n in
            let machine = try await Machine<Doing>.started()
            return {
                try await machine.act { rest in for _ in 0..<n { rest.after(.zero, send: .hear(1)) } }
                try await machine.hasHeard(n)
            }
        },
        GrowthSubject("timers-regions", "a timer in each of n regions, left", from: 10) { n in
            let machine = Machine(Strips(n))
            try await machine.start()
            return {
                try await machine.send(.arm)
                try await machine.send(.leave)
            }
        },
        GrowthSubject("clock-machines", "n machines with a timer each, at n times", from: 10) { n in
            let clock = ManualClock(limits: .init(expiries: .max, steps: .max))
            var machines: [Machine<Doing>] = []
            for number in 0..<n {
                let machine = try await Machine<Doing>.started(clock: clock)
                try await machine.act { $0.after(.seconds(number + 1), send: .hear(1)) }
                machines.append(machine)
            }
            let all = machines
            return {
                await clock.advance(by: .seconds(n + 1))
                for machine in all { try await machine.hasHeard(1) }
            }
        },
        GrowthSubject("clock-sleepers", "n tasks that sleep on a manual clock", from: 10) { n in
            let clock = ManualClock(limits: .init(expiries: .max, steps: .max))
            return {
                let tasks = await GrowthTasks(n) { number in try await clock.sleep(for: .seconds(number + 1)) }
                await clock.waitForSleepers(n)
                await clock.advance(by: .seconds(n + 1))
                await tasks.wait()
            }
        },
        GrowthSubject("clock-settled", "n machines on a manual clock that come to rest", from: 100) { n in
            let clock = ManualClock(limits: .init(expiries: .max, steps: .max))
            var machines: [Machine<Doing>] = []
            for _ in 0..<n { machines.append(try await Machine<Doing>.started(clock: clock)) }
            let all = machines
            return {
                for machine in all { machine.post(.hear(1)) }
                await clock.settle()
            }
        },
        GrowthSubject("activities", "n activities of a state, to their ends", from: 100) { n in
            let machine = try await Machine<Doing>.started()
            return {
                try await machine.act { rest in for _ in 0..<n { rest.run({ 1 }, done: { .hear($0) }) } }
                try await machine.hasHeard(n)
            }
        },
        GrowthSubject("activities-left", "n activities of a state that is left", from: 100) { n in
            let machine = try await Machine<Doing>.started()
            return {
                try await machine.act { rest in
                    for _ in 0..<n { rest.run { try await Task.sleep(for: .seconds(3_600)) } }
                }
                try await machine.send(.leave)
                try await machine.stop()
            }
        },
        GrowthSubject("activities-regions", "an activity in each of n regions, to their ends", from: 10) { n in
            let machine = Machine(Strips(n))
            try await machine.start()
            return {
                try await machine.send(.begin)
                while try await machine.withTop({ $0.done }) < n { await Task.yield() }
            }
        },
    ]
}
