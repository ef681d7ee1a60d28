import CSupport
import Statecharts

extension Benchmark {
    /// What actions cost that may suspend, whether they do or not. The floor awaits an action in an actor without a
    /// chart.
    static let suspendingSubjects: [Subject] = [
        Subject(
            "async-entry", "Machine.send with an async entry that does not suspend",
            floor: "an awaited call that awaits one", goal: .atMost(10)
        ) {
            .init(subject: try await sends(SuspendingEntry(), .tick) { $0.entries }, floor: actorEntries())
        },
        Subject(
            "async-exit", "the same with an async exit", floor: "an awaited call that awaits one", goal: .atMost(10)
        ) {
            .init(subject: try await sends(SuspendingExit(), .tick) { $0.exits }, floor: actorEntries())
        },
        Subject(
            "async-effect", "the same with an async effect", floor: "an awaited call that awaits one", goal: .atMost(10)
        ) {
            .init(subject: try await sends(SuspendingEffect(), .tick) { $0.effects }, floor: actorEntries())
        },
        Subject(
            "async-posted", "Machine.post with an async entry that does not suspend, until it is taken",
            floor: "an awaited call that awaits one", goal: .atMost(8)
        ) {
            .init(subject: try await suspendingPosts(), floor: actorEntries())
        },
        Subject(
            "async-yield", "Machine.send with an async entry that yields", floor: "an awaited call that yields",
            goal: .atMost(10)
        ) {
            .init(
                subject: try await sends(SuspendingEntry(resting: { await Task.yield() }), .tick) { $0.entries },
                floor: actorEntries(resting: { await Task.yield() }))
        },
        Subject(
            "async-priority", "async-entry from tasks of two priorities in turns", floor: "awaited calls from the same",
            goal: .atMost(3)
        ) {
            let machine = Machine(SuspendingEntry())
            try await machine.start()
            let actor = BareActor()
            return .init(
                subject: alternating { _ = try? await machine.send(.tick) },
                floor: alternating { await actor.enter() })
        },
        Subject(
            "async-memory", "bytes of a machine at rest whose last action was async", floor: "the same without async",
            goal: .within(bytes: 2_000)
        ) { _ in
            try await suspendingMemory(machines: 20_000)
        },
    ]

    static func sends<Top: Statechart>(
        _ top: sending Top, _ event: Top.Event, _ actions: @escaping @Sendable (Top) -> Int
    ) async throws -> Loop {
        let machine = Machine(top)
        try await machine.start()
        let event = opaque(event)
        return { count in
            let before = try await machine.withTop(actions)
            for _ in 0..<count { try await machine.send(event) }
            guard try await machine.withTop(actions) == before + count else { throw WrongWork(name: "async send") }
        }
    }

    static func actorEntries(resting rest: SuspendingEntry.Rest? = nil) -> Loop {
        let actor = BareActor()
        // Each loop is returned by itself, and so goes back to where its caller runs after each call, as who sends
        // does. As alternatives of one expression they were compiled to stay inside of the actor.
        if let rest { return { count in for _ in 0..<count { await actor.enter(resting: rest) } } }
        return { count in for _ in 0..<count { await actor.enter() } }
    }

    private static func suspendingPosts() async throws -> Loop {
        let machine = Machine(SuspendingEntry())
        try await machine.start()
        let event = opaque(SuspendingEntry.Event.tick)
        return { count in
            let before = try await machine.withTop { $0.entries }
            var left = count
            while left > 0 {
                let size = min(left, batch)
                left -= size
                for _ in 0..<size { machine.post(event) }
                _ = await machine.isActive(\.one)
            }
            guard try await machine.withTop({ $0.entries }) == before + count else {
                throw WrongWork(name: "async post")
            }
        }
    }

    /// Does something in turns in a task of high and one of medium priority, each of which tells the other.
    private static func alternating(_ body: @escaping @Sendable () async -> Void) -> Loop {
        { count in
            for number in 0..<count {
                let (done, isDone) = AsyncStream.makeStream(of: Void.self)
                Task.detached(priority: number.isMultiple(of: 2) ? .high : .medium) {
                    await body()
                    isDone.finish()
                }
                for await _ in done {}
            }
        }
    }

    private static func suspendingMemory(machines count: Int) async throws -> Figures {
        try await memory(of: count) {
            let machine = Machine(SuspendingEntry())
            try await machine.start()
            try await machine.send(.tick)
            return machine
        } beside: {
            let machine = Machine(SynchronousEntry())
            try await machine.start()
            try await machine.send(.tick)
            return machine
        }
    }
}
