import Statecharts

/// One end of a link inside the process, for tests: on a clock that may stand still, and with planted faults.
///
///     let (shop, guest) = MemoryLink.pair(clock: clock, faults: .init(delay: .milliseconds(20), lossEvery: 50))
///     let bridge = Bridge(over: shop, clock: clock)
///
/// Bytes take no time unless a delay is planted. A lost or overtaken piece is found by the number of the next message:
/// the bridges then end the connection and go on over a new one.
public final class MemoryLink: BridgeLink {
    /// What goes wrong, the same in each run.
    public struct Faults: Sendable, Hashable {
        /// How long each piece is under way.
        public var delay: Duration
        /// Of so many pieces in each direction the last one is lost; 0 for none.
        public var lossEvery: Int
        /// Of so many pieces in each direction the last one is overtaken by the one after it; 0 for none.
        public var swapEvery: Int
        /// After so many pieces in each direction the connection breaks; 0 for never.
        public var cutEvery: Int

        /// Makes these faults; by default there are none.
        public init(delay: Duration = .zero, lossEvery: Int = 0, swapEvery: Int = 0, cutEvery: Int = 0) {
            self.delay = delay
            self.lossEvery = lossEvery
            self.swapEvery = swapEvery
            self.cutEvery = cutEvery
        }
    }

    private let meeting: Meeting
    private let end: Meeting.End
    /// Whether it is the middle of a star: then it waits for the others to connect.
    public let isListening: Bool

    private init(_ meeting: Meeting, _ end: Meeting.End, isListening: Bool = false) {
        self.meeting = meeting
        self.end = end
        self.isListening = isListening
    }

    /// Makes the two ends of a link.
    public static func pair<C: Clock>(
        clock: C = ContinuousClock(), faults: Faults = Faults()
    ) -> (MemoryLink, MemoryLink) where C.Duration == Duration {
        let meeting = Meeting([wire(clock, faults)], isStar: false)
        return (MemoryLink(meeting, .middle), MemoryLink(meeting, .point(0)))
    }

    /// Makes a link that listens, and this many others that lead to it, for a bridge with several peers.
    ///
    ///     let (shop, guests) = MemoryLink.star(points: 3, clock: clock)
    ///     let bridge = Bridge(over: shop, connections: 3, clock: clock)
    public static func star<C: Clock>(
        points: Int, clock: C = ContinuousClock(), faults: Faults = Faults()
    ) -> (middle: MemoryLink, points: [MemoryLink]) where C.Duration == Duration {
        let meeting = Meeting((0..<points).map { _ in wire(clock, faults) }, isStar: true)
        return (
            MemoryLink(meeting, .middle, isListening: true), (0..<points).map { MemoryLink(meeting, .point($0)) }
        )
    }

    private static func wire<C: Clock>(_ clock: C, _ faults: Faults) -> Wire where C.Duration == Duration {
        let start = clock.now
        return Wire(
            faults, now: { start.duration(to: clock.now) },
            sleep: { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) })
    }

    /// `memory`
    public var description: String { "memory" }

    /// Waits until the other end is opened too.
    public func open() async throws -> any BridgeConnection { try await meeting.open(end) }

    /// Ends the link: the other side cannot open it any more. In a star, the middle ends all links, any other end only
    /// its own.
    public func close() { meeting.close(end) }

    /// Breaks the connection, if there is one; the middle of a star breaks all of them.
    public func cut() { meeting.cut(end) }
}
