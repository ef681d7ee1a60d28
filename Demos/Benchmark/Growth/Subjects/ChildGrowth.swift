import Statecharts

extension Benchmark {
    /// Child machines.
    static let childGrowth: [GrowthSubject] = [
        GrowthSubject("children-added", "n children added, one in each step, and begun", from: 100) { n in
            let machine = Machine(Hall())
            try await machine.start()
            return { try await fill(machine, n) }
        },
        GrowthSubject("children-removed", "n children removed in their order", from: 100) { n in
            let machine = try await hall(n)
            return {
                for key in 0..<n { try await machine.send(.remove(key)) }
                guard try await machine.withTop({ $0.open.desks.count }) == 0 else { throw WrongWork(name: "removed") }
            }
        },
        GrowthSubject("children-ended", "n children that come to their ends", from: 100) { n in
            let machine = try await hall(n)
            return {
                for key in 0..<n { machine.post(.finish(key)) }
                while try await machine.withTop({ $0.ended }) < n { await Task.yield() }
            }
        },
        GrowthSubject("children-told", "n children that are all told something", from: 100) { n in
            let machine = try await hall(n)
            return { for _ in 0..<10 { try await machine.send(.tellAll) } }
        },
        GrowthSubject("children-stopped", "a machine with n children, stopped", from: 100) { n in
            let machine = try await hall(n)
            return { try await machine.stop() }
        },
        GrowthSubject("children-deep", "n children, each the child of the one before", from: 10) { n in
            let machine = Machine(Doll(n))
            return {
                try await machine.start()
                _ = try await Doll.innermost(of: machine, depth: n)
            }
        },
        GrowthSubject("children-deep-stop", "such machines, stopped", from: 10) { n in
            let machine = Machine(Doll(n))
            try await machine.start()
            _ = try await Doll.innermost(of: machine, depth: n)
            return { try await machine.stop() }
        },
        GrowthSubject("children-view", "a view of a list to which n children are added", from: 100) { n in
            let machine = Machine(Hall(), on: MainActor.shared)
            try await machine.start()
            return {
                let view = await MachineListView(\.open.desks, of: machine, initially: 0) { desk, _ in desk.taken }
                for key in 0..<n {
                    try await machine.send(.add(key))
                    _ = await view[key]?.value
                }
                guard await view.count == n else { throw WrongWork(name: "children-view") }
            }
        },
    ]

    /// A machine with so many children.
    static func hall(_ count: Int) async throws -> Machine<Hall> {
        let machine = Machine(Hall())
        try await machine.start()
        try await fill(machine, count)
        return machine
    }

    /// Adds so many children and waits for the last one.
    private static func fill(_ machine: Machine<Hall>, _ count: Int) async throws {
        for key in 0..<count { try await machine.send(.add(key)) }
        guard let last = try await machine.withTop({ $0.open.desks[count - 1] }) else {
            throw WrongWork(name: "children")
        }
        while await last.status == .new { await Task.yield() }
    }
}
