import StatechartsSimulation
import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// Children whose messages a paused system holds: their ends come behind these, and snapshots of the tree have them.
@Suite struct PausedTreeTests {
    let clock = ManualClock()
    let system: System
    let machine: Machine<Bureau>
    let member: System.Member

    init() async throws {
        system = System(clock: clock)
        machine = Machine(Bureau(), clock: clock)
        member = await system.add(machine)
        try await machine.start()
        await clock.settle()
    }

    private func send(_ events: Bureau.Event...) async throws {
        for event in events {
            try await machine.send(event)
            await clock.settle()
        }
    }

    private func log(of machine: Machine<Bureau>? = nil) async throws -> [String] {
        await clock.settle()
        return try await (machine ?? self.machine).withTop { $0.log }
    }

    /// What a machine does that continues from here.
    private func continued(_ last: Bureau.Event? = nil) async throws -> [String] {
        let snapshot = try await machine.snapshot().throughJSON()
        let next = Machine(restoring: snapshot, Bureau(), clock: clock)
        try await next.start()
        await clock.settle()
        if let last { try await next.send(last) }
        let log = try await log(of: next)
        try await next.stop()
        return log
    }

    // MARK: Ends

    @Test func `a child's end comes behind what the system holds of it`() async throws {
        system.pause()
        try await send(.tell(.say(1)), .tell(.write(2)), .tell(.pupil(.say(3))), .tell(.say(4)), .tell(.end))
        #expect(system.held.map(\.sender.name) == ["words", "notes", "words", "words"])
        #expect(try await log() == [])
        var told: [[String]] = []
        while await system.stepAndSettle() != nil { told.append(try await log()) }
        #expect(
            told == [
                ["heard 1"], ["heard 1", "read 2"], ["heard 1", "read 2", "heard 3"],
                ["heard 1", "read 2", "heard 3", "heard 4", "done 4"],
            ])
        try await machine.stop()
    }

    @Test func `a child's end waits for nobody where the system holds nothing, or only what comes later`() async throws
    {
        system.pause()
        try await send(.tell(.end))
        #expect(try await log() == ["done 0"])
        try await machine.stop()
        let guest = OutputPort<Int>("guest")
        system.add("Guest", ports: guest)
        guest.send(1)
        system.resume()
    }

    @Test(arguments: [false, true])
    func `a child is made anew behind what it has said`(throughSteps: Bool) async throws {
        system.pause()
        try await send(.tell(.say(1)), .tell(.fail), .tell(.say(2)))
        #expect(try await log() == [])
        if throughSteps { await system.stepAndSettle() }
        system.resume()
        #expect(try await log() == ["heard 1", "restarted"])
        try await send(.tell(.say(3)))
        #expect(try await log() == ["heard 1", "restarted", "heard 3"])
        try await machine.stop()
    }

    @Test func `nothing of a child comes whose state is left while the system holds its end`() async throws {
        system.pause()
        try await send(.tell(.say(1)), .tell(.end), .close, .open)
        system.resume()
        #expect(try await log() == [])
        try await send(.tell(.say(2)))
        #expect(try await log() == ["heard 2"])
        try await machine.stop()
    }

    @Test func `a machine ends while a system holds the end of its child, and is told nothing more`() async throws {
        system.pause()
        try await send(.tell(.say(1)), .tell(.end))
        try await machine.stop()
        #expect(machine.waitingCount == 0)
        system.resume()
        #expect(try await log() == [])
    }

    @Test func `a machine that leaves a paused system is told the end of its child behind the rest, too`() async throws
    {
        system.pause()
        try await send(.tell(.say(1)))
        system.remove(member)
        try await send(.tell(.say(2)), .tell(.end))
        #expect(try await log() == [])
        system.resume()
        #expect(try await log() == ["heard 1", "heard 2", "done 2"])
        try await machine.stop()
    }

    @Test func `a system that is released tells the ends that it holds`() async throws {
        var system: System? = System(clock: clock)
        let machine = Machine(Bureau(), clock: clock)
        await system?.add(machine)
        try await machine.start()
        system?.pause()
        for event in [Bureau.Event.tell(.say(1)), .tell(.end)] {
            try await machine.send(event)
            await clock.settle()
        }
        #expect(try await log(of: machine) == [])
        system = nil
        #expect(try await log(of: machine) == ["heard 1", "done 1"])
        try await machine.stop()
    }

    // MARK: Snapshots

    @Test func `a snapshot has what the system holds, and the system still delivers it once`() async throws {
        let tasks = await machine.port(\.tasks)
        system.pause()
        try await send(.tell(.say(1)), .tell(.write(2)), .tell(.pupil(.say(3))))
        tasks.send(4)
        try await send(.order(5))
        let whole = ["heard 1", "read 2", "heard 3", "task 4", "heard 5"]
        #expect(try await continued() == whole)
        #expect(try await continued() == whole)
        #expect(system.held.count == 5)
        #expect(try await log() == [])
        system.resume()
        #expect(try await log() == whole)
        #expect(try await continued() == whole)
        try await machine.stop()
    }

    @Test func `a snapshot has the end of a child that the system holds, and the restart`() async throws {
        system.pause()
        try await send(.tell(.say(1)), .tell(.pupil(.say(2))), .tell(.fail))
        let restarted = ["heard 1", "heard 2", "restarted"]
        #expect(try await continued(.tell(.say(3))) == restarted + ["heard 3"])
        system.resume()
        #expect(try await log() == restarted)
        system.pause()
        try await send(.tell(.say(3)), .tell(.end))
        #expect(try await continued() == restarted + ["heard 3", "done 3"])
        #expect(try await continued() == restarted + ["heard 3", "done 3"])
        system.resume()
        #expect(try await log() == restarted + ["heard 3", "done 3"])
        try await machine.stop()
    }

    @Test func `what has waited in an input waits there, with what the system holds for it`() async throws {
        let letters = await machine.port(\.letters)
        letters.send(1)
        system.pause()
        letters.send(2)
        letters.send(3)
        // They are received while it is closed.
        #expect(try await continued(.close) == ["letter 1", "letter 2", "letter 3"])
        system.resume()
        try await send(.close)
        #expect(try await log() == ["letter 1", "letter 2", "letter 3"])
        system.pause()
        for number in 4...6 { letters.send(number) }
        #expect(try await continued() == (1...6).map { "letter \($0)" })
        #expect(try await continued(.open) == (1...6).map { "letter \($0)" })
        system.resume()
        #expect(try await log() == (1...6).map { "letter \($0)" })
        try await machine.stop()
    }

    @Test func `a full input has in a snapshot what its policy would keep`() async throws {
        let levels = await machine.port(\.levels)
        system.pause()
        for number in 1...4 { levels.send(number) }
        // The machine is given the first, and two places are left.
        #expect(try await continued() == ["level 1", "level 3", "level 4"])
        // It takes none of them before all are delivered.
        try await machine.withTop { [system] _ in system.resume() }
        #expect(try await log() == ["level 1", "level 3", "level 4"])
        try await machine.stop()
    }

    @Test func `a child that has not begun has what the system holds for it`() async throws {
        try await send(.close)
        system.pause()
        machine.post(.open)
        machine.post(.order(7))
        let snapshot = try await machine.snapshot().throughJSON()
        let next = Machine(restoring: snapshot, Bureau(), clock: clock)
        try await next.start()
        #expect(try await log(of: next) == ["heard 7"])
        try await next.stop()
        await clock.settle()
        system.resume()
        #expect(try await log() == ["heard 7"])
        try await machine.stop()
    }

    @Test func `a snapshot is refused where something decides only later what comes of a held message`() async throws {
        let typist = try #require(await machine.port(\.open.typist.machine))
        let title = await typist.port(\.title)
        system.pause()
        title.send(9)
        let error = await #expect(throws: SnapshotError.self) { try await machine.snapshot() }
        #expect(
            error?.description
                == "a system holds a message about which the output Bureau.title decides when it is delivered; "
                + "resume the system first, by resume() [late]")
        system.resume()
        #expect(try await machine.snapshot().outputs["title"] == SnapshotValue(encoding: 9))
        try await machine.stop()
    }

    @Test func `a mapping that leaves a message out leaves it out of a snapshot`() async throws {
        let guest = OutputPort<Int>("guest")
        system.add("Guest", ports: guest)
        connect(guest, to: await machine.port(\.tasks)) { $0 > 1 ? 10 * $0 : nil }
        system.pause()
        for number in 1...3 { guest.send(number) }
        #expect(try await continued() == ["task 20", "task 30"])
        system.resume()
        #expect(try await log() == ["task 20", "task 30"])
        try await machine.stop()
    }
}
