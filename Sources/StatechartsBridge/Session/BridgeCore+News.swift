import Statecharts

/// What is told of a bridge, in the order in which it has happened.
extension BridgeCore {
    enum News: Sendable {
        case state(BridgeState)
        case peer(Seat, BridgePeer)
        /// Somebody was met: whoever has waited for that goes on.
        case met([CheckedContinuation<Void, any Error>])
        case over(BridgeError?, [CheckedContinuation<Void, any Error>])
    }

    /// Notes what has happened, and tells it.
    func announce(_ note: (inout State) -> [News]) {
        state.withLock { state in
            let news = note(&state)
            state.news += news
        }
        telling.run {
            while let news = state.withLock({ $0.news.isEmpty ? nil : $0.news.removeFirst() }) { tell(news) }
        }
    }

    private func tell(_ news: News) {
        switch news {
        case .state(let state): states.send(state)
        case .peer(let seat, let peer):
            sharing.note(peer, at: seat)
            changes.send(peer)
        case .met(let starters): for starter in starters { starter.resume() }
        case .over(let error, let starters):
            sharing.end()
            states.send(.ended(error))
            states.finish()
            changes.finish()
            // Whoever waits for the end finds the state that says so.
            let closers = state.withLock { state in
                state.isOver = true
                defer { state.closers = [] }
                return state.closers
            }
            for closer in closers { closer.resume() }
            for starter in starters { starter.resume(throwing: error ?? Self.closedError) }
        }
    }

    /// The peer of a seat was met.
    func connected(_ seat: Seat) {
        let peer = seat.state.withLock { state in
            let peer = state.session.peer?.name.clippedName ?? ""
            if state.standing.isEnd { state.lostCount = 0 }
            (state.peer, state.standing) = (peer, .connected(peer: peer))
            return peer
        }
        let info = seat.info
        announce { state in
            state.isConnected = true
            state.told = .connected(peer: peer)
            defer { state.starters = [:] }
            return [.state(state.told), .met(Array(state.starters.values))] + (info.map { [.peer(seat, $0)] } ?? [])
        }
    }

    /// The connection of a seat has broken, and another one is waited for.
    func broken(_ seat: Seat, _ error: BridgeError) {
        announce { state in
            state.partings += 1
            let partings = state.partings
            let isAway = seat.state.withLock { seat in
                // Seats are given under the same lock as this: nobody has it yet.
                guard seat.peer != nil, seat.session.phase == .apart, !seat.session.isVacant else { return false }
                (seat.standing, seat.awaySince) = (.cut(error), partings)
                return true
            }
            return isAway ? seat.info.map { [.peer(seat, $0)] } ?? [] : []
        }
    }

    /// Nobody is connected, as far as the caller knows.
    func alone(_ new: BridgeState) {
        announce { state in
            // The state is that of the bridge: connected as long as anybody is.
            let isConnected = seats.contains { $0.state.withLock { $0.session.phase == .running } }
            if isConnected || state.told == new && new == .connecting { return [] }
            state.told = new
            return [.state(new)]
        }
    }
}
