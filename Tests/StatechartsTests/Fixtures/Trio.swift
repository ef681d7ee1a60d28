import Statecharts

//    ┌ Trio ─────────────────────────────────────────────────────────────────┐
//    │             ┌ All ──────────────────────────────────────────────────┐ │
//    │             │ ┌ A ────────────┐┌ B ────────────┐┌ C ────────────┐   │ │
//    │ ●→ Out      │ │ ●→ A1 ◄─a─► A2 ││ ●→ B1 ◄─b─► B2 ││ ●→ C1 ◄─c─► C2 │   │ ├─join─► Done
//    │             │ └───────────────┘└───────────────┘└───────────────┘   │ │
//    │             └───────────────────────────────────────────────────────┘ │
//    └───────────────────────────────────────────────────────────────────────┘
// Which states the fork, the entry point and the join have is said when the chart is made: for each region 1, 2 or 0 for none.
// "fork" and "point" go through the pseudostates, "targets" and "reversed" answer with the same targets.
final class Trio: NotedTop<String> {
    let out = Out(), all: All, done = Done()
    let targets: [Int]
    init(fork: [Int] = [1, 1, 1], join: [Int] = []) {
        targets = fork
        all = All(fork: fork, join: join)
    }
    override func configure() { substates(out, all, done) }

    /// The paths of the chosen states, and of the first ones where none is chosen.
    static func states(_ choice: [Int]) -> [String] {
        zip(["A", "B", "C"], choice).map { "All.\($0).\($0)\($1 == 0 ? 1 : $1)" }
    }

    final class Out: Noted<Trio, Trio> {
        override func handle(_ event: String) -> Reaction {
            switch event {
            case "fork": return superior.all.split.map { .to($0) } ?? .unhandled
            case "point": return .to(superior.all.point)
            case "targets": return reaction(superior.all.chosen(superior.targets))
            case "reversed": return reaction(superior.all.chosen(superior.targets).reversed())
            default: return .unhandled
            }
        }
        private func reaction(_ targets: [Vertex<Trio>]) -> Reaction {
            switch targets.count {
            case 1: .to(targets[0])
            case 2: .to(targets[0], targets[1])
            case 3: .to(targets[0], targets[1], targets[2])
            default: .unhandled
            }
        }
    }
    final class All: NotedRegions<Trio, Trio> {
        let a = Region("A"), b = Region("B"), c = Region("C")
        let point: EntryPoint<All, Trio>
        /// One state alone is no fork and no join.
        let split: Fork<All, Trio>?, merge: Join<All, Trio>?
        init(fork: [Int], join: [Int]) {
            point = EntryPoint { $0.chosen(fork) }
            split = fork.filter { $0 > 0 }.count > 1 ? Fork { $0.chosen(fork) } : nil
            merge = join.isEmpty ? nil : Join(from: { $0.chosen(join) }, to: { .to($0.superior.done) })
        }
        override func configure() {
            switch (split, merge) {
            case (let split?, let merge?): regions(a, b, c, point, split, merge)
            case (let split?, nil): regions(a, b, c, point, split)
            case (nil, let merge?): regions(a, b, c, point, merge)
            case (nil, nil): regions(a, b, c, point)
            }
        }
        func chosen(_ choice: [Int]) -> [Vertex<Trio>] {
            zip([a, b, c], choice).compactMap { $1 == 0 ? nil : $1 == 1 ? $0.first : $0.second }
        }
    }
    final class Region: Noted<All, Trio> {
        let letter: String, first: Place, second: Place
        init(_ letter: String) {
            self.letter = letter
            first = Place("\(letter)1")
            second = Place("\(letter)2")
        }
        override var stateName: String? { letter }
        override func configure() { substates(first, second) }
    }
    final class Place: Noted<Region, Trio> {
        let label: String
        init(_ label: String) { self.label = label }
        override var stateName: String? { label }
        override func handle(_ event: String) -> Reaction {
            event == superior.letter.lowercased()
                ? .to(self === superior.first ? superior.second : superior.first) : .unhandled
        }
    }
    final class Done: Noted<Trio, Trio> {}
}
