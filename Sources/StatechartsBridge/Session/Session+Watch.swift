// Silence.

extension Session {
    enum Watch: Sendable, Hashable {
        case nothing, ping
        case silent(String)
        /// The other side, which would only have to hear of the end, does not come or says nothing.
        case over
    }

    /// Looks whether the other side has done something since the last look. To be called in turns of
    /// ``BridgeLimits/patience``.
    ///
    /// Something that is waited for must come between two looks. Who is silent while nothing is, is asked by a ping at
    /// the next look, and has to answer it until the one after that.
    /// - Parameter isBlocked: whether messages wait for credit, which may have been lost.
    mutating func watch(isBlocked: Bool) -> Watch {
        if isLingering, hasLingered { return .over }
        hasLingered = isLingering
        if watched?.phase == .running, phase == .running { hasProgress = true }
        let awaits = unacknowledged.first < nextToWrite, wasHeard = heardLately
        heardLately = false
        let before = watched
        // Also a ping that is asked for below.
        defer {
            watched = Watched(
                phase: phase, first: awaits ? unacknowledged.first : 0, awaitsPong: awaitsPong, saidBye: saidBye,
                received: received)
        }
        switch phase {
        case .apart, .over: return .nothing
        case .greeting: return before?.phase == .greeting ? .silent("has not said hello") : .nothing
        case .running:
            // Each for itself: that one thing goes on does not excuse another.
            if awaits, before?.first == unacknowledged.first {
                return .silent("has not acknowledged message \(unacknowledged.first)")
            }
            if awaitsPong, before?.awaitsPong == true { return .silent("has not answered a ping") }
            if saidBye, before?.saidBye == true, before?.received == received {
                return byeCount > 1 ? .over : .silent("has not answered a bye")
            }
            guard isBlocked || !wasHeard, !awaitsPong else { return .nothing }
            (owesPing, awaitsPong) = (true, true)
            return .ping
        }
    }
}
