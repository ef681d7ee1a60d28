/// The hand-written counterpart of `FourRegions`: all are asked, then all exits, all effects, all entries.
final class HandRegions: HandMachine {
    class Node {
        let counters: Counters
        let reactsToOne: Bool
        init(_ counters: Counters, reactsToOne: Bool) {
            self.counters = counters
            self.reactsToOne = reactsToOne
        }
        /// The number of the next state, or -1 if the event means nothing to this one.
        func handle(_ event: FourRegions.Event) -> Int { -1 }
        func effect() {}
        func entry() {}
        func exit() {}
    }

    final class On: Node {
        override func handle(_ event: FourRegions.Event) -> Int {
            switch event {
            case .all: 1
            case .one: reactsToOne ? 1 : -1
            }
        }
        override func effect() { counters.effects += 1 }
        override func entry() { counters.entries += 1 }
        override func exit() { counters.exits += 1 }
    }

    final class Off: Node {
        override func handle(_ event: FourRegions.Event) -> Int {
            switch event {
            case .all: 0
            case .one: reactsToOne ? 0 : -1
            }
        }
        override func effect() { counters.effects += 1 }
        override func entry() { counters.entries += 1 }
        override func exit() { counters.exits += 1 }
    }

    let counters = Counters()
    /// On and off of the first region, then those of the others.
    private let nodes: [Node]
    private var current = [0, 0, 0, 0]
    private var next = [-1, -1, -1, -1]

    init() {
        let counters = counters
        nodes = opaque(
            (0..<4).flatMap { [On(counters, reactsToOne: $0 == 3), Off(counters, reactsToOne: $0 == 3)] })
    }

    func send(_ event: FourRegions.Event) {
        for region in 0..<4 { next[region] = nodes[2 * region + current[region]].handle(event) }
        for region in 0..<4 where next[3 - region] >= 0 { nodes[2 * (3 - region) + current[3 - region]].exit() }
        for region in 0..<4 where next[region] >= 0 { nodes[2 * region + current[region]].effect() }
        for region in 0..<4 where next[region] >= 0 { current[region] = next[region] }
        for region in 0..<4 where next[region] >= 0 { nodes[2 * region + current[region]].entry() }
    }
}
