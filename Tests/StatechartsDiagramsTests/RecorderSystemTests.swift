import Statecharts
import StatechartsTesting
import Testing

@testable import StatechartsDiagrams

/// The picture of a system that changes while it is recorded.
///
///     Guest ──order──▶ (order) Restaurant [ (order) Kitchen [ Oven ] ] ──served──▶ Guest
struct RecorderSystemTests {
    private final class Oven: TopState<String> {
        let order = InputPort<String>("order")
        let served = OutputPort<Int>("served")
        override func configure() { receive(order) { $0 } }
        override func handle(_ event: String) -> Reaction { .handled { self.served.send(event.count) } }
    }

    /// Reads until the recording shows what is looked for; it comes soon after it happened.
    private func wait(_ recorder: Recorder, _ isThere: (SystemDrawing) -> Bool) async {
        for await _ in recorder.changes {
            if let system = recorder.recording.system, isThere(system) { return }
        }
        Issue.record("the recorder has stopped: \(String(describing: recorder.recording.system))")
    }

    @Test func `who has left stays in the picture, beside who has come since`() async throws {
        let system = System(clock: ManualClock())
        let recorder = Recorder(clock: ManualClock())
        let first = OutputPort<Int>("out"), second = OutputPort<Int>("out"), sink = InputPort<Int>("in")
        system.add("Sink", ports: sink)
        let early = system.add("Early", ports: first)
        let connection = connect(first, to: sink)
        recorder.record(system)
        system.remove(early)
        connection.disconnect()
        system.add("Late", ports: second)
        connect(second, to: sink)
        second.send(1)
        let drawing = try #require(recorder.recording.system)
        #expect(drawing.components.map(\.name) == ["Sink", "Early", "Late"])
        #expect(drawing.connections.map { "\($0.from) → \($0.to)" } == ["Early.out → Sink.in", "Late.out → Sink.in"])
    }

    @Test func `a port whose owner joins later, or has left, is drawn as his alone`() throws {
        let system = System(clock: ManualClock()), recorder = Recorder(clock: ManualClock())
        let out = OutputPort<Int>("out"), sink = InputPort<Int>("in")
        system.add("Source", ports: out)
        connect(out, to: sink)
        recorder.record(system)
        out.send(1)
        let owner = system.add("Sink", ports: sink)
        out.send(2)
        system.remove(owner)
        out.send(3)
        let drawing = try #require(recorder.recording.system)
        #expect(drawing.connections.map { "\($0.from) → \($0.to)" } == ["Source.out → Sink.in"])
    }

    @Test func `who comes and goes between two messages is in the picture too`() async throws {
        let system = System(clock: ManualClock())
        let recorder = Recorder(clock: ManualClock())
        recorder.record(system)
        let house = system.add("House")
        let port = InputPort<Int>("in")
        let guest = system.add("Guest", inside: house, ports: port)
        system.remove(guest)
        system.remove(house)
        let remote = System.Remote(
            process: "elsewhere", bridge: "bridge", members: [.init(name: "Table", type: "", ports: [])],
            channels: [.init(name: "prices", type: "Int", direction: .input)], isConnected: true)
        system.setRemote(remote, of: ObjectIdentifier(system))
        system.setRemote(nil, of: ObjectIdentifier(system))
        await wait(recorder) { Set($0.components.map(\.name)).isSuperset(of: ["elsewhere/Table", "Guest"]) }
        recorder.stop()
        // In any order: the recorder may look at the house while the other process is there and the guest has gone.
        let components = try #require(recorder.recording.system?.components)
        #expect(components.map(\.name).sorted() == ["Guest", "House", "elsewhere", "elsewhere/Table"])
        #expect(components.first { $0.name == "Guest" }?.ports.map(\.name) == ["in"])
    }

    @Test func `a message is drawn over all connections that it takes, through composites and from other processes`()
        async throws
    {
        let recording = try await restaurant().recording
        let system = try #require(recording.system)
        var ways: [String] = []
        for case .message(let message) in recording.entries {
            let names = SystemWays(system).connections(of: message).map { place in
                "\(system.connections[place].from) → \(system.connections[place].to)"
            }
            ways.append("\(message.text): " + names.joined(separator: ", "))
        }
        #expect(
            ways == [
                "pizza: Guest.order → Restaurant.order, Restaurant.order → Kitchen.order, Kitchen.order → Oven.order",
                "5: Oven.served → Guest.served",
            ])
    }

    /// Somebody orders a pizza in a restaurant.
    func restaurant() async throws -> Recorder {
        let clock = ManualClock()
        let system = System(clock: clock), recorder = Recorder(clock: clock)
        let guest = OutputPort<String>("order"), served = InputPort<Int>("served")
        system.add("Guest", ports: guest, served)
        let counter = InputPort<String>("order"), hatch = InputPort<String>("order")
        let restaurant = system.add("Restaurant", ports: counter)
        let kitchen = system.add("Kitchen", inside: restaurant, ports: hatch)
        let oven = Machine(Oven(), clock: clock)
        await system.add(oven, named: "Oven", inside: kitchen)
        recorder.recordAll(of: system)
        try await oven.start()
        let ports = try await oven.withTop { ($0.order, $0.served) }
        connect(guest, to: counter)
        connect(counter, to: hatch)
        connect(hatch, to: ports.0)
        connect(ports.1, to: served)
        guest.send("pizza")
        try await oven.stop()
        return recorder
    }

    @Test func `messages over a bridge take its channels`() throws {
        let system = System()
        let (prices, orders) = (OutputPort<Int>("prices"), InputPort<String>("orders"))
        system.add("Shop", ports: prices, orders)
        system.setRemote(
            System.Remote(
                process: "guest", bridge: "bridge", members: [],
                channels: [
                    .init(name: "prices", type: "Int", direction: .output),
                    .init(name: "orders", type: "String", direction: .input),
                ], isConnected: true), of: ObjectIdentifier(system), receivers: ["orders": { orders.label }])
        let drawing = SystemDrawing(
            members: system.members,
            connections: system.connections + [
                System.Link(
                    from: prices.label, to: PortLabel(owner: "guest", name: "prices"), type: "Int", isMapped: false,
                    process: "guest")
            ], remotes: system.remotes)
        func way(_ sender: String, _ receiver: String, isForeign: Bool) -> [String] {
            let message = Recording.Message(
                id: 1, cause: nil, time: 0, date: "", sender: sender, receivers: [receiver], proxies: [],
                isForeign: isForeign, type: "", text: "")
            return SystemWays(drawing).connections(of: message).map { "\(drawing.connections[$0].from)" }
        }
        // A bridge calls what leaves by its own name, what comes by the sender's.
        #expect(way("Shop.prices", "bridge.prices", isForeign: false) == ["Shop.prices"])
        #expect(way("Table.wish", "Shop.orders", isForeign: true) == ["guest.orders"])
        #expect(way("Table.wish", "Shop.orders", isForeign: false) == [])
        #expect(way("Shop.prices", "Shop.orders", isForeign: false) == [])
    }
}
