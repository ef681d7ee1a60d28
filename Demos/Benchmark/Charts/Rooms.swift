import Statecharts

//   Rooms
//   ┌──────────────────────────────────────────────────────────┐
//   │ first:  ●──▶ 0   1   2   …   9    go, swap: to any other │
//   ├──────────────────────────────────────────────────────────┤
//   │ … three to five regions of the same kind                 │
//   └──────────────────────────────────────────────────────────┘

/// So many regions of ten states, each of which can be reached from every other: ten to the power of the regions
/// configurations.
final class Rooms: TopState<Rooms.Event> {
    enum Event: Sendable, Equatable {
        case go(region: Int, to: Int)
        case swap(region: Int, to: Int)
    }

    let rooms: [Region]

    /// - Parameter count: how many regions: three, four or five.
    init(regions count: Int) { rooms = (0..<count).map { Region($0) } }

    override func configure() {
        switch rooms.count {
        case 3: regions(rooms[0], rooms[1], rooms[2])
        case 4: regions(rooms[0], rooms[1], rooms[2], rooms[3])
        case _: regions(rooms[0], rooms[1], rooms[2], rooms[3], rooms[4])
        }
    }

    /// Twenty events for each region, which nobody else takes.
    static func events(regions: Int) -> [Event] {
        (0..<regions).flatMap { region in
            (0..<10).flatMap { [.go(region: region, to: $0), .swap(region: region, to: $0)] as [Event] }
        }
    }

    final class Region: State<Rooms, Rooms> {
        let cells = (0..<10).map { _ in Cell() }
        private let number: Int

        init(_ number: Int) { self.number = number }

        override func configure() {
            substates(
                cells[0], cells[1], cells[2], cells[3], cells[4], cells[5], cells[6], cells[7], cells[8], cells[9])
        }

        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .go(let region, let cell): region == number ? .local(to: cells[cell]) : .unhandled
            case .swap(let region, let cell): region == number ? .local(to: cells[9 - cell]) : .unhandled
            }
        }
    }

    final class Cell: State<Region, Rooms> {}
}
