import Statecharts
import StatechartsBridge
import StatechartsDiagrams
import StatechartsTesting
import Testing

/// What systems show of themselves over bridges.
@Suite struct SharingTests {
    private let clock = ManualClock()

    /// What is told of remotes, until it is this.
    private func wait(_ changes: AsyncStream<System.Change>, for remote: System.Remote?) async {
        for await change in changes {
            switch change {
            case .met(let present): if present == remote { return }
            case .parted: if remote == nil { return }
            case .joined, .left, .renewed: break
            }
        }
    }

    private func remote(
        _ process: String, _ bridge: String, _ members: [System.Member], out: String, in input: String,
        isConnected: Bool = true
    ) -> System.Remote {
        System.Remote(
            process: process, bridge: bridge,
            members: members.map { System.RemoteMember(name: $0.name, type: $0.type, ports: $0.ports) },
            channels: [
                .init(name: out, type: "Int", direction: .output), .init(name: input, type: "Int", direction: .input),
            ], isConnected: isConnected)
    }

    @Test func `each side shows its components to the other, as they come and go`() async throws {
        let pair = Pair()
        let prices = OutputPort<Int>("prices"), menu = InputPort<Int>("menu")
        let orders = OutputPort<Int>("orders"), wishes = InputPort<Int>("wishes")
        pair.left.export(prices, as: "prices")
        pair.right.import("prices", to: menu)
        pair.right.export(orders, as: "orders")
        pair.left.import("orders", to: wishes)
        let shop = System(), guest = System()
        let (atShop, atGuest) = (shop.changes, guest.changes)
        let counter = shop.add("Counter", ports: prices, wishes), table = guest.add("Table", ports: menu, orders)
        pair.left.share(shop)
        pair.right.share(guest)
        #expect(shop.remotes == [])
        try await pair.start()

        await wait(atShop, for: remote("right", "left", [table], out: "prices", in: "orders"))
        await wait(atGuest, for: remote("left", "right", [counter], out: "orders", in: "prices"))
        #expect(
            shop.connections.map(\.description) == ["Counter.prices ⇒ right.prices", "right.orders ⇒ Counter.wishes"])
        #expect(
            guest.connections.map(\.description) == ["Table.orders ⇒ left.orders", "left.prices ⇒ Table.menu"])
        #expect(shop.remotes.map(\.description) == ["right: Table"])

        // Drawn as a process with its channels, and the components inside.
        #expect(
            SystemDrawing(shop).tree == """
                Counter
                  ◀ prices: Int
                  ▶ wishes: Int
                right
                  ▶ prices: Int
                  ◀ orders: Int
                  right/Table
                    ▶ menu: Int
                    ◀ orders: Int

                """)

        let bar = guest.add("Bar")
        await wait(shop.changes, for: remote("right", "left", [table, bar], out: "prices", in: "orders"))
        guest.remove(table)
        await wait(shop.changes, for: remote("right", "left", [bar], out: "prices", in: "orders"))

        // Messages go as ever.
        prices.send(3)
        #expect(await menu.first(1) == [3])

        await pair.left.close()
        await wait(atGuest, for: nil)
        await wait(atShop, for: nil)
        #expect(shop.remotes == [])
        #expect(guest.remotes == [])
        #expect(shop.connections.map(\.description) == [])
    }

    @Test func `a component inside of another one is shown with the name of that one`() async throws {
        let pair = Pair()
        let orders = InputPort<Int>("orders"), inner = InputPort<Int>("inner"), wishes = OutputPort<Int>("wishes")
        pair.left.export(wishes, as: "wishes")
        pair.right.import("wishes", to: orders)
        let shop = System(), guest = System()
        connect(orders, to: inner)
        let restaurant = shop.add("Restaurant", ports: orders)
        let kitchen = shop.add("Kitchen", inside: restaurant, ports: inner)
        shop.add("Oven", inside: kitchen)
        pair.left.share(guest)
        pair.right.share(shop)
        let changes = guest.changes
        try await pair.start()
        var shown: [String] = []
        for await change in changes {
            guard case .met(let remote) = change, remote.members.count == 3 else { continue }
            shown = remote.members.map { "\($0.name) in \($0.composite ?? "nothing")" }
            break
        }
        #expect(shown == ["Restaurant in nothing", "Kitchen in Restaurant", "Oven in Kitchen"])
        wishes.send(3)
        #expect(await inner.first(1) == [3])

        let (near, far) = MemoryLink.pair()
        let service = MonitorService(of: shop, over: near, name: "shop"), monitor = Monitor(over: far)
        service.start()
        let reports = monitor.reports.stream()
        try await monitor.start()
        for await report in reports { if case .system = report { break } }
        #expect(
            monitor.members.map { "\($0.name) in \($0.composite ?? "nothing")" }
                == ["Restaurant in nothing", "Kitchen in Restaurant", "Oven in Kitchen"])
        await monitor.stop()
        service.stop()
        pair.left.stop()
    }

    @Test func `a process whose link breaks stays, and says so until it is back`() async throws {
        let pair = Pair()
        let prices = OutputPort<Int>("prices"), menu = InputPort<Int>("menu")
        let orders = OutputPort<Int>("orders"), wishes = InputPort<Int>("wishes")
        pair.left.export(prices, as: "prices")
        pair.right.import("prices", to: menu)
        pair.right.export(orders, as: "orders")
        pair.left.import("orders", to: wishes)
        let shop = System(), guest = System()
        let changes = shop.changes
        let table = guest.add("Table", ports: menu, orders)
        pair.left.share(shop)
        pair.right.share(guest)
        try await pair.start()
        let whole = remote("right", "left", [table], out: "prices", in: "orders")
        await wait(changes, for: whole)
        pair.leftLink.cut()
        await wait(
            changes, for: remote("right", "left", [table], out: "prices", in: "orders", isConnected: false))
        await wait(changes, for: whole)
        pair.left.stop()
        await wait(changes, for: nil)
    }

    @Test func `who shows nothing is known by name and channels`() async throws {
        let pair = Pair()
        let prices = OutputPort<Int>("prices"), menu = InputPort<Int>("menu")
        pair.left.export(prices, as: "prices")
        pair.right.import("prices", to: menu)
        let shop = System()
        let changes = shop.changes
        shop.add("Shop", ports: prices)
        pair.left.share(shop)
        try await pair.start()
        await wait(
            changes,
            for: System.Remote(
                process: "right", bridge: "left", members: [],
                channels: [.init(name: "prices", type: "Int", direction: .output)], isConnected: true))
        #expect(shop.connections.map(\.description) == ["Shop.prices ⇒ right.prices"])
        pair.left.stop()
        await wait(changes, for: nil)
    }

    @Test func `a system and a bridge do not keep each other`() async throws {
        let pair = Pair()
        let prices = OutputPort<Int>("prices"), menu = InputPort<Int>("menu")
        pair.left.export(prices, as: "prices")
        pair.right.import("prices", to: menu)
        weak var system: System?
        do {
            let shop = System()
            system = shop
            pair.left.share(shop)
            let changes = shop.changes
            try await pair.start()
            await wait(
                changes,
                for: System.Remote(
                    process: "right", bridge: "left", members: [],
                    channels: [.init(name: "prices", type: "Int", direction: .output)], isConnected: true))
        }
        var rounds = 0
        while system != nil, rounds < 1_000_000 {
            await Task.yield()
            rounds += 1
        }
        #expect(system == nil)
        prices.send(1)
        #expect(await menu.first(1) == [1])
        await pair.left.close()
    }
}
