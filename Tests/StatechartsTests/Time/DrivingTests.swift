import StatechartsTesting
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// Which tasks are part of a machine's step, and what tasks of the framework's own know of those that caused them.
@Suite struct DrivingTests: ClerkTests {
    enum Child: CaseIterable {
        case group, groupElsewhere, nestedElsewhere, asyncLetElsewhere, boundOtherwise, discarding

        /// Does it in a child task of the present one.
        func `do`(_ work: @escaping @Sendable () async throws -> Void) async throws {
            switch self {
            case .group:
                try await withThrowingTaskGroup { group in
                    group.addTask { try await work() }
                    try await group.waitForAll()
                }
            case .groupElsewhere:
                try await withThrowingTaskGroup { group in
                    group.addTask(executorPreference: globalConcurrentExecutor) { try await work() }
                    try await group.waitForAll()
                }
            case .nestedElsewhere:
                try await withThrowingTaskGroup { group in
                    group.addTask { try await Child.groupElsewhere.do(work) }
                    try await group.waitForAll()
                }
            case .asyncLetElsewhere:
                try await withTaskExecutorPreference(globalConcurrentExecutor) {
                    async let done: Void = work()
                    try await done
                }
            case .boundOtherwise:
                try await Tenant.$name.withValue("somebody") {
                    async let done: Void = work()
                    try await done
                }
            case .discarding:
                try await withThrowingDiscardingTaskGroup { group in
                    group.addTask(executorPreference: globalConcurrentExecutor) { try await work() }
                }
            }
        }
    }

    @Test(arguments: Child.allCases)
    func `a child task is part of the step, whatever it runs on`(_ child: Child) async throws {
        let machine = try await clerks(1)[0]
        try await machine.send(.call { try await child.do { try await machine.send(.later) } })
        #expect(try await notes(machine) == [DeadlockTests.alone])
    }

    @Test func `tasks that outlive the action never pass for it, though its memory is used again`() async throws {
        let machine = try await clerks(1)[0]
        let (late, begin) = AsyncStream.makeStream(of: Void.self)
        let (sends, told) = AsyncStream.makeStream(of: [Outcome].self)
        try await machine.send(
            .call {
                Task {
                    for await _ in late { break }
                    var outcomes: Set<Outcome> = []
                    // A task for each, as for requests: copies of what the action had bound, in memory that is used again and again.
                    for _ in 0..<2_000 {
                        outcomes.insert(try await Task { try await machine.send(.call { await Task.yield() }) }.value)
                    }
                    told.yield(Array(outcomes))
                }
            })
        begin.yield()
        for await outcomes in sends {
            #expect(outcomes == [.handled])
            break
        }
        #expect(try await Set(notes(machine)) == ["done"])
    }

    @Test func `an activity whose state was entered for another machine's suspended step is no part of it`()
        async throws
    {
        let first = try await clerks(1)[0]
        let second = Machine(Borrower(first))
        try await second.start()
        for _ in 0..<300 {
            try await first.send(
                .call {
                    await Task.yield()
                    second.post(.work)
                })
        }
        for await configuration in second.configurations where configuration.description == "Idle" { break }
        #expect(try await second.withTop { $0.errors } == [])
    }

    // MARK: Task-local values

    @Test func `who posts an event does not lend it to others' events`() async throws {
        let machine = Machine(Tenants())
        try await machine.start()
        let steps = machine.steps
        Tenant.$name.withValue("ann") {
            machine.post(.look)
            machine.post(.slow)
            machine.post(.begin)
        }
        for await step in steps { if case .seen = step.event { break } }
        #expect(
            try await machine.withTop { $0.seen } == [
                "handler nobody", "effect nobody", "slow effect nobody", "entry nobody", "activity nobody",
            ])
    }

    @Test func `a suspended step knows nothing of its sender's task-local values`() async throws {
        let machine = Machine(Tenants())
        try await machine.start()
        try await Tenant.$name.withValue("ann") { try await machine.send(.slow) }
        try await Tenant.$name.withValue("bob") { try await machine.send(.look) }
        #expect(try await machine.withTop { $0.seen } == ["slow effect nobody", "handler bob", "effect bob"])
    }

    // MARK: Clocks

    @Test func `an action can move the manual clock of its own machine`() async throws {
        let clock = ManualClock()
        let clerk = Machine(Clerk(), clock: clock)
        let other = Machine(Tenants(), clock: clock)
        try await clerk.start()
        try await other.start()
        try await other.send(.arm)
        try await clerk.send(
            .call {
                await clock.settle()
                await clock.advance(by: .seconds(1))
            })
        #expect(clock.now.offset == .seconds(1))
        #expect(try await notes(clerk) == ["done"])
        #expect(try await other.withTop { $0.seen } == ["handler nobody", "effect nobody"])
    }
}

enum Tenant {
    @TaskLocal static var name = "nobody"
}

/// Writes down which tenant it sees, wherever code of it runs.
private final class Tenants: TopState<Tenants.Event> {
    enum Event: Sendable { case look, slow, begin, seen(String), arm }
    var seen: [String] = []
    let idle = Idle(), busy = Busy()
    override func configure() { substates(idle, busy) }
    func see(_ place: String) { seen.append("\(place) \(Tenant.name)") }

    final class Idle: State<Tenants, Tenants> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .look:
                top.see("handler")
                return .handled { self.top.see("effect") }
            case .slow:
                return .handled {
                    await Task.yield()
                    self.top.see("slow effect")
                }
            case .begin: return .to(superior.busy)
            case .arm: return .handled { self.after(.seconds(1), send: .look) }
            case .seen: return .unhandled
            }
        }
    }

    final class Busy: State<Tenants, Tenants> {
        override func entry() {
            top.see("entry")
            run {
                Tenant.name
            } done: {
                .seen($0)
            }
        }
        override func handle(_ event: Event) -> Reaction {
            guard case .seen(let name) = event else { return .unhandled }
            return .handled { self.top.seen.append("activity \(name)") }
        }
    }
}

//    ●→ Idle ──work──► Working ──done──► Idle
// While it works, an activity sends to another machine.
private final class Borrower: TopState<Borrower.Event> {
    enum Event: Sendable { case work, done(String?) }
    let lender: Machine<Clerk>
    var errors: [String] = []
    let idle = Idle(), working = Working()
    init(_ lender: Machine<Clerk>) { self.lender = lender }
    override func configure() { substates(idle, working) }

    final class Idle: State<Borrower, Borrower> {
        override func handle(_ event: Event) -> Reaction {
            if case .work = event { .to(superior.working) } else { .unhandled }
        }
    }

    final class Working: State<Borrower, Borrower> {
        override func entry() {
            run { [lender = top.lender] in
                do { _ = try await lender.send(.call { await Task.yield() }) } catch { return "\(error)" }
                return String?.none
            } done: {
                .done($0)
            }
        }
        override func handle(_ event: Event) -> Reaction {
            guard case .done(let error) = event else { return .deferred }
            return .to(superior.idle) { if let error { self.top.errors.append(error) } }
        }
    }
}
