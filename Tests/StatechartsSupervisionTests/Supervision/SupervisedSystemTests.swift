import StatechartsTesting
import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// A supervised machine as a component of a system, and connections to one.
@Suite struct SupervisedSystemTests {
    private let clock = ManualClock()
    private let system = System()

    /// The machines that a system shows.
    private final class Names: MachineVisitor {
        private let seen = Guarded<[String]>([])
        func visit<Top: Statechart>(_ machine: Machine<Top>, named name: String) {
            seen.withLock { $0.append(name) }
        }
        static func of(_ system: System) -> [String] {
            let names = Names()
            system.visitMachines(nil, names)
            return names.seen.withLock { $0 }
        }
    }

    private func supervisor(restarts: Int = 3) -> Supervisor {
        Supervisor(
            limit: RestartLimit(restarts, in: .seconds(60)),
            backOff: .exponential(from: .seconds(1), cap: .seconds(1)), clock: clock)
    }

    private func described(_ change: System.Change?) -> String {
        switch change {
        case .joined(let member): "joined \(member): \(member.ports.map(\.label.description))"
        case .renewed(let member): "renewed \(member): \(member.ports.map(\.label.description))"
        case .left(let member): "left \(member): \(member.ports.map(\.label.description))"
        case .met, .parted: "remote"
        case nil: "over"
        }
    }

    @Test func `a supervised machine is one member through all of its lives`() async throws {
        let supervisor = supervisor(), recorder = system.recorder(), guest = OutputPort<Int>("words")
        var changes = system.changes.makeAsyncIterator(), events = EventReader(supervisor)
        system.add("Guest", ports: guest)
        // Each life makes a port of its own.
        let child = supervisor.add("booth", in: system) { Machine(Booth()) }
        #expect(system.members.map(\.description) == ["Guest", "booth"])
        #expect(Names.of(system) == [])
        let run = Task { try await supervisor.run() }
        _ = await events.next(1)
        let member = await system.add(child)
        #expect(member.type == "Booth" && member.ports.map(\.label.description) == ["booth.words"])
        #expect(system.members.count == 2 && Names.of(system) == ["booth"])
        let words = try await child.port(\.words)
        connect(guest, to: words)
        #expect(system.connections.map(\.description) == ["Guest.words → booth.words"])
        guest.send(1)
        await #expect(throws: StepError.self) { try await child.send(.fail) }
        _ = await events.next(2)
        // Nobody is there, but messages are seen.
        #expect(Names.of(system) == [])
        guest.send(2)
        await clock.waitForSleepers()
        await clock.advance(by: .seconds(1))
        _ = await events.next(1)
        #expect(Names.of(system) == ["booth"])
        #expect(try await child.withTop { $0.seen } == [2])
        #expect(
            recorder.records.map(\.description) == [
                "#1 Guest.words → booth.words: 1", "#2 Guest.words → booth.words: 2",
            ])
        // It is known by the port of its present machine.
        #expect(system.members.map(\.id) == [1, member.id])
        #expect(try await child.port(\.words).label.description == "booth.words")
        run.cancel()
        try await run.value
        // The run may begin again.
        #expect(system.members.count == 2 && Names.of(system) == [])
        #expect(try await supervisor.remove("booth"))
        #expect(system.members.map(\.description) == ["Guest"])
        var told: [String] = []
        for _ in 0..<5 { told.append(described(await changes.next())) }
        #expect(
            told == [
                #"joined Guest: ["Guest.words"]"#, "joined booth: []", #"renewed booth: ["booth.words"]"#,
                #"renewed booth: ["booth.words"]"#, #"left booth: ["booth.words"]"#,
            ])
        // Nobody comes back.
        await system.add(child)
        #expect(system.members.map(\.description) == ["Guest"])
    }

    @Test func `what is lost while there is no machine is reported and held like anything else`() async throws {
        let supervisor = supervisor(), words = InputPort<Int>("words"), guest = OutputPort<Int>("words")
        system.add("Guest", ports: guest)
        connect(guest, to: words)
        let child = supervisor.add("booth", mailbox: .dropped, in: system) { Machine(Booth(words)) }
        var reports = system.reports.makeAsyncIterator(), events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        _ = await events.next(1)
        await #expect(throws: StepError.self) { try await child.send(.fail) }
        _ = await events.next(2)
        guest.send(1)
        #expect(await reports.next()?.description == "undelivered at booth.words: 1")
        system.pause()
        guest.send(2)
        #expect(system.held.map(\.description) == ["#1 Guest.words: 2"])
        await clock.waitForSleepers()
        await clock.advance(by: .seconds(1))
        _ = await events.next(1)
        // Held for the next life.
        #expect(await system.stepAndSettle()?.description == "#1 Guest.words → booth.words: 2")
        #expect(try await child.withTop { $0.seen } == [2])
        run.cancel()
        try await run.value
    }

    @Test func `a child that has finished, or that nobody keeps, leaves`() async throws {
        var supervisor: Supervisor? = supervisor(restarts: 0)
        supervisor?.add("counter", in: system) { Machine(Counter()) }
        supervisor?.add("booth", in: system) { Machine(Booth()) }
        #expect(system.members.map(\.description) == ["counter", "booth"])
        var events = EventReader(try #require(supervisor))
        let run = Task { [supervisor] in try await supervisor?.run() }
        _ = await events.next(2)
        try await system.machine(Counter.self, named: "counter")?.send(.end)
        _ = await events.next(1)
        #expect(system.members.map(\.description) == ["booth"])
        run.cancel()
        try await run.value
        #expect(system.members.map(\.description) == ["booth"])
        // Both live again.
        let again = Task { [supervisor] in try await supervisor?.run() }
        try await eventually { Names.of(system).count >= 2 }
        #expect(Set(system.members.map(\.description)) == ["booth", "counter"])
        again.cancel()
        try await again.value
        supervisor = nil
        try await eventually { system.members.isEmpty }
    }

    @Test func `a machine that is there already joins with its ports`() async throws {
        let supervisor = supervisor()
        let child = supervisor.add("booth") { Machine(Booth()) }
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        _ = await events.next(1)
        let house = system.add("House")
        let member = await system.add(child, named: "Booth", inside: house)
        #expect(member.composite == house.id && member.ports.map(\.label.description) == ["Booth.words"])
        #expect(Names.of(system) == ["Booth"])
        system.remove(member)
        #expect(system.members == [house])
        // Its later lives are none of the system's.
        await #expect(throws: StepError.self) { try await child.send(.fail) }
        _ = await events.next(2)
        await clock.waitForSleepers()
        await clock.advance(by: .seconds(1))
        _ = await events.next(1)
        #expect(system.members == [house] && Names.of(system) == [])
        run.cancel()
        try await run.value
    }

    @Test(arguments: Supervisor.MailboxPolicy.allCases)
    func `an output is connected to a supervised machine as to any other, through its lives`(
        _ mailbox: Supervisor.MailboxPolicy
    ) async throws {
        let supervisor = supervisor(), guest = OutputPort<Int>("words"), gate = Gate()
        system.add("Guest", ports: guest)
        let child = supervisor.add("booth", restart: .fromLastSnapshot, mailbox: mailbox) {
            Machine(Booth(gate: gate))
        }
        let connection = connect(guest, to: child) { $0 > 0 ? .word($0) : nil }
        guest.send(1)
        guest.send(-1)
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        _ = await events.next(1)
        guest.send(2)
        #expect(try await child.withTop { $0.seen } == [1, 2])
        child.post(.holdAndFail)
        await gate.reached()
        guest.send(3)
        let recorder = system.recorder()
        guest.send(4)
        gate.open()
        _ = await events.next(2)
        guest.send(5)
        // Refused is not received.
        #expect(
            recorder.records.map(\.receivers.description) == [
                "[booth.events]", mailbox == .kept ? "[booth.events]" : "[]",
            ])
        await clock.waitForSleepers()
        await clock.advance(by: .seconds(1))
        _ = await events.next(1)
        guest.send(6)
        #expect(try await child.withTop { $0.seen } == (mailbox == .kept ? [1, 2, 3, 4, 5, 6] : [1, 2, 6]))
        connection.disconnect()
        guest.send(7)
        #expect(try await child.withTop { $0.seen }.last == 6)
        run.cancel()
        try await run.value
    }
}
