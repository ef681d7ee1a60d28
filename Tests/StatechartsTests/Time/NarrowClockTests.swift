import Testing

@testable import Statecharts
@testable import StatechartsCore

/// Clocks of one's own whose instants have room for a few hundred years only, none of them before zero.
@Suite struct NarrowClockTests {
    private let keeper = SleepingKeeper(NarrowClock(now: 1_000_000))

    private func time(_ nanoseconds: UInt64) throws -> Duration? {
        keeper.time(of: try SnapshotValue(encoding: NarrowClock.Instant(nanoseconds: nanoseconds)))
    }

    @Test func `a deadline of a snapshot is found on a clock whose instants are narrow`() throws {
        #expect(try time(3_001_000_000) == .seconds(3))
        #expect(try time(1_000_000) == .zero)
        #expect(try time(0) == .milliseconds(-1))
    }

    @Test func `an instant that is further away than a hundred years is none`() throws {
        let year: UInt64 = 366 * 24 * 60 * 60 * 1_000_000_000
        #expect(try time(99 * year) != nil)
        #expect(try time(101 * year) == nil)
        #expect(try time(.max / 2) == nil)
    }
}

/// It stands.
private struct NarrowClock: Clock {
    struct Instant: InstantProtocol, Codable {
        var nanoseconds: UInt64

        func advanced(by duration: Duration) -> Instant {
            Instant(nanoseconds: UInt64(Int64(nanoseconds) + Self.nanoseconds(of: duration)))
        }
        func duration(to other: Instant) -> Duration {
            .nanoseconds(Int64(other.nanoseconds) - Int64(nanoseconds))
        }
        static func < (a: Instant, b: Instant) -> Bool { a.nanoseconds < b.nanoseconds }

        private static func nanoseconds(of duration: Duration) -> Int64 {
            let (seconds, attoseconds) = duration.components
            return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
        }
    }

    let now: Instant
    var minimumResolution: Duration { .nanoseconds(1) }

    init(now: UInt64) { self.now = Instant(nanoseconds: now) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}
