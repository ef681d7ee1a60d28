import StatechartsSimulation
import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// A child that has not begun waits too: for the step that has made it, and for the child before it. A ring over such a
/// wait is named like any other.
@Suite(.timeLimit(.minutes(30))) struct BeginningRingTests {
    let clock = ManualClock()

    enum Way: CaseIterable, Sendable {
        case finished, inATask, steps, configurations
        func waitFor(_ row: Machine<Lodger>) async throws {
            switch self {
            case .finished: try await row.finished
            case .inATask:
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await row.finished }
                    try await group.waitForAll()
                }
            case .steps: for await _ in row.steps { break }
            case .configurations: for await _ in row.configurations { break }
            }
        }
    }

    @Test(arguments: Way.allCases)
    func `an action that awaits a child which it has just made is told so`(_ way: Way) async throws {
        let machine = Machine(Guesthouse<Int>(), named: "Inn", clock: clock)
        try await machine.start()
        try await machine.send(
            .work { house in
                house.guests.add(1)
                if let guest = house.guests[1] { try await way.waitFor(guest) }
            })
        let errors = try await machine.withTop { $0.errors }
        #expect(errors.map { ($0 as? MachineError)?.code } == [.deadlock])
        #expect(
            "\(errors[0])".contains(
                "Inn awaits Guesthouse/guests[1] awaits Inn (Guesthouse/guests[1] begins when that step "))
        await clock.settle()
        #expect(await machine.activePaths.contains { $0.contains("guests[1]:") })
        // In a later step it is a wait like any other.
        machine.post(.work { house in try await house.guests[1]?.finished })
        try await machine.port(\.guests[1])?.stop()
        try await machine.stop()
    }

    @Test func `who awaits a child that waits for the one before, which awaits him, is told so`() async throws {
        let gate = Gate(), notes = Notes(), machine = Machine(Guesthouse<Int>(), named: "Inn", clock: clock)
        try await machine.start()
        try await machine.send(.work { $0.guests.add(1) })
        await clock.settle()
        let first = try #require(await machine.port(\.guests[1]))
        try await first.send(
            .atEnd {
                await gate.pass()
                do { try await machine.send(.nothing) } catch { notes.add("\(error)") }
            })
        // The second one of the key waits for the end of the first.
        try await machine.send(
            .work { house in
                house.guests.remove(1)
                house.guests.add(1)
            })
        await gate.reached()
        let second = try #require(await machine.port(\.guests[1]))
        let step = Task { try await machine.send(.work { try await $0.guests[1]?.finished }) }
        try await eventually { WaitGraph.graph.withLock { $0.edges[ObjectIdentifier(machine)] != nil } }
        gate.open()
        try await eventually { await second.status == .running }
        #expect(notes.texts.count == 1)
        #expect(
            notes.texts.first?.contains(
                "Guesthouse/guests[1] awaits Inn awaits Guesthouse/guests[1] awaits Guesthouse/guests[1] "
                    + "(Guesthouse/guests[1] begins when the child before it has ended);") == true)
        try await second.stop()
        _ = try await step.value
        try await machine.stop()
        #expect(WaitGraph.graph.withLock { $0.edges[ObjectIdentifier(machine)] == nil })
    }

    /// The text of a key is code of the user, and may take locks that are held by who waits.
    @Test(arguments: Way.allCases)
    func `the text of a key is asked for where no lock is held`(_ way: Way) async throws {
        let notes = Notes(), machine = Machine(Guesthouse<Room>(), named: "Hotel", clock: clock)
        try await machine.start()
        try await machine.send(.work { $0.guests.add(Room(number: 1, notes: notes)) })
        await clock.settle()
        let guest = try #require(await machine.port(\.guests[Room(number: 1, notes: notes)]))
        // Of the child: it would wait for itself, and does wait for another one.
        try await guest.send(
            .atEnd {
                do { try await way.waitFor(guest) } catch {}
                await Task.yield()
                try await machine.send(.nothing)
            })
        // Of the owner, which would wait for a child that waits for its step.
        try await machine.send(
            .work { hotel in
                let room = Room(number: 2, notes: notes)
                hotel.guests.add(room)
                if let next = hotel.guests[room] { try await way.waitFor(next) }
            })
        let errors = try await machine.withTop { $0.errors }
        #expect(errors.map { ($0 as? MachineError)?.code } == [.deadlock])
        try? await guest.stop()
        try? await machine.stop()
        #expect(!notes.texts.isEmpty)
        #expect(notes.texts.filter { $0 != "free" } == [])
    }
}

/// Has a guest for each key.
final class Guesthouse<Key: Hashable & Sendable>: TopState<Guesthouse.Event> {
    enum Event: Sendable {
        case work(@Sendable (Guesthouse) async throws -> Void)
        case nothing
    }
    let guests = ChildMachines(of: Guesthouse.self) { (_: Guesthouse, _: Key) in Lodger() }
    var errors: [any Error] = []
    override func configure() { children(guests) }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .work(let work): .handled { try await work(self) }
        case .nothing: .handled
        }
    }
    override func failed(_ error: any Error) -> Reaction { .handled { self.errors.append(error) } }
}

/// Does at its end what it was told.
final class Lodger: TopState<Lodger.Event> {
    enum Event: Sendable { case atEnd(@Sendable () async throws -> Void) }
    var atEnd: @Sendable () async throws -> Void = {}
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .atEnd(let work): .handled { self.atEnd = work }
        }
    }
    override func exit() async throws { try await atEnd() }
}

/// A key that looks whether a lock is held where its text is made.
private struct Room: Hashable, Sendable, CustomStringConvertible {
    let number: Int, notes: Notes
    static func == (a: Self, b: Self) -> Bool { a.number == b.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
    var description: String {
        #if DEBUG
            notes.add(HeldLocks.count == 0 ? "free" : "held")
        #else
            notes.add("free")
        #endif
        return "\(number)"
    }
}
