import StatechartsSimulation
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// Ports that a chart has in a struct, which may outlive its machines.
@Suite struct PortsInStructsTests {
    let clock = ManualClock()

    @Test func `what waits in a port of a struct is not in a snapshot, which says so`() async throws {
        let ports = Pinboard.Ports(), prices = OutputPort<Int>("prices")
        let chart = Pinboard(ports)
        let wires = [connect(prices, to: ports.prices), connect(prices, to: chart.own)]
        let machine = Machine(chart, clock: clock)
        try await machine.start()
        #expect(try await machine.snapshot().omitted == [])
        prices.send(1)
        prices.send(2)
        await clock.settle()
        let snapshot = try await machine.snapshot()
        #expect(snapshot.inputs == ["own": [.int(1), .int(2)]])
        #expect(snapshot.omitted == [.init(state: "", property: "ports.prices", type: "InputPort<Int>")])
        let next = Machine(restoring: try snapshot.throughJSON(), Pinboard(Pinboard.Ports()), clock: clock)
        try await next.start()
        for (machine, log) in [(next, ["own 1", "own 2"]), (machine, ["own 1", "own 2", "price 1", "price 2"])] {
            try await machine.send(.ready)
            await clock.settle()
            #expect(try await machine.withTop { $0.log }.sorted() == log)
            #expect(try await machine.snapshot().omitted == [])
            try await machine.stop()
        }
        withExtendedLifetime(wires) {}
    }
}

//  ● ──▶ Busy ──ready──▶ Free, which takes prices and what comes at its own port
private final class Pinboard: TopState<Pinboard.Event>, Snapshotting {
    enum Event: Codable, Sendable { case price(Int), own(Int), ready }
    struct Ports: Sendable {
        let name = "ports", prices = InputPort<Int>("prices"), taps = InputPort<Int>("taps")
        let texts = OutputPort("texts", current: "")
    }

    let ports: Ports
    let own = InputPort<Int>("own")
    let busy = Busy(), free = Free()
    var log: [String] = []

    init(_ ports: Ports) { self.ports = ports }
    override func configure() {
        substates(busy, free)
        receive(ports.prices, while: free) { .price($0) }
        receive(own, while: free) { .own($0) }
    }
    func save() -> [String] { log }
    func restore(_ saved: [String]) { log = saved }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .price(let number): .handled { self.log.append("price \(number)") }
        case .own(let number): .handled { self.log.append("own \(number)") }
        case .ready: .unhandled
        }
    }

    final class Busy: State<Pinboard, Pinboard> {
        override func handle(_ event: Event) -> Reaction {
            if case .ready = event { .to(superior.free) } else { .unhandled }
        }
    }
    final class Free: State<Pinboard, Pinboard> {}
}
