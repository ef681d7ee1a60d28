import Statecharts
import TestSupport
import Testing

@testable import StatechartsBridge

/// Jobs of a point-to-point channel that are sent while peers go.
@Suite struct JobsOfGonePeersTests {
    private static let offer = ChannelOffer(channel: "jobs", type: "Int", kind: .pointToPoint)

    enum End: CaseIterable { case over, closing }

    private let jobs = PointToPointChannel<Int>("jobs"), source = OutputPort<Int>("source")
    private let here = InputPort<Int>("here")

    /// A seat whose peer is there and has given nine credits.
    /// - Parameter hook: called with each job just before the session gets it.
    private func attachedSeat(_ hook: @escaping @Sendable (Int) -> Void = { _ in }) throws -> Seat {
        connect(source, to: jobs)
        let session = Session(
            name: "shop", number: 1, limits: BridgeLimits(), exports: [(Self.offer, 0)], imports: [])
        let export = Export(Self.offer) { [jobs] outlet, bridge in
            OutboundPort(of: jobs, to: PortLabel(owner: bridge, name: "jobs")) { job, header in
                hook(job)
                return outlet.send(job, header)
            }
        }
        let seat = Seat(session, [export], [])
        seat.attach(of: "shop")
        #expect(seat.begin(PlayedConnection { _ in }, saysHello: true))
        let hello = Hello(
            name: "guest", session: 2, peer: nil, next: 1, received: 0, exports: [], imports: [Self.offer])
        for frame in [Frame.hello(hello), .credit(channel: "jobs", upTo: 9)] {
            _ = try seat.state.withLock { try $0.session.take(frame) }
        }
        seat.lines[0].goOn()
        return seat
    }

    @Test(arguments: End.allCases)
    func `jobs stay in their channel when the session has ended and its line has not`(end: End) async throws {
        let seat = try attachedSeat()
        source.send(1)
        #expect(jobs.bufferedCount == 0)
        switch end {
        case .over: seat.end(nil)
        case .closing:
            seat.tell { session in
                session.close()
                return nil
            }
        }
        for job in 2...4 { source.send(job) }
        try #require(jobs.bufferedCount == 3)
        seat.end(nil)
        // What was under way.
        #expect(seat.clear() == 1)
        connect(jobs, to: here)
        #expect(await here.first(3) == [2, 3, 4])
    }

    @Test func `a job that is on its way to the session when the line ends goes back to its channel`() async throws {
        let whenOnItsWay = Guarded<(@Sendable () -> Void)?>(nil)
        let seat = try attachedSeat { if $0 == 2 { whenOnItsWay.withLock { $0 }?() } }
        whenOnItsWay.withLock { slot in
            slot = { [unowned seat] in
                seat.end(nil)
                #expect(seat.clear() == 1)
            }
        }
        for job in 1...3 { source.send(job) }
        try #require(jobs.bufferedCount == 2)
        connect(jobs, to: here)
        #expect(await here.first(2) == [2, 3])
    }

    @Test(.timeLimit(.minutes(30)), arguments: [true, false])
    func `each job is done, kept in its channel, or counted, when all peers go at once`(inOrder: Bool) async throws {
        for _ in 0..<40 {
            let star = Star(points: 4), done = InputPort<Int>("done"), rest = InputPort<Int>("rest")
            let jobs = PointToPointChannel<Int>("jobs"), source = OutputPort<Int>("source")
            connect(source, to: jobs)
            star.shop.export(jobs, as: "jobs")
            let working = star.guests.map { guest in
                let desk = InputPort<Int>("desk")
                guest.import("jobs", to: desk)
                return Task { for await job in desk { done.send(job) } }
            }
            try await star.start()

            let haveGone = Guarded(false)
            let sending = Task {
                var count = 0
                while !haveGone.withLock({ $0 }) {
                    // None waits, so that peers are ready when they go.
                    if jobs.bufferedCount == 0 {
                        source.send(count)
                        count += 1
                    }
                    await Task.yield()
                }
                return count
            }
            var finished = await done.first(40)
            await withTaskGroup { group in
                for guest in star.guests {
                    group.addTask { if inOrder { await guest.close() } else { guest.stop() } }
                }
            }
            try await eventually { star.shop.peers.allSatisfy { !$0.state.isConnected } }
            haveGone.withLock { $0 = true }
            let sent = await sending.value
            // Who stops may not get to say so: what was under way to him is counted now.
            star.shop.stop()
            await star.shop.wait { $0 == .ended(nil) }

            let kept = jobs.bufferedCount
            connect(jobs, to: rest)
            let left = await rest.first(kept)
            let lost = star.shop.lostCount
            try await eventually { finished.count + done.bufferedCount + kept + lost >= sent }
            finished += await done.first(done.bufferedCount)
            #expect(Set(finished + left).count == finished.count + left.count)
            #expect(left == left.sorted())
            if inOrder { #expect(lost == 0) }
            for task in working { task.cancel() }
        }
    }
}
