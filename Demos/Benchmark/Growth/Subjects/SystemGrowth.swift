import Statecharts
import StatechartsDiagrams

extension Benchmark {
    /// Systems.
    static let systemGrowth: [GrowthSubject] = [
        GrowthSubject("system-joined", "n machines that join a system of the same name", from: 100) { n in
            let machines = (0..<n).map { _ in Machine(Doing()) }
            let system = System()
            return { for machine in machines { await system.add(machine) } }
        },
        GrowthSubject("system-left", "n members that leave a system in their order", from: 100) { n in
            let system = System()
            let members = (0..<n).map { system.add("\($0)", ports: OutputPort<Int>()) }
            return { for member in members { system.remove(member) } }
        },
        GrowthSubject("system-ended", "n machines of a system that are stopped", from: 100) { n in
            let (system, machines) = try await joined(n)
            return {
                for machine in machines { try await machine.stop() }
                while !system.members.isEmpty { await Task.yield() }
            }
        },
        GrowthSubject("system-found", "n machines looked up by their names", from: 100) { n in
            let (system, machines) = try await joined(n)
            return {
                for number in 0..<n {
                    guard let found: Machine<Doing> = system.machine(named: "m\(number)"), found === machines[number]
                    else { throw WrongWork(name: "system-found") }
                }
            }
        },
        GrowthSubject("system-connections", "the list of n connections", from: 100) { n in
            let (system, machines) = try await joined(n)
            try await chained(machines)
            return { guard system.connections.count == n - 1 else { throw WrongWork(name: "system-connections") } }
        },
        GrowthSubject("system-messages", "n messages, recorded with their causes", from: 1_000) { n in
            let (system, machines) = try await joined(2)
            try await chained(machines)
            let output = await machines[0].port(\.output)
            return {
                let recorder = system.recorder()
                for _ in 0..<n { output.send(1) }
                guard recorder.records.count == n else { throw WrongWork(name: "system-messages") }
            }
        },
        GrowthSubject("system-tree", "the tree of n messages", from: 1_000) { n in
            let (system, machines) = try await joined(2)
            try await chained(machines)
            let output = await machines[0].port(\.output)
            let recorder = system.recorder()
            for _ in 0..<n { output.send(1) }
            let records = recorder.records
            return { guard MessageTree(records).description.count > n else { throw WrongWork(name: "system-tree") } }
        },
        GrowthSubject("system-held", "n messages held, and let through one by one", from: 100) { n in
            let (system, machines) = try await joined(2)
            try await chained(machines)
            let output = await machines[0].port(\.output)
            system.pause()
            return {
                for _ in 0..<n { output.send(1) }
                while system.step() != nil {}
            }
        },
        GrowthSubject("system-drawing", "the drawing of n machines and their connections, in all formats", from: 10) {
            n in
            let (system, machines) = try await joined(n)
            try await chained(machines)
            return {
                let drawing = SystemDrawing(system)
                let texts = [drawing.mermaid, drawing.plantUML, drawing.dot, drawing.tree, drawing.markdown]
                guard texts.allSatisfy({ !$0.isEmpty }) else { throw WrongWork(name: "system-drawing") }
            }
        },
        GrowthSubject("system-svg", "the SVG of n machines and their connections", from: 10) { n in
            let (system, machines) = try await joined(n)
            try await chained(machines)
            let drawing = SystemDrawing(system)
            return { guard !drawing.svg().isEmpty else { throw WrongWork(name: "system-svg") } }
        },
        GrowthSubject("system-recorded", "n machines that join a recorded system", from: 100) { n in
            let system = System(), recorder = Recorder()
            recorder.record(system)
            let machines = (0..<n).map { _ in Machine(Doing()) }
            return {
                for (number, machine) in machines.enumerated() { await system.add(machine, named: "m\(number)") }
                guard !recorder.recording.entries.indices.contains(n) else { throw WrongWork(name: "recorded") }
            }
        },
    ]

    private static func joined(_ count: Int) async throws -> (System, [Machine<Doing>]) {
        let system = System()
        var machines: [Machine<Doing>] = []
        for number in 0..<count {
            let machine = try await Machine<Doing>.started()
            await system.add(machine, named: "m\(number)")
            machines.append(machine)
        }
        return (system, machines)
    }

    /// Connects each to the next one.
    private static func chained(_ machines: [Machine<Doing>]) async throws {
        for (from, to) in zip(machines, machines.dropFirst()) {
            connect(await from.port(\.output), to: await to.port(\.numbers))
        }
    }
}
