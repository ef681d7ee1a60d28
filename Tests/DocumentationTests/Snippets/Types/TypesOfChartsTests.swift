import Statecharts
import StatechartsTesting
import Testing

/// Examples of the reference: each is run.
@Suite struct TypesOfChartsTests {
    @Test func `activity handles`() async throws {
        final class Copier: TopState<Copier.Event> {
            enum Event { case copied(Int) }
            let copying = Copying()
            override func configure() { substates(copying) }
            final class Copying: State<Copier, Copier> {
                // snippet: activity handles
                override func entry() {
                    run { send in
                        for page in 1...3 { send(.copied(page)) }  // goes dead when Copying is left
                    }
                }
                // end snippet
            }
        }
        _ = Copier()
    }

    @Test func `activity policies`() async throws {
        final class Copier: TopState<Copier.Event> {
            enum Event: Codable { case copied }
            let copying = Copying()
            override func configure() { substates(copying) }
            final class Copying: State<Copier, Copier> {
                override func entry() {
                    run("copy", whenRestored: .forgotten) { try await Task.sleep(for: .seconds(60)) }
                }
            }
        }
        let copier = Machine(Copier())
        try await copier.start()
        let snapshot = try await copier.snapshot()
        // snippet: activity policies
        let restored = Machine(restoring: snapshot, Copier())  // its work was run with whenRestored: .forgotten
        try await restored.start()
        for work in await restored.interrupted {
            print(work.state, work.name ?? work.activity, work.whenRestored)  // Copying copy forgotten
        }
        // end snippet
    }

    @Test func `supervisors`() async throws {
        // snippet: supervisors
        let supervisor = Supervisor(
            .oneForAll, limit: RestartLimit(3, in: .seconds(60)),
            backOff: .exponential(from: .seconds(1), cap: .seconds(30)))
        supervisor.add("heater", restart: .fromLastSnapshot, mailbox: .dropped) { Machine(Heater()) }
        // end snippet
    }

    @Test func `chart errors`() async throws {
        let machine = Machine(Heater())
        // snippet: chart errors
        do { try await machine.start() } catch let error as ChartError {
            for mistake in error.diagnostics where mistake.code == .notDeclared {
                print(mistake.path, mistake.message, mistake.fix)
            }
        }
        // end snippet
    }

    @Test func `graphs`() async throws {
        let heater = Interpreter(Valve())
        let steps = [try heater.startStep(), try heater.step(.open)]
        // snippet: graphs
        var graph = ChartGraph(heater.vertices)
        graph.learn(from: steps)
        for transition in graph.transitions where transition.kind == .external && transition.count > 0 {
            let source = graph.vertices[transition.source], target = graph.vertices[transition.targets[0]]
            if case .event(let name) = transition.trigger { print(source.path, name, target.path) }
        }
        // end snippet
    }

    @Test func `work of graphs`() async throws {
        // snippet: work of graphs
        let graph = try await Explorer { Heater() }.explore().graph
        for work in graph.work where work.kind == .timer {
            print(graph.vertices[work.state].path, work.interval ?? .zero)  // Heating 5.0 seconds
        }
        let remembering = graph.vertices.filter { $0.history != .none }
        // end snippet
        #expect(remembering.isEmpty)
    }

    @Test func `deferrals of graphs`() throws {
        // snippet: deferrals of graphs
        let machine = Interpreter(Espresso())
        let steps = [try machine.startStep(), try machine.step(.power), try machine.step(.brew)]
        var graph = ChartGraph(machine.vertices)
        graph.learn(from: steps)
        for deferral in graph.deferrals {
            print(graph.vertices[deferral.state].path, deferral.event)  // Heating brew
        }
        // end snippet
        #expect(graph.deferrals.map { graph.vertices[$0.state].path + " " + $0.event } == ["Heating brew"])
    }

    @Test func `configurations`() async throws {
        let machine = Machine(Heater(), clock: ManualClock())
        try await machine.start()
        try await machine.send(.on)
        // snippet: configurations
        let configuration = await machine.configuration
        print(configuration, configuration.contains(path: "Heating"))  // Heating true
        print(configuration.leaves.map(\.name))  // ["Heating"]
        // end snippet
        #expect("\(configuration)" == "Heating")
    }

    @Test func `connections`() async throws {
        let wishes = OutputPort<Int>("wishes"), kitchen = InputPort<Int>("kitchen")
        // snippet: connections
        let connection = connect(wishes, to: kitchen)
        connection.disconnect()
        print(connection.isConnected)  // false
        // end snippet
    }

    @Test func `contracts`() async throws {
        let waiter = InputPort<Wish>("waiter"), bills = OutputPort<Wish>("bills")
        // snippet: contracts
        let contract = Contract(TableRules(), onDeadline: .report) { violation in
            print(violation.state, violation.history, violation.event)
        }
        waiter.enforce(contract, onViolation: .refuse) { _ in .wish }
        bills.enforce(contract, onViolation: .report) { _ in .bill }
        // end snippet
    }

    @Test func `held messages`() async throws {
        let system = System(), wishes = OutputPort<Int>("wishes"), kitchen = InputPort<Int>("wishes")
        system.add("Guests", ports: wishes)
        system.add("Kitchen", ports: kitchen)
        connect(wishes, to: kitchen)
        // snippet: held messages
        system.pause()
        wishes.send(4)
        for message in system.held { print(message.sender, message.message) }  // Guests.wishes 4
        system.step()
        // end snippet
        #expect(kitchen.bufferedCount == 1)
    }

    @Test func `kinds of history`() async throws {
        final class Radio: TopState<Radio.Event> {
            enum Event { case tap }
            let loud = Loud(), soft = Soft()
            // snippet: kinds of history
            override func configure() { substates(loud, soft, history: .shallow) }  // .deep: also what was inside
            // end snippet
            final class Loud: State<Radio, Radio> {}
            final class Soft: State<Radio, Radio> {}
        }
        try Interpreter(Radio()).start()
    }

    @Test func `iterating ports`() async throws {
        let wishes = InputPort<Int>("wishes")
        wishes.send(4)
        wishes.finish()
        // snippet: iterating ports
        var iterator = wishes.makeAsyncIterator()
        while let wish = await iterator.next() { print(wish) }
        // end snippet
    }

    @Test func `outcomes`() async throws {
        // snippet: outcomes
        let heater = Interpreter(Valve())
        try heater.start()
        print(heater.status, try heater.send(.open), try heater.send(.open))  // running handled unhandled
        try heater.stop()
        print(heater.status, try heater.send(.open))  // stopped finished
        // end snippet
    }

    @Test func `joins`() async throws {
        final class Trip: TopState<Trip.Event> {
            enum Event { case ready }
            let packing = Packing(), away = Away()
            override func configure() { substates(packing, away) }
            final class Packing: OrthogonalState<Trip, Trip> {
                let bags = Bags(), tickets = Tickets()
                // snippet: joins
                // Taken when a handler leads here, not when both are active.
                let go = Join<Packing, Trip>(
                    from: { [$0.bags, $0.tickets] }, on: .reaction, to: { .to($0.superior.away) })
                // end snippet
                override func configure() { regions(bags, tickets, go) }
            }
            final class Bags: State<Packing, Trip> {}
            final class Tickets: State<Packing, Trip> {}
            final class Away: State<Trip, Trip> {}
        }
        try Interpreter(Trip()).start()
    }
}
