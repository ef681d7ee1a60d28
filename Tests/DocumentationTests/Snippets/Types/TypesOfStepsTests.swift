import Statecharts
import StatechartsTesting
import Testing

/// Examples of the reference: each is run.
@Suite struct TypesOfStepsTests {
    @Test func `steps of machines`() async throws {
        let machine = Machine(Heater(), clock: ManualClock())
        // snippet: steps of machines
        var steps = machine.steps.makeAsyncIterator()  // from before the start, so that nothing is missed
        try await machine.start()
        try await machine.send(.on)
        while let step = await steps.next() {
            print(step.trigger, step.configuration)
            if case .event(.on) = step.trigger { break }
        }
        // end snippet
    }

    @Test func `policies for what is unhandled`() async throws {
        // snippet: policies for what is unhandled
        let machine = Machine(Heater(), unhandled: .report { event, place in print("\(event) in \(place)") })
        // end snippet
        try await machine.start()
    }

    @Test func `machine errors`() async throws {
        let machine = Machine(Heater())
        // snippet: machine errors
        do { try await machine.send(.on) } catch let error as MachineError where error.code == .notStarted {
            print(error.machine, error.event ?? "")  // Heater on
        }
        // end snippet
    }

    @Test func `steps`() async throws {
        let heater = Interpreter(Valve())
        try heater.start()
        // snippet: steps
        let step = try heater.step(.open)
        guard case .event(.open) = step.trigger, let first = step.microsteps.first else { return }
        print(step.outcome, first.exits, first.effects, first.entries)  // handled [Closed] [Closed] [Opened]
        for transition in first.transitions where transition.kind == .external {
            print(transition.source, transition.targets)  // Closed [Opened]
        }
        // end snippet
        #expect(first.entries.map(\.path) == ["Opened"])
    }

    @Test func `records of messages`() async throws {
        let system = System(), wishes = OutputPort<Int>("wishes"), kitchen = InputPort<Int>("wishes")
        system.add("Guests", ports: wishes)
        connect(wishes, to: kitchen)
        // snippet: records of messages
        let recorder = system.recorder()
        wishes.send(4)
        for record in recorder.records {
            print(record.id, record.sender, record.message, record.identity == MessageIdentity("\(record.identity)"))
        }
        for root in MessageTree(recorder.records).roots { print(root.record.id, root.children.count) }
        recorder.stop()
        // end snippet
    }

    @Test func `systems`() async throws {
        let system = System(), wishes = OutputPort<Int>("wishes"), kitchen = InputPort<Int>("wishes")
        // snippet: systems
        let everyone: [any Statecharts.Port] = [wishes, kitchen]
        system.add("Guests", ports: wishes)
        system.add("Kitchen", ports: kitchen)
        connect(wishes, to: kitchen)
        for member in system.members {
            for port in member.ports where port.direction == .output { print(member.name, port.label.name, port.type) }
        }
        for link in system.connections { print(link.from, link.to) }  // Guests.wishes Kitchen.wishes
        for await change in system.changes {
            if case .joined(let member) = change { print(member.name) }
            break
        }
        // end snippet
        #expect(everyone.count == 2)
    }

    @Test func `remotes`() async throws {
        let system = System()
        // snippet: remotes
        for remote in system.remotes where remote.isConnected {
            print(remote.process, remote.channels.map(\.name), remote.members.map(\.name))
        }
        // end snippet
    }

    @Test func `reports`() async throws {
        let system = System(), wishes = OutputPort<Int>("wishes"),
            kitchen = InputPort<Int>("k", buffering: .bufferingNewest(1))
        system.add("Kitchen", ports: kitchen)
        connect(wishes, to: kitchen)
        // snippet: reports
        let reports = system.reports
        wishes.send(4)
        wishes.send(5)
        for await report in reports where report.kind == .dropped {
            print(report.port, report.message)
            break
        }
        // end snippet
    }

    @Test func `pending answers`() async throws {
        final class Basket: TopState<Basket.Event> {
            enum Event { case total(Reply<Int>) }
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .total(let reply): .handled { reply.answer(5) }
                }
            }
            let open = Open()
            override func configure() { substates(open) }
            final class Open: State<Basket, Basket> {}
        }
        let clock = ManualClock(), basket = Machine(Basket(), clock: clock)
        try await basket.start()
        // snippet: pending answers
        let answer = basket.question { .total($0) }  // asked; who awaits it does so later
        await clock.settle()
        print(answer.isAnswered, try await answer.value)  // true 5
        // end snippet
    }

    @Test func `beginning in the middle`() async throws {
        let machine = Machine(Heater())
        // snippet: beginning in the middle
        do { try await machine.start(in: \.cold, \.ready) } catch let error as PlaceError
            where error.code == .notTogether
        {
            print(error.message)
        }
        // end snippet
    }

    @Test func `buffers`() async throws {
        // snippet: buffers
        let readings = OutputPort<Int>("readings")
        let latest = readings.subscription(buffering: .bufferingNewest(10))
        for reading in 1...12 { readings.send(reading) }
        print(latest.droppedCount)  // 2
        latest.connection.disconnect()
        readings.finish()
        do { try await readings.sendWaiting(13) } catch let error as PortError where error.code == .finished {}
        // end snippet
        #expect(latest.droppedCount == 2)
    }

    @Test func `generic code over charts`() async throws {
        // snippet: generic code over charts
        func isActive<Chart: Statechart, Place: StateNode>(
            _ place: any KeyPath<Chart, Place> & Sendable, in machine: Machine<Chart>
        ) async -> Bool {
            await machine.isActive(place)
        }
        // end snippet
        let machine = Machine(Heater())
        try await machine.start()
        #expect(await isActive(\Heater.cold, in: machine))
    }

    @Test func `states for any place`() async throws {
        // snippet: states for any place
        class Countdown<Superior: StateNode, Top: Statechart>: State<Superior, Top> {
            let event: Top.Event, next: () -> Vertex<Top>
            var timer: TimerID?
            init(_ event: Top.Event, then next: @escaping () -> Vertex<Top>) { (self.event, self.next) = (event, next) }
            override func entry() { timer = after(.seconds(10), send: event, whenRestored: .keepDeadline) }
            func stop() { if let timer { cancel(timer) } }
        }
        // end snippet
        _ = Countdown<Heater, Heater>.self
    }

    @Test func `pseudostates by class`() async throws {
        final class Gate: TopState<Gate.Event> {
            enum Event { case coin }
            var coins = 0
            let closed = Closed(), open = Open(), enough = Enough()
            override func configure() { substates(closed, open, enough) }
            // snippet: pseudostates by class
            final class Enough: Choice<Gate, Gate> {
                override func choose() -> Reaction { superior.coins > 2 ? .to(superior.open) : .to(superior.closed) }
            }
            // end snippet
            final class Closed: State<Gate, Gate> {}
            final class Open: State<Gate, Gate> {}
        }
        try Interpreter(Gate()).start()
    }
}
