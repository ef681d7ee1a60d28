import Statecharts

/// The time of a ``ManualClock``, the alarms set on it, and the machines that go by it.
final class ManualKeeper: TimeKeeper {
    private struct State: ~Copyable {
        var now = Duration.zero
        var alarms = AlarmTable()
        /// The machines by the order of their starts.
        var machines: [UInt64: Alarm] = [:]
        var numbers: [ObjectIdentifier: UInt64] = [:]
        /// Sleepers and questions, which no machine lists.
        var others: [ObjectIdentifier: Alarm] = [:]
        var sequence: UInt64 = 0
        /// Who waits for how many sleepers.
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

        mutating func takeWatchers() -> [CheckedContinuation<Void, Never>] {
            let present = others.count
            defer { watchers.removeAll { $0.count <= present } }
            return watchers.filter { $0.count <= present }.map(\.continuation)
        }
    }

    private let state = Guarded(State())
    private let manualExecutor = ManualExecutor()

    var now: Duration { state.withLock { $0.now } }
    var executor: (any TaskExecutor)? { manualExecutor }
    var wantsEveryMachine: Bool { true }

    var letsTimersRunOn: Bool { false }
    var lastSequence: UInt64 { state.withLock { $0.sequence } }

    func nextSequence() -> UInt64 {
        state.withLock { state in
            state.sequence += 1
            return state.sequence
        }
    }

    func join(_ alarm: Alarm) {
        state.withLock { state in
            state.sequence += 1
            state.machines[state.sequence] = alarm
            state.numbers[ObjectIdentifier(alarm)] = state.sequence
        }
    }

    func set(_ alarm: Alarm, to key: TimerKey?) {
        let watchers = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            if let key { state.alarms.set(alarm, to: key) } else { state.alarms.remove(alarm) }
            guard state.numbers[ObjectIdentifier(alarm)] == nil else { return [] }
            state.others[ObjectIdentifier(alarm)] = key == nil ? nil : alarm
            return state.takeWatchers()
        }
        for watcher in watchers { watcher.resume() }
    }

    func discard(_ alarm: Alarm) {
        state.withLock { state in
            state.alarms.remove(alarm)
            state.others[ObjectIdentifier(alarm)] = nil
            if let number = state.numbers.removeValue(forKey: ObjectIdentifier(alarm)) { state.machines[number] = nil }
        }
    }

    // MARK: Moving

    var nextDeadline: Duration? { state.withLock { $0.alarms.first?.deadline } }

    /// Moves to the next deadline if it is not after `target`, and rings what is due first there.
    func fireNext(through target: Duration) -> Bool {
        let due = state.withLock { state -> (Alarm, TimerKey)? in
            guard let key = state.alarms.first, key.deadline <= target, let alarm = state.alarms.takeFirst() else {
                return nil
            }
            state.now = max(state.now, key.deadline)
            state.others[ObjectIdentifier(alarm)] = nil
            return (alarm, key)
        }
        guard let (alarm, key) = due else { return false }
        alarm.ring(key)
        return true
    }

    func reach(_ target: Duration) { state.withLock { $0.now = max($0.now, target) } }

    /// Does something that waits for everything to come to rest.
    ///
    /// An action or activity that does so waits for something outside meanwhile, like any other: what it does here is done by another task.
    func fromOutside<Result: Sendable>(_ body: @escaping @Sendable () async -> Result) async -> Result {
        guard manualExecutor.isPresent else { return await body() }
        return await Task.detached { await body() }.value
    }

    /// Returns when a whole round of all machines has found nothing to do, and nothing has run meanwhile.
    ///
    /// A step that sets off another one elsewhere is counted in the round in which it is found at the latest, so that two equal rounds
    /// mean that nothing is on its way.
    func settle() async {
        var before: [UInt64] = []
        while true {
            await manualExecutor.idle()
            var round = [manualExecutor.taken]
            for alarm in machines { round.append(await alarm.settle() ?? 0) }
            await manualExecutor.idle()
            round.append(manualExecutor.taken)
            if round == before { return }
            before = round
        }
    }

    private var machines: [Alarm] {
        state.withLock { state in state.machines.sorted { $0.key < $1.key }.map(\.value) }
    }

    // MARK: Looking

    func pending() async -> [PendingTimer] {
        var records: [TimerRecord] = []
        for alarm in machines { records += await alarm.armed() }
        let others = state.withLock { Array($0.others.values) }
        for alarm in others { records += await alarm.armed() }
        return records.sorted { $0.key < $1.key }.map { PendingTimer($0) }
    }

    // MARK: Sleeping

    func sleep(until deadline: Duration) async throws {
        let sleeper = Sleeper()
        let path = ActivityContext.path ?? ""
        let key = TimerKey(deadline: deadline, sequence: nextSequence())
        let alarm = Alarm(
            ring: { _ in sleeper.wake() },
            armed: { [TimerRecord(sleepOf: path, until: key)] })
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                guard sleeper.begin(continuation) else { return }
                let (isOver, watchers) = state.withLock { state -> (Bool, [CheckedContinuation<Void, Never>]) in
                    if deadline <= state.now { return (true, []) }
                    state.alarms.set(alarm, to: key)
                    state.others[ObjectIdentifier(alarm)] = alarm
                    return (false, state.takeWatchers())
                }
                for watcher in watchers { watcher.resume() }
                if isOver { sleeper.wake() } else if sleeper.hasEnded { discard(alarm) }
            }
        } onCancel: {
            discard(alarm)
            sleeper.cancel()
        }
    }
}

extension ManualKeeper {
    func waitForSleepers(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.others.count < count { state.watchers.append((count, continuation)) }
                return state.others.count >= count
            }
            if isThere { continuation.resume() }
        }
    }
}
