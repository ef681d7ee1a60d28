@testable import Statecharts
@testable import StatechartsCore
import StatechartsTesting
import Testing

/// What a system knows of composites, of the proxies that messages pass, and of other processes.
@Suite struct CompositeTests {
    @Test func `a system knows what is inside of what`() async throws {
        let system = System()
        var changes = system.changes.makeAsyncIterator()
        let orders = InputPort<Int>("orders")
        let house = system.add("House"), restaurant = system.add("Restaurant", inside: house, ports: orders)
        let cook = await system.add(Machine(Counter()), named: "Cook", inside: restaurant)
        let waiter = await system.add(Machine(Stage("!")), named: "Waiter", inside: restaurant)
        let bar = system.add("Bar", inside: house)
        let guest = system.add("Guest")
        #expect(system.members == [house, restaurant, cook, waiter, bar, guest])
        #expect(
            system.members.map(\.composite) == [nil, house.id, restaurant.id, restaurant.id, house.id, nil])
        // What is inside leaves first, what came last before the others.
        system.remove(house)
        #expect(system.members == [guest])
        let expected: [System.Change] = [
            .joined(house), .joined(restaurant), .joined(cook), .joined(waiter), .joined(bar), .joined(guest),
            .left(bar), .left(waiter), .left(cook), .left(restaurant), .left(house),
        ]
        var seen: [System.Change] = []
        while seen.count < expected.count, let change = await changes.next() { seen.append(change) }
        #expect(seen == expected)
        // Who has left contains nobody.
        #expect(system.add("Late", inside: restaurant).composite == nil)
        system.remove(restaurant)
        #expect(system.members.map(\.name) == ["Guest", "Late"])
        #expect(orders.label.owner == "")
    }

    @Test func `a machine that ends leaves its composite, which stays`() async throws {
        let system = System(), machine = Machine(Counter())
        let outer = system.add("Outer")
        let inner = await system.add(machine, named: "Inner", inside: outer)
        var changes = system.changes.makeAsyncIterator()
        try await machine.start()
        try await machine.stop()
        var last: System.Change?
        repeat { last = await changes.next() } while last != .left(inner)
        #expect(system.members == [outer])
    }

    @Test func `components come and go in composites, many at once`() async {
        let system = System(), outer = system.add("Outer")
        await withTaskGroup { group in
            for task in 0..<4 {
                group.addTask {
                    for number in 0..<200 {
                        let inner = system.add("\(task).\(number)", inside: outer)
                        let leaf = system.add("leaf", inside: inner)
                        system.remove(number.isMultiple(of: 2) ? inner : leaf)
                    }
                }
            }
        }
        #expect(system.members.count == 1 + 4 * 100)
        system.remove(outer)
        #expect(system.members == [])
    }

    @Test func `proxies appear in traces when that is asked for`() async throws {
        let guest = OutputPort<Int>("orders"), orders = InputPort<Int>("orders"), inner = InputPort<Int>("inner")
        let dishes = OutputPort<String>("dishes"), chart = Stage("!"), plates = InputPort<String>("plates")
        connect(guest, to: orders)
        connect(orders, to: inner)
        connect(inner, to: chart.words) { "\($0)" }
        connect(chart.left, to: dishes)
        connect(dishes, to: plates)
        let system = System(), clock = ManualClock()
        system.add("Guest", ports: guest, plates)
        let restaurant = system.add("Restaurant", ports: orders, dishes)
        system.add("Hall", inside: restaurant, ports: inner)
        let kitchen = Machine(chart, clock: clock)
        await system.add(kitchen, named: "Kitchen", inside: restaurant)
        let recorder = system.recorder()
        try await kitchen.start()
        guest.send(4)
        await clock.settle()
        try await guest.sendWaiting(5)
        await clock.settle()
        let records = recorder.records
        #expect(
            records.map { $0.proxies.map(\.description) } == [
                ["Restaurant.orders", "Hall.inner"], ["Restaurant.dishes"], [],
                ["Restaurant.orders", "Hall.inner"], ["Restaurant.dishes"], [],
            ])
        #expect(
            MessageTree(records, showingProxies: true).description == """
                #1 Guest.orders → (Restaurant.orders, Hall.inner) → Kitchen.words: 4
                ├─ #2 Kitchen.left → (Restaurant.dishes) → Guest.plates: 4!
                └─ #3 Kitchen.right → nobody: 4!
                #4 Guest.orders → (Restaurant.orders, Hall.inner) → Kitchen.words: 5
                ├─ #5 Kitchen.left → (Restaurant.dishes) → Guest.plates: 5!
                └─ #6 Kitchen.right → nobody: 5!
                """)
        #expect(MessageTree(records).description.hasPrefix("#1 Guest.orders → Kitchen.words: 4\n"))
    }

    @Test func `what waits in a proxy, and what it refuses`() async throws {
        let orders = InputPort<Int>("orders", buffering: .waiting(1)), guest = OutputPort<Int>("orders")
        let inner = InputPort<Int>("inner")
        let system = System()
        system.add("Guest", ports: guest)
        system.add("Restaurant", ports: orders)
        connect(guest, to: orders)
        orders.enforce(Contract(Small()), onViolation: .refuse) { $0 }
        connect(orders, to: inner)
        let recorder = system.recorder()
        for number in [1, 9] { guest.send(number) }
        try await guest.sendWaiting(2)
        try await guest.sendWaiting(8)
        #expect(
            recorder.records.map { "\($0) by \($0.proxies)" } == [
                "#1 Guest.orders → inner: 1 by [Restaurant.orders]", "#2 Guest.orders → nobody: 9 by []",
                "#3 Guest.orders → inner: 2 by [Restaurant.orders]", "#4 Guest.orders → nobody: 8 by []",
            ])
    }

    // MARK: Other processes

    private func remote(_ process: String, _ members: [String], isConnected: Bool = true) -> System.Remote {
        System.Remote(
            process: process, bridge: "shop",
            members: members.map { name in
                let port = System.PortInfo(
                    label: PortLabel(owner: name, name: "prices"), direction: .input, type: "Int")
                return System.RemoteMember(name: name, type: "Table", ports: [port])
            },
            channels: [
                .init(name: "prices", type: "Int", direction: .output),
                .init(name: "orders", type: "String", direction: .input),
            ], isConnected: isConnected)
    }

    @Test func `a system shows the processes that its bridges lead to, and what leads there`() async throws {
        final class Key: Sendable {}
        let system = System(), (first, second) = (Key(), Key())
        let prices = OutputPort<Int>("prices"), orders = InputPort<String>("orders")
        system.add("Shop", ports: prices, orders)
        // As a bridge called "shop" does.
        let label = PortLabel(owner: "shop", name: "prices")
        let way = OutboundPort(of: prices, to: label, buffering: .unbounded) { _, _ in .room }
        #expect(system.connections.map(\.description) == ["Shop.prices → shop.prices"])
        var changes = system.changes.makeAsyncIterator()
        _ = await changes.next()
        let guest = remote("guest", ["Table", "Bar"])
        system.setRemote(guest, of: ObjectIdentifier(first), receivers: ["orders": { orders.label }])
        system.setRemote(guest, of: ObjectIdentifier(first), receivers: ["orders": { orders.label }])
        #expect(system.remotes == [guest])
        #expect("\(guest)" == "guest: Table, Bar")
        #expect(
            system.connections.map(\.description) == ["Shop.prices ⇒ guest.prices", "guest.orders ⇒ Shop.orders"])
        #expect(system.connections.map(\.process) == ["guest", "guest"])
        let other = remote("other", [], isConnected: false)
        system.setRemote(other, of: ObjectIdentifier(second))
        #expect("\(other)" == "other (cut): nothing shown")
        system.setRemote(nil, of: ObjectIdentifier(first))
        system.setRemote(nil, of: ObjectIdentifier(first))
        #expect(system.remotes == [other])
        #expect(system.connections.map(\.description) == ["Shop.prices ⇒ other.prices"])
        var seen: [System.Change] = []
        while seen.count < 3, let change = await changes.next() { seen.append(change) }
        #expect(seen == [.met(guest), .met(other), .parted(guest)])
        // Who comes late hears of all that are there.
        var late = system.changes.makeAsyncIterator()
        #expect(await late.next() == .joined(system.members[0]))
        #expect(await late.next() == .met(other))
        way.close()
    }
}

/// Nothing above five.
private final class Small: TopState<Int> {
    override func handle(_ event: Int) -> Reaction { event > 5 ? .unhandled : .handled }
}
