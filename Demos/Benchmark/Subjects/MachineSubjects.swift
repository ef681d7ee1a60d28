import Statecharts

extension Benchmark {
    /// The actor in front of the engine.
    static let machineSubjects: [Subject] = [
        Subject(
            "send", "Machine.send of a tick, awaited, uncontended",
            floor: "an awaited call of a bare actor, with the tick by hand",
            goal: .atMost(1.3)
        ) {
            .init(subject: try await sends(), floor: actorSends())
        },
        Subject(
            "post-1", "Machine.post of a tick to the end of its step, one task",
            floor: "append under a Mutex and the tick",
            goal: .atMost(1.5)
        ) {
            .init(subject: try await posts(tasks: 1), floor: try appends(tasks: 1))
        },
        Subject(
            "post-8", "Machine.post of a tick to the end of its step, eight tasks",
            floor: "append under a Mutex and the tick",
            goal: .atMost(1.5)
        ) {
            .init(subject: try await posts(tasks: 8), floor: try appends(tasks: 8))
        },
        Subject(
            "observers-none", "Machine.send after its last observer has gone", floor: "a machine that never had one",
            goal: .atMost(1.02)
        ) {
            .init(subject: try await sends(observedBefore: true), floor: try await sends())
        },
        Subject(
            "observers-one", "a posted tick until one reader of steps has it", floor: "the same without a reader",
            goal: .atMost(2)
        ) {
            .init(subject: try await observedPosts(), floor: try await posts(tasks: 1))
        },
    ]

    static let batch = 1_000

    private static func sends(observedBefore: Bool = false) async throws -> Loop {
        let machine = Machine(ThreeLevels())
        try await machine.start()
        if observedBefore {
            for await _ in machine.steps.prefix(0) {}
        }
        let event = opaque(ThreeLevels.Event.tick)
        return { count in
            for _ in 0..<count { try await machine.send(event) }
        }
    }

    private static func actorSends() -> Loop {
        let actor = BareActor()
        let event = opaque(ThreeLevels.Event.tick)
        return { count in
            for _ in 0..<count { _ = await actor.send(event) }
        }
    }

    static func posts(tasks: Int) async throws -> Loop {
        let machine = Machine(ThreeLevels())
        try await machine.start()
        let event = opaque(ThreeLevels.Event.tick)
        return { count in
            let before = try await machine.withTop { $0.effects }
            var left = count
            while left > 0 {
                let size = min(left, batch * tasks)
                left -= size
                await inTasks(tasks, size) { share in
                    for _ in 0..<share { machine.post(event) }
                }
                _ = await machine.isActive(\.lights)
            }
            guard try await machine.withTop({ $0.effects }) == before + count else { throw WrongWork(name: "post") }
        }
    }

    private static func appends(tasks: Int) throws -> Loop {
        let mailbox = BareMailbox<ThreeLevels.Event>()
        let interpreter = Interpreter(ThreeLevels())
        try interpreter.start()
        let event = opaque(ThreeLevels.Event.tick)
        return { count in
            var taken: [ThreeLevels.Event] = []
            var left = count
            while left > 0 {
                let size = min(left, batch * tasks)
                left -= size
                await inTasks(tasks, size) { share in
                    for _ in 0..<share { mailbox.append(event) }
                }
                taken.removeAll(keepingCapacity: true)
                mailbox.take(&taken)
                for event in taken { try interpreter.send(event) }
            }
        }
    }

    /// Divides work among tasks; a single share is done by the caller.
    private static func inTasks(_ tasks: Int, _ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
        guard tasks > 1 else { return body(count) }
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<tasks {
                let share = count / tasks + (task < count % tasks ? 1 : 0)
                group.addTask { body(share) }
            }
        }
    }

    private static func observedPosts() async throws -> Loop {
        let machine = Machine(ThreeLevels())
        let steps = machine.steps
        try await machine.start()
        for await _ in steps { break }
        let event = opaque(ThreeLevels.Event.tick)
        return { count in
            var left = count
            while left > 0 {
                let size = min(left, batch)
                left -= size
                for _ in 0..<size { machine.post(event) }
                var missing = size
                for await step in steps {
                    guard step.outcome == .handled else { throw WrongWork(name: "the reader of steps") }
                    missing -= 1
                    if missing == 0 { break }
                }
            }
        }
    }
}
