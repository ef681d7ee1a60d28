// Silence.

extension Session {
    enum Watch: Sendable, Hashable {
        case nothing, ping
        case silent(String)
    }

    /// Looks whether the other side has done something since the last look. To be called in turns of
    /// ``BridgeLimits/patience``.
    mutating func watch(isBlocked: Bool) -> Watch {
        if watched?.phase == .running, phase == .running { hasProgress = true }
        let awaits = unacknowledged.first < nextToWrite
        let now = Watched(
            phase: phase, first: awaits ? unacknowledged.first : 0, awaitsPong: awaitsPong, saidBye: isMute)
        defer { watched = now }
        switch phase {
        case .apart, .over: return .nothing
        case .greeting: return watched == now ? .silent("has not said hello") : .nothing
        case .running:
            if watched == now, awaits { return .silent("has not acknowledged message \(unacknowledged.first)") }
            if watched == now, awaitsPong { return .silent("has not answered a ping") }
            if watched == now, isMute { return .silent("has not closed after a bye") }
            guard isBlocked, !awaitsPong else { return .nothing }
            (owesPing, awaitsPong) = (true, true)
            return .ping
        }
    }
}
