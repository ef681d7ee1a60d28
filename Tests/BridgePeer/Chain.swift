import Statecharts
import StatechartsBridge

/// Adds one to each number and hands it on: the process in the middle of three, or the last one.
final class Adder: TopState<Adder.Event> {
    enum Event: Sendable { case number(Int) }

    let numbers = InputPort<Int>("numbers"), sums = OutputPort<Int>("sums")
    let adding = Adding()

    override func configure() {
        receive(numbers) { .number($0) }
        substates(adding)
    }

    final class Adding: State<Adder, Adder> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .number(let number): .handled { self.top.sums.send(number + 1) }
            }
        }
    }
}

enum Chain {
    /// Numbers come at the one socket; sums go to the other one, or if there is none, back to where the numbers came
    /// from. What comes back goes back.
    static func run(listeningAt path: String, to next: String) async throws {
        let adder = Adder(), numbers = adder.numbers, sums = adder.sums
        let before = Bridge(over: UnixSocketLink(to: path), name: next.isEmpty ? "last" : "middle", limits: limits)
        before.import("there", to: numbers)
        let machine = Machine(adder), system = System()
        try await machine.start()
        await system.add(machine, named: "Adder")
        let name = next.isEmpty ? "last" : "middle"
        let service = MonitorService(of: system, over: try UnixSocketLink(listeningAt: path + ".monitor"), name: name)
        service.start()
        defer { service.stop() }
        if next.isEmpty {
            before.export(sums, as: "back")
            try await before.start()
            for await _ in before.states.stream() {}
        } else {
            let after = Bridge(over: try UnixSocketLink(listeningAt: next), name: "middle", limits: limits)
            let back = OutputPort<Int>("back")
            after.export(sums, as: "there")
            after.import("back", to: back)
            before.export(back, as: "back")
            after.begin()
            try await before.start()
            for await _ in before.states.stream() {}
            await after.close()
        }
        withExtendedLifetime((machine, system)) {}
    }
}
