import CSupport
import Statecharts
import StatechartsSimulation
import Synchronization

extension Benchmark {
    /// Steps that sleep, and what machines keep that are in such a step.
    static let restingSubjects: [Subject] = [
        Subject(
            "async-sleep", "Machine.send with an async entry that sleeps for 1 µs on the continuous clock",
            floor: "an awaited call that sleeps as long", goal: .atMost(1.5)
        ) {
            let rest: SuspendingEntry.Rest = { try? await ContinuousClock().sleep(for: .microseconds(1)) }
            return .init(
                subject: try await sends(SuspendingEntry(resting: rest), .tick) { $0.entries },
                floor: actorEntries(resting: rest))
        },
        Subject(
            "manual-sleep", "the same for 1 s on a manual clock that is moved on",
            floor: "an awaited call that sleeps on such a clock", goal: .atMost(3)
        ) {
            .init(subject: try await manualSleeps(), floor: manualFloor())
        },
        Subject(
            "runner-memory", "bytes of a machine in an action that waits", floor: "the same machine at rest",
            goal: .within(bytes: 4_000)
        ) { _ in
            let gate = Gate()
            let figures = try await memory(of: 20_000) {
                let machine = Machine(SuspendingEntry(resting: { await gate.wait() }))
                machine.post(.tick)
                // The first entry is that of the start, which has to be over.
                gate.open(1)
                try await machine.start()
                await gate.reaches(1)
                return machine
            } beside: {
                let machine = Machine(SuspendingEntry())
                try await machine.start()
                try await machine.send(.tick)
                return machine
            }
            gate.open(.max)
            return figures
        },
        Subject(
            "runner-clock", "bytes of a machine on a manual clock at rest whose last action was async",
            floor: "the same without async", goal: .within(bytes: 4_000)
        ) { _ in
            let clock = ManualClock()
            return try await memory(of: 20_000) {
                let machine = Machine(SuspendingEntry(), clock: clock)
                try await machine.start()
                try await machine.send(.tick)
                return machine
            } beside: {
                let machine = Machine(SynchronousEntry(), clock: clock)
                try await machine.start()
                try await machine.send(.tick)
                return machine
            }
        },
    ]

    /// The bytes of a machine of one kind and of another one.
    static func memory(
        of count: Int, _ make: () async throws -> any Actor, beside makeOther: () async throws -> any Actor
    ) async throws -> Figures {
        var figures = Figures()
        guard support_heap_bytes() >= 0 else {
            figures.remark = "the heap of this platform cannot be asked"
            return figures
        }
        var bytes: [Double] = []
        for isOther in [true, false] {
            var machines: [any Actor] = []
            machines.reserveCapacity(count)
            // What is made once per class is not the machine's.
            for number in 0...count {
                if number == 1 { bytes.append(-Double(try await restingHeap())) }
                machines.append(isOther ? try await makeOther() : try await make())
            }
            bytes[bytes.count - 1] += Double(try await restingHeap())
            bytes[bytes.count - 1] /= Double(count)
            machines.removeAll()
        }
        figures.bytes = (bytes[1], bytes[0])
        return figures
    }

    private static func manualSleeps() async throws -> Loop {
        let clock = ManualClock(), isAsleep = Mutex(false)
        let rest: SuspendingEntry.Rest = {
            // The entry of the start is not to wait for anybody.
            if isAsleep.withLock({ $0 }) { try? await clock.sleep(for: .seconds(1)) }
        }
        let machine = Machine(SuspendingEntry(resting: rest), clock: clock)
        try await machine.start()
        isAsleep.withLock { $0 = true }
        return { count in
            let before = try await machine.withTop { $0.entries }
            for _ in 0..<count {
                machine.post(.tick)
                await clock.advance(by: .seconds(1))
            }
            guard try await machine.withTop({ $0.entries }) == before + count else {
                throw WrongWork(name: "manual-sleep")
            }
        }
    }

    private static func manualFloor() -> Loop {
        let clock = ManualClock(), actor = BareActor()
        return { count in
            for _ in 0..<count {
                // Whether it is asleep before the clock moves or not, it wakes.
                let deadline = clock.now.advanced(by: .seconds(1))
                async let entered: Void = actor.enter(resting: { try? await clock.sleep(until: deadline) })
                await clock.advance(by: .seconds(1))
                await entered
            }
        }
    }
}

/// Lets so many through, and has all others wait.
private final class Gate: Sendable {
    private struct State {
        var open = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
        var watcher: (count: Int, continuation: CheckedContinuation<Void, Never>)?
        var arrived = 0
    }
    private let state = Mutex(State())

    /// Lets so many more through; those that wait already, if there is no end of them.
    func open(_ count: Int) {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.open = count
            if count < .max { return [] }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let (passes, watcher) = state.withLock { state in
                if state.open > 0 {
                    state.open -= 1
                    return (true, nil as CheckedContinuation<Void, Never>?)
                }
                state.waiting.append(continuation)
                state.arrived += 1
                guard let watcher = state.watcher, watcher.count <= state.arrived else { return (false, nil) }
                state.watcher = nil
                return (false, watcher.continuation)
            }
            if passes { continuation.resume() }
            watcher?.resume()
        }
    }

    /// Waits until so many more wait than when this was called last.
    func reaches(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.arrived >= count { return true }
                state.watcher = (count, continuation)
                return false
            }
            if isThere { continuation.resume() }
        }
        state.withLock { $0.arrived = 0 }
    }
}
