import Statecharts

/// Something that actions await until a test opens it, and that tells the test when they do.
final class Gate: Sendable {
    private struct Contents {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        var observers: [CheckedContinuation<Void, Never>] = []
    }
    private let contents = Guarded(Contents())

    /// Waits until the gate is open; passes at once afterwards.
    func pass() async {
        await withCheckedContinuation { continuation in
            let told = contents.withLock { contents -> [CheckedContinuation<Void, Never>] in
                if contents.isOpen { return [continuation] }
                contents.waiting.append(continuation)
                defer { contents.observers = [] }
                return contents.observers
            }
            for one in told { one.resume() }
        }
    }

    /// Waits until somebody waits at the gate.
    func reached() async {
        await withCheckedContinuation { continuation in
            let isReached = contents.withLock { contents in
                if contents.waiting.isEmpty { contents.observers.append(continuation) }
                return !contents.waiting.isEmpty
            }
            if isReached { continuation.resume() }
        }
    }

    func open() {
        let waiting = contents.withLock { contents in
            contents.isOpen = true
            defer { contents.waiting = [] }
            return contents.waiting
        }
        for one in waiting { one.resume() }
    }
}
