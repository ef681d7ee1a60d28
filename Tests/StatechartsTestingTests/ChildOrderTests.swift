import Statecharts
import StatechartsSimulation
import StatechartsTesting
import Testing

/// The order in which the children of a machine are listed.
@Suite struct ChildOrderTests {
    private let rows = ["Shelf", "Shelf/rows[2]:Book", "Shelf/rows[1]:Book", "Shelf/last:Book"]

    @Test func `a row that is made anew stays where it was, also where the machine continues from a snapshot`()
        async throws
    {
        let clock = ManualClock(), machine = Machine(Shelf(), clock: clock)
        try await machine.start()
        for event in [Shelf.Event.add(2), .add(1)] { try await machine.send(event) }
        await clock.settle()
        #expect(await machine.activePaths == rows)
        try await machine.send(.fail(2))
        await clock.settle()
        #expect(try await machine.withTop { $0.failures } == 1)
        #expect(await machine.activePaths == rows)
        let continued = Machine(restoring: try await machine.snapshot(), Shelf(), clock: clock)
        try await continued.start()
        await clock.settle()
        #expect(await continued.activePaths == rows)
        try await machine.stop()
        try await continued.stop()
    }

    @Test func `a row that is made anew stays where it was in a test`() async throws {
        var explorer = Explorer<Shelf>(events: []) { Shelf() }
        explorer.run(Explorer<Book>(events: []) { Book() })
        let test = TestMachine(Shelf(), childrenOf: explorer)
        try await test.start()
        for event in [Shelf.Event.add(2), .add(1)] { await test.send(event, .partial) }
        await test.letChildrenRun(.partial)
        #expect(test.activePaths == rows)
        await test.send(.fail(2), .partial)
        await test.letChildrenRun(.partial)
        #expect(test.top.failures == 1)
        #expect(test.activePaths == rows)
        await test.stop(.partial)
    }
}

private final class Shelf: TopState<Shelf.Event> {
    enum Event: Codable, Sendable { case add(Int), fail(Int), failed }

    let rows = ChildMachines(of: Shelf.self) { (_: Shelf, _: Int) in Book() }.restart(.transient) { _, _ in .failed }
    let last = Child(of: Shelf.self) { _ in Book() }
    var failures = 0

    override func configure() { children(rows, last) }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .add(let key): .handled { self.rows.add(key) }
        case .fail(let key): .handled { self.rows.post(.fail, to: key) }
        case .failed: .handled { self.failures += 1 }
        }
    }
}

private final class Book: TopState<Book.Event> {
    enum Event: Codable, Sendable { case fail }
    struct Torn: Error {}
    override func handle(_ event: Event) -> Reaction { .handled { throw Torn() } }
}
