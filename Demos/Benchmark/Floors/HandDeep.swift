/// The hand-written counterpart of `SixLevels`: one handler, three exits, three entries.
final class HandDeep {
    class Node {
        let counters: Counters
        init(_ counters: Counters) { self.counters = counters }
        func handle(_ event: SixLevels.Event) -> Int { -1 }
        func entry() {}
        func exit() {}
    }

    final class Outer: Node {
        override func entry() { counters.entries += 1 }
        override func exit() { counters.exits += 1 }
    }

    final class Leaf: Node {
        let other: Int
        init(_ counters: Counters, other: Int) {
            self.other = other
            super.init(counters)
        }
        override func handle(_ event: SixLevels.Event) -> Int {
            switch event {
            case .swing: other
            }
        }
        override func entry() { counters.entries += 1 }
        override func exit() { counters.exits += 1 }
    }

    let counters = Counters()
    private let sides: [[Node]]
    private var current = 0

    init() {
        sides = opaque([
            [Outer(counters), Outer(counters), Leaf(counters, other: 1)],
            [Outer(counters), Outer(counters), Leaf(counters, other: 0)],
        ])
    }

    func send(_ event: SixLevels.Event) {
        let side = sides[current]
        let next = side[2].handle(event)
        guard next >= 0 else { return }
        side[2].exit()
        side[1].exit()
        side[0].exit()
        current = next
        let entered = sides[next]
        entered[0].entry()
        entered[1].entry()
        entered[2].entry()
    }
}
