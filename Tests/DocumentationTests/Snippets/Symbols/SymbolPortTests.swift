import Statecharts
import StatechartsDiagrams
import StatechartsTesting
import Testing

/// Examples of the reference about ports, systems and supervision; each passage is the code in the documentation of a symbol.
@Suite struct SymbolPortTests {
    @Test func `ports are connected as their documentation says`() async throws {
        let clock = ManualClock()
        // snippet: connect
        let guest = OutputPort<String>("guest"), shop = Shop()
        connect(guest, to: shop.orders)  // the chart's ports, before the machine is made of it
        let notices = shop.notices.stream()

        let machine = Machine(shop, clock: clock)
        try await machine.start()
        guest.send("soup")  // never waits
        // end snippet
        await clock.settle()
        for await notice in notices {
            #expect(notice == "soup is being made")
            break
        }
        // snippet: Machine.port
        let orders = await machine.port(\.orders)
        orders.send("tea")
        // end snippet
        await clock.settle()
    }

    @Test func `an input port is read as its documentation says`() async throws {
        let sink = InputPort<Int>("plates")
        sink.send(1)
        sink.finish()
        // snippet: InputPort iterated
        for await plate in sink { print(plate) }
        // end snippet
        let other = InputPort<Int>("glasses")
        // snippet: InputPort.handle
        let washing = other.handle { glass in print(glass) }  // the next one when this has returned
        // end snippet
        washing.cancel()
    }

    @Test func `work is shared as the documentation of channels says`() async throws {
        let office = OutputPort<String>("office"), first = Shop(), second = Shop()
        // snippet: PointToPointChannel
        let jobs = PointToPointChannel<String>("jobs")
        connect(office, to: jobs)
        connect(jobs, to: first.orders)
        connect(jobs, to: second.orders)  // each job goes to one of the two, to whoever is ready
        // end snippet
    }

    @Test func `a system is watched as its documentation says`() async throws {
        let machine = Machine(Shop(), named: "Shop")
        let guest = OutputPort<String>("orders")
        connect(guest, to: await machine.port(\.orders))
        // snippet: System
        let system = System()
        await system.add(machine)  // by the name of the machine
        system.add("Guest", ports: guest)

        let recorder = system.recorder()
        guest.send("soup")
        print(system.connections)  // Guest.orders → Shop.orders
        print(MessageTree(recorder.records))  // #1 Guest.orders → Shop.orders: soup
        // end snippet
        #expect(system.connections.map(\.description) == ["Guest.orders → Shop.orders"])
        #expect(MessageTree(recorder.records).description.hasPrefix("#1 Guest.orders → Shop.orders: soup"))
    }

    @Test func `a contract is enforced as its documentation says`() async throws {
        let door = InputPort<DoorMessage>("door")
        // snippet: Contract
        let contract = Contract(DoorProtocol())
        door.enforce(contract, onViolation: .refuse) { message in
            switch message {
            case .open: .open
            case .close: .close
            case .knock: nil  // may come at any time
            }
        }
        // end snippet
        for message in [DoorMessage.knock, .open, .open, .close] { door.send(message) }
        #expect(door.bufferedCount == 3)
    }

    @Test func `machines are supervised as their documentation says`() async throws {
        // snippet: Supervisor
        let supervisor = Supervisor(.oneForOne, limit: .init(3, in: .seconds(60)))
        let player = supervisor.add("player") { Machine(Player()) }
        let shop = supervisor.add("shop", restart: .fromLastSnapshot) { Machine(Shop()) }
        let running = Task { try await supervisor.run() }  // until it gives up or is cancelled

        player.post(.power)  // reaches the present machine, or the next one
        // end snippet
        shop.post(.order("tea"))
        running.cancel()
        _ = await running.result
    }

    @Test func `a supervised machine is used as its documentation says`() async throws {
        let supervisor = Supervisor()
        // snippet: SupervisedMachine
        let player = supervisor.add("player") { Machine(Player()) }
        player.post(.play)  // reaches the present machine, or the next one
        // end snippet
    }

    @Test func `a supervised machine is a member of a system as its documentation says`() async {
        let supervisor = Supervisor(), system = System()
        // snippet: System.add, supervised
        let player = supervisor.add("player") { Machine(Player()) }
        await system.add(player)  // one member, whichever machine is behind it
        // end snippet
        #expect(system.members.map(\.name) == ["player"])
    }

    @Test func `a chart is drawn as the documentation of trees says`() throws {
        let interpreter = Interpreter(Login())
        try interpreter.start()
        // snippet: TextTree
        print(TextTree(interpreter.vertices, active: interpreter.configuration))
        // end snippet
    }
}
