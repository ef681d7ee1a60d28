import StatechartsSimulation
import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// Connections with ports of machines that have ended, once nobody has these ports any more.
@Suite struct DeadConnectionTests {
    enum Way: CaseIterable, Sendable {
        case port, machine, mapped, afterTheEnd, bounded, inSomeStates
    }

    /// Connects a machine that ends, and lets go of it.
    private func connectOne(_ out: OutputPort<Int>, _ way: Way) async throws {
        let ear = Ear(), port = ear.ear, few = ear.few, sometimes = ear.sometimes
        switch way {
        case .port: connect(out, to: port)
        case .mapped: connect(out, to: port) { $0 + 1 }
        case .bounded: connect(out, to: few)
        case .inSomeStates: connect(out, to: sometimes)
        case .machine, .afterTheEnd: break
        }
        let machine = Machine(ear)
        if way == .machine { connect(out, to: machine) { $0 } }
        try await machine.start()
        try await machine.stop()
        if way == .afterTheEnd { connect(out, to: port) }
    }

    @Test(arguments: Way.allCases)
    func `a connection ends with the first message after its machine has ended and its port is released`(_ way: Way)
        async throws
    {
        let system = System(), out = OutputPort<Int>("out")
        system.add("Hub", ports: out)
        for _ in 0..<20 { try await connectOne(out, way) }
        let input = InputPort<Int>("living")
        connect(out, to: input)
        for number in 1...2 { out.send(number) }
        #expect(system.connections.map(\.description) == ["Hub.out → living"])
        #expect(await input.first(2) == [1, 2])
    }

    @Test func `as long as somebody has the port, it counts what comes after the end`() async throws {
        let out = OutputPort<Int>("out"), ear = Ear(), port = ear.ear
        let connection = connect(out, to: port)
        let machine = Machine(ear)
        try await machine.start()
        try await machine.stop()
        for number in 1...3 { out.send(number) }
        #expect(port.undeliveredCount == 3)
        connection.disconnect()
    }

    @Test func `a supervised machine is heard in its next life by a port of the one before`() async throws {
        let clock = ManualClock(), out = OutputPort<Int>("out")
        let supervisor = Supervisor(clock: clock), first = Guarded<Connection?>(nil)
        let child: SupervisedMachine<Ear> = supervisor.add("ear") {
            let ear = Ear()
            if first.withLock({ $0 == nil }) {
                let made = connect(out, to: ear.ear)
                first.withLock { $0 = made }
            }
            return Machine(ear, clock: clock)
        }
        let run = Task { try await supervisor.run() }
        await clock.settle()
        let connection = try #require(first.withLock { $0 })
        for _ in 0..<3 {
            child.post(-1)
            out.send(1)
            await clock.settle()
            out.send(2)
            await clock.settle()
        }
        #expect(connection.isConnected)
        #expect(try await child.withTop { $0.heard.last } == 2)
        run.cancel()
        try await run.value
        // Lost, but there may be another run.
        out.send(3)
        let next = Task { try await supervisor.run() }
        try await eventually { await child.configuration != .empty }
        out.send(4)
        #expect(try await child.send(5) == .handled)
        #expect(try await child.withTop { $0.heard } == [4, 5])
        next.cancel()
        try await next.value
    }
}

private final class Ear: TopState<Int> {
    struct Broken: Error {}
    let ear = InputPort<Int>("ear"), few = InputPort<Int>("few", buffering: .waiting(1))
    let sometimes = InputPort<Int>("sometimes"), on = On()
    var heard: [Int] = []
    override func configure() {
        receive(ear) { $0 }
        receive(few) { $0 }
        receive(sometimes, while: on) { $0 }
        substates(on)
    }
    override func handle(_ event: Int) -> Reaction {
        .handled {
            if event < 0 { throw Broken() }
            self.heard.append(event)
        }
    }
    final class On: State<Ear, Ear> {}
}
