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

    @Test(arguments: Way.allCases)
    func `connections with machines that have ended do not pile up until the next message`(_ way: Way) async throws {
        let out = OutputPort<Int>("out"), input = InputPort<Int>("living")
        let connection = connect(out, to: input)
        for _ in 0..<200 { try await connectOne(out, way) }
        // A machine may be kept for a moment by whoever has served its mailbox.
        #expect(out.storage.links.count < 64)
        #expect(connection.isConnected)
        out.send(1)
        #expect(await input.first(1) == [1])
    }

    @Test func `nor do those of proxies in front of machines that have ended`() async throws {
        let out = OutputPort<Int>("out"), texts = OutputPort<String>("texts"), input = InputPort<Int>("living")
        let proxy = InputPort<Int>("proxy")
        connect(proxy, to: input)
        let connection = connect(out, to: proxy)
        for _ in 0..<200 {
            let ear = Ear(), outer = InputPort<Int>("outer"), outermost = InputPort<Int>("outermost")
            connect(outermost, to: outer)
            connect(outer, to: ear.ear)
            connect(out, to: outermost)
            connect(texts, to: ear.ear.accepting { (text: String) in Int(text) })
            let machine = Machine(ear)
            try await machine.start()
            try await machine.stop()
        }
        #expect(out.storage.links.count < 64)
        #expect(texts.storage.links.count < 64)
        #expect(connection.isConnected)
        out.send(1)
        #expect(await input.first(1) == [1])
    }

    @Test func `nor do those with supervised machines that nobody has any more`() async throws {
        let out = OutputPort<Int>("out"), events = OutputPort<Int>("events"), input = InputPort<Int>("living")
        let connection = connect(out, to: input), supervisor = Supervisor(staysOpen: true)
        let run = Task { try await supervisor.run() }
        for _ in 0..<200 {
            let child: SupervisedMachine<Ear> = supervisor.add("ear") {
                let ear = Ear()
                connect(out, to: ear.ear)
                return Machine(ear)
            }
            connect(events, to: child) { $0 }
            #expect(try await child.send(1) == .handled)
            try await supervisor.remove("ear")
        }
        #expect(out.storage.links.count < 64)
        #expect(events.storage.links.count < 64)
        #expect(connection.isConnected)
        out.send(1)
        #expect(await input.first(1) == [1])
        run.cancel()
        try await run.value
    }

    @Test func `nor do those of a channel`() async throws {
        let channel = PointToPointChannel<Int>("channel"), out = OutputPort<Int>("out")
        let input = InputPort<Int>("living")
        connect(out, to: channel)
        let connection = connect(channel, to: input)
        for _ in 0..<200 {
            let ear = Ear(), machine = Machine(ear)
            connect(channel, to: ear.ear)
            try await machine.start()
            try await machine.stop()
        }
        #expect(channel.storage.receiverCount < 64)
        #expect(connection.isConnected)
        out.send(1)
        #expect(await input.first(1) == [1])
    }

    @Test func `many that live stay, and those that are gone are looked for when there are twice as many`() {
        let out = OutputPort<Int>("out"), channel = PointToPointChannel<Int>("channel")
        func counts() -> [Int] { [out.storage.links.count, channel.storage.receiverCount] }
        func connectBoth(_ input: InputPort<Int>) {
            connect(out, to: input)
            connect(channel, to: input)
        }
        let living = (0..<40).map { _ in InputPort<Int>() }
        for input in living { connectBoth(input) }
        #expect(counts() == [40, 40])
        var most = 0
        for _ in 0..<1_000 {
            connectBoth(InputPort<Int>())
            most = max(most, counts().max() ?? 0)
        }
        #expect((80..<100).contains(most), "\(most)")
        // A finished port counts what comes as long as somebody has it.
        for input in living { input.finish() }
        for _ in 0..<200 { connectBoth(InputPort<Int>()) }
        out.send(1)
        #expect(living.allSatisfy { $0.undeliveredCount == 1 })
        #expect(out.storage.links.isEmpty)
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
        // The port of the first life, which nobody has any more, is not forgotten with those that are gone.
        for _ in 0..<100 { connect(out, to: InputPort<Int>()) }
        #expect(out.storage.links.count <= 32)
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

    @Test func `between two runs a supervised machine is not forgotten that its supervisor alone has`() async throws {
        let out = OutputPort<Int>("out"), events = OutputPort<Int>("events"), supervisor = Supervisor(staysOpen: true)
        let connections = Guarded<[Connection]>([]), heard = Guarded<Machine<Ear>?>(nil)
        do {
            let child: SupervisedMachine<Ear> = supervisor.add("ear") {
                let ear = Ear(), machine = Machine(ear), proxy = InputPort<Int>("proxy")
                if connections.withLock({ $0.count == 1 }) {
                    connect(proxy, to: ear.ear)
                    let made = connect(out, to: proxy)
                    connections.withLock { $0.append(made) }
                }
                heard.withLock { $0 = machine }
                return machine
            }
            let made = connect(events, to: child) { $0 }
            connections.withLock { $0.append(made) }
        }
        for run in 1...2 {
            let task = Task { try await supervisor.run() }
            try await eventually { await heard.withLock { $0 }?.status == .running }
            out.send(run)
            events.send(10 * run)
            do {
                let machine = try #require(heard.withLock { $0.take() })
                try await eventually { try await machine.withTop { $0.heard.count } == 2 }
            }
            task.cancel()
            try await task.value
            for _ in 0..<100 {
                connect(out, to: InputPort<Int>())
                connect(events, to: InputPort<Int>())
            }
            #expect(connections.withLock { $0 }.map(\.isConnected) == [true, true])
        }
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
