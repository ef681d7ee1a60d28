import Statecharts

/// The time of a ``ManualClock``, the alarms set on it, and the machines that go by it.
final class ManualKeeper: TimeKeeper {
    private struct State: ~Copyable {
        var now = Duration.zero
        var alarms = AlarmTable()
        /// The machines by the order of their starts.
        var machines: [UInt64: any Alarm] = [:]
        var numbers: [ObjectIdentifier: UInt64] = [:]
        /// Sleepers and questions, which no machine lists.
        var others: [ObjectIdentifier: any Alarm] = [:]
        var sequence: UInt64 = 0
        /// The supervisors that have not run yet.
        var expected: [ExpectedRun] = []
        var sleepers = SleeperWatch()

        mutating func takeWatchers() -> [SleeperWatch.Continuation] { sleepers.take(present: others.count) }
    }

    /// A supervisor that has not run yet, and whether that was waited for already.
    private struct ExpectedRun: Sendable {
        weak let run: FirstRun?
        var wasAwaited = false
    }

    /// How long a wait goes on in real time that may never end.
    let patience: Duration
    private let waits: LimitedWaits
    /// How much happens before that is told.
    let limits: ManualClock.Limits

    private let state = Guarded(State())
    private let manualExecutor = ManualExecutor()

    init(patience: Duration, limits: ManualClock.Limits = .init()) {
        self.patience = patience
        waits = LimitedWaits(patience)
        self.limits = limits
    }

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

    func join(_ alarm: any Alarm) {
        state.withLock { state in
            state.sequence += 1
            state.machines[state.sequence] = alarm
            state.numbers[ObjectIdentifier(alarm)] = state.sequence
        }
    }

    func set(_ alarm: any Alarm, to key: TimerKey?) {
        let watchers = state.withLock { state -> [SleeperWatch.Continuation] in
            if let key { state.alarms.set(alarm, to: key) } else { state.alarms.remove(alarm) }
            guard state.numbers[ObjectIdentifier(alarm)] == nil else { return [] }
            state.others[ObjectIdentifier(alarm)] = key == nil ? nil : alarm
            return state.takeWatchers()
        }
        for watcher in watchers { watcher.resume(returning: true) }
    }

    func discard(_ alarm: any Alarm) {
        state.withLock { state in
            state.alarms.remove(alarm)
            state.others[ObjectIdentifier(alarm)] = nil
            if let number = state.numbers.removeValue(forKey: ObjectIdentifier(alarm)) { state.machines[number] = nil }
        }
    }

    func wait(for awaited: String, reason: String, advice: String) -> LimitedWait? {
        LimitedWait(among: waits) { [self] in
            UnendingWait(
                awaited: awaited, reason: "\(reason) for \(patience) of real time", now: .init(offset: now),
                pending: await pending(), advice: advice)
        }
    }

    func expect(_ run: FirstRun) { state.withLock { $0.expected.append(ExpectedRun(run: run)) } }

    /// Lets a supervisor begin that was told to run in a task of its own, which may not have had its turn yet.
    ///
    /// Who is made and never run is waited for long once, and shortly from then on.
    func letSupervisorsBegin() async {
        var turns = state.withLock { state in
            let isNew = state.expected.contains { !$0.wasAwaited }
            for index in state.expected.indices { state.expected[index].wasAwaited = true }
            return isNew ? 20_000 : 100
        }
        while turns > 0, expectsSupervisors() {
            turns -= 1
            await Task.yield()
        }
    }

    private func expectsSupervisors() -> Bool {
        state.withLock { state in
            // Nothing of a program's is let go with them.
            state.expected.removeAll { $0.run?.isExpected != true }
            return !state.expected.isEmpty
        }
    }

    // MARK: Moving

    var nextDeadline: Duration? { state.withLock { $0.alarms.first?.deadline } }

    /// Moves to the next deadline if it is not after `target`, and rings what is due first there; to `target` if there
    /// is none. Both under one lock: a sleeper that comes meanwhile is either rung or finds its deadline reached.
    /// - Returns: what has been rung, and the number of what was armed last before that; `nil` if nothing is due.
    func fireNext(through target: Duration) -> (key: TimerKey, lastSequence: UInt64)? {
        let due = state.withLock { state -> (alarm: any Alarm, key: TimerKey, lastSequence: UInt64)? in
            guard let key = state.alarms.first, key.deadline <= target, let alarm = state.alarms.takeFirst() else {
                state.now = max(state.now, target)
                return nil
            }
            state.now = max(state.now, key.deadline)
            state.others[ObjectIdentifier(alarm)] = nil
            return (alarm, key, state.sequence)
        }
        guard let due else { return nil }
        due.alarm.ring(due.key)
        return (due.key, due.lastSequence)
    }

    /// Does something that waits for everything to come to rest.
    ///
    /// An action or activity that does so waits for something outside meanwhile, like any other: what it does here is
    /// done by another task. So is what a task with a high priority does. Executors take jobs in the order of their
    /// priorities: a machine would answer again and again, before the action goes on that has yet to run there.
    /// Awaiting the other task's value would lift its priority; a continuation does not.
    ///
    /// Nor is it done on the caller's actor, to which each look at a machine would have to come back: from one machine
    /// to the next without it no thread is changed.
    @concurrent
    func fromOutside<Result: Sendable>(_ body: @escaping @Sendable () async -> Result) async -> Result {
        if Task.currentPriority <= .medium, !manualExecutor.isPresent { return await body() }
        return await withCheckedContinuation { continuation in
            Task.detached(priority: .medium) { continuation.resume(returning: await body()) }
        }
    }

    /// Returns when a whole round of all machines has found nothing to do, and nothing has run meanwhile.
    ///
    /// A step that sets off another one elsewhere is counted in the round in which it is found at the latest, so that
    /// two equal rounds mean that nothing is on its way.
    /// - Returns: who goes on and on, if this would never end; `nil` if everything is at rest.
    func settle() async -> [String]? {
        let taken = manualExecutor.taken, most = UInt64(max(limits.steps, 0))
        var first: UInt64?
        var before: [UInt64] = []
        while true {
            if await manualExecutor.idle() {
                var round = [manualExecutor.taken]
                for alarm in machines { round.append(await alarm.settle() ?? 0) }
                let isIdle = await manualExecutor.idle()
                round.append(manualExecutor.taken)
                if isIdle, round == before { return nil }
                before = round
                let sum = round.reduce(0, +)
                if sum - min(first ?? sum, sum) > most { return await restless() }
                first = first ?? sum
            } else if manualExecutor.taken - taken > most {
                return await restless()
            }
        }
    }

    /// The machines that take steps now; what else goes on if there are none.
    private func restless() async -> [String] {
        let machines = machines
        var counts: [UInt64] = []
        for alarm in machines { counts.append(await alarm.settle() ?? 0) }
        _ = await manualExecutor.idle()
        var names: Set<String> = []
        for (alarm, count) in zip(machines, counts) where await alarm.settle() ?? 0 != count {
            names.insert(alarm.machineName)
        }
        return names.isEmpty ? ["activities or suspended actions"] : names.sorted()
    }

    private var machines: [any Alarm] {
        state.withLock { state in state.machines.sorted { $0.key < $1.key }.map(\.value) }
    }

    // MARK: Looking

    func pending() async -> [PendingTimer] {
        var records: [(machine: String, timer: TimerRecord)] = []
        func add(_ alarms: [any Alarm]) async {
            for alarm in alarms {
                let machine = alarm.machineName, armed = await alarm.armed
                records += armed.map { (machine: machine, timer: $0) }
            }
        }
        await add(machines)
        await add(state.withLock { Array($0.others.values) })
        return records.sorted { $0.timer.key < $1.timer.key }.map { PendingTimer($0.timer, of: $0.machine) }
    }

    // MARK: Sleeping

    func sleep(until deadline: Duration) async throws {
        let sleeper = Sleeper()
        let path = ActivityContext.present?.path ?? "", machine = ActivityContext.presentMachine
        let key = TimerKey(deadline: deadline, sequence: nextSequence())
        let alarm = WaitAlarm(of: machine, TimerRecord(sleepOf: path, until: key)) { sleeper.wake() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                guard sleeper.begin(continuation) else { return }
                let (isOver, watchers) = state.withLock { state -> (Bool, [SleeperWatch.Continuation]) in
                    if deadline <= state.now { return (true, []) }
                    state.alarms.set(alarm, to: key)
                    state.others[ObjectIdentifier(alarm)] = alarm
                    return (false, state.takeWatchers())
                }
                for watcher in watchers { watcher.resume(returning: true) }
                if isOver { sleeper.wake() } else if sleeper.hasEnded { discard(alarm) }
            }
        } onCancel: {
            discard(alarm)
            sleeper.cancel()
        }
    }
}

extension ManualKeeper {
    /// - Returns: how many there are if nobody else comes for as long as the clock has patience; `nil` if there are
    ///   enough.
    func waitForSleepers(_ count: Int) async -> Int? {
        let key = nextSequence()
        let alarm = Guarded<Task<Void, Never>?>(nil)
        let areThere = await withCheckedContinuation { continuation in
            let areThere = state.withLock { state in
                if state.others.count < count { state.sleepers.wait(for: count, key, continuation) }
                return state.others.count >= count
            }
            if areThere { return continuation.resume(returning: true) }
            let task = Task.detached { [self] in
                guard (try? await IdleTime().wait(for: patience)) != nil else { return }
                state.withLock { $0.sleepers.giveUp(key) }?.resume(returning: false)
            }
            alarm.withLock { $0 = task }
        }
        alarm.withLock { $0 }?.cancel()
        return areThere ? nil : state.withLock { $0.others.count }
    }
}

/// Who waits for how many sleepers.
struct SleeperWatch {
    /// Answers whether there are as many.
    typealias Continuation = CheckedContinuation<Bool, Never>
    private var watchers: [(count: Int, key: UInt64, continuation: Continuation)] = []

    mutating func wait(for count: Int, _ key: UInt64, _ continuation: Continuation) {
        watchers.append((count, key, continuation))
    }

    /// Those whose wait is over.
    mutating func take(present: Int) -> [Continuation] {
        defer { watchers.removeAll { $0.count <= present } }
        return watchers.filter { $0.count <= present }.map(\.continuation)
    }

    /// One that has waited too long; `nil` if its wait is over.
    mutating func giveUp(_ key: UInt64) -> Continuation? {
        guard let place = watchers.firstIndex(where: { $0.key == key }) else { return nil }
        return watchers.remove(at: place).continuation
    }
}
