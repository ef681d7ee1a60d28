import Statecharts
import StatechartsTesting
import Testing

/// Examples of the reference: each is run.
@Suite struct MembersOfChartsTests {
    @Test func `a machine begins`() async throws {
        // snippet: a machine begins
        let heater = Machine(Heater(), named: "kitchen")
        try await heater.start()  // throws a ChartError with all mistakes, before anything is entered
        print(heater.name, await heater.status)  // kitchen running
        print(await heater.vertices.filter(\.kind.isState).map(\.name))  // ["Heater", "Cold", "Heating", "Ready"]
        // end snippet
    }

    @Test func `before the start`() async throws {
        // snippet: before the start
        let heater = Machine(Heater())
        heater.post(.on)
        print(heater.waitingCount)  // 1: it waits for the start
        // end snippet
        #expect(heater.waitingCount == 1)
    }

    @Test func `what an event would do`() async throws {
        let valve = Machine(Valve())
        try await valve.start()
        // snippet: what an event would do
        print(try await valve.defers(.open))  // false
        if let step = try await valve.preview(.open) { print(step.exits, step.entries) }  // [Closed] [Opened]
        print(await valve.configuration)  // Closed: nothing has happened
        // end snippet
    }

    @Test func `snapshots are taken`() async throws {
        let heater = Machine(Heater(), clock: ManualClock())
        try await heater.start()
        // snippet: snapshots are taken
        var snapshot = try await heater.snapshot()  // between two steps; Codable
        snapshot.rename("Heating", to: "Warming")  // if the chart calls it so now
        // end snippet
    }

    @Test func `an interpreter runs a chart`() async throws {
        // snippet: an interpreter runs a chart
        let valve = Interpreter(Valve())
        try valve.start()
        try valve.send(.open)
        print(valve.configuration)  // Opened
        try valve.stop()  // exits all states
        // end snippet
    }

    @Test func `an interpreter tells its steps`() async throws {
        // snippet: an interpreter tells its steps
        let valve = Interpreter(Valve())
        print(try valve.startStep().configuration)  // Closed
        valve.onStep = { step in print(step.trigger, step.configuration) }
        try valve.send(.open)  // open Opened
        // end snippet
    }

    @Test func `events wait in an interpreter`() async throws {
        let valve = Interpreter(Valve())
        try valve.start()
        // snippet: events wait in an interpreter
        valve.deferralLimit = 100
        try valve.post(.open)
        try valve.post(.close)
        try valve.settle()  // takes what waits, in order
        // end snippet
        #expect(valve.isActive(\.closed))
    }

    @Test func `an interpreter looks ahead`() async throws {
        let valve = Interpreter(Valve())
        try valve.start()
        // snippet: an interpreter looks ahead
        print(valve.preview(.open)?.entries ?? [])  // [Opened]; nothing has happened
        let snapshot = try valve.snapshot()
        let copy = Interpreter(restoring: snapshot, Valve())
        try copy.start()  // enters nothing: it goes on
        // end snippet
    }

    @Test func `what a state answers`() async throws {
        final class Gate: TopState<Gate.Event> {
            enum Event { case coin(Int), push }
            var sum = 0
            let closed = Closed(), open = Open()
            override func configure() { substates(closed, open) }
            final class Closed: State<Gate, Gate> {
                // snippet: what a state answers
                override func handle(_ event: Event) -> Reaction {
                    switch event {
                    case .coin(let cents) where top.sum + cents >= 100: .to(superior.open)  // leaves Closed
                    case .coin(let cents): .handled { top.sum += cents }  // stays
                    default: .unhandled  // the superior is asked
                    }
                }
                // end snippet
            }
            final class Open: State<Gate, Gate> {}
        }
        let gate = Interpreter(Gate())
        try gate.start()
        try gate.send(.coin(100))
        #expect(gate.isActive(\.open))
    }

    @Test func `a state goes on`() async throws {
        final class House: TopState<House.Event> {
            enum Event: Codable { case ring }
            let doors = [Door("front"), Door("back")]
            var log: [String] = []
            override func configure() { substates(doors) }
            // snippet: a state goes on
            final class Door: State<House, House> {
                let side: String
                init(_ side: String) { self.side = side }
                override var stateName: String? { side }
                override func restored() { top.log.append("\(path) \(isActive)") }  // front true
            }
            // end snippet
        }
        let house = Interpreter(House())
        try house.start()
        let other = Interpreter(restoring: try house.snapshot(), House())
        try other.start()
        #expect(other.top.log == ["front true"])
    }

    @Test func `again and again`() async throws {
        final class Clock: TopState<Clock.Event> {
            enum Event { case tick, full }
            var seconds = 0
            let running = Running()
            override func configure() { substates(running) }
            // snippet: again and again
            final class Running: State<Clock, Clock> {
                override func entry() { every(.seconds(1), send: .tick) }  // until Running is left
                override func handle(_ event: Event) -> Reaction {
                    event == .full
                        ? .handled { print("a minute") }
                        : .handled {
                            top.seconds += 1
                            if top.seconds == 60 { top.raise(.full) }  // in this step
                        }
                }
            }
            // end snippet
        }
        let time = ManualClock(), clock = Machine(Clock(), clock: time)
        try await clock.start()
        await time.advance(by: .seconds(60))
    }
}
