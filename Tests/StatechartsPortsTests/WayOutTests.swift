@testable import Statecharts
import Testing

/// A point-to-point channel with a receiver in another process, which goes.
@Suite struct WayOutTests {
    private let jobs = PointToPointChannel<Int>("jobs"), source = OutputPort<Int>("source")
    private let here = InputPort<Int>("here"), label = PortLabel(owner: "bridge", name: "jobs")

    @Test func `a way out that is over refuses jobs, and they go back to their places in the channel`() async throws {
        connect(source, to: jobs)
        let gone = Guarded<[Int]>([])
        let way = OutboundPort(of: jobs, to: label) { job, _ in
            if job > 2 { return .over }
            gone.withLock { $0.append(job) }
            return .room
        }
        way.goOn()
        for job in 1...5 { source.send(job) }
        #expect(gone.withLock { $0 } == [1, 2])
        try #require(jobs.bufferedCount == 3)
        // Somebody else does them.
        connect(jobs, to: here)
        #expect(await here.first(3) == [3, 4, 5])
        way.close()
    }

    @Test func `a job that comes to a way out which nobody keeps any more goes back to the channel`() async throws {
        connect(source, to: jobs)
        var way: OutboundPort<Int>? = OutboundPort(of: jobs, to: label) { _, _ in .room }
        way?.goOn()
        // Not closed: so it is for a job that the channel was just giving to it.
        way = nil
        for job in 1...2 { source.send(job) }
        try #require(jobs.bufferedCount == 2)
        connect(jobs, to: here)
        #expect(await here.first(2) == [1, 2])
    }

    @Test func `a message that cannot go is lost alone`() {
        connect(source, to: jobs)
        let gone = Guarded<[Int]>([])
        let way = OutboundPort(of: jobs, to: label) { job, _ in
            if job == 2 { return .unfit }
            gone.withLock { $0.append(job) }
            return .room
        }
        way.goOn()
        for job in 1...3 { source.send(job) }
        #expect(gone.withLock { $0 } == [1, 3])
        #expect(jobs.bufferedCount == 0)
        way.close()
    }
}
