@testable import Statecharts
@testable import StatechartsCore
import StatechartsTesting
import TestSupport
import Testing

/// Ports that take some messages only.
@Suite struct FilterTests {
    private let hub = OutputPort<Int>("hub")

    private func even(_ policy: PortBuffering = .unbounded) -> InputPort<Int> {
        InputPort("even", buffering: policy) { $0.isMultiple(of: 2) }
    }

    @Test func `what a port does not understand is no message of it`() async {
        let even = even(), all = InputPort<Int>("all"), system = System()
        system.add("Hub", ports: hub, even, all)
        connect(hub, to: even)
        connect(hub, to: all)
        let recorder = system.recorder()
        for number in 1...3 { hub.send(number) }
        even.send(5)
        #expect(
            recorder.records.map(\.description) == [
                "#1 Hub.hub → Hub.all: 1", "#2 Hub.hub → Hub.even, Hub.all: 2", "#3 Hub.hub → Hub.all: 3",
            ])
        #expect(system.connections.map(\.description) == ["Hub.hub → Hub.even", "Hub.hub → Hub.all"])
        #expect(system.connections.map(\.isMapped) == [true, false])
        #expect((even.bufferedCount, even.droppedCount, even.undeliveredCount) == (1, 0, 0))
        even.finish()
        hub.send(7)
        #expect(await Array(even) == [2])
        #expect(even.undeliveredCount == 0)
    }

    @Test(arguments: [PortBuffering.unbounded, .waiting(1), .bufferingOldest(1_000), .bufferingNewest(1_000)])
    func `a machine gets what its port understands, at once and in turn`(policy: PortBuffering) async throws {
        let chart = Counter(numbers: even(policy))
        connect(hub, to: chart.numbers)
        let doubled = chart.doubled.stream(), machine = Machine(chart)
        hub.send(1)
        if policy != .waiting(1) { hub.send(0) }
        try await machine.start()
        for number in 1...100 { try await hub.sendWaiting(number) }
        let first = policy == .waiting(1) ? [] : [0]
        let wanted = first + (1...50).map { 4 * $0 }
        #expect(await doubled.first(wanted.count) == wanted)
        try await machine.stop()
    }

    @Test func `the mapping of a connection comes first, then the filter, then the contract, then the buffer`() async {
        let order = InputPort<String>("order")
        let port = InputPort<Int>("port", buffering: .bufferingOldest(1)) { number in
            order.send("filter \(number)")
            return number < 100
        }
        port.enforce(Contract(Ascending()), onViolation: .refuse) { number in
            order.send("contract \(number)")
            return number
        }
        connect(hub, to: port) { number in
            order.send("mapping \(number)")
            return number < 0 ? nil : number * 10
        }
        for number in [-1, 1, 50, 0, 2] { hub.send(number) }
        order.finish()
        #expect(
            await Array(order) == [
                "mapping -1", "mapping 1", "filter 10", "contract 10", "mapping 50", "filter 500", "mapping 0",
                "filter 0", "contract 0", "mapping 2", "filter 20", "contract 20",
            ])
        #expect((port.bufferedCount, port.droppedCount) == (1, 1))
    }

    @Test(arguments: [false, true])
    func `what is not understood is accounted for alike, directly and in steps`(inSteps: Bool) async throws {
        let even = even(), chart = Counter(numbers: even), connection = connect(hub, to: even)
        if inSteps { even.enforce(Contract(Ascending())) { $0 } }
        let doubled = chart.doubled.stream(), machine = Machine(chart)
        try await machine.start()
        for number in 0...10 { hub.send(number) }
        #expect(even.storage.directDelivery.isPublished == !inSteps)
        // Only channels tell the two apart. Directly it is either, as the machine may have a step under way.
        #expect((inSteps ? [.foreign] : [.foreign, .taken]).contains(even.storage.send(11)))
        #expect(await doubled.first(6) == [0, 4, 8, 12, 16, 20])
        #expect((even.bufferedCount, even.droppedCount, even.undeliveredCount) == (0, 0, 0))
        #expect(connection.isConnected)
        try await machine.stop()
    }

    @Test func `nobody waits for room for what is not understood`() async throws {
        let even = even(.waiting(1))
        connect(hub, to: even)
        hub.send(2)
        for number in [1, 3, 5] { try await hub.sendWaiting(number) }
        #expect(even.bufferedCount == 1)
        let sending = Task { try await hub.sendWaiting(4) }
        #expect(await even.first(2) == [2, 4])
        try await sending.value
    }

    @Test func `a channel gives a message to who understands it, and discards what nobody does`() async throws {
        let channel = PointToPointChannel<Int>("channel"), system = System()
        system.add("Hub", ports: hub, channel)
        let reports = system.reports
        connect(hub, to: channel)
        let evens = Noted(), tens = Noted()
        let even = even(), ten = InputPort<Int>("ten") { $0 >= 10 }
        even.handle { evens.add($0) }
        ten.handle { tens.add($0) }
        connect(channel, to: even)
        connect(channel, to: ten)
        for number in [2, 3, 13, 4, 6, 15] { hub.send(number) }
        #expect(await reports.first(1).map { "\($0.kind) \($0.port) \($0.message)" } == ["undelivered Hub.channel 3"])
        try await eventually { evens.all.count + tens.all.count >= 5 }
        #expect(evens.all == [2, 4, 6])
        #expect(tens.all == [13, 15])
        #expect(channel.bufferedCount == 0)
    }

    @Test func `a proxy may have a filter, and so may what is behind it`() async throws {
        let outer = InputPort<Int>("outer") { $0 > 10 }, even = even()
        connect(outer, to: even)
        connect(hub, to: outer)
        for number in [2, 11, 12] { hub.send(number) }
        try await hub.sendWaiting(14)
        try await hub.sendWaiting(4)
        #expect(await even.first(2) == [12, 14])
        #expect(even.bufferedCount == 0)
    }

    @Test func `an input stands at hubs of other messages with what it understands of these`() async throws {
        enum Wish: Sendable { case meal(Int), drink(String) }
        let hub = OutputPort<Wish>("hub"), other = OutputPort<Wish>("other"), meals = InputPort<Int>("meals")
        let system = System()
        do {
            let wishes = meals.accepting("wishes") { (wish: Wish) in
                if case .meal(let table) = wish { table } else { nil }
            }
            system.add("Guests", ports: hub, other)
            system.add("Kitchen", ports: wishes, meals)
            connect(hub, to: wishes)
            connect(other, to: wishes)
        }
        hub.send(.meal(1))
        hub.send(.drink("tea"))
        try await other.sendWaiting(.drink("milk"))
        other.send(.meal(2))
        meals.send(3)
        #expect(await meals.first(3) == [1, 2, 3])
        #expect(
            system.connections.map(\.description) == [
                "Guests.hub → Kitchen.wishes", "Guests.other → Kitchen.wishes", "Kitchen.wishes → Kitchen.meals",
            ])
    }

    @Test func `a filter may send through the port that asks it, and be asked by many at once`() async {
        let box = PortBox()
        let port = InputPort<Int>("port") { number in
            if number == 3 { box.port?.send(4) }
            return number != 3
        }
        box.set(port)
        await withTaskGroup { group in
            for _ in 0..<4 { group.addTask { for _ in 0..<250 { for number in 1...3 { port.send(number) } } } }
        }
        #expect(port.bufferedCount == 3_000)
        port.finish()
        #expect(await Array(port).filter { $0 == 4 }.count == 1_000)
    }
}

/// Numbers that do not become smaller.
final class Ascending: TopState<Int> {
    private var last = -1
    override func handle(_ event: Int) -> Reaction {
        event > last ? .handled { self.last = event } : .unhandled
    }
}

private final class Noted: Sendable {
    private let numbers = Guarded<[Int]>([])
    func add(_ number: Int) { numbers.withLock { $0.append(number) } }
    var all: [Int] { numbers.withLock { $0 } }
}

private final class PortBox: Sendable {
    private let contents = Guarded<InputPort<Int>?>(nil)
    var port: InputPort<Int>? { contents.withLock { $0 } }
    func set(_ port: InputPort<Int>) { contents.withLock { $0 = port } }
}
