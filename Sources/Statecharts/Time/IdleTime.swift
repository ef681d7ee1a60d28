/// Real time in which something is waited for that may never come.
///
/// A wait that will not end is to be told from one that takes long because the process has a lot to do. So time counts
/// only a tenth in which tasks do not come to their turn at once.
package struct IdleTime: Sendable {
    /// How the time is spent; a test counts instead.
    private let sleep: @Sendable (Duration) async throws -> Void
    private let isBusy: @Sendable () async -> Bool

    package init(
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await ContinuousClock().sleep(for: $0) },
        isBusy: @escaping @Sendable () async -> Bool = Self.processIsBusy
    ) {
        self.sleep = sleep
        self.isBusy = isBusy
    }

    /// Returns when so much has passed, not at once even if it is nothing. Throws if the task is cancelled.
    package func wait(for duration: Duration) async throws {
        var left = duration
        repeat { left -= try await waitPart(of: duration) } while left > .zero
    }

    /// How much is waited for at a time.
    static func part(of duration: Duration) -> Duration {
        max(min(duration, Services.longest) / 20, .milliseconds(1))
    }

    /// Waits for a part of a duration. Answers how much of it counts.
    func waitPart(of duration: Duration) async throws -> Duration {
        let part = Self.part(of: duration)
        try await sleep(part)
        return await isBusy() ? part / 10 : part
    }

    /// True if other tasks come first for a while.
    package static func processIsBusy() async -> Bool {
        let begun = ContinuousClock.now
        for _ in 0..<10 { await Task.yield() }
        return ContinuousClock.now - begun > .milliseconds(10)
    }
}
