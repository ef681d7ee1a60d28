import Statecharts
import Testing

// snippet: a change
enum Shelf: Delta {
    case put(String), takeFirst

    func apply(to titles: inout [String]) {
        switch self {
        case .put(let title): titles.append(title)
        case .takeFirst: titles.removeFirst()
        }
    }
}
// end snippet

//   Visitor
//   ┌─────────────────────────────────────────────────────────────┐
//   │ ●──▶ Reading   shelf: takes it, asks for the whole if behind │
//   └─────────────────────────────────────────────────────────────┘
final class Visitor: TopState<Visitor.Event> {
    enum Event { case shelf(Numbered<Shelf>) }
    enum Question: Sendable { case whole }

    let shelf = InputPort<Numbered<Shelf>>("shelf"), questions = OutputPort<Question>("questions")
    let reading = Reading()
    var titles = Replica<Shelf>()
    override func configure() {
        receive(shelf) { .shelf($0) }
        substates(reading)
    }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        // snippet: Replica
        case .shelf(let message):
            .handled { if case .missed = titles.take(message) { questions.send(.whole) } }
        // end snippet
        }
    }
    final class Reading: State<Visitor, Visitor> {}
}

@Suite struct ShelfTests {
    @Test func `a late reader gets the whole with its number`() async {
        // snippet: numbered changes
        let shelf = OutputPort<Numbered<Shelf>>("shelf", changesOf: ["Emma"])
        shelf.send(.put("Dune"))  // #1

        var copy = Replica<Shelf>()
        for await message in shelf.stream().prefix(1) { copy.take(message) }  // the whole first, whenever one comes
        print(copy.whole ?? [], copy.number ?? 0)  // ["Emma", "Dune"] 1
        // end snippet
        #expect(copy.whole == ["Emma", "Dune"])
        #expect(copy.number == 1)
    }

    @Test func `a port for changes is made in one line`() {
        // snippet: changesOf
        let shelf = OutputPort<Numbered<Shelf>>("shelf", changesOf: ["Emma"])
        // end snippet
        #expect(shelf.current == nil)
    }

    @Test func `who has missed a change asks for the whole`() async throws {
        let chart = Visitor(), machine = Machine(chart)
        let questions = chart.questions.stream()
        try await machine.start()
        try await machine.send(.shelf(.whole(["Emma"], number: 3)))
        try await machine.send(.shelf(.change(.takeFirst, number: 5)))
        for await _ in questions { break }
        #expect(try await machine.withTop { $0.titles.isBehind })
    }
}
