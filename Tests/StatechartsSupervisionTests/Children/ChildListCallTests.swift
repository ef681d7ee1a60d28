import Statecharts
import StatechartsSimulation
import StatechartsTesting
import TestSupport
import Testing

/// What an owner sends to one row of its list, asks it and waits for, by its key: as with the only child of a state.
@Suite struct ChildListCallTests {
    let clock = ManualClock()
    let notes = Notes()

    private typealias Work = @Sendable (Hotel) async throws -> Void

    /// What an owner does with its rows, step by step, and what comes of it.
    private static let steps: [Work] = [
        { $0.rooms.add(1) },
        { $0.notes.add("\(try await $0.rooms.send(.ring, to: 1)), then guests \(try await $0.guests(1))") },
        // Neither `send` nor `ask` comes before what was posted.
        { hotel in
            hotel.rooms.post(.ring, to: 1)
            hotel.notes.add("\(try await hotel.rooms.send(.unknown, to: 1)), then guests \(try await hotel.guests(1))")
        },
        // A row that is being removed takes nothing more, and its end can be waited for.
        { hotel in
            hotel.rooms.post(.ring, to: 1)
            hotel.rooms.remove(1)
            hotel.notes.add("left: \(try await hotel.rooms.send(.ring, to: 1)), \(await hotel.answer(1))")
            await hotel.rooms.stopped(1)
            hotel.notes.add("has stopped")
        },
        // There is none any more, and there never was one.
        { hotel in
            await hotel.rooms.stopped(1)
            await hotel.rooms.stopped(2)
            hotel.notes.add("gone: \(try await hotel.rooms.send(.ring, to: 1)), \(await hotel.answer(2))")
        },
        { $0.rooms.add(3) },
        { $0.raise(.leave) },
    ]

    private static let notes = [
        "1 rings", "handled, then guests 1", "1 rings", "unhandled, then guests 2", "left: finished, finished",
        "1 rings",
        "1 stops", "has stopped", "gone: finished, finished", "exit: false, finished, finished", "3 stops",
        "exit: has stopped",
    ]

    @Test func `a row answers its owner by its key, and one that is told to stop or is not there does not`()
        async throws
    {
        let machine = Machine(Hotel(notes), clock: clock)
        try await machine.start()
        for step in Self.steps {
            try await machine.send(.work(step))
            await clock.settle()
        }
        #expect(notes.take() == Self.notes)
        try await machine.stop()
    }

    private var explorer: Explorer<Hotel> {
        var explorer = Explorer<Hotel>(events: []) { [notes] in Hotel(notes) }
        explorer.run(Explorer<Hotel.Room>(events: []) { [notes] in Hotel.Room(0, notes) })
        return explorer
    }

    @Test func `rows that run in a world beside their owner answer the same`() async throws {
        let test = TestMachine(Hotel(notes), childrenOf: explorer)
        try await test.start()
        for step in Self.steps {
            await test.send(.work(step), .partial)
            await test.letChildrenRun(.partial)
        }
        #expect(notes.take() == Self.notes)
        await test.stop(.partial)
    }

    @Test func `a test sees what is sent to a row, and whoever asks one is told that it does not run`() async throws {
        let test = TestMachine(Hotel(notes))
        try await test.start()
        await test.send(.work { $0.rooms.add(1) }, .partial)
        let send: Work = { $0.notes.add("\(try await $0.rooms.send(.ring, to: 1))") }
        await test.send(.work(send)) {
            $0.reacts(\.open)
            $0.sends(to: \.open.rooms, key: 1, .ring)
        }
        await test.send(.work { $0.notes.add("\(try await $0.rooms.send(.ring, to: 2))") }) { $0.reacts(\.open) }
        await test.send(
            .work { hotel in
                do { _ = try await hotel.guests(1) } catch { hotel.notes.add("\(error)") }
                await hotel.rooms.stopped(1)
            }, .partial)
        await test.complete(\.open, work: "rooms[1]", .partial)
        await test.send(.work { $0.notes.add("\(try await $0.rooms.send(.ring, to: 1))") }) { $0.reacts(\.open) }
        #expect(
            notes.take() == [
                "handled", "finished",
                "Open/rooms[1]: the child was asked and does not run here, where its owner is simulated: nobody answers; have "
                    + "it run by explorer.run(Explorer<Room>(…)), and in a test by TestMachine(…, childrenOf: explorer) "
                    + "[finished]",
                "finished",
            ])
        await test.stop(.partial)
    }

    @Test func `an owner that waits for a row in the step that adds it is told that it would wait for ever`()
        async throws
    {
        let early: [Work] = [
            { try await $0.rooms.send(.ring, to: 1) }, { _ = try await $0.guests(1) }, { await $0.rooms.stopped(1) },
        ]
        for wait in early {
            let machine = Machine(Hotel(notes), clock: clock)
            try await machine.start()
            try await machine.send(
                .work { hotel in
                    hotel.rooms.add(1)
                    try await wait(hotel)
                })
            #expect(notes.take() == ["failed: deadlock"])
            try await machine.stop()
            _ = notes.take()
        }
        for wait in early.prefix(2) {
            let test = TestMachine(Hotel(notes), childrenOf: explorer)
            try await test.start()
            await test.send(
                .work { hotel in
                    hotel.rooms.add(1)
                    try await wait(hotel)
                }, .partial)
            #expect(notes.take() == ["failed: deadlock"])
            await test.stop(.partial)
            _ = notes.take()
        }
    }

    @Test func `an answer of a row is waited for as long as is said`() async throws {
        let machine = Machine(Hotel(notes), clock: clock)
        try await machine.start()
        try await machine.send(.work { $0.rooms.add(1) })
        let question = Task {
            try await machine.send(
                .work { _ = try await $0.rooms.ask(1, within: .seconds(3)) { Hotel.Room.Event.keep($0) } })
        }
        await clock.waitForSleepers(1)
        await clock.advance(by: .seconds(3))
        _ = try await question.value
        #expect(notes.take() == ["failed: late"])
        try await machine.stop()
    }

    @Test func `who waits for the end of a key waits for the row that was removed and for the one after it`()
        async throws
    {
        let gate = Gate(), machine = Machine(Hotel(notes), clock: clock)
        try await machine.start()
        try await machine.send(.work { $0.rooms.add(1) })
        try await machine.send(.work { try await $0.rooms.send(.passAtEnd(gate), to: 1) })
        try await machine.send(.work { $0.rooms.remove(1) })
        await gate.reached()
        let wait = Task {
            try await machine.send(
                .work { hotel in
                    hotel.notes.add("waits")
                    await hotel.rooms.stopped(1)
                    hotel.notes.add("has waited")
                })
        }
        try await eventually { notes.texts == ["waits"] }
        gate.open()
        _ = try await wait.value
        #expect(notes.take() == ["waits", "1 stops", "has waited"])
        try await machine.stop()
    }
}

//  ● ──▶ Open [rooms] ──leave──▶ Shut
private final class Hotel: TopState<Hotel.Event> {
    enum Event: Sendable { case work(@Sendable (Hotel) async throws -> Void), leave }

    let open = Open(), shut = Shut()
    let notes: Notes
    var rooms: ChildMachines<Open, Int, Room> { open.rooms }

    init(_ notes: Notes) { self.notes = notes }
    override func configure() { substates(open, shut) }

    func guests(_ key: Int) async throws -> Int { try await rooms.ask(key) { .guests($0) } }
    /// Why there is no answer.
    func answer(_ key: Int) async -> String {
        do { return "\(try await guests(key))" } catch { return (error as? MachineError)?.code.rawValue ?? "\(error)" }
    }

    final class Open: State<Hotel, Hotel> {
        let rooms = ChildMachines(of: Open.self) { Room($1, $0.top.notes) }
        override func configure() { children(rooms) }
        override func exit() async throws {
            for key in rooms.keys {
                let posted = rooms.post(.ring, to: key), sent = try await rooms.send(.ring, to: key)
                top.notes.add("exit: \(posted), \(sent), \(await top.answer(key))")
                await rooms.stopped(key)
                top.notes.add("exit: has stopped")
            }
        }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .work(let work): .handled { try await work(top) }
            case .leave: .to(superior.shut)
            }
        }
        override func failed(_ error: any Error) -> Reaction {
            .handled { top.notes.add("failed: \((error as? MachineError)?.code.rawValue ?? "\(error)")") }
        }
    }
    final class Shut: State<Hotel, Hotel> {}

    final class Room: TopState<Room.Event> {
        enum Event: Sendable { case ring, unknown, guests(Reply<Int>), keep(Reply<Int>), passAtEnd(Gate) }
        let number: Int, notes: Notes
        var guests = 0, kept: Reply<Int>?, gate: Gate?

        init(_ number: Int, _ notes: Notes) { (self.number, self.notes) = (number, notes) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .ring:
                .handled {
                    guests += 1
                    notes.add("\(number) rings")
                }
            case .unknown: .unhandled
            case .guests(let reply): .handled { reply.answer(guests) }
            case .keep(let reply): .handled { kept = reply }
            case .passAtEnd(let gate): .handled { self.gate = gate }
            }
        }
        override func exit() async {
            await gate?.pass()
            notes.add("\(number) stops")
        }
    }
}
