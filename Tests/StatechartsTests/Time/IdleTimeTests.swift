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

    private struct Late: Error {}
}
