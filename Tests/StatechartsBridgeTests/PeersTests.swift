import Statecharts
import StatechartsTesting
import TestSupport
import Testing

@testable import StatechartsBridge

/// One bridge with several peers: what it sends goes to all, what they send comes together, and none waits for another.
@Suite struct PeersTests {
    @Test(.timeLimit(.minutes(30)))
    func `an export goes to all peers, and imports merge with the order of each sender kept`() async throws {
        let star = Star(points: 3)
        let prices = OutputPort<Int>("prices"), orders = InputPort<Int>("orders")
        let menus = star.guests.map { _ in InputPort<Int>("menu") }
        let wishes = star.guests.map { _ in OutputPort<Int>("wishes") }
        star.shop.export(prices, as: "prices")
        star.shop.import("orders", to: orders)
        for (place, guest) in star.guests.enumerated() {
            guest.import("prices", to: menus[place])
            guest.export(wishes[place], as: "orders")
        }
        try await star.start()
        #expect(Set(star.shop.peers.map(\.name)) == ["guest 0", "guest 1", "guest 2"])
        for number in 1...300 {
            prices.send(number)
            for (guest, port) in wishes.enumerated() { port.send(guest * 1_000 + number) }
        }
        for menu in menus { #expect(await menu.first(300) == Array(1...300)) }
        let came = await orders.first(900)
        for guest in 0..<3 { #expect(came.filter { $0 / 1_000 == guest } == (1...300).map { guest * 1_000 + $0 }) }

        await star.shop.close()
        #expect(star.shop.state == .ended(nil))
        #expect(star.shop.lostCount == 0)
        for guest in star.guests { await guest.wait { $0 == .ended(nil) } }
    }

    @Test(.timeLimit(.minutes(30)))
    func `a slow peer delays nobody, and what it misses is counted for it alone`() async throws {
        let star = Star(points: 3, limits: .init(window: 4, patience: .seconds(600)))
        let prices = OutputPort<Int>("prices")
        let menus = [
            InputPort<Int>("slow", buffering: .waiting(1)), InputPort<Int>("one"), InputPort<Int>("two"),
        ]
        star.shop.export(prices, as: "prices", buffering: .bufferingNewest(2))
        for (place, guest) in star.guests.enumerated() { guest.import("prices", to: menus[place]) }
        try await star.start()
        for number in 1...100 {
            prices.send(number)
            for menu in menus.dropFirst() { #expect(await menu.first(1) == [number]) }
        }
        let peers = Dictionary(uniqueKeysWithValues: star.shop.peers.map { ($0.name, $0) })
        #expect(peers["guest 1"]?.droppedCount == 0)
        #expect(peers["guest 2"]?.droppedCount == 0)
        let slow = try #require(peers["guest 0"])
        #expect(slow.droppedCount > 80)
        #expect(slow.waitingCount > 0)
        #expect(star.shop.droppedCount == slow.droppedCount)
        // It gets the first ones, and the newest.
        var got: [Int] = []
        while got.last != 100 { got += await menus[0].first(1) }
        #expect(got.count == 100 - slow.droppedCount)
        #expect(got.prefix(4) == [1, 2, 3, 4])
        #expect(got == got.sorted())
        star.shop.stop()
    }

    @Test(.timeLimit(.minutes(30)))
    func `whoever sends and waits for room waits for the slowest peer, and goes on when that one has gone`()
        async throws
    {
        let star = Star(points: 2, limits: .init(window: 2, patience: .seconds(600)))
        let prices = OutputPort<Int>("prices")
        let menus = [InputPort<Int>("slow", buffering: .waiting(1)), InputPort<Int>("fast")]
        star.shop.export(prices, as: "prices", buffering: .waiting(3))
        for (place, guest) in star.guests.enumerated() { guest.import("prices", to: menus[place]) }
        try await star.start()
        let sending = Task { for number in 1...50 { try await prices.sendWaiting(number) } }
        // As many as the slow one has room for, and as wait for it.
        #expect(await menus[1].first(6) == Array(1...6))
        try await eventually { star.shop.peers.first { $0.name == "guest 0" }?.waitingCount == 3 }
        #expect(menus[1].bufferedCount < 44)
        star.guests[0].stop()
        #expect(await menus[1].first(44) == Array(7...50))
        try await sending.value
        star.shop.stop()
    }

    @Test(.timeLimit(.minutes(30)))
    func `a peer that is cut off finds its place and its messages, and others go on meanwhile`() async throws {
        let star = Star(points: 2, gates: [2, 1])
        let prices = OutputPort<Int>("prices"), menus = star.guests.map { _ in InputPort<Int>("menu") }
        star.shop.export(prices, as: "prices")
        for (place, guest) in star.guests.enumerated() { guest.import("prices", to: menus[place]) }
        try await star.start()
        let changes = star.shop.peerChanges.stream()
        star.points[1].cut()
        for await peer in changes where peer.name == "guest 1" && peer.state.isCut { break }
        #expect(star.shop.state.isConnected)
        for number in 1...10 { prices.send(number) }
        #expect(await menus[0].first(10) == Array(1...10))
        #expect(star.shop.peers.first { $0.name == "guest 1" }?.waitingCount == 10)
        star.gates[1].allow()
        #expect(await menus[1].first(10) == Array(1...10))
        await star.shop.close()
        #expect(star.shop.lostCount == 0)
    }

    @Test(.timeLimit(.minutes(30)))
    func `a system shows every peer, and the connections that lead to each`() async throws {
        let star = Star(points: 2)
        let prices = OutputPort<Int>("prices"), orders = InputPort<Int>("orders")
        let shop = System(), guests = star.guests.map { _ in System() }
        shop.add("Shop", ports: prices, orders)
        star.shop.export(prices, as: "prices")
        star.shop.import("orders", to: orders)
        star.shop.share(shop)
        let menus = star.guests.map { _ in InputPort<Int>("menu") }
        let wishes = star.guests.map { _ in OutputPort<Int>("wishes") }
        for (place, guest) in star.guests.enumerated() {
            guests[place].add("Table \(place)", ports: menus[place], wishes[place])
            guest.import("prices", to: menus[place])
            guest.export(wishes[place], as: "orders")
            guest.share(guests[place])
        }
        let changes = shop.changes
        star.shop.begin()
        for guest in star.guests { try await guest.start() }
        for await _ in changes where shop.remotes.allSatisfy({ !$0.members.isEmpty }) && shop.remotes.count == 2 {
            break
        }
        #expect(shop.remotes.map(\.description) == ["guest 0: Table 0", "guest 1: Table 1"])
        #expect(
            shop.connections.map(\.description) == [
                "Shop.prices ⇒ guest 0.prices", "Shop.prices ⇒ guest 1.prices", "guest 0.orders ⇒ Shop.orders",
                "guest 1.orders ⇒ Shop.orders",
            ])
        await star.guests[0].close()
        for await change in changes { if case .parted = change { break } }
        #expect(
            shop.connections.map(\.description) == ["Shop.prices ⇒ guest 1.prices", "guest 1.orders ⇒ Shop.orders"])
        star.shop.stop()
    }

    @Test(.timeLimit(.minutes(30)))
    func `of a point-to-point channel each job goes to one peer that is ready`() async throws {
        let star = Star(points: 3)
        let jobs = PointToPointChannel<Int>("jobs"), source = OutputPort<Int>("source")
        connect(source, to: jobs)
        let workers = star.guests.map { _ in InputPort<Int>("work") }
        star.shop.export(jobs, as: "jobs")
        for (place, guest) in star.guests.enumerated() { guest.import("jobs", to: workers[place]) }
        try await star.start()
        let done = InputPort<Int>("done"), results = OutputPort<Int>("results")
        connect(results, to: done)
        let working = workers.map { worker in Task { for await job in worker { results.send(job) } } }
        for job in 1...60 { source.send(job) }
        #expect(await done.first(60).sorted() == Array(1...60))
        for task in working { task.cancel() }
        star.shop.stop()
    }

    @Test(.timeLimit(.minutes(30)), arguments: LinkKind.allCases)
    func `eight peers over a link between processes, and a ninth that waits for a place`(kind: LinkKind) async throws {
        let folder = try Folder(), (link, address) = try kind.listening(folder)
        let limits = BridgeLimits(patience: .seconds(600), retryDelays: .milliseconds(1)...(.milliseconds(20)))
        let shop = Bridge(over: link, name: "shop", connections: 8, limits: limits)
        let prices = OutputPort<Int>("prices"), orders = InputPort<Int>("orders")
        shop.export(prices, as: "prices", buffering: .unbounded)
        shop.import("orders", to: orders)
        shop.begin()
        let guests = (0...8).map { Bridge(over: kind.connecting(address), name: "guest \($0)", limits: limits) }
        let menus = guests.map { _ in InputPort<Int>("menu") }, wishes = guests.map { _ in OutputPort<Int>("wishes") }
        for (place, guest) in guests.enumerated() {
            guest.import("prices", to: menus[place])
            guest.export(wishes[place], as: "orders", buffering: .unbounded)
        }
        for guest in guests.dropLast() { try await guest.start() }
        guests[8].begin()
        for number in 1...200 {
            prices.send(number)
            for guest in 0..<8 { wishes[guest].send(guest * 1_000 + number) }
        }
        for menu in menus.dropLast() { #expect(await menu.first(200) == Array(1...200)) }
        let came = await orders.first(1_600)
        for guest in 0..<8 { #expect(came.filter { $0 / 1_000 == guest } == (1...200).map { guest * 1_000 + $0 }) }
        #expect(!guests[8].state.isConnected)
        await guests[3].close()
        try await guests[8].start()
        prices.send(201)
        for (place, menu) in menus.enumerated() where place != 3 { #expect(await menu.first(1) == [201]) }
        await shop.close()
        #expect(shop.lostCount == 0)
        for guest in guests { await guest.wait { if case .ended = $0 { true } else { false } } }
        #expect(guests.map(\.state) == guests.map { _ in .ended(nil) })
    }
}
