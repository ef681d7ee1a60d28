import Statecharts
import StatechartsBridge
import StatechartsTesting
import TestSupport
import Testing

@Suite struct CausesTests {
    /// Guest.orders ══▶ Restaurant.orders ─▶ Restaurant.requests ══▶ Kitchen.requests ─▶ Kitchen.dishes ══▶
    /// Guest.dishes
    @Test func `one tree spans the systems on both sides of bridges`() async throws {
        let first = Pair(), second = Pair()
        let orders = OutputPort<Int>("orders"), dishes = InputPort<String>("dishes")
        let restaurant = Relay(), kitchen = Kitchen()
        first.left.export(orders, as: "orders")
        first.right.import("orders", to: restaurant.orders)
        second.left.export(restaurant.requests, as: "requests")
        second.right.import("requests", to: kitchen.orders)
        second.right.export(kitchen.dishes, as: "dishes")
        second.left.import("dishes", to: restaurant.dishes)
        first.right.export(restaurant.served, as: "served")
        first.left.import("served", to: dishes)

        let systems = [System(), System(), System()]
        systems[0].add("Guest", ports: orders, dishes)
        let machines = (Machine(restaurant), Machine(kitchen))
        await systems[1].add(machines.0, named: "Restaurant")
        await systems[2].add(machines.1, named: "Kitchen")
        try await machines.0.start()
        try await machines.1.start()
        let recorders = systems.map { $0.recorder() }
        try await first.start()
        try await second.start()
        orders.send(4)
        #expect(await dishes.first(1) == ["soup for 4"])
        for bridge in [first.left, first.right, second.left, second.right] { await bridge.close() }

        // The sender of the last one may still be on its way back from sending it.
        try await eventually { recorders.map(\.records.count) == [2, 4, 2] }
        let records = recorders.flatMap(\.records)
        let tree = MessageTree(records)
        #expect(
            tree.description.split(separator: "\n").map { $0.replacing(#/#\d+ /#, with: "") } == [
                "Guest.orders → left.orders, Restaurant.orders: 4",
                "└─ Restaurant.requests → left.requests, Kitchen.orders: 4",
                "   └─ Kitchen.dishes → right.dishes, Restaurant.dishes: soup for 4",
                "      └─ Restaurant.served → right.served, Guest.dishes: soup for 4",
            ])
        #expect(Set(records.map(\.identity)).count == 4)
        #expect(records.allSatisfy { $0.timeSince1970 > .seconds(1_600_000_000) })
        #expect(Set(records.map(\.type)) == ["Int", "String"])
    }

    @Test func `the cause goes through a process in which nobody watches`() async throws {
        let first = Pair(), second = Pair()
        let orders = OutputPort<Int>("orders"), served = InputPort<String>("served")
        let restaurant = Relay(), kitchen = Kitchen()
        first.left.export(orders, as: "orders")
        first.right.import("orders", to: restaurant.orders)
        // Inside the process in the middle, from machine to machine.
        connect(restaurant.requests, to: kitchen.orders)
        second.left.export(kitchen.dishes, as: "dishes")
        second.right.import("dishes", to: served)
        let dishes = kitchen.dishes
        let machines = (Machine(restaurant), Machine(kitchen))
        try await machines.0.start()
        try await machines.1.start()
        // Only the two at the ends watch.
        let systems = [System(), System()]
        systems[0].add("Guest", ports: orders)
        systems[1].add("Table", ports: served)
        let messages = systems.map(\.messages)
        try await first.start()
        try await second.start()
        orders.send(4)
        #expect(await served.first(1) == ["soup for 4"])
        // A record is made when its message has been delivered.
        let sent = try #require(await messages[0].first { _ in true })
        let came = try #require(await messages[1].first { _ in true })
        #expect(came.causeIdentity == sent.identity)
        #expect(came.identity != sent.identity)
        #expect(came.cause == nil)
        #expect(came.sender == dishes.label)
    }

    @Test func `identities are told apart as texts`() {
        let identity = MessageIdentity(source: 0xc0ffee, number: 12)
        #expect(identity.description == "0000000000c0ffee-12")
        #expect(MessageIdentity(identity.description) == identity)
        for wrong in [
            "", "-", "c0ffee-12", "0000000000c0ffee-", "0000000000c0ffee-1x", "+000000000c0ffee-1",
            "0000000000c0ffee-1-2",
        ] {
            #expect(MessageIdentity(wrong) == nil)
        }
    }
}
