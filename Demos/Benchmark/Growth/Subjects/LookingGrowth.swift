import Observation
import Statecharts

extension Benchmark {
    /// Many who look at a machine.
    static let lookingGrowth: [GrowthSubject] = [
        GrowthSubject("steps-readers", "n readers of steps, and a step", from: 100) { n in
            let machine = try await Machine<Doing>.started()
            return {
                let readers = (0..<n).map { _ in machine.steps }
                try await machine.send(.hear(1))
                for reader in readers { for await _ in reader { break } }
            }
        },
        GrowthSubject("steps-read", "n steps, read afterwards", from: 1_000) { n in
            let machine = try await Machine<Doing>.started()
            let steps = machine.steps
            return {
                for _ in 0..<n { machine.post(.hear(1)) }
                var count = 0
                for await _ in steps {
                    count += 1
                    if count == n { break }
                }
            }
        },
        GrowthSubject("steps-cancelled", "n tasks that read steps, cancelled", from: 100) { n in
            let machine = try await Machine<Doing>.started()
            return {
                let tasks = await GrowthTasks(n) { _ in for await _ in machine.steps {} }
                tasks.cancel()
                await tasks.wait()
                try await machine.send(.hear(1))
            }
        },
        GrowthSubject("configurations", "n readers of configurations, and a step", from: 100) { n in
            let machine = try await Machine<Doing>.started()
            return {
                let readers = (0..<n).map { _ in machine.configurations }
                try await machine.send(.leave)
                for reader in readers { for await _ in reader { break } }
            }
        },
        GrowthSubject("views", "n views of a machine, and a step", from: 100) { n in
            let machine = Machine(Doing(), on: MainActor.shared)
            try await machine.start()
            return {
                let views = await MainActor.run {
                    (0..<n).map { _ in MachineView(machine, initially: 0) { top, _ in top.heard } }
                }
                try await machine.send(.hear(1))
                guard await views.last?.value == 1 else { throw WrongWork(name: "views") }
            }
        },
        GrowthSubject("views-gone", "n views made and let go, a step after each", from: 100) { n in
            let machine = Machine(Doing(), on: MainActor.shared)
            try await machine.start()
            return {
                for _ in 0..<n {
                    await MainActor.run { _ = MachineView(machine, initially: 0) { top, _ in top.heard } }
                    try await machine.send(.hear(1))
                }
            }
        },
        GrowthSubject("view-questions", "a view that is asked about n events, and a step", from: 100) { n in
            let machine = Machine(Doing(), on: MainActor.shared)
            try await machine.start()
            return {
                let view = await MachineView(machine, initially: 0) { top, _ in top.heard }
                await MainActor.run { for number in 0..<n { _ = view.accepts(.hear(number), as: number) } }
                try await machine.send(.leave)
            }
        },
    ]
}
