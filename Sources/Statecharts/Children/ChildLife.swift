/// One life of a child machine: from when it is made until it has ended or was abandoned.
final class ChildLife: AwaitedWork {
    private struct State {
        var isOver = false
        var task: Task<Void, Never>?
        var alarm: Alarm?
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    let number: UInt64
    /// The child, for rings of machines that wait for each other.
    let machine: ObjectIdentifier
    private let name: String
    private let limit: Duration
    private let keeper: any TimeKeeper
    private let works: AwaitedWorks
    private let state = Guarded(State())

    init(
        _ number: UInt64, of machine: ObjectIdentifier, named name: String, stopWithin limit: Duration,
        _ keeper: any TimeKeeper, in works: AwaitedWorks
    ) {
        self.number = number
        self.machine = machine
        self.name = name
        self.limit = limit
        self.keeper = keeper
        self.works = works
        works.add(self)
    }

    var isOver: Bool { state.withLock { $0.isOver } }

    func begins(_ task: Task<Void, Never>) { state.withLock { if !$0.isOver { $0.task = task } } }

    /// Runs the child to its end, once the one before has ended. Stops it when the task is cancelled.
    func run<Top: Statechart>(_ machine: Machine<Top>, after former: ChildLife?) async throws {
        defer { giveUp() }
        try await withTaskCancellationHandler {
            await former?.ended()
            try await machine.run()
        } onCancel: {
            setAlarm()
        }
    }

    func stop() {
        let task = state.withLock { $0.task }
        task?.cancel()
    }

    func giveUp() {
        let (waiting, alarm) = state.withLock { state in
            defer { state = State(isOver: true) }
            return (state.waiting, state.alarm)
        }
        works.remove(self)
        if let alarm { keeper.discard(alarm) }
        callingOut()
        for one in waiting { one.resume() }
    }

    /// It has been told to end. Whoever waits for that waits no longer than the limit.
    private func setAlarm() {
        let key = TimerKey(
            deadline: keeper.now + min(max(limit, .zero), Services.longest), sequence: keeper.nextSequence())
        let alarm = Alarm(name: { [name] in name }, ring: { [weak self] _ in self?.abandon() })
        let isNew = state.withLock { state in
            if state.isOver || state.alarm != nil { return false }
            state.alarm = alarm
            return true
        }
        if isNew { keeper.set(alarm, to: key) }
        // It may have ended meanwhile.
        if isOver { keeper.discard(alarm) }
    }

    private func abandon() {
        if isOver { return }
        Misuse.tell("the child \(name) has not ended within \(limit) after it was to, and is abandoned")
        giveUp()
    }

    /// Returns when the child has ended, or was abandoned.
    func ended() async {
        // A child that awaits the machine meanwhile closes a ring, and is told.
        let waiting = try? WaitGraph.enter(machine)
        defer { WaitGraph.leave(waiting ?? nil) }
        await withCheckedContinuation { reply in
            let isOver = state.withLock { state in
                if !state.isOver { state.waiting.append(reply) }
                return state.isOver
            }
            if isOver { reply.resume() }
        }
    }
}
