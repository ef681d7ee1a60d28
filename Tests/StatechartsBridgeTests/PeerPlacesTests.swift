import Statecharts
import StatechartsTesting
import TestSupport
import Testing

@testable import StatechartsBridge

/// Who has a place at a bridge with several peers, and what becomes of it when he goes.
@Suite struct PeerPlacesTests {
    @Test(.timeLimit(.minutes(30)))
    func `a peer leaves, and another one has its place; what was under way is lost for that one, and counted`()
        async throws
    {
        let star = Star(points: 3, connections: 2)
        let prices = OutputPort<Int>("prices"), menus = star.guests.map { _ in InputPort<Int>("menu") }
        star.shop.export(prices, as: "prices")
        for (place, guest) in star.guests.enumerated() { guest.import("prices", to: menus[place]) }
        let changes = star.shop.peerChanges.stream()
        star.shop.begin()
        try await star.guests[0].start()
        try await star.guests[1].start()
        prices.send(1)
        for menu in menus.prefix(2) { #expect(await menu.first(1) == [1]) }
        // A message that is here and was not acknowledged counts as lost.
        try await eventually { star.shop.peers.map(\.waitingCount) == [0, 0] }
        star.guests[0].stop()
        for await peer in changes where peer.name == "guest 0" && peer.state == .ended(nil) { break }
        // The bridge goes on.
        #expect(star.shop.state == .connected(peer: "guest 1"))
        #expect(star.shop.peers.map(\.state) == [.ended(nil), .connected(peer: "guest 1")])
        prices.send(2)
        try await star.guests[2].start()
        #expect(star.shop.peers.map(\.name) == ["guest 2", "guest 1"])
        // From when it was met.
        prices.send(3)
        #expect(await menus[2].first(1) == [3])
        #expect(await menus[1].first(2) == [2, 3])
        #expect(menus[0].bufferedCount == 0)

        // Both go, and the bridge waits for others.
        await star.guests[1].close()
        await star.guests[2].close()
        await star.shop.wait { $0 == .connecting }
        await star.shop.close()
        #expect(star.shop.state == .ended(nil))
        #expect(star.shop.lostCount == 0)
    }

    @Test(.timeLimit(.minutes(30)))
    func `losses are counted for each peer`() async throws {
        let link = PlayedLink(isListening: true)
        let bridge = Bridge(over: link, name: "shop", connections: 2, limits: .patient)
        let prices = OutputPort<Int>("prices"), system = System()
        system.add("Shop", ports: prices)
        let reports = system.reports
        bridge.export(prices, as: "prices")
        let changes = bridge.peerChanges.stream()
        bridge.begin()
        let opened = Array(await link.opened.first(3).prefix(2))
        for (place, connection) in opened.enumerated() {
            connection.give(PlayedConnection.hello(UInt64(place + 1), imports: ["prices": "Int"]))
            connection.give(Frame.credit(channel: "prices", upTo: 10).bytes)
        }
        #expect(bridge.peers.map(\.state) == [.connected(peer: "stranger"), .connected(peer: "stranger")])
        for number in 1...3 { prices.send(number) }
        opened[1].give(Frame.acknowledgement(3).bytes)
        #expect(bridge.peers.map(\.waitingCount) == [3, 0])
        // The first one stops.
        opened[0].give(Frame.bye(waits: false).bytes)
        for await peer in changes where peer.state == .ended(nil) { break }
        #expect(bridge.peers.map(\.lostCount) == [3, 0])
        #expect(bridge.peers.map(\.waitingCount) == [0, 0])
        #expect(bridge.lostCount == 3)
        #expect(bridge.peers[0].description == "stranger (ended, 3 lost)")
        var said: PortReport?
        for await report in reports {
            said = report
            break
        }
        #expect(said.map { "\($0.message)" } == "3 of \"prices\", not acknowledged when the bridge ended")
        // Garbage ends whoever sends it, and nobody else.
        prices.send(4)
        opened[1].give([0, 0, 0, 1, 0x78])
        for await peer in changes {
            if case .ended(let error?) = peer.state {
                #expect(error.code == .malformed)
                break
            }
        }
        #expect(
            opened[1].lastFrames.contains { if case .error(let code, _) = $0 { code == "malformed" } else { false } })
        #expect(bridge.lostCount == 4)
        // Peers are told of before the bridge as a whole.
        try await eventually { bridge.state == .connecting || bridge.state.isCut }
        await bridge.close()
        #expect(bridge.state == .ended(nil))
    }

    @Test(.timeLimit(.minutes(30)))
    func `one too many is told that all places are taken, and comes in when somebody has left`() async throws {
        let clock = ManualClock()
        let star = Star(points: 3, connections: 2, limits: .init(patience: .seconds(100_000)), clock: clock)
        let states = star.guests[2].states.stream()
        star.shop.begin()
        try await star.guests[0].start()
        try await star.guests[1].start()
        star.guests[2].begin()
        var said: PeerError?
        for await state in states {
            if case .cut(let error) = state {
                said = error.peer
                break
            }
        }
        #expect(said?.code == .busy)
        #expect(said?.text == "shop serves as many as it can (2); try again later")
        #expect(star.shop.peers.map(\.name) == ["guest 0", "guest 1"])
        star.guests[0].stop()
        let clockwork = clock.ticking(by: .milliseconds(50))
        try await star.guests[2].start()
        clockwork.cancel()
        await clockwork.value
        star.shop.stop()
    }

    @Test(.timeLimit(.minutes(30)))
    func `whoever is away longest gives his place to somebody new, and is told so when he comes back`() async throws {
        let star = Star(points: 3, connections: 2, gates: [1, 1, 1])
        let prices = OutputPort<Int>("prices"), menus = star.guests.map { _ in InputPort<Int>("menu") }
        star.shop.export(prices, as: "prices")
        for (place, guest) in star.guests.enumerated() { guest.import("prices", to: menus[place]) }
        let changes = star.shop.peerChanges.stream()
        star.shop.begin()
        try await star.guests[0].start()
        try await star.guests[1].start()
        for place in [1, 0] {
            star.points[place].cut()
            for await peer in changes where peer.name == "guest \(place)" && peer.state.isCut { break }
        }
        prices.send(7)
        try await star.guests[2].start()
        // As where a bridge has one peer: what waits goes to whoever is there.
        #expect(await menus[2].first(1) == [7])
        star.gates[1].allow()
        await star.guests[1].wait { if case .ended(let error) = $0 { error?.peer?.code == .refused } else { false } }
        star.gates[0].allow()
        #expect(await menus[0].first(1) == [7])
        star.shop.stop()
    }

    @Test(.timeLimit(.minutes(30)))
    func `what is sent before anybody has come waits for the first peer`() async throws {
        let star = Star(points: 2)
        let prices = OutputPort<Int>("prices"), menus = star.guests.map { _ in InputPort<Int>("menu") }
        star.shop.export(prices, as: "prices")
        for (place, guest) in star.guests.enumerated() { guest.import("prices", to: menus[place]) }
        star.shop.begin()
        prices.send(1)
        try await star.guests[0].start()
        try await star.guests[1].start()
        prices.send(2)
        #expect(await menus[0].first(2) == [1, 2])
        #expect(await menus[1].first(1) == [2])
        star.shop.stop()
    }

    @Test(.timeLimit(.minutes(30)))
    func `a stranger who says nothing, or nonsense, takes no place`() async throws {
        let link = PlayedLink(isListening: true), clock = ManualClock()
        let bridge = Bridge(
            over: link, name: "shop", connections: 2, limits: .init(patience: .seconds(10)), clock: clock)
        let prices = OutputPort<Int>("prices")
        bridge.export(prices, as: "prices")
        bridge.begin()
        var opened = await link.opened.first(3)
        // Nobody is told anything before he has said who he is.
        #expect(try opened[0].take() == [])
        opened[0].give(Frame.bye(waits: false).bytes)
        #expect(opened[0].hasEnded)
        opened[1].give(PlayedConnection.hello(1, imports: ["prices": "String"]))
        #expect(opened[1].hasEnded)
        #expect(opened[1].lastFrames.count == 1)
        #expect(bridge.peers == [])
        // Who is silent is sent away after two looks.
        opened = await link.opened.first(2)
        for _ in 1...2 {
            await clock.waitForSleepers()
            await clock.advance(by: .seconds(10))
        }
        try await eventually { opened.allSatisfy(\.hasEnded) }
        // The place of the first one is still his.
        prices.send(1)
        opened = await link.opened.first(2)
        opened[1].give(PlayedConnection.hello(2, imports: ["prices": "Int"]))
        opened[1].give(Frame.credit(channel: "prices", upTo: 10).bytes)
        let said = try opened[1].take()
        #expect(said.contains { if case .message(let message, _) = $0 { message.number == 1 } else { false } })
        #expect(bridge.peers.map(\.state) == [.connected(peer: "stranger")])
        bridge.stop()
    }

    @Test(.timeLimit(.minutes(30)))
    func `whoever comes a second time loses his first connection, and comes in when that has ended`() async throws {
        let link = PlayedLink(isListening: true)
        let bridge = Bridge(over: link, name: "shop", connections: 2, limits: .patient)
        let changes = bridge.peerChanges.stream()
        bridge.begin()
        var opened = await link.opened.first(3)
        opened[0].give(PlayedConnection.hello(1))
        opened[1].give(PlayedConnection.hello(1))
        #expect(opened[0].hasEnded && opened[1].hasEnded)
        #expect(opened[1].lastFrames.count == 1)
        for await peer in changes where peer.state.isCut { break }
        opened = await link.opened.first(1)
        opened[0].give(PlayedConnection.hello(1))
        #expect(bridge.peers.map(\.state) == [.connected(peer: "stranger")])
        bridge.stop()
    }
}
