import Statecharts

/// Something to wait for: closed until a test opens it, and open from then on.
final class Gate: Sendable, Equatable {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        var watchers: [CheckedContinuation<Void, Never>] = []
        var arrived = 0
    }
    private let state = Guarded(State())

    static func == (a: Gate, b: Gate) -> Bool { a === b }

    /// Waits, whether or not the task is cancelled.
    func wait() async {
        await withCheckedContinuation { continuation in
            let (isOpen, watchers) = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                state.arrived += 1
                defer { state.watchers = [] }
                return (state.isOpen, state.watchers)
            }
            for watcher in watchers { watcher.resume() }
            if isOpen { continuation.resume() }
        }
    }

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Returns when somebody has come to the gate.
    func reached() async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if state.arrived == 0 { state.watchers.append(continuation) }
                return state.arrived > 0
            }
            if isReached { continuation.resume() }
        }
    }
}
