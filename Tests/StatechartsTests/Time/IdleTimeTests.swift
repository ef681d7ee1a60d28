import TestSupport
import Testing

@testable import Statecharts

/// How time is counted in which something is waited for that may never come.
@Suite struct IdleTimeTests {
    /// What a wait has spent, and whether other tasks come first.
    private final class Spent: Sendable {
        let parts = Guarded<[Duration]>([])
        let isBusy: @Sendable (_ part: Int) -> Bool

        init(isBusy: @escaping @Sendable (_ part: Int) -> Bool) { self.isBusy = isBusy }

        var total: Duration { parts.withLock { $0.reduce(.zero, +) } }

        var idleTime: IdleTime {
            IdleTime(sleep: { part in self.parts.withLock { $0.append(part) } }) {
                self.isBusy(self.parts.withLock(\.count))
            }
        }
    }

    @Test func `in a process that has nothing else to do all time counts`() async throws {
        let spent = Spent { _ in false }
        try await spent.idleTime.wait(for: .seconds(60))
        #expect(spent.parts.withLock { $0 } == Array(repeating: .seconds(3), count: 20))
    }

    @Test func `time in which other tasks come first counts a tenth`() async throws {
        let always = Spent { _ in true }
        try await always.idleTime.wait(for: .seconds(60))
        #expect(always.total == .seconds(600))
        let atFirst = Spent { $0 <= 10 }
        try await atFirst.idleTime.wait(for: .seconds(60))
        #expect(atFirst.total == .seconds(30 + 57))
    }

    @Test func `the shortest patience waits too, and the longest is not too long`() async throws {
        let spent = Spent { _ in false }
        try await spent.idleTime.wait(for: .nanoseconds(1))
        #expect(spent.total == .milliseconds(1))
        #expect(try await spent.idleTime.waitPart(of: .seconds(Int64.max)) == Services.longest / 20)
    }

    @Test(arguments: [Duration.zero, .seconds(-1)])
    func `no patience at all lets others run too, and a task that is cancelled`(_ patience: Duration) async throws {
        let spent = Spent { _ in false }
        try await spent.idleTime.wait(for: patience)
        #expect(spent.total == .milliseconds(1))
        let cancelled = Task {
            while !Task.isCancelled { await Task.yield() }
            try await IdleTime().wait(for: patience)
        }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
    }

    @Test func `a wait on a clock is given up when its time was counted, and nobody watches after the last one`()
        async throws
    {
        let spent = Spent { $0 <= 20 }
        let waits = LimitedWaits(.seconds(20), spent.idleTime)
        for _ in 0..<2 {
            let before = spent.total
            let end = Question<Void>(waiting: nil)
            let wait = LimitedWait(among: waits) { Late() }
            _ = wait.watch { end.end(.failure($0)) }
            await #expect(throws: Late.self) { try await end.value }
            #expect(spent.total - before >= .seconds(20))
        }
        #expect(spent.total >= .seconds(18 + 20 + 20))
    }

    @Test func `a wait that begins while time passes is not given up before its own has passed`() async throws {
        let parts = Guarded(0), second = Guarded<LimitedWait?>(nil)
        let begun = Guarded<Int?>(nil), givenUp = Guarded<Int?>(nil)
        let end = Question<Void>(waiting: nil)
        let idleTime = IdleTime(
            sleep: { _ in
                let count = parts.withLock { parts in
                    parts += 1
                    return parts
                }
                // At the end of this part.
                guard let wait = second.withLock({ $0.take() }) else { return }
                begun.withLock { $0 = count }
                _ = wait.watch { error in
                    givenUp.withLock { $0 = parts.withLock { $0 } }
                    end.end(.failure(error))
                }
            }, isBusy: { false })
        let waits = LimitedWaits(.seconds(20), idleTime)
        second.withLock { $0 = LimitedWait(among: waits) { Late() } }
        _ = LimitedWait(among: waits) { Late() }.watch { _ in }
        await #expect(throws: Late.self) { try await end.value }
        let (from, to) = (try #require(begun.withLock { $0 }), try #require(givenUp.withLock { $0 }))
        #expect(to - from >= 20)
    }

    private struct Late: Error {}
}
