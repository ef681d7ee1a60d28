extension Supervisor {
    /// Runs the children until all have finished, the supervisor gives up, or the task is cancelled.
    /// - Parameter started: called once when all children have started, if it comes to that.
    /// - Returns: whether all have finished.
    func supervise(_ started: @escaping @Sendable () -> Void) async throws -> Bool {
        guard let executor = time.executor else { return try await superviseHere(started) }
        // Away from the caller's actor: the clock counts by its executor what is still to be done.
        let calls = time.calls
        let alarm = Alarm(ring: { _ in }, settle: { await calls.settle() })
        time.keeper?.join(alarm)
        defer { time.keeper?.discard(alarm) }
        let task = Task(executorPreference: executor) { try await self.superviseHere(started) }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    private func superviseHere(_ started: @escaping @Sendable () -> Void) async throws -> Bool {
        guard beginRunning() else {
            throw SupervisorError(.alreadyRunning, "supervisor", "run() was called while it is running")
        }
        let (signals, sender) = AsyncStream.makeStream(of: Round.Signal.self)
        listen { sender.yield(.asked) }
        defer { endRunning() }
        return try await withThrowingDiscardingTaskGroup { group in
            defer { group.cancelAll() }
            var round = Round(self, sender)
            do { return try await round.run(signals, &group, started) } catch {
                await round.haltAll()
                throw error
            }
        }
    }
}

/// One run of a supervisor.
private struct Round {
    enum Signal: Sendable {
        /// A child's life has ended.
        case ended(child: Int, life: Int, LifeEnd)
        /// The wait before a restart is over.
        case due(restart: Int)
        /// A child is to be added or removed.
        case asked
    }

    private let supervisor: Supervisor
    private var roll: Roll
    private let sender: AsyncStream<Signal>.Continuation
    private var ledger: RestartLedger
    private var lastLife = 0
    /// Restarts that wait for their time.
    private var pending: [Int: Set<Int>] = [:]
    private var lastRestart = 0

    init(_ supervisor: Supervisor, _ sender: AsyncStream<Signal>.Continuation) {
        self.supervisor = supervisor
        self.sender = sender
        roll = Roll(supervisor.children)
        ledger = RestartLedger(supervisor.strategy, supervisor.limit, supervisor.backOff)
    }

    mutating func run(
        _ signals: AsyncStream<Signal>, _ group: inout ThrowingDiscardingTaskGroup<any Error>,
        _ started: () -> Void
    ) async throws -> Bool {
        try await start(Set(roll.order), &group)
        started()
        // Asked before anybody listened.
        try await answer(supervisor.takeRequests(), &group)
        var iterator = signals.makeAsyncIterator()
        while true {
            if !supervisor.staysOpen, roll.isDone {
                guard let requests = supervisor.requestsOrEnd() else { return true }
                try await answer(requests, &group)
                continue
            }
            guard !Task.isCancelled, let signal = await iterator.next(isolation: #isolation), !Task.isCancelled else {
                await endAll()
                return false
            }
            switch signal {
            case .ended(let child, let life, let end):
                guard roll[child]?.life == .running(life) else { continue }
                switch end {
                case .finished(let error): finished(child, error)
                case .failed(let error):
                    roll.set(child, .down)
                    try await failed(child, error, &group)
                }
            case .due(let restart):
                if let concerned = pending.removeValue(forKey: restart) { try await start(concerned, &group) }
            case .asked: try await answer(supervisor.takeRequests(), &group)
            }
        }
    }

    private func name(_ child: Int) -> String { roll[child]?.child.name ?? "" }

    /// Takes children in and gives them up, in the order in which that was asked for. What an error leaves undone is
    /// asked for again: who waits for it is answered at the end of the run.
    private mutating func answer(
        _ requests: [Supervisor.Request], _ group: inout ThrowingDiscardingTaskGroup<any Error>
    ) async throws {
        var rest = requests[...]
        while let request = rest.popFirst() {
            switch request {
            case .add(let child, let former):
                if let former { forget(former) }
                guard let number = roll.add(child) else { continue }
                do { try await start([number], &group) } catch {
                    supervisor.putBack(rest)
                    throw error
                }
            case .remove(let child, let reply):
                await remove(child)
                reply.resume()
            }
        }
    }

    /// Answers whether it was known.
    @discardableResult
    private mutating func forget(_ child: any SupervisedChild) -> Bool {
        guard let number = roll.remove(child) else { return false }
        ledger.forget(number)
        for (restart, waiting) in pending where waiting.contains(number) {
            pending[restart] = waiting.count == 1 ? nil : waiting.subtracting([number])
        }
        return true
    }

    private mutating func remove(_ child: any SupervisedChild) async {
        if let number = roll.number(of: child), case .running = roll[number]?.life { await stop(number) }
        // It may have been removed before the run knew of it; or twice at once, and then it is over.
        let isNews = forget(child) || !child.isOver
        child.dismiss()
        if isNews { supervisor.emit(.removed(child.name)) }
    }

    /// A child has done its work and is not started again, also if an exit action threw at the very end.
    private mutating func finished(_ child: Int, _ error: (any Error)?) {
        roll.set(child, .finished)
        if let error { supervisor.emit(.failed(name(child), reason: "\(error)")) }
        supervisor.emit(.finished(name(child)))
    }

    /// Starts children in order. If one cannot be started, those that its failure concerns wait with it for the
    /// restart.
    private mutating func start(_ concerned: Set<Int>, _ group: inout ThrowingDiscardingTaskGroup<any Error>)
        async throws
    {
        for child in concerned.sorted() where !isPending(child) {
            guard let entry = roll[child], entry.life == .down else { continue }
            if Task.isCancelled { return }
            do { try await entry.child.start() } catch {
                try await failed(child, error, &group)
                continue
            }
            lastLife += 1
            let life = lastLife
            roll.set(child, .running(life))
            ledger.started(child, at: supervisor.time.now())
            supervisor.emit(entry.hasLived ? .restarted(entry.child.name) : .started(entry.child.name))
            let sender = sender
            group.addTask { sender.yield(.ended(child: child, life: life, await entry.child.waitForEnd())) }
        }
    }

    private func isPending(_ child: Int) -> Bool { pending.values.contains { $0.contains(child) } }

    private mutating func failed(
        _ child: Int, _ error: any Error, _ group: inout ThrowingDiscardingTaskGroup<any Error>
    ) async throws {
        let name = name(child)
        supervisor.emit(.failed(name, reason: "\(error)"))
        let now = supervisor.time.now()
        guard !isHopeless(error),
            case .restart(let range, let delay) = ledger.failed(child, of: roll.end, at: now)
        else {
            supervisor.emit(.gaveUp(name, reason: "\(error)"))
            throw SupervisorError(.gaveUp, name, "the supervisor gave up: \(error)", underlying: error)
        }
        let candidates = roll.unfinished(in: range)
        for other in candidates.reversed() { await halt(other) }
        // One of them may have finished just before.
        var concerned = Set(candidates.filter { roll[$0]?.life != .finished })
        // A restart that was waiting and that this one touches waits with it.
        for (number, waiting) in pending where !waiting.isDisjoint(with: concerned) {
            concerned.formUnion(waiting)
            pending[number] = nil
        }
        supervisor.emit(.restarting(concerned.sorted().map { self.name($0) }, after: delay))
        lastRestart += 1
        let (number, sender, time) = (lastRestart, sender, supervisor.time)
        pending[number] = concerned
        guard delay > .zero else {
            sender.yield(.due(restart: number))
            return
        }
        // What a clock that lists its sleepers calls this one.
        let label = "restart of " + concerned.sorted().map { self.name($0) }.joined(separator: ", ")
        group.addTask {
            let hasSlept = await ActivityContext.$path.withValue(label) {
                (try? await time.sleep(now + delay)) != nil
            }
            if hasSlept { sender.yield(.due(restart: number)) }
        }
    }

    /// Trying again would not help: the chart is wrong, or does not fit its snapshot.
    private func isHopeless(_ error: any Error) -> Bool {
        error is ChartError || error is SnapshotError || error is MachineError
    }

    private mutating func halt(_ number: Int) async {
        guard case .running = roll[number]?.life, let child = roll[number]?.child else { return }
        roll.set(number, .down)
        switch await child.halt() {
        case nil: supervisor.emit(.halted(child.name))
        case .finished(let error):
            // What was kept for its next life is answered: there is none.
            child.close(nil)
            finished(number, error)
        case .failed(let error): supervisor.emit(.failed(child.name, reason: "\(error)"))
        }
    }

    mutating func haltAll() async {
        for child in roll.order.reversed() { await halt(child) }
    }

    /// The run was cancelled.
    private mutating func endAll() async {
        if supervisor.isHalting { return await haltAll() }
        for child in roll.order.reversed() {
            if case .running = roll[child]?.life { await stop(child) }
        }
    }

    /// Ends a child for good.
    private mutating func stop(_ number: Int) async {
        guard let child = roll[number]?.child else { return }
        roll.set(number, .down)
        switch await child.stop() {
        case .finished(let error):
            if let error { supervisor.emit(.failed(child.name, reason: "\(error)")) }
            supervisor.emit(.stopped(child.name))
        case .failed(let error): supervisor.emit(.failed(child.name, reason: "\(error)"))
        }
    }
}
