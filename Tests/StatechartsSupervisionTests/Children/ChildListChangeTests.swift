import StatechartsSimulation
import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// What a list of children holds, and what it lets go of.
@Suite struct ChildListChangeTests {
    let clock = ManualClock()
    let notes = Notes()

    private func booking() async throws -> Machine<Booking> {
        let machine = Machine(Booking(notes), clock: clock)
        try await machine.start()
        // Without rows the state is complete at once.
        #expect(notes.take() == ["completed"])
        return machine
    }

    @Test func `a row that is removed while its chart is made never begins, and its key is free`() async throws {
        let machine = try await booking()
        let added = try await machine.withTop { top in
            top.isFull = true
            return top.open.rows.add(1)
        }
        #expect(!added)
        await clock.settle()
        #expect(notes.take() == ["1 made", "1 gone"])
        #expect(await machine.activePaths == ["Open"])
        #expect(await machine.configuration.description == "Open")
        try await machine.withTop { $0.isFull = false }
        #expect(try await machine.withTop { $0.open.rows.add(1) })
        await clock.settle()
        #expect(notes.take() == ["1 made", "1 begins"])
        try await machine.stop()
    }

    @Test func `a row that is removed while it is made anew has ended, and nobody is told`() async throws {
        let machine = try await booking()
        #expect(try await machine.withTop { $0.open.rows.add(1) })
        await clock.settle()
        _ = notes.take()
        try await machine.withTop { top in
            top.isFull = true
            top.open.rows.post(.fail, to: 1)
        }
        await clock.settle()
        #expect(notes.take().filter { $0 != "1 gone" } == ["1 made", "completed"])
        #expect(try await machine.withTop { $0.open.rows.count } == 0)
        #expect(await machine.activePaths == ["Open"])
        try await machine.withTop { $0.isFull = false }
        #expect(try await machine.withTop { $0.open.rows.add(1) })
        await clock.settle()
        #expect(notes.take().filter { $0 != "1 gone" } == ["1 made", "1 begins"])
        #expect(try await machine.withTop { $0.open.rows.keys } == [1])
        try await machine.stop()
    }

    @Test func `to add while the state is being left is a mistake that says what becomes of the list`() async throws {
        let machine = Machine(Exit())
        try await machine.start()
        let error = await #expect(throws: StepError.self) { try await machine.send(1) }
        #expect(
            error?.message
                == "called rows.add(_:) of Open.Counter, which is being left: its child machines end with it, and none "
                + "is added any more")
        #expect(
            error?.fix
                == "call it before Open.Counter is left, or keep the list in a state that stays active, such as Open")
    }

    @Test func `a list that was looked at keeps no machine that has left it`() async throws {
        let machine = try await booking()
        #expect(try await machine.withTop { $0.open.rows.add(1) && $0.open.rows.add(2) })
        await clock.settle()
        _ = notes.take()
        #expect(try await machine.withTop { $0.open.rows.rows.entries.count } == 2)
        try await machine.withTop { _ = $0.open.rows.remove(1) }
        try await eventually(turns: 100_000) { notes.texts.contains("1 gone") }
        #expect(try await machine.withTop { $0.open.rows.rows.entries.all.map(\.key) } == [2])
        try await machine.withTop { _ = $0.open.rows.post(.stop, to: 2) }
        await clock.settle()
        try await eventually(turns: 100_000) { notes.texts.contains("2 gone") }
        try await machine.stop()
    }
}

//  ● ──▶ Open [rows]
private final class Booking: TopState<Booking.Event> {
    enum Event: Sendable { case again }

    let open = Open()
    let notes: Notes
    /// Whether rows are taken back by the closure that makes them.
    var isFull = false

    init(_ notes: Notes) { self.notes = notes }
    override func configure() { substates(open) }

    final class Open: State<Booking, Booking> {
        let rows: ChildMachines<Open, Int, Worker> = ChildMachines(of: Open.self) { open, key in
            if open.top.isFull { open.rows.remove(key) }
            return Worker("\(key)", open.top.notes)
        }.restart(.transient) { _, _ in .again }

        override func configure() { children(rows) }
        override func completed() -> Reaction { .handled { top.notes.add("completed") } }
        override func handle(_ event: Event) -> Reaction { .handled { top.notes.add("again") } }
    }
}

//  ● ──▶ Open: ● ──▶ Counter [rows], exit: add ──1──▶ Closed
private final class Exit: TopState<Int> {
    let open = Open()
    override func configure() { substates(open) }

    final class Open: State<Exit, Exit> {
        let counter = Counter(), closed = Closed()
        override func configure() { substates(counter, closed) }
    }

    final class Counter: State<Open, Exit> {
        let rows = ChildMachines(of: Counter.self) { (_: Counter, key: Int) in Empty() }
        override func configure() { children(rows) }
        override func exit() { rows.add(1) }
        override func handle(_ event: Event) -> Reaction { .to(superior.closed) }
    }

    final class Closed: State<Open, Exit> {}
    final class Empty: TopState<Int> {}
}
