import Statecharts

//   Rooms
//   ┌──────────────────────────────────────────────────────────┐
//   │ first:  ●──▶ 0   1   2   …   9    go, swap: to any other │
//   ├──────────────────────────────────────────────────────────┤
//   │ … up to five regions of the same kind                    │
//   └──────────────────────────────────────────────────────────┘

/// So many regions of ten states, each of which can be reached from every other: ten to the power of the regions configurations.
final class Rooms: TopState<Rooms.Event> {
    enum Event: Sendable, Equatable {
        case go(region: Int, to: Int)
        case swap(region: Int, to: Int)
    }

    let first = Region(0), second = Region(1), third = Region(2), fourth = Region(3), fifth = Region(4)
    private let count: Int

    init(regions count: Int) { self.count = count }

    override func configure() {
        switch count {
        case 1...3: regions(first, second, third)
        case 4: regions(first, second, third, fourth)
        case _: regions(first, second, third, fourth, fifth)
        }
    }

    /// A hundred events, of which each region takes twenty.
    static let events: [Event] = (0..<5).flatMap { region in
        (0..<10).flatMap { [.go(region: region, to: $0), .swap(region: region, to: $0)] as [Event] }
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
