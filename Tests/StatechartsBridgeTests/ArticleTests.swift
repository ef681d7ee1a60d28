import Statecharts
import StatechartsBridge
import StatechartsTesting
import Testing

/// The code of the article *Bridges between processes* and of the documentation of symbols.
@Suite struct ArticleTests {
    struct Shop {
        let prices = OutputPort<Int>("prices"), orders = InputPort<String>("orders")

        func open(_ link: MemoryLink) async throws -> Bridge {
            let shop = self
            // snippet: shop
            let bridge = Bridge(over: link, name: "shop")
            bridge.export(shop.prices, as: "prices")
            bridge.import("orders", to: shop.orders)
            try await bridge.start()  // returns when both sides have met
            // end snippet
            return bridge
        }
    }

    struct Guest {
        let prices = InputPort<Int>("prices"), orders = OutputPort<String>("orders")

        func enter(_ link: MemoryLink) async throws -> Bridge {
            let guest = self
            // snippet: guest
            let bridge = Bridge(over: link, name: "guest")
            bridge.import("prices", to: guest.prices)
            bridge.export(guest.orders, as: "orders")
            try await bridge.start()
            // end snippet
            return bridge
        }
    }

    @Test func `a shop and its guest`() async throws {
        let (one, two) = MemoryLink.pair()
        let shop = Shop(), guest = Guest()
        let opening = Task { try await shop.open(one) }
        let bridges = (try await guest.enter(two), try await opening.value)
        shop.prices.send(7)
        #expect(await guest.prices.first(1) == [7])
        guest.orders.send("soup")
        #expect(await shop.orders.first(1) == ["soup"])

        let system = System()
        system.add("Shop", ports: shop.prices)
        let recorders = [system.recorder()]
        shop.prices.send(8)
        // snippet: one tree
        let records = recorders.flatMap(\.records)  // of three systems, in three processes
        print(MessageTree(records))
        // end snippet
        #expect(records.count == 1)
        await bridges.0.close()
    }

    @Test func `systems show each other their components`() async throws {
        let (one, two) = MemoryLink.pair()
        let shop = Shop(), guest = Guest(), system = System(), table = System()
        let bridge = Bridge(over: one, name: "shop"), other = Bridge(over: two, name: "guest")
        bridge.export(shop.prices, as: "prices")
        bridge.import("orders", to: shop.orders)
        other.import("prices", to: guest.prices)
        other.export(guest.orders, as: "orders")
        system.add("Shop", ports: shop.prices, shop.orders)
        table.add("Table", ports: guest.prices, guest.orders)
        other.share(table)
        other.begin()
        let changes = system.changes
        // snippet: sharing
        bridge.share(system)
        try await bridge.start()
        // end snippet
        for await change in changes { if case .met(let remote) = change, !remote.members.isEmpty { break } }
        // snippet: remotes
        print(system.remotes)  // [guest: Table]
        print(system.connections)  // [Shop.prices ⇒ guest.prices, guest.orders ⇒ Shop.orders]
        // end snippet
        #expect("\(system.remotes)" == "[guest: Table]")
        #expect("\(system.connections)" == "[Shop.prices ⇒ guest.prices, guest.orders ⇒ Shop.orders]")
        await bridge.close()
    }

    @Test func `planted faults`() async throws {
        let clock = ManualClock()
        // snippet: memory
        let (shop, guest) = MemoryLink.pair(clock: clock, faults: .init(delay: .milliseconds(20), lossEvery: 50))
        let bridge = Bridge(over: shop, clock: clock)
        // end snippet
        let other = Bridge(over: guest, clock: clock)
        other.begin()
        try await star(clock)
        let clockwork = clock.ticking(by: .milliseconds(10))
        try await bridge.start()
        clockwork.cancel()
        await clockwork.value
    }

    private func star(_ clock: ManualClock) async throws {
        // snippet: star
        let (shop, guests) = MemoryLink.star(points: 3, clock: clock)
        let bridge = Bridge(over: shop, connections: 3, clock: clock)
        // end snippet
        bridge.begin()
        let others = guests.map { Bridge(over: $0, clock: clock) }
        for other in others { try await other.start() }
        #expect(bridge.peers.count == others.count)
        bridge.stop()
    }

    @Test func `a shop and its guests`() async throws {
        let (link, guests) = MemoryLink.star(points: 2)
        let shop = Shop(), opening = Task { try await open(shop, link) }
        let visitors = [Guest(), Guest()]
        var bridges: [Bridge] = []
        for (place, guest) in visitors.enumerated() { bridges.append(try await guest.enter(guests[place])) }
        let bridge = try await opening.value
        shop.prices.send(7)
        for guest in visitors { #expect(await guest.prices.first(1) == [7]) }
        #expect(bridge.peers.map(\.name) == ["guest", "guest"])
        await bridge.close()
        #expect(bridges.count == 2)
    }

    private func open(_ shop: Shop, _ link: MemoryLink) async throws -> Bridge {
        // snippet: several peers
        let bridge = Bridge(over: link, name: "shop", connections: 8)
        bridge.export(shop.prices, as: "prices")
        bridge.import("orders", to: shop.orders)
        try await bridge.start()  // returns when the first one has come
        // end snippet
        return bridge
    }

    @Test(RealLinks.asked) func `a monitor`() async throws {
        let (one, two) = MemoryLink.pair()
        let system = System(), numbers = OutputPort<Int>("numbers")
        system.add("Numbers", ports: numbers)
        let served = Task { serve(system, one) }
        try await look(two)
        await served.value.stop()
    }

    private func serve(_ system: System, _ link: MemoryLink) -> MonitorService {
        // snippet: serving
        let service = MonitorService(of: system, over: link, name: "shop")
        service.start()
        // end snippet
        return service
    }

    private func look(_ link: MemoryLink) async throws {
        // snippet: monitoring
        let monitor = Monitor(over: link)
        try await monitor.start()
        let answer = try await monitor.ask(.pause)
        print(monitor.members.map(\.name), monitor.tree, answer.held)
        // end snippet
        #expect(!answer.isDone)
        await monitor.stop()
    }
}
