import Observation
@testable import Statecharts
import StatechartsSimulation
import Testing

@testable import StatechartsCore

/// Views of lists of children.
@MainActor @Suite struct ChildListViewTests {
    let clock = ManualClock()

    private func shelf(on actor: (any Actor)?) async throws -> Machine<Shelf> {
        let machine = Machine(Shelf(), on: actor, clock: clock)
        try await machine.start()
        return machine
    }

    private func view(_ machine: Machine<Shelf>) -> MachineListView<Int, Book, Int> {
        MachineListView(\.open.books, of: machine, initially: -1) { book, _ in book.page }
    }

    @Test func `a view has the rows of a list, each with its own view`() async throws {
        let machine = try await shelf(on: MainActor.shared)
        for key in [3, 1, 2] { try await machine.send(.add(key)) }
        let view = view(machine)
        #expect(view.keys == [3, 1, 2])
        #expect(view.count == 3)
        await clock.settle()
        let first = try #require(view[1])
        #expect(view[1] === first)
        #expect(view[4] == nil)
        while view.keys.contains(where: { view[$0]?.value == -1 }) { await Task.yield() }
        #expect(first.value == 0)
        try await first.send(.turn)
        #expect(view.keys.map { view[$0]?.value } == [0, 1, 0])
        try await machine.send(.remove(3))
        #expect(view.keys == [1, 2])
        #expect(view[3] == nil)
        #expect(view[1] === first)
        try await first.send(.close)
        await clock.settle()
        #expect(view.keys == [2])
        #expect(first.hasEnded)
        try await machine.send(.again)
        #expect(view.keys == [])
        try await machine.stop()
    }

    @Test func `whoever reads keys is told of changes of the list, and of no other steps`() async throws {
        let machine = try await shelf(on: MainActor.shared)
        let view = view(machine), told = Notes()
        func read() -> [Int] {
            withObservationTracking {
                view.keys
            } onChange: {
                told.add("changed")
            }
        }
        #expect(read() == [])
        try await machine.send(.nothing)
        #expect(told.take() == [])
        try await machine.send(.add(1))
        #expect(told.take() == ["changed"])
        #expect(read() == [1])
        await clock.settle()
        try await view[1]?.send(.turn)
        try await machine.send(.nothing)
        #expect(told.take() == [])
        try await machine.send(.remove(1))
        #expect(told.take() == ["changed"])
        #expect(read() == [])
        try await machine.stop()
    }

    @Test func `a row that is made anew has a new view`() async throws {
        let machine = try await shelf(on: MainActor.shared)
        try await machine.send(.add(1))
        let view = view(machine)
        await clock.settle()
        let first = try #require(view[1])
        _ = try? await first.send(.tear)
        await clock.settle()
        let second = try #require(view[1])
        #expect(second !== first)
        #expect(view.keys == [1])
        try await second.send(.turn)
        #expect(second.value == 1)
        try await machine.stop()
    }

    @Test func `of a machine elsewhere the rows are there soon`() async throws {
        let machine = try await shelf(on: nil)
        for key in [1, 2] { try await machine.send(.add(key)) }
        let view = view(machine)
        for await keys in Observations({ view.keys }) where keys == [1, 2] { break }
        try await machine.send(.remove(1))
        for await keys in Observations({ view.keys }) where keys == [2] { break }
        try await machine.stop()
    }
}

//  ● ──▶ Open [books] ──again──▶ Open
private final class Shelf: TopState<Shelf.Event> {
    enum Event { case add(Int), remove(Int), again, nothing }

    let open = Open()
    override func configure() { substates(open) }

    final class Open: State<Shelf, Shelf> {
        let books = ChildMachines(of: Open.self) { (_: Open, _: Int) in Book() }.restart(.transient)
        override func configure() { children(books) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .add(let key): .handled { books.add(key) }
            case .remove(let key): .handled { books.remove(key) }
            case .again: .to(self)
            case .nothing: .handled
            }
        }
    }
}

private final class Book: TopState<Book.Event> {
    enum Event { case turn, close, tear }
    struct Torn: Error {}

    let reading = Reading(), closed = FinalState<Book, Book>()
    private(set) var page = 0
    override func configure() { substates(reading, closed) }

    final class Reading: State<Book, Book> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .turn: .handled { top.page += 1 }
            case .close: .to(superior.closed)
            case .tear: .handled { throw Torn() }
            }
        }
    }
}
