import Statecharts
import StatechartsBridge
import Testing

/// Ports that carry changes, to another process.
@Suite struct ChangesTests {
    enum Shelf: Delta, Codable, Equatable {
        case put(String), takeFirst

        func apply(to titles: inout [String]) {
            switch self {
            case .put(let title): titles.append(title)
            case .takeFirst: titles.removeFirst()
            }
        }
    }

    @Test func `a port of changes is exported: first comes the whole, then each change`() async throws {
        let pair = Pair()
        let shelf = OutputPort<Numbered<Shelf>>("shelf", changesOf: ["Emma"])
        let copies = InputPort<Numbered<Shelf>>("copies")
        pair.left.export(shelf, as: "shelf")
        pair.right.import("shelf", to: copies)
        try await pair.start()
        shelf.send(.put("Dune"))
        shelf.send(.takeFirst)
        var copy = Replica<Shelf>(), taken: [Replica<Shelf>.Taken] = []
        for message in await copies.first(3) { taken.append(copy.take(message)) }
        #expect(taken == [.applied, .applied, .applied])
        #expect(copy.whole == ["Dune"])
        #expect(copy.number == 2)
    }
}
