import CSupport
import Statecharts

extension Benchmark {
    /// What machines cost to have, and what many or large ones cost.
    static let sizeSubjects: [Subject] = [
        Subject(
            "memory", "bytes of a machine with six states, started, idle", floor: "the bytes of its state objects",
            goal: .atMost(2, bytes: 1_200)
        ) { _ in
            try await memory(machines: 20_000)
        },
        Subject(
            "million", "bytes of the process with a million such machines alive", floor: "none",
            goal: .within(bytes: 1.5e9), isLong: true
        ) { _ in
            try await million()
        },
        Subject(
            "start", "making, starting and releasing such a machine", floor: "the same with its state objects only",
            goal: .atMost(3, nanoseconds: 3_333)
        ) {
            .init(subject: starts, floor: charts)
        },
        Subject(
            "cores", "an event at random to 100,000 machines, two cores", floor: "the same on one core",
            goal: .gain(1.8)
        ) { rounds in
            try await cores(rounds: rounds)
        },
        Subject(
            "size", "a tick in a chart of 11,110 states", floor: "the same in a chart of 13 states", goal: .atMost(1.2),
            isSynchronous: true
        ) {
            .init(subject: try sized(isLarge: true), floor: try sized(isLarge: false))
        },
        Subject(
            "validate", "validating and starting a chart of 11,110 states", floor: "none",
            goal: .within(nanoseconds: 1e9)
        ) { rounds in
            try await validation(rounds: rounds)
        },
    ]

    private static func memory(machines count: Int) async throws -> Figures {
        var figures = Figures()
        guard support_heap_bytes() >= 0 else {
            figures.remark = "the heap of this platform cannot be asked"
            return figures
        }
        // What is made once per class is not the machine's.
        try await Machine(IdleLights()).start()

        var charts: [IdleLights] = []
        charts.reserveCapacity(count)
        let empty = try await restingHeap()
        for _ in 0..<count { charts.append(IdleLights()) }
        let floor = Double(support_heap_bytes() - empty) / Double(count)
        charts.removeAll()
        guard floor > 0 else { throw WrongWork(name: "the floor of memory") }

        var machines: [Machine<IdleLights>] = []
        machines.reserveCapacity(count)
        let before = try await restingHeap()
        for _ in 0..<count {
            let machine = Machine(IdleLights())
            try await machine.start()
            machines.append(machine)
        }
        figures.bytes = (Double(support_heap_bytes() - before) / Double(count), floor)
        guard await machines[count / 2].isActive(\.lights.red) else { throw WrongWork(name: "memory") }
        return figures
    }

    /// What is allocated when the tasks of earlier subjects have ended and freed what they held.
    static func restingHeap() async throws -> Int64 {
        var last = support_heap_bytes()
        for _ in 0..<200 {
            try await Task.sleep(for: .milliseconds(10))
            let now = support_heap_bytes()
            if now == last { break }
            last = now
        }
        return last
    }

    private static func million() async throws -> Figures {
        let count = 1_000_000
        var figures = Figures()
        var machines: [Machine<IdleLights>] = []
        machines.reserveCapacity(count)
        let spent = try await Harness.nanoseconds {
            for _ in 0..<count {
                let machine = Machine(IdleLights())
                try await machine.start()
                machines.append(machine)
            }
        }
        let resident = support_resident_bytes()
        figures.remark = "made and started in \(Number.fixed(spent / 1e9, 2)) s; each answered afterwards"
        if resident >= 0 { figures.bytes = (Double(resident), nil) }
        for machine in machines {
            guard await machine.isActive(\.lights.red) else { throw WrongWork(name: "million") }
        }
        return figures
    }

    private static func starts(_ count: Int) async throws {
        var machines: [Machine<IdleLights>] = []
        for _ in 0..<count {
            let machine = Machine(IdleLights())
            try await machine.start()
            machines.append(machine)
            if machines.count == 500 { machines.removeAll(keepingCapacity: true) }
        }
    }

    private static func charts(_ count: Int) async throws {
        var charts: [IdleLights] = []
        for _ in 0..<count {
            charts.append(IdleLights())
            if charts.count == 500 { charts.removeAll(keepingCapacity: true) }
        }
    }

    private static func sized(isLarge: Bool) throws -> Loop {
        let interpreter = Interpreter(Sized(isLarge: isLarge))
        try interpreter.start()
        let event = opaque(Sized.Event.tick)
        return { count in
            let before = interpreter.top.entries
            for _ in 0..<count { try interpreter.send(event) }
            guard interpreter.top.entries == before + count else { throw WrongWork(name: "size") }
        }
    }

    private static func validation(rounds: Int) async throws -> Figures {
        var figures = Figures()
        for _ in 0..<rounds {
            let interpreter = Interpreter(Sized(isLarge: true))
            figures.subject.append(try await Harness.nanoseconds { try interpreter.start() })
        }
        return figures
    }
}
