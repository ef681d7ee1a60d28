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

    private enum Life: Equatable {
        case down
        case running(Int)
        case finished
    }

    private let supervisor: Supervisor
    /// In the order in which they were added; `nil` for those that were removed.
    private var children: [(any SupervisedChild)?]
    private let sender: AsyncStream<Signal>.Continuation
    private var ledger: RestartLedger
    private var lives: [Life]
    private var hasLived: [Bool]
    private var lastLife = 0
    /// Restarts that wait for their time.
    private var pending: [Int: Set<Int>] = [:]
    private var lastRestart = 0

    init(_ supervisor: Supervisor, _ sender: AsyncStream<Signal>.Continuation) {
        self.supervisor = supervisor
        self.sender = sender
        children = supervisor.children
        ledger = RestartLedger(supervisor.strategy, supervisor.limit, supervisor.backOff)
        lives = children.map { _ in .down }
        hasLived = children.map { _ in false }
    }

    mutating func run(
        _ signals: AsyncStream<Signal>, _ group: inout ThrowingDiscardingTaskGroup<any Error>,
        _ started: () -> Void
    ) async throws -> Bool {
        try await start(Set(children.indices), &group)
        started()
        // Asked before anybody listened.
        try await answer(supervisor.takeRequests(), &group)
        var iterator = signals.makeAsyncIterator()
        while true {
            if hasNothingToDo {
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
                guard lives[child] == .running(life) else { continue }
                switch end {
                case .finished(let error): finished(child, error)
                case .failed(let error):
                    lives[child] = .down
                    try await failed(child, error, &group)
                }
            case .due(let restart):
                if let concerned = pending.removeValue(forKey: restart) { try await start(concerned, &group) }
            case .asked: try await answer(supervisor.takeRequests(), &group)
            }
        }
    }

    private var hasNothingToDo: Bool { !supervisor.staysOpen && !lives.contains { $0 != .finished } }

    private func name(_ child: Int) -> String { children[child]?.name ?? "" }

    /// Takes children in and gives them up, in the order in which that was asked for.
    private mutating func answer(
        _ requests: [Supervisor.Request], _ group: inout ThrowingDiscardingTaskGroup<any Error>
    ) async throws {
        for request in requests {
            switch request {
            case .add(let child, let former):
                if let former, let place = children.firstIndex(where: { $0 === former }) { children[place] = nil }
                if children.contains(where: { $0 === child }) { continue }
                children.append(child)
                lives.append(.down)
                hasLived.append(false)
                try await start([children.count - 1], &group)
            case .remove(let child, let reply):
                await remove(child)
                reply.resume()
            }
        }
    }

    private mutating func remove(_ child: any SupervisedChild) async {
        guard let place = children.firstIndex(where: { $0 === child }) else { return }
        for (number, waiting) in pending { pending[number] = waiting.subtracting([place]) }
        if case .running = lives[place] { await stop(place) }
        lives[place] = .finished
        children[place] = nil
        child.close(nil)
        supervisor.emit(.removed(child.name))
    }

    /// A child has done its work and is not started again, also if an exit action threw at the very end.
    private mutating func finished(_ child: Int, _ error: (any Error)?) {
        lives[child] = .finished
        if let error { supervisor.emit(.failed(name(child), reason: "\(error)")) }
        supervisor.emit(.finished(name(child)))
    }

    /// Starts children in order. If one cannot be started, those that its failure concerns wait with it for the restart.
    private mutating func start(_ concerned: Set<Int>, _ group: inout ThrowingDiscardingTaskGroup<any Error>)
        async throws
    {
        for child in concerned.sorted() where lives[child] == .down && !isPending(child) {
            guard !Task.isCancelled, let one = children[child] else { return }
            do { try await one.start() } catch {
                try await failed(child, error, &group)
                continue
            }
            lastLife += 1
            let life = lastLife
            lives[child] = .running(life)
            ledger.started(child, at: supervisor.time.now())
            supervisor.emit(hasLived[child] ? .restarted(one.name) : .started(one.name))
            hasLived[child] = true
            let sender = sender
            group.addTask { sender.yield(.ended(child: child, life: life, await one.waitForEnd())) }
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
            case .restart(let range, let delay) = ledger.failed(child, of: children.count, at: now)
        else {
            supervisor.emit(.gaveUp(name, reason: "\(error)"))
            throw SupervisorError(.gaveUp, name, "the supervisor gave up: \(error)", underlying: error)
        }
        var concerned = Set(range.filter { lives[$0] != .finished })
        for other in concerned.sorted().reversed() { await halt(other) }
        // One of them may have finished just before.
        concerned = concerned.filter { lives[$0] != .finished }
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

    private mutating func halt(_ child: Int) async {
        guard case .running = lives[child], let one = children[child] else { return }
        lives[child] = .down
        switch await one.halt() {
        case nil: supervisor.emit(.halted(one.name))
        case .finished(let error):
            // What was kept for its next life is answered: there is none.
            one.close(nil)
            finished(child, error)
        case .failed(let error): supervisor.emit(.failed(one.name, reason: "\(error)"))
        }
    }

    mutating func haltAll() async {
        for child in children.indices.reversed() { await halt(child) }
    }

    /// The run was cancelled.
    private mutating func endAll() async {
        if supervisor.isHalting { return await haltAll() }
        for child in children.indices.reversed() {
            if case .running = lives[child] { await stop(child) }
        }
    }

    /// Ends a child for good.
    private mutating func stop(_ child: Int) async {
        guard let one = children[child] else { return }
        lives[child] = .down
        switch await one.stop() {
        case .finished(let error):
            if let error { supervisor.emit(.failed(one.name, reason: "\(error)")) }
            supervisor.emit(.stopped(one.name))
        case .failed(let error): supervisor.emit(.failed(one.name, reason: "\(error)"))
        }
    }
}
