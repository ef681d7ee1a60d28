extension Supervisor {
    /// Runs the children until all have finished, the supervisor gives up, or the task is cancelled.
    /// - Parameters:
    ///   - child: what it is to the supervisor above that runs it; without one the children are closed at the end,
    ///     because there may be no other run.
    ///   - started: called once when all children have started, if it comes to that.
    /// - Returns: whether all have finished.
    func supervise(
        as child: SupervisedSupervisor? = nil, _ started: @escaping @Sendable () -> Void
    ) async throws -> Bool {
        let closing = child == nil
        guard beginRunning(as: child) else {
            throw SupervisorError(.alreadyRunning, "supervisor", "run() was called while it is running")
        }
        // A clock counts by its executor what is still to be done.
        let calls = time.calls
        let alarm = SettlingAlarm { await calls.settle() }
        time.keeper?.join(alarm)
        // Until the run is on the clock's executor, which counts it from then on.
        let isUnderWay = calls.begin()
        time.firstRun.begin()
        defer { time.keeper?.discard(alarm) }
        let (signals, sender) = AsyncStream.makeStream(of: SupervisorRun.Signal.self)
        listen { sender.yield(.asked) }
        let isCancelled = Task.isCancelled
        // A task of its own: it goes on after it was cancelled, and not on the caller's actor.
        let task = Task(executorPreference: time.executor) {
            let end = await withDiscardingTaskGroup { group in
                // What is left sleeps until a restart that nobody waits for.
                defer { group.cancelAll() }
                var run = SupervisorRun(self, sender, started)
                return await run.go(signals, isCancelled: isCancelled, &group)
            }
            // Before another run can begin, whose children they are then.
            if closing { self.closeChildren(end.error) }
            self.endRunning(endsStreams: closing)
            return end
        }
        isUnderWay()
        let end = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            sender.yield(.cancelled)
        }
        if let error = end.error { throw error }
        if case .done = end { return true }
        return false
    }
}

extension SupervisorStateMachine.End {
    /// What the run throws.
    fileprivate var error: SupervisorError? {
        guard case .gaveUp(let child, let error) = self else { return nil }
        return SupervisorError(.gaveUp, child, "the supervisor gave up: \(ErrorText.of(error))", underlying: error)
    }
}

/// One run of a supervisor: does what its state machine has decided, and tells it what comes of that.
///
/// It waits for nothing but the next signal. Whatever takes time is a task in a group, which ends with the run.
struct SupervisorRun {
    enum Signal: Sendable {
        case event(SupervisorStateMachine.Event)
        /// A child is to be added or removed.
        case asked
        case cancelled
    }

    private let supervisor: Supervisor
    private let sender: AsyncStream<Signal>.Continuation
    private let started: @Sendable () -> Void
    private var machine: SupervisorStateMachine
    private var numbered = NumberedChildren()
    /// The tasks that start children.
    private var starts: [Int: Task<Void, Never>] = [:]
    /// Who waits for a child to be given up.
    private var replies: [Int: [CheckedContinuation<Void, Never>]] = [:]

    init(
        _ supervisor: Supervisor, _ sender: AsyncStream<Signal>.Continuation, _ started: @escaping @Sendable () -> Void
    ) {
        self.supervisor = supervisor
        self.sender = sender
        self.started = started
        machine = SupervisorStateMachine(
            supervisor.strategy, supervisor.limit, supervisor.backOff, staysOpen: supervisor.staysOpen)
    }

    mutating func go(
        _ signals: AsyncStream<Signal>, isCancelled: Bool, _ group: inout DiscardingTaskGroup
    ) async -> SupervisorStateMachine.End {
        if isCancelled { handle(.cancelled(isHalting: supervisor.isHalting), &group) }
        handle(.began(supervisor.children.compactMap { numbered.add($0) == nil ? nil : $0.name }), &group)
        // Asked before anybody listened.
        answer(supervisor.takeRequests(), &group)
        var iterator = signals.makeAsyncIterator()
        while true {
            switch machine.end {
            case .done:
                // Atomically with the end: who asks for something later asks the next run.
                guard let requests = supervisor.requestsOrEnd() else { return .done }
                answer(requests, &group)
                continue
            case let end?: return end
            case nil: break
            }
            switch await iterator.next(isolation: #isolation) {
            case .event(let event): handle(event, &group)
            case .asked: answer(supervisor.takeRequests(), &group)
            case .cancelled, nil: handle(.cancelled(isHalting: supervisor.isHalting), &group)
            }
        }
    }

    /// Takes children in and gives them up, in the order in which that was asked for.
    private mutating func answer(_ requests: [Supervisor.Request], _ group: inout DiscardingTaskGroup) {
        for request in requests {
            switch request {
            case .add(let child, let former):
                if let number = former.flatMap({ numbered.number(of: $0) }) {
                    numbered.remove(number)?.startWasTold()
                    handle(.replaced(number), &group)
                }
                // At the end of the run a child waits for the next one.
                if machine.closing == nil, numbered.add(child) != nil { handle(.added(child.name), &group) }
            case .remove(let child, let reply):
                if let number = numbered.number(of: child) {
                    replies[number, default: []].append(reply)
                    handle(.givenUp(number), &group)
                } else {
                    // The run has not known it yet; or it was removed twice at once, and then it is over.
                    giveUp(child, isNews: !child.isOver)
                    reply.resume()
                }
            }
        }
    }

    private func giveUp(_ child: any SupervisedChild, isNews: Bool) {
        child.dismiss()
        if isNews { supervisor.emit(.removed(child.name)) }
    }

    private mutating func handle(_ event: SupervisorStateMachine.Event, _ group: inout DiscardingTaskGroup) {
        switch event {
        case .started(let child), .startFailed(let child, _): starts[child] = nil
        case .began, .added, .replaced, .givenUp, .ended, .halted, .stopped, .due, .cancelled: break
        }
        for action in machine.handle(event, at: supervisor.time.now()) { perform(action, &group) }
        if case .started(let child) = event { numbered[child]?.startWasTold() }
    }

    private mutating func perform(_ action: SupervisorStateMachine.Action, _ group: inout DiscardingTaskGroup) {
        let (sender, time) = (sender, supervisor.time)
        switch action {
        case .emit(let event): supervisor.emit(event)
        case .allStarted: started()
        case .start(let number):
            guard let child = numbered[number] else { break }
            child.willBegin(isHalting: false)
            // Not of the group, because it can be cancelled alone.
            starts[number] = Task(executorPreference: time.executor) {
                do {
                    try await child.start()
                    sender.yield(.event(.started(number)))
                } catch {
                    sender.yield(.event(.startFailed(number, error)))
                }
            }
        case .cancelStart(let number, let isHalting):
            numbered[number]?.willBegin(isHalting: isHalting)
            starts[number]?.cancel()
        case .halt(let number):
            guard let child = numbered[number] else { break }
            group.addTask { sender.yield(.event(.halted(number, await child.halt()))) }
        case .stop(let number):
            guard let child = numbered[number] else { break }
            group.addTask { sender.yield(.event(.stopped(number, await child.stop()))) }
        case .watch(let number, let life):
            guard let child = numbered[number] else { break }
            group.addTask { sender.yield(.event(.ended(number, life: life, await child.waitForEnd()))) }
        case .close(let number): numbered[number]?.close(nil)
        case .wait(let restart, let due, let names):
            // What a clock that lists its sleepers calls this one.
            let label = "restart of " + names.joined(separator: ", ")
            let context = ActivityContext(path: label, alarm: nil)
            group.addTask {
                let hasSlept = await ActivityContext.$present.withValue(context) { (try? await time.sleep(due)) != nil }
                if hasSlept { sender.yield(.event(.due(restart: restart))) }
            }
        case .forget(let number):
            guard let child = numbered.remove(number) else { break }
            child.startWasTold()
            giveUp(child, isNews: true)
            for reply in replies.removeValue(forKey: number) ?? [] { reply.resume() }
        }
    }
}
