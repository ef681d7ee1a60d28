/// A wait on a clock that somebody has to move.
@usableFromInline
package struct LimitedWait: Sendable {
    private let waits: LimitedWaits
    /// What is wrong when it has taken too long.
    private let error: @Sendable () async -> any Error

    package init(among waits: LimitedWaits, error: @escaping @Sendable () async -> any Error) {
        self.waits = waits
        self.error = error
    }

    /// Has the wait given up with the error when it has taken too long.
    /// - Returns: what ends that.
    func watch(_ giveUp: @escaping @Sendable (any Error) -> Void) -> @Sendable () -> Void {
        let number = waits.add { [error] in giveUp(await error()) }
        return { [waits] in waits.remove(number) }
    }
}

/// How long the waits on one clock may take in real time, see `IdleTime`. One task looks after all of them: a task that
/// sleeps keeps its memory until its time has come, even if it was cancelled.
package final class LimitedWaits: Sendable {
    private struct Wait {
        let number: Int
        /// What `Contents.time` is at its end.
        let end: Duration
        let giveUp: @Sendable () async -> Void
    }

    private struct Contents {
        /// In the order of their ends.
        var waits: [Wait] = []
        /// How much time has been counted, see `IdleTime`.
        var time = Duration.zero
        var lastNumber = 0
        var isWatching = false
    }

    private let limit: Duration
    private let idleTime: IdleTime
    private let contents = Guarded(Contents())

    package init(_ limit: Duration, _ idleTime: IdleTime = IdleTime()) {
        self.limit = limit
        self.idleTime = idleTime
    }

    /// Has a closure called when a wait that begins now has taken too long. Answers its number.
    fileprivate func add(_ giveUp: @escaping @Sendable () async -> Void) -> Int {
        let (number, begins) = contents.withLock { contents in
            contents.lastNumber += 1
            // The part that is under way has begun before the wait: it does not count for that.
            let underWay = contents.isWatching ? IdleTime.part(of: limit) : .zero
            let end = contents.time + underWay + min(limit, Services.longest)
            contents.waits.append(Wait(number: contents.lastNumber, end: end, giveUp: giveUp))
            defer { contents.isWatching = true }
            return (contents.lastNumber, !contents.isWatching)
        }
        if begins { Task.detached { await self.watch() } }
        return number
    }

    /// The wait has ended. Without effect if it was given up.
    fileprivate func remove(_ number: Int) {
        let wait = contents.withLock { $0.waits.remove(number, by: \.number) }
        withExtendedLifetime(wait) {}
    }

    private func watch() async {
        while isNeeded(), let passed = try? await idleTime.waitPart(of: limit) {
            contents.withLock { $0.time += passed }
            // Each by itself: to say what is pending, machines are asked, of which one may be blocked.
            while let wait = takeLate() { Task.detached { await wait.giveUp() } }
        }
    }

    /// Without a wait nobody watches any more.
    private func isNeeded() -> Bool {
        contents.withLock { contents in
            contents.isWatching = !contents.waits.isEmpty
            return contents.isWatching
        }
    }

    private func takeLate() -> Wait? {
        contents.withLock { contents in
            guard let first = contents.waits.first, first.end <= contents.time else { return nil }
            return contents.waits.removeFirst()
        }
    }
}
