@testable import Statecharts
@testable import StatechartsCore

/// What tests of waiting have in common: clerks who wait for one another.
protocol ClerkTests {}

extension ClerkTests {
    func clerks(_ count: Int) async throws -> [Machine<Clerk>] {
        var machines: [Machine<Clerk>] = []
        for _ in 0..<count {
            let machine = Machine(Clerk())
            try await machine.start()
            machines.append(machine)
        }
        return machines
    }
    func notes(_ machine: Machine<Clerk>) async throws -> [String] { try await machine.withTop { $0.notes } }

    /// Each clerk calls the next one inside its step; the last one calls `last`.
    func chain(
        _ machines: ArraySlice<Machine<Clerk>>, _ way: Clerk.Way = .send,
        _ last: @escaping @Sendable () async throws -> Void
    ) -> Clerk.Event {
        guard let next = machines.first else { return .call(last) }
        let event = chain(machines.dropFirst(), way, last)
        return .call { try await way.wait(next, event) }
    }
}

extension Clerk {
    /// How a machine awaits another one.
    enum Way: CaseIterable {
        case send, ask, sendFromChild, askFromGroup, sendFromGrandchild

        func wait(_ machine: Machine<Clerk>, _ event: Clerk.Event) async throws {
            switch self {
            case .send: try await machine.send(event)
            case .ask: _ = try await machine.ask { .answerAfter(event, reply: $0) }
            case .sendFromChild:
                async let outcome = machine.send(event)
                _ = try await outcome
            case .askFromGroup:
                try await withThrowingTaskGroup { group in
                    group.addTask { _ = try await machine.ask { .answerAfter(event, reply: $0) } }
                    try await group.waitForAll()
                }
            case .sendFromGrandchild:
                async let outcome = Self.child(machine, event)
                _ = try await outcome
            }
        }

        private static func child(_ machine: Machine<Clerk>, _ event: Clerk.Event) async throws -> Outcome {
            async let outcome = machine.send(event)
            return try await outcome
        }
    }

    /// Ways to wait for another machine that are no events.
    enum Look: CaseIterable {
        case withTop, snapshot, accepts, defers, preview, stop, finished

        func wait(_ machine: Machine<Clerk>) async throws {
            switch self {
            case .withTop: try await machine.withTop { _ in }
            case .snapshot: _ = try await machine.snapshot()
            case .accepts: _ = try await machine.accepts(.later)
            case .defers: _ = try await machine.defers(.later)
            case .preview: _ = try await machine.preview(.later)
            case .stop: try await machine.stop()
            case .finished: try await machine.finished
            }
        }
    }
}

extension Machine {
    /// Whether somebody waits for the step under way, in the mailbox or for a snapshot.
    var isAwaited: Bool { isAskedForSnapshots || !mailbox.isEmpty }
}

extension WaitGraph {
    /// Whether a step of the machine waits for another machine.
    static func isWaiting<Top>(_ machine: Machine<Top>) -> Bool {
        isWaiting(ObjectIdentifier(machine))
    }

    static func isWaiting(_ machine: ObjectIdentifier) -> Bool { graph.withLock { $0.edges[machine] != nil } }
}
