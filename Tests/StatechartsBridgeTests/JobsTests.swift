import Statecharts
import StatechartsTesting
import TestSupport
import Testing

@testable import StatechartsBridge

/// Jobs of a point-to-point channel, where not everybody takes the channel or is ready.
@Suite struct JobsTests {
    private static let jobs = ChannelOffer(channel: "jobs", type: "Int", kind: .pointToPoint)
    private static let prices = ChannelOffer(channel: "prices", type: "Int", kind: .publish)

    private static func hello(
        _ session: UInt64, exports: [ChannelOffer] = [], imports: [ChannelOffer] = []
    ) -> Frame {
        .hello(
            Hello(
                name: "peer \(session)", session: session, peer: nil, next: 1, received: 0, exports: exports,
                imports: imports))
    }

    /// A session that exports a channel, without places ahead of credits.
    private func session(_ offer: ChannelOffer) -> Session {
        Session(name: "shop", number: 1, limits: BridgeLimits(), exports: [(offer, 0)], imports: [])
    }

    /// Meets somebody who takes these channels. Answers which exports have room then.
    private func meet(_ shop: inout Session, _ peer: UInt64, takes imports: ChannelOffer...) throws -> [Int] {
        let isWanted = shop.begin()
        #expect(isWanted)
        guard case .connected(let rooms, _, _) = try shop.take(Self.hello(peer, imports: imports)) else { return [] }
        return rooms
    }

    private func frames(_ shop: inout Session) throws -> [Frame] {
        var reader = FrameReader(limit: 1 << 20), frames: [Frame] = []
        while let bytes = shop.output(atMost: 1 << 16) {
            try reader.read(bytes) { frames.append(try Frame($0, $1)) }
        }
        return frames
    }

    // MARK: A side that does not take the channel

    @Test(.timeLimit(.minutes(30)))
    func `a job does not go to a side that does not take the channel`() async throws {
        let link = PlayedLink(), bridge = Bridge(over: link, name: "left", limits: .patient)
        let jobs = PointToPointChannel<Int>("jobs"), here = InputPort<Int>("here"), source = OutputPort<Int>("source")
        bridge.export(jobs, as: "jobs")
        connect(source, to: jobs)
        bridge.begin()
        let connection = try #require(await link.opened.first { _ in true })
        connection.give(Self.hello(7).bytes)
        for job in 1...3 { source.send(job) }
        try #require(jobs.bufferedCount == 3)
        connect(jobs, to: here)
        #expect(await here.first(3) == [1, 2, 3])
        bridge.stop()
    }

    @Test func `a job that was not acknowledged waits for somebody who takes the channel`() throws {
        var shop = session(Self.jobs)
        #expect(try meet(&shop, 2, takes: Self.jobs) == [])
        #expect(try shop.take(.credit(channel: "jobs", upTo: 1)) == .rooms([0]))
        let sent = shop.send(0, .sample, .number(7))
        #expect(sent.answer == .full)
        shop.cut()
        // A dashboard, which does not take it, also if it says that it has room.
        #expect(try meet(&shop, 3) == [])
        #expect(try shop.take(.credit(channel: "jobs", upTo: 5)) == .nothing)
        #expect(try frames(&shop).allSatisfy { if case .message = $0 { false } else { true } })
        #expect(shop.waitingCount == 1)
        shop.cut()
        #expect(try meet(&shop, 4, takes: Self.jobs) == [])
        _ = try shop.take(.credit(channel: "jobs", upTo: 1))
        #expect(try frames(&shop).contains { if case .message = $0 { true } else { false } })
    }

    @Test func `a job that is on its way when a side comes which does not take it is kept`() throws {
        var shop = session(Self.jobs)
        _ = try meet(&shop, 2)
        let sent = shop.send(0, .sample, .number(7))
        #expect(sent.answer == .full)
        #expect(shop.waitingCount == 1)
    }

    @Test func `closing does not wait for a job that the other side does not take`() throws {
        var shop = session(Self.jobs)
        _ = try meet(&shop, 2)
        _ = shop.send(0, .sample, .number(7))
        shop.close()
        #expect(try frames(&shop).contains(.bye(waits: true)))
    }

    @Test func `what is sent while nobody is there waits, also where the last side did not take the channel`() throws {
        var shop = session(Self.prices)
        #expect(try meet(&shop, 2) == [0])
        #expect(shop.send(0, .sample, .number(1)).answer == .room)
        shop.cut()
        #expect(!shop.hasRoom(0))
        _ = shop.send(0, .sample, .number(2))
        #expect(shop.waitingCount == 1)
        #expect(try meet(&shop, 3, takes: Self.prices) == [])
        _ = try shop.take(.credit(channel: "prices", upTo: 5))
        let numbers = try frames(&shop).compactMap {
            if case .message(let message, _) = $0 { message.number } else { nil }
        }
        #expect(numbers == [1])
    }

    @Test func `what one of several did not take does not wait for him while he is away`() throws {
        var shop = session(Self.prices)
        shop.isOneOfSeveral = true
        #expect(try meet(&shop, 2) == [0])
        shop.cut()
        #expect(shop.hasRoom(0) && shop.send(0, .sample, .number(1)).answer == .room)
        shop.close()
        #expect(shop.waitingCount == 0 && shop.isLingering)
    }

    @Test func `a bridge that has said bye does not stay for a job that nobody has taken`() throws {
        var shop = session(Self.jobs)
        _ = try meet(&shop, 2)
        _ = shop.send(0, .sample, .number(7))
        shop.close()
        #expect(try frames(&shop).contains(.bye(waits: true)))
        shop.cut()
        #expect(shop.waitingCount == 1 && shop.isLingering)
    }

    // MARK: A receiver whose system is paused

    @Test(.timeLimit(.minutes(30)))
    func `a receiver is not ready while its system holds a message for it`() async throws {
        let link = PlayedLink(), bridge = Bridge(over: link, name: "left", limits: .patient)
        let taken = InputPort<Int>("taken"), system = System()
        system.add("Worker", ports: taken)
        bridge.import("jobs", to: taken)
        bridge.begin()
        let connection = try #require(await link.opened.first { _ in true })
        connection.give(Self.hello(7, exports: [Self.jobs]).bytes)
        var allowed: UInt64 = 0
        func look() throws {
            for case .credit(_, let upTo) in try connection.take() { allowed = max(allowed, upTo) }
        }
        func give(_ number: Int) { connection.give(PlayedMonitor.message(number, "jobs", "\(number)")) }

        system.pause()
        let results = InputPort<Int>("results")
        let working = Task {
            for await job in taken { results.send(job) }
        }
        try await eventually {
            try? look()
            return allowed == 1
        }
        give(1)
        try look()
        #expect(system.held.count == 1)
        // The receiver still waits, and what is held comes first.
        #expect(allowed == 1)
        system.resume()
        #expect(await results.first(1) == [1])
        try await eventually {
            try? look()
            return allowed == 2
        }
        give(2)
        #expect(await results.first(1) == [2])
        working.cancel()
        bridge.stop()
    }

    @Test(.timeLimit(.minutes(30)))
    func `a receiver that did not get what its system held is told of again`() async throws {
        let link = PlayedLink(), bridge = Bridge(over: link, name: "left", limits: .patient)
        let taken = InputPort<Int>("taken", where: { $0 != 1 }), system = System(), results = InputPort<Int>("results")
        system.add("Worker", ports: taken)
        bridge.import("jobs", to: taken)
        bridge.begin()
        let connection = try #require(await link.opened.first { _ in true })
        connection.give(Self.hello(7, exports: [Self.jobs]).bytes)
        var allowed: UInt64 = 0
        func come(_ number: UInt64) async throws {
            try await eventually {
                for case .credit(_, let upTo) in (try? connection.take()) ?? [] { allowed = max(allowed, upTo) }
                return allowed == number
            }
        }
        system.pause()
        let working = Task { for await job in taken { results.send(job) } }
        try await come(1)
        connection.give(PlayedMonitor.message(1, "jobs", "1"))
        system.resume()
        // The port lets the first one fall, and the receiver goes on waiting.
        try await come(2)
        connection.give(PlayedMonitor.message(2, "jobs", "2"))
        #expect(await results.first(1) == [2])
        working.cancel()
        bridge.stop()
    }
}
