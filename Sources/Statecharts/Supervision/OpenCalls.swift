/// The calls that a supervisor has made to machines and that end soon, for a clock that wants to know when nothing is
/// on its way any more.
///
/// A machine has an executor of its own, of which the clock knows only once the machine has made itself known to it.
final class OpenCalls: Sendable {
    private struct State {
        var open = 0
        var count: UInt64 = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }
    private let state = Guarded(State())

    /// A call has begun. What is answered ends it, and may be called more than once.
    func begin() -> @Sendable () -> Void {
        state.withLock { state in
            state.open += 1
            state.count += 1
        }
        let isOpen = Guarded(true)
        return { [self] in
            let isFirst = isOpen.withLock { isOpen in
                defer { isOpen = false }
                return isOpen
            }
            if isFirst { end() }
        }
    }

    private func end() {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.open -= 1
            guard state.open == 0 else { return [] }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Returns when none is open. Answers how many there have been.
    func settle() async -> UInt64 {
        await withCheckedContinuation { continuation in
            let isSettled = state.withLock { state in
                if state.open > 0 { state.waiting.append(continuation) }
                return state.open == 0
            }
            if isSettled { continuation.resume() }
        }
        return state.withLock { $0.count }
    }
}
