import Statecharts
import Testing

/// What machines are called, and where their names are read.
@Suite struct NameTests {
    @Test func `a machine is called as it was named, otherwise as its chart`() async throws {
        #expect(Machine(Caller()).name == "Caller")
        #expect(Machine(Caller(), named: "Kitchen").name == "Kitchen")
        let kitchen = Machine(Caller(), named: "Kitchen")
        try await kitchen.start()
        #expect(Machine(restoring: try await kitchen.snapshot(), Caller(), named: "New kitchen").name == "New kitchen")
    }

    @Test func `a refusal names the machine`() async throws {
        let kitchen = Machine(Caller(), named: "Kitchen")
        let error = await #expect(throws: MachineError.self) { try await kitchen.send(.look) }
        #expect(error?.machine == "Kitchen")
        #expect(
            error?.description
                == "Kitchen: look was sent before start(); start the machine first, or post the event, which then waits "
                + "for the start [notStarted]")
    }

    @Test func `a system calls a machine by its name unless it is told another one`() async throws {
        let system = System()
        let kitchen = Machine(Caller(), named: "Kitchen")
        #expect(await system.add(kitchen).name == "Kitchen")
        #expect(await system.add(Machine(Caller()), named: "Shop").name == "Shop")
        #expect(system.machine(Caller.self, named: "Kitchen") === kitchen)
    }

    @Test func `every machine of a ring fails with the ring and not with the failures between`() async throws {
        let machines = ["Shop", "Kitchen", "Cellar"].map { Machine(Caller(), named: $0) }
        for machine in machines { try await machine.start() }
        let (shop, kitchen, cellar) = (machines[0], machines[1], machines[2])
        let call = Caller.Event.call {
            try await kitchen.send(.call { try await cellar.send(.call { try await shop.send(.look) }) })
        }
        let expected = """
            Waiting, taking call: threw Shop: waiting would never end: Cellar awaits Shop awaits Kitchen awaits Cellar; post the event \
            instead, or ask from an activity [deadlock], and no state handled it: Waiting and Caller were \
            asked; override failed(_:) in one of them [unhandledError]
            """
        await #expect(throws: StepError.self) { try await shop.send(call) }
        for machine in machines {
            let error = await #expect(throws: StepError.self) { try await machine.finished }
            #expect(error?.description == "\(machine.name): \(expected)")
            #expect(error?.machine == machine.name)
            #expect((error?.underlying as? MachineError)?.code == .deadlock)
        }
    }

    @Test func `the failure of another machine is told without its advice`() async throws {
        struct NoBread: Error, CustomStringConvertible { let description = "no bread" }
        let shop = Machine(Caller(), named: "Shop"), kitchen = Machine(Caller(), named: "Kitchen")
        for machine in [shop, kitchen] { try await machine.start() }
        let error = await #expect(throws: StepError.self) {
            try await shop.send(.call { try await kitchen.send(.call { throw NoBread() }) })
        }
        #expect(
            error?.description == """
                Shop: Waiting, taking call: threw the failure of another machine (Kitchen: Waiting: threw no bread, and no state \
                handled it: Waiting and Caller were asked), and no state handled it: Waiting and Caller were asked; override failed(_:) in one of them \
                [unhandledError]
                """)
        #expect((error?.underlying as? StepError)?.underlying is NoBread)
    }
}

/// Calls whatever it is told to in an effect.
private final class Caller: TopState<Caller.Event> {
    enum Event: Sendable, CustomStringConvertible {
        case call(@Sendable () async throws -> Void), look
        var description: String { if case .look = self { "look" } else { "call" } }
    }
    let waiting = Waiting()
    override func configure() { substates(waiting) }

    final class Waiting: State<Caller, Caller> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .call(let work): .handled { try await work() }
            case .look: .handled
            }
        }
    }
}
