import Statecharts

extension BridgeCore {
    /// Begins to connect. Answers `false` if that was done already.
    func start() -> Bool {
        let isFirst = state.withLock { state in
            defer { state.isStarted = true }
            return !state.isStarted
        }
        guard isFirst else { return false }
        changeCauses(by: 1)
        for (place, export) in exports.enumerated() {
            export.attach(to: self, as: place)
            if export.ahead > 0 { export.goOn() }
        }
        let runner = Task { [self] in
            let watchman = Task { await watch() }
            let verdict = await run()
            watchman.cancel()
            finish(verdict)
        }
        let isOver = state.withLock { state in
            state.runner = state.hasEnded ? nil : runner
            return state.verdict != nil
        }
        if isOver { runner.cancel() }
        return true
    }

    /// Returns when the bridge is connected for the first time.
    func waitForConnection() async throws {
        let key = state.withLock { state in
            state.lastStarter += 1
            return state.lastStarter
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (starter: CheckedContinuation<Void, any Error>) in
                let isCancelled = Task.isCancelled
                let answer: Result<Void, any Error>? = state.withLock { state in
                    if isCancelled { return .failure(CancellationError()) }
                    if state.hasEnded { return .failure(state.verdict?.error ?? Self.closedError) }
                    if state.isConnected { return .success(()) }
                    state.starters[key] = starter
                    return nil
                }
                if let answer { starter.resume(with: answer) }
                // Cancelled between the question above and the answer: the handler found nobody to resume.
                if answer == nil, Task.isCancelled { cancelStarter(key) }
            }
        } onCancel: {
            cancelStarter(key)
        }
    }

    private func cancelStarter(_ key: Int) {
        state.withLock { $0.starters.removeValue(forKey: key) }?.resume(throwing: CancellationError())
    }

    static var closedError: BridgeError { BridgeError(.closed, "the bridge was closed before it was connected") }

    private func changeCauses(by difference: Int) {
        guard carriesCauses else { return }
        ForeignCauses.change(inwards: !imports.isEmpty, outwards: !exports.isEmpty, by: difference)
    }

    // MARK: Connections, one after the other

    private func run() async -> Verdict {
        var delay = limits.retryDelays.lowerBound, failures = 0
        while true {
            let cut: BridgeError
            do {
                states.send(.connecting)
                let connection = try await link.open()
                let end = await hold(connection)
                if let verdict = state.withLock({ $0.session.isFinished ? .closed : $0.verdict }) { return verdict }
                cut = end.error ?? BridgeError(.cut, "\(link.description): the other side has ended the connection")
                // A peer that only says hello and goes is as good as none.
                if end.hadProgress { (delay, failures) = (limits.retryDelays.lowerBound, 0) }
            } catch {
                if let verdict = state.withLock({ $0.verdict }) { return verdict }
                guard let failure = error as? BridgeError else {
                    return .failed(BridgeError(.closed, "\(link.description): \(error)"))
                }
                if !failure.isPassing { return over(failure) }
                cut = failure
            }
            if let verdict = await retry(cut, &delay, &failures) { return verdict }
        }
    }

    /// Waits before the next attempt. Answers with the verdict if there is none.
    private func retry(_ error: BridgeError, _ delay: inout Duration, _ failures: inout Int) async -> Verdict? {
        states.send(.cut(error))
        // To listen again needs no patience.
        if link.isListening, error.code != .unreachable { return state.withLock { $0.verdict } }
        failures += 1
        if let attempts = limits.attempts, failures >= attempts { return over(error) }
        // The first attempt after a connection is made at once.
        if failures > 1 {
            try? await sleep(delay)
            delay = min(delay * 2, limits.retryDelays.upperBound)
        }
        return state.withLock { $0.verdict }
    }

    /// There will be no other connection. That is no failure where one was only wanted for the end.
    private func over(_ error: BridgeError) -> Verdict {
        state.withLock { $0.session.isLingering } ? .closed : .failed(error)
    }

    /// Uses a connection until it has ended.
    private func hold(_ connection: any BridgeConnection) async -> (error: BridgeError?, hadProgress: Bool) {
        let exchange = BridgeExchange(self)
        let isWanted = state.withLock { state in
            guard state.session.begin() else { return false }
            state.connection = connection
            state.reason = nil
            return true
        }
        connection.start(exchange)
        if isWanted { connection.wake(.atOnce) } else { connection.close() }
        let error = await exchange.waitForEnd()
        let (reason, hadProgress, full) = state.withLock { state in
            state.connection = nil
            state.session.cut()
            let full = exports.indices.filter { !state.session.hasRoom($0) }
            return (state.reason.take(), state.session.hasProgress, full)
        }
        // What comes now is for others, or waits by the policy of the export.
        for place in full { exports[place].halt() }
        return (reason ?? error, hadProgress)
    }

    private func finish(_ verdict: Verdict) {
        let inBuffers = exports.map(\.waitingCount)
        let (starters, lost) = state.withLock { state in
            state.hasEnded = true
            if state.verdict == nil { state.verdict = verdict }
            state.session.end(nil)
            state.runner = nil
            let lost = zip(state.session.exports, inBuffers).map { $0.inFlight + $0.waiting.count + $1 }
            state.lostCount = lost.reduce(0, +)
            defer { state.starters = [:] }
            return (state.starters, lost)
        }
        link.close()
        for (export, lost) in zip(exports, lost) { export.end(losing: lost) }
        for one in imports { one.end() }
        changeCauses(by: -1)
        onMembers([], .max)
        states.send(.ended(verdict.error))
        states.finish()
        // Whoever waits for the end finds the state that says so.
        let closers = state.withLock { state in
            state.isOver = true
            defer { state.closers = [] }
            return state.closers
        }
        for closer in closers { closer.resume() }
        for starter in starters.values { starter.resume(throwing: verdict.error ?? Self.closedError) }
    }

    // MARK: Silence

    private func watch() async {
        while !Task.isCancelled {
            do { try await sleep(limits.patience) } catch { return }
            let isBlocked = exports.contains { $0.waitingCount > 0 }
            let (watch, connection, members) = state.withLock { state in
                (
                    state.session.watch(isBlocked: isBlocked || state.session.waitingCount > 0), state.connection,
                    state.session.takeNotShown()
                )
            }
            if let (members, number) = members { onMembers(members, number) }
            switch watch {
            case .nothing: break
            case .ping: connection?.wake(.atOnce)
            case .over: end(.closed, farewell: nil)
            case .silent(let what):
                cut(BridgeError(.silent, "\(link.description): the other side \(what) for \(limits.patience)"))
            }
            closeIfDone()
        }
    }
}
