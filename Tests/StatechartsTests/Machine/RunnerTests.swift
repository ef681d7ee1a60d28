import Foundation
import StatechartsTesting
import Synchronization
import Testing

@testable import Statecharts

/// What suspending actions may rely on, whoever runs them.
@Suite struct RunnerTests {
    @TaskLocal private static var word: String?

    @Test @MainActor func `an action that does not really suspend lets nobody in between`() async throws {
        let machine = Machine(Errands(), on: MainActor.shared)
        try await machine.start()
        let hasRun = Mutex(false)
        let other = Task { @MainActor in hasRun.withLock { $0 = true } }
        try await machine.send(.go)
        try await machine.send(.go)
        try await machine.send(.work {})
        #expect(!hasRun.withLock { $0 })
        #expect(try await machine.withTop { $0.actions } == 4)
        await other.value
        #expect(hasRun.withLock { $0 })
    }

    /// `STATECHARTS_CANCELLED_STEPS=1000000` for the whole number.
    @Test func `senders that are cancelled at any moment cancel no step`() async throws {
        let count = ProcessInfo.processInfo.environment["STATECHARTS_CANCELLED_STEPS"].flatMap { Int($0) } ?? 5_000
        let cancelled = Mutex(0)
        let begun = Mutex(0)
        let ended = Mutex(0)
        let machine = Machine(
            Errands {
                let number = begun.withLock {
                    $0 += 1
                    return $0
                }
                if Task.isCancelled { cancelled.withLock { $0 += 1 } }
                if number % 3 == 0 { await Task.yield() }
                if Task.isCancelled { cancelled.withLock { $0 += 1 } }
                ended.withLock { $0 += 1 }
            })
        try await machine.start()
        let share = 1_000
        for first in stride(from: 0, to: count, by: share) {
            await withTaskGroup(of: Void.self) { group in
                for number in first..<min(first + share, count) {
                    group.addTask {
                        let sender = Task { try await machine.send(.go) }
                        if number.isMultiple(of: 2) { await Task.yield() }
                        if !number.isMultiple(of: 5) { sender.cancel() }
                        let outcome = try? await sender.value
                        #expect(outcome == .handled)
                    }
                }
            }
        }
        #expect(begun.withLock { $0 } == 1 + count + count / 2 + count % 2)
        #expect(ended.withLock { $0 } == begun.withLock { $0 })
        #expect(cancelled.withLock { $0 } == 0)
        try await machine.stop()
    }

    @Test(arguments: [false, true])
    func `actions and their children have nobody's task-local values`(_ suspends: Bool) async throws {
        let words = Mutex<[String?]>([])
        let machine = Machine(
            Errands {
                words.withLock { $0.append(Self.word) }
                if suspends { await Task.yield() }
                async let child = Self.word
                let found = await child
                words.withLock { $0.append(found) }
            })
        try await Self.$word.withValue("starter") { try await machine.start() }
        try await Self.$word.withValue("sender") { try await machine.send(.go) }
        _ = Self.$word.withValue("poster") { machine.post(.go) }
        try await machine.send(.go)
        #expect(words.withLock { $0 }.count == 12)
        #expect(words.withLock { $0 }.allSatisfy { $0 == nil })
        try await machine.stop()
    }

    @Test func `an action that cancels its own task cancels no later one`() async throws {
        let states = Mutex<[Bool]>([])
        let machine = Machine(Errands { states.withLock { $0.append(Task.isCancelled) } })
        try await machine.start()
        for _ in 0..<3 {
            try await machine.send(.work { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } })
            try await machine.send(
                .work {
                    await Task.yield()
                    unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
                })
            try await machine.send(.go)
        }
        #expect(states.withLock { $0 } == Array(repeating: false, count: 6))
        try await machine.stop()
    }

    @Test func `an action has the priority of who sends`() async throws {
        let priorities = Mutex<[TaskPriority]>([])
        let machine = Machine(Errands { priorities.withLock { $0.append(Task.currentPriority) } })
        try await Task.detached(priority: .medium) { try await machine.start() }.value
        var expected: [TaskPriority] = [.medium]
        for _ in 0..<4 {
            for priority in [TaskPriority.high, .medium] {
                // The priority of who waits for a task becomes that of the task, so nobody does.
                let (done, isDone) = AsyncStream.makeStream(of: Void.self)
                Task.detached(priority: priority) { @Sendable in
                    _ = try? await machine.send(.work { priorities.withLock { $0.append(Task.currentPriority) } })
                    isDone.finish()
                }
                for await _ in done {}
                expected.append(priority)
            }
        }
        #expect(priorities.withLock { $0 } == expected)
        try await machine.stop()
    }

    @Test(arguments: [1, 15, 16, 17, 60], [false, true])
    func `machines that wait for each other in a row, and one that closes the ring`(
        _ count: Int, _ suspends: Bool
    ) async throws {
        for lane in [nil, MainActor.shared] as [(any Actor)?] {
            let machines = (0...count).map { Machine(Errands(), named: "\($0)", on: lane) }
            for machine in machines { try await machine.start() }
            let reached = Mutex<[Int]>([])
            @Sendable func pass(_ number: Int) async throws {
                reached.withLock { $0.append(number) }
                if suspends { await Task.yield() }
                if number == count {
                    await withTaskGroup(of: Void.self) { group in
                        group.addTask {
                            let error = await #expect(throws: MachineError.self) { try await machines[0].send(.go) }
                            #expect(error?.code == .deadlock)
                        }
                    }
                    return
                }
                #expect(try await machines[number + 1].send(.work { try await pass(number + 1) }) == .handled)
            }
            #expect(try await machines[0].send(.work { try await pass(0) }) == .handled)
            #expect(reached.withLock { $0 } == Array(0...count))
            #expect(try await machines[0].send(.go) == .handled)
            for machine in machines { try await machine.stop() }
        }
    }

    @Test func `machines at rest have no runner, and are gone when nobody has them`() async throws {
        var machines = try await withThrowingTaskGroup(of: Machine<Errands>.self) { group in
            for number in 0..<500 {
                group.addTask {
                    let machine = Machine(Errands { if number.isMultiple(of: 2) { await Task.yield() } })
                    try await machine.start()
                    try await machine.send(.go)
                    return machine
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(machines.count == 500)
        // For all machines of the process, of all priorities.
        #expect(Runners.count <= Runners.limit)
        let last = Last(machine: machines.last)
        machines.removeAll()
        while last.machine != nil { await Task.yield() }
    }

    // Of low priority, the runner may have to wait for all other tests: no number of turns is enough for sure.
    @Test(.timeLimit(.minutes(5)))
    func `a parked runner does not keep the machine that it has driven last`() async {
        let last = Last(machine: nil)
        let (machines, given) = AsyncStream.makeStream(of: Machine<Errands>.self)
        // Of a priority that no other test has, so that nobody else takes the runner.
        Task.detached(priority: .background) {
            defer { given.finish() }
            let machine = Machine(Errands())
            guard (try? await machine.start()) != nil, (try? await machine.send(.go)) != nil else { return }
            given.yield(machine)
        }
        for await machine in machines { last.machine = machine }
        while last.machine != nil, !Task.isCancelled { await Task.yield() }
    }

    @Test func `a machine on a manual clock is gone when nobody has it`() async throws {
        let clock = ManualClock()
        let last = Last(machine: nil)
        do {
            let machine = Machine(Errands(), clock: clock)
            try await machine.start()
            for _ in 0..<3 { try await machine.send(.go) }
            last.machine = machine
        }
        while last.machine != nil { await Task.yield() }
    }
}

private final class Last {
    weak var machine: Machine<Errands>?
    init(machine: Machine<Errands>?) { self.machine = machine }
}
