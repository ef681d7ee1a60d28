import Statecharts
import StatechartsTesting
import Testing

@Suite struct BoardTests {
    @Test func `the ports that a chart is given stay connected when its machine is made again`() async throws {
        let clock = ManualClock()
        // snippet: ports that outlive a machine
        let prices = OutputPort("prices", current: 5), ports = BoardPorts()
        let supervisor = Supervisor(backOff: .exponential(from: .seconds(1), cap: .seconds(9)), clock: clock)
        let wires = ConnectionSet()
        supervisor.add("board") {
            wires.replace { [connect(prices, to: ports.prices)] }  // the present price, for the new machine
            return Machine(Board(ports))
        }
        // end snippet
        let texts = ports.texts.stream(), taps = OutputPort<Tap>("taps")
        connect(taps, to: ports.taps)
        var events = supervisor.events.makeAsyncIterator()
        let running = Task { try await supervisor.run() }
        #expect(await events.next() == .started("board"))
        taps.send(.show)
        prices.send(6)
        taps.send(.show)
        taps.send(.smash)
        _ = await events.next()  // failed
        taps.send(.show)  // kept for the next machine, in front of the price that it is told
        await clock.waitForSleepers()
        await clock.advance(by: .seconds(1))
        _ = await events.next()  // restarting
        #expect(await events.next() == .restarted("board"))
        taps.send(.show)
        var said: [String] = []
        for await text in texts.prefix(4) { said.append(text) }
        #expect(said == ["5 €", "6 €", "—", "6 €"])
        running.cancel()
        try await running.value
        wires.disconnect()
    }

    @Test func `a supervised machine is a component of a system`() async throws {
        let supervisor = Supervisor(), ports = BoardPorts(), texts = ports.texts.stream()
        // snippet: supervised component
        let system = System(), hands = OutputPort<Tap>("hands")
        let board = supervisor.add("board", in: system) { Machine(Board(ports)) }
        connect(hands, to: board) { .tap($0) }  // kept or refused between two lives, as the mailbox is
        // end snippet
        hands.send(.show)
        let running = Task { try await supervisor.run() }
        for await text in texts.prefix(1) { #expect(text == "—") }
        #expect(system.members.map { "\($0): \($0.ports.count)" } == ["board: 3"])
        running.cancel()
        try await running.value
        try await supervisor.remove("board")
        #expect(system.members == [])
    }

    @Test func `the connections of the example are made again for each machine`() {
        let supervisor = Supervisor(), prices = OutputPort("prices", current: 5), ports = BoardPorts()
        // snippet: ConnectionSet.replace
        let wires = ConnectionSet()
        supervisor.add("board") {
            wires.replace { [connect(prices, to: ports.prices)] }  // the present price, for the new machine
            return Machine(Board(ports))
        }
        // end snippet
        #expect(wires.connected.isEmpty)
    }

    @Test func `connections end together`() {
        struct Screen { let rings = InputPort<Int>("rings"), taps = OutputPort<Int>("taps") }
        let bell = OutputPort<Int>("bell"), door = InputPort<Int>("door"), screen = Screen()
        // snippet: ConnectionSet
        let both = ConnectionSet(connect(bell, to: screen.rings), connect(screen.taps, to: door))
        both.disconnect()
        // end snippet
        bell.send(1)
        screen.taps.send(2)
        #expect(screen.rings.bufferedCount == 0 && door.bufferedCount == 0)
    }
}
