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
        seats[0].attach(of: name)
        if isShared { (link as? any AdmittingLink)?.admit(connections) }
        let runner = Task { [self] in
            let watchman = Task { await watch() }
            let verdict = await withTaskGroup(of: Verdict.self) { group in
                for _ in 0..<connections { group.addTask { await self.run() } }
                let first = await group.next() ?? .closed
                end(first, farewell: nil)
                return first
            }
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
    ///
    /// Who began it has met the other side also if the bridge has been closed in good order before it came to look. A
    /// later one is told that the bridge has ended.
    func waitForConnection(asFirst isFirst: Bool) async throws {
        let key = state.withLock { state in
            state.lastStarter += 1
            return state.lastStarter
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (starter: CheckedContinuation<Void, any Error>) in
                let isCancelled = Task.isCancelled
                let answer: Result<Void, any Error>? = state.withLock { state in
                    if isCancelled { return .failure(CancellationError()) }
                    if isFirst, state.isConnected, state.verdict?.error == nil { return .success(()) }
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
        CrossProcessTracing.change(inwards: !imports.isEmpty, outwards: !exports.isEmpty, by: difference)
    }

    // MARK: Connections, one after the other

    private func run() async -> Verdict {
        var delay = limits.retryDelays.lowerBound, failures = 0
        while true {
            let cut: BridgeError
            do {
                alone(.connecting)
                let connection = try await link.open()
                let end = await hold(connection)
                if let verdict = verdict(after: end.seat) { return verdict }
                cut = end.error ?? BridgeError(.cut, "\(link.description): the other side has ended the connection")
                broken(end.seat, cut)
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
        alone(.cut(error))
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
        let taken = seats.map { $0.state.withLock { $0.session } }.filter { !$0.isVacant }
        return !taken.isEmpty && taken.allSatisfy(\.isLingering) ? .closed : .failed(error)
    }

    /// Uses a connection until it has ended. Answers whose it was.
    private func hold(_ connection: any BridgeConnection) async -> (seat: Seat, error: BridgeError?, hadProgress: Bool)
    {
        let (first, isWanted) = receive(connection)
        let exchange = BridgeExchange(self, first)
        connection.start(exchange)
        if isWanted { connection.wake(.atOnce) } else { connection.close() }
        let error = await exchange.waitForEnd()
        if first.isDoor { remove(first) }
        let seat = exchange.seat
        let (reason, hadProgress) = seat.part()
        return (seat, reason ?? error, hadProgress)
    }

    /// What follows for the bridge when a connection of a seat has ended: `nil` if it goes on.
    private func verdict(after seat: Seat) -> Verdict? {
        let (isFinished, isOver) = seat.state.withLock { ($0.session.isFinished, $0.session.phase == .over) }
        if isFinished, !isShared { return .closed }
        if let verdict = state.withLock({ $0.verdict }) { return verdict }
        if isFinished {
            end(seat, .closed, farewell: nil)
        } else if isOver, isShared, !seat.isDoor {
            vacate(seat)
        }
        return state.withLock { $0.verdict }
    }

    private func finish(_ verdict: Verdict) {
        for seat in seats { seat.end(nil) }
        link.close()
        let lost = seats.reduce(0) { $0 + ($1.clear() ?? 0) }
        changeCauses(by: -1)
        let peers = seats.compactMap { seat -> News? in
            let isLast = seat.state.withLock { state in
                defer { state.standing = .ended(verdict.error) }
                return state.peer != nil && !state.standing.isEnd
            }
            return isLast ? seat.info.map { .peer(seat, $0) } : nil
        }
        announce { state in
            state.hasEnded = true
            if state.verdict == nil { state.verdict = verdict }
            state.runner = nil
            state.lostCount += lost
            defer { state.starters = [:] }
            return peers + [.over(verdict.error, Array(state.starters.values))]
        }
    }

    // MARK: Silence

    private func watch() async {
        while !Task.isCancelled {
            do { try await sleep(limits.patience) } catch { return }
            for seat in seats + state.withLock({ $0.doors }) { look(at: seat) }
        }
    }

    private func look(at seat: Seat) {
        let isBlocked = seat.lines.contains { $0.waitingCount > 0 }
        let (watch, connection, members) = seat.state.withLock { state in
            (
                state.session.watch(isBlocked: isBlocked || state.session.waitingCount > 0), state.connection,
                state.session.takeNotShown()
            )
        }
        if let (members, number) = members { sharing.take(members, number: number, of: seat) }
        switch watch {
        case .nothing: break
        case .ping: connection?.wake(.atOnce)
        case .over: end(seat, .closed, farewell: nil)
        case .silent(let what):
            fail(BridgeError(.silent, "\(link.description): the other side \(what) for \(limits.patience)"), seat)
        }
        closeIfDone(seat)
    }
}
