import Foundation
import StatechartsTesting
import Synchronization
import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// What suspending actions may rely on, whoever runs them.
@Suite struct ActionTaskTests {
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

    /// Where a machine may be.
    enum Place: CaseIterable, Sendable {
        case own, lane, manualClock
        func machine(_ chart: sending Errands) -> Machine<Errands> {
            switch self {
            case .own: Machine(chart)
            case .lane: Machine(chart, on: Lane())
            case .manualClock: Machine(chart, clock: ManualClock())
            }
        }
    }
    private actor Lane {}

    /// Counts actions that suspend or do not, as a seed says.
    private final class Tally: Sendable {
        let seed: UInt64
        let begun = Atomic(0), ended = Atomic(0), cancelled = Atomic(0), moves = Atomic(0)
        init(seed: UInt64) { self.seed = seed }
        func random(_ number: Int) -> SplitMix { SplitMix(seed: seed ^ UInt64(truncatingIfNeeded: number)) }
        func act() async {
            let number = begun.add(1, ordering: .relaxed).newValue
            var random = random(number)
            if Task.isCancelled { cancelled.add(1, ordering: .relaxed) }
            for _ in 0..<random.below(3) { await Task.yield() }
            if Task.isCancelled { cancelled.add(1, ordering: .relaxed) }
            ended.add(1, ordering: .relaxed)
        }
    }

    /// `STATECHARTS_CANCELLED_STEPS=1000000` for the whole number, of which each place has its share.
    @Test(arguments: Place.allCases, [UInt64.random(in: 0 ... .max)])
    func `senders that are cancelled at any moment cancel no step`(_ place: Place, _ seed: UInt64) async throws {
        let all = ProcessInfo.processInfo.environment["STATECHARTS_CANCELLED_STEPS"].flatMap { Int($0) } ?? 6_000
        let count = all / Place.allCases.count
        let tally = Tally(seed: seed)
        let machine = place.machine(Errands { await tally.act() })
        try await machine.start()
        let share = 1_000
        for first in stride(from: 0, to: count, by: share) {
            await withTaskGroup(of: Void.self) { group in
                for number in first..<min(first + share, count) {
                    group.addTask {
                        var random = tally.random(-1 - number)
                        // An exit and an entry, or an effect.
                        let isMove = random.chance(60)
                        if isMove { tally.moves.add(1, ordering: .relaxed) }
                        let sender = Task {
                            try await machine.send(isMove ? .go : .work { await tally.act() })
                        }
                        for _ in 0..<random.below(4) { await Task.yield() }
                        if random.chance(80) { sender.cancel() }
                        let outcome = try? await sender.value
                        #expect(outcome == .handled)
                    }
                }
            }
        }
        let moved = tally.moves.load(ordering: .relaxed)
        // The first entry; each entry, and the exit of every other state; each effect.
        let expected = 1 + moved + (moved + 1) / 2 + count - moved
        #expect(tally.begun.load(ordering: .relaxed) == expected)
        #expect(tally.ended.load(ordering: .relaxed) == expected)
        #expect(tally.cancelled.load(ordering: .relaxed) == 0)
        try await machine.stop()
    }

    @Test(arguments: [false, true])
    func `actions and their children have nobody's task-local values`(_ suspends: Bool) async throws {
        let words = Mutex<[String?]>([])
        @Sendable func note() async {
            words.withLock { $0.append(Self.word) }
            if suspends { await Task.yield() }
            async let child = Self.word
            let found = await child
            words.withLock { $0.append(found) }
        }
        let machine = Machine(Errands { await note() })
        try await Self.$word.withValue("starter") { try await machine.start() }
        try await Self.$word.withValue("sender") { try await machine.send(.go) }
        _ = Self.$word.withValue("poster") { machine.post(.go) }
        try await machine.send(.go)
        // Effects too.
        try await Self.$word.withValue("sender") { try await machine.send(.work { await note() }) }
        _ = Self.$word.withValue("poster") { machine.post(.work { await note() }) }
        try await machine.send(.nothing)
        #expect(words.withLock { $0 }.count == 16)
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

    /// How the last one of several machines that wait for each other waits for the first one.
    enum Closing: CaseIterable, Sendable {
        case child, direct, ask, withTop
        func close(_ first: Machine<Errands>) async {
            let error = await #expect(throws: MachineError.self) {
                switch self {
                case .child:
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        group.addTask { _ = try await first.send(.go) }
                        try await group.waitForAll()
                    }
                case .direct: _ = try await first.send(.go)
                case .ask: _ = try await first.ask { reply in .work { reply.answer(1) } } as Int
                case .withTop: _ = try await first.withTop { $0.actions }
                }
            }
            #expect(error?.code == .deadlock)
        }
    }

    @Test(arguments: [1, 7, 8, 9, 60], Closing.allCases)
    func `machines that wait for each other in a row, and one that closes the ring`(
        _ count: Int, _ closing: Closing
    ) async throws {
        // On a small stack too: actions of machines that share an executor are run inside of each other. The address
        // sanitizer makes their frames many times as large.
        let stackSize = unsafe dlsym(nil, "__asan_init") == nil ? 65_536 : 1 << 20
        let lanes: [(any Actor)?] = [nil, MainActor.shared, try ThreadActor(stackSize: stackSize)]
        for (lane, suspends) in lanes.flatMap({ [($0, false), ($0, true)] }) {
            let machines = (0...count).map { Machine(Errands(), named: "\($0)", on: lane) }
            for machine in machines { try await machine.start() }
            let reached = Mutex<[Int]>([])
            @Sendable func pass(_ number: Int) async throws {
                reached.withLock { $0.append(number) }
                if suspends { await Task.yield() }
                if number == count { return await closing.close(machines[0]) }
                #expect(try await machines[number + 1].send(.work { try await pass(number + 1) }) == .handled)
            }
            #expect(try await machines[0].send(.work { try await pass(0) }) == .handled)
            #expect(reached.withLock { $0 } == Array(0...count))
            #expect(try await machines[0].send(.go) == .handled)
            for machine in machines { try await machine.stop() }
        }
    }

    @Test func `machines at rest have no action task, and are gone when nobody has them`() async throws {
        let count = 10_000
        var machines = try await withThrowingTaskGroup(of: Machine<Errands>.self) { group in
            for number in 0..<count {
                group.addTask {
                    let machine = Machine(Errands { if number.isMultiple(of: 2) { await Task.yield() } })
                    try await machine.start()
                    try await machine.send(.go)
                    return machine
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(machines.count == count)
        #if DEBUG
            // Of all machines of the process; other tests use some meanwhile, and some are on their way to their end.
            try await eventually { Statecharts.ActionTask.living < count / 4 }
        #endif
        let last = Last(machine: machines.last)
        machines.removeAll()
        try await eventually { last.machine == nil }
    }

    /// A thread keeps the action task of the last machine on it.
    @Test func `a thread that ends leaves no action task behind`() async throws {
        let count = 400
        #if DEBUG
            // Those of other tests, which may be many.
            let before = Statecharts.ActionTask.living
        #endif
        for _ in 0..<count {
            let machine = Machine(Errands(), on: try ThreadActor(stackSize: 65_536))
            try await machine.start()
            try await machine.send(.go)
            try await machine.stop()
        }
        #if DEBUG
            try await eventually { Statecharts.ActionTask.living < before + count }
        #endif
    }

    /// Whether a step of several kinds has left its lists with the machine.
    @Test(arguments: [false, true]) func `a machine at rest has no lists of steps`(_ suspends: Bool) async throws {
        let machine = Machine(Errands { if suspends { await Task.yield() } })
        try await machine.start()
        for event in [Errands.Event.go, .go, .work {}, .work { await Task.yield() }, .nothing, .go] {
            try await machine.send(event)
            #expect(await machine.hasLists == false)
        }
        for event in [Errands.Event.go, .work { await Task.yield() }, .go] { machine.post(event) }
        try await machine.send(.go)
        #expect(await machine.hasLists == false)
    }

    // Of low priority, the action task may have to wait for all other tests: no number of turns is enough for sure.
    @Test(.timeLimit(.minutes(30)))
    func `a parked action task does not keep the machine that it has driven last`() async throws {
        let last = Last(machine: nil)
        let (machines, given) = AsyncStream.makeStream(of: Machine<Errands>.self)
        // Of a priority that no other test has, so that nobody else takes the action task.
        Task.detached(priority: .background) {
            defer { given.finish() }
            let machine = Machine(Errands())
            guard (try? await machine.start()) != nil, (try? await machine.send(.go)) != nil else { return }
            given.yield(machine)
        }
        for await machine in machines { last.machine = machine }
        try await eventually { last.machine == nil }
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
        try await eventually { last.machine == nil }
    }
}

private final class Last {
    weak var machine: Machine<Errands>?
    init(machine: Machine<Errands>?) { self.machine = machine }
}

extension Machine {
    fileprivate var hasLists: Bool { interpreter.engine?.takenScratch != nil }
}
