extension Supervisor {
    /// Runs the children until all have finished, the supervisor gives up, or the task is cancelled.
    /// - Parameter started: called once when all children have started, if it comes to that.
    func supervise(_ started: @escaping @Sendable () -> Void) async throws {
        guard beginRunning() else {
            throw SupervisorError(.alreadyRunning, "supervisor", "run() was called while it is running")
        }
        defer { endRunning() }
        let (signals, sender) = AsyncStream.makeStream(of: Round.Signal.self)
        try await withThrowingDiscardingTaskGroup { group in
            var round = Round(self, sender)
            do {
                try await round.run(signals, &group, started)
            } catch {
                await round.haltAll()
                group.cancelAll()
                throw error
            }
            group.cancelAll()
        }
    }
}

/// One run of a supervisor.
private struct Round {
    enum Signal: Sendable {
        /// A child's life has ended.
        case ended(child: Int, life: Int, Result<Void, any Error>)
        /// The wait before a restart is over.
        case due(restart: Int)
    }

    private enum Life: Equatable {
        case down
        case running(Int)
        case finished
    }

    private let supervisor: Supervisor
    private let children: [any SupervisedChild]
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
    ) async throws {
        try await start(Set(children.indices), &group)
        started()
        var iterator = signals.makeAsyncIterator()
        while lives.contains(where: { $0 != .finished }) {
            guard !Task.isCancelled, let signal = await iterator.next(isolation: #isolation), !Task.isCancelled else {
                return await endAll()
            }
            switch signal {
            case .ended(let child, let life, let result):
                guard lives[child] == .running(life) else { continue }
                switch result {
                case .success:
                    lives[child] = .finished
                    supervisor.emit(.finished(children[child].name))
                case .failure(let error):
                    lives[child] = .down
                    try await failed(child, error, &group)
                }
            case .due(let restart):
                if let concerned = pending.removeValue(forKey: restart) { try await start(concerned, &group) }
            }
        }
    }

    /// Starts children in order. If one cannot be started, those that its failure concerns wait with it for the restart.
    private mutating func start(_ concerned: Set<Int>, _ group: inout ThrowingDiscardingTaskGroup<any Error>)
        async throws
    {
        for child in concerned.sorted() where lives[child] == .down && !isPending(child) {
            if Task.isCancelled { return }
            do { try await children[child].start() } catch {
                try await failed(child, error, &group)
                continue
            }
            lastLife += 1
            let life = lastLife
            lives[child] = .running(life)
            ledger.started(child, at: supervisor.time.now())
            supervisor.emit(hasLived[child] ? .restarted(children[child].name) : .started(children[child].name))
            hasLived[child] = true
            let (one, sender) = (children[child], sender)
            group.addTask {
                do {
                    try await one.waitForEnd()
                    sender.yield(.ended(child: child, life: life, .success(())))
                } catch {
                    sender.yield(.ended(child: child, life: life, .failure(error)))
                }
            }
        }
    }

    private func isPending(_ child: Int) -> Bool { pending.values.contains { $0.contains(child) } }

    private mutating func failed(
        _ child: Int, _ error: any Error, _ group: inout ThrowingDiscardingTaskGroup<any Error>
    ) async throws {
        let name = children[child].name
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
        // A restart that was waiting and that this one touches waits with it.
        for (number, waiting) in pending where !waiting.isDisjoint(with: concerned) {
            concerned.formUnion(waiting)
            pending[number] = nil
        }
        supervisor.emit(.restarting(concerned.sorted().map { children[$0].name }, after: delay))
        lastRestart += 1
        let (number, sender, time) = (lastRestart, sender, supervisor.time)
        pending[number] = concerned
        guard delay > .zero else {
            sender.yield(.due(restart: number))
            return
        }
        group.addTask {
            guard (try? await time.sleep(now + delay)) != nil else { return }
            sender.yield(.due(restart: number))
        }
    }

    /// Trying again would not help: the chart is wrong, or does not fit its snapshot.
    private func isHopeless(_ error: any Error) -> Bool {
        error is ChartError || error is SnapshotError || error is MachineError
    }

    private mutating func halt(_ child: Int) async {
        guard case .running = lives[child] else { return }
        lives[child] = .down
        await children[child].halt()
        supervisor.emit(.halted(children[child].name))
    }

    mutating func haltAll() async {
        for child in children.indices.reversed() { await halt(child) }
    }

    /// The run was cancelled.
    private mutating func endAll() async {
        if supervisor.isHalting { return await haltAll() }
        for child in children.indices.reversed() {
            guard case .running = lives[child] else { continue }
            lives[child] = .down
            do {
                try await children[child].stop()
                supervisor.emit(.stopped(children[child].name))
            } catch {
                supervisor.emit(.failed(children[child].name, reason: "\(error)"))
            }
        }
    }
}
