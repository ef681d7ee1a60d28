import Statecharts

/// Looks on while the child machines of a chart run, and says when something is wrong that the explorers of children
/// have oracles for. There is a new one for each chart that takes a path.
final class ChildOracles {
    private(set) var watched: [any WatchedChild] = []
    /// What is wrong: the oracle, with the class of the child's chart, and in which child.
    fileprivate(set) var violations: [(name: String, message: String)] = []

    func add(_ child: any WatchedChild) { watched.append(child) }

    /// Something has happened.
    func look() async {
        for child in watched { await child.look() }
        watched.removeAll { $0.isOver }
    }

    func takeViolations() -> [(name: String, message: String)] {
        defer { violations = [] }
        return violations
    }

    func describe(_ words: inout ContiguousArray<Int32>, number: (AnyHashable) -> Int32) {
        for child in watched.sorted(by: { $0.path < $1.path }) { child.describe(&words, number: number) }
    }

    /// The oracles that have something open now.
    var undecided: Set<String> { Set(watched.flatMap(\.undecided)) }
    var opaque: [(name: String, what: String)] { watched.flatMap(\.opaque) }
}

/// A child machine that oracles look at, whatever its chart.
protocol WatchedChild: SimulatedChildWatch {
    var path: String { get }
    var isOver: Bool { get }
    var undecided: [String] { get }
    var opaque: [(name: String, what: String)] { get }
    func describe(_ words: inout ContiguousArray<Int32>, number: (AnyHashable) -> Int32)
}

/// The same for a class of charts.
private final class WatchedMachine<Inner: Statechart>: WatchedChild {
    private let machine: SimulatedChildMachine<Inner>
    private let oracles: [Oracle<Inner>]
    private let chartName: String
    private unowned let all: ChildOracles
    private var steps: [Macrostep<Inner.Event>] = []
    private var hasBegun = false, isLeft = false

    init(_ machine: SimulatedChildMachine<Inner>, _ explorer: Explorer<Inner>, _ all: ChildOracles) {
        self.machine = machine
        oracles = explorer.oracles.map { $0() }
        chartName = explorer.chartName
        self.all = all
        machine.simulation.onStep = { [weak self] in self?.steps.append($0) }
        machine.watch = self
    }

    var path: String { machine.path }
    var isOver: Bool { isLeft || machine.isOver }

    func leave() {
        isLeft = true
        machine.simulation.onStep = nil
    }

    func look() async {
        if isLeft || !hasBegun && steps.isEmpty { return }
        let taken = steps, isFirst = !hasBegun
        steps = []
        hasBegun = true
        for oracle in oracles {
            do {
                let problem =
                    isFirst
                    ? try await oracle.begin(taken, machine.simulation)
                    : await oracle.follow(taken, machine.simulation)
                if let problem { note(oracle, problem) }
            } catch { note(oracle, ErrorText.of(error)) }
        }
    }

    private func name(_ oracle: Oracle<Inner>) -> String { "\(chartName): \(oracle.name)" }
    private func note(_ oracle: Oracle<Inner>, _ problem: String) {
        all.violations.append((name(oracle), "in \(path), \(problem)"))
    }

    var undecided: [String] { oracles.filter(\.isUndecided).map(name) }
    var opaque: [(name: String, what: String)] { oracles.flatMap(\.opaque) }

    func describe(_ words: inout ContiguousArray<Int32>, number: (AnyHashable) -> Int32) {
        guard hasBegun else { return }
        words += [-26, number(AnyHashable(path))]
        for oracle in oracles { oracle.describe(&words, number: number) }
    }
}

extension Explorer {
    /// Who looks at the children of a new chart, and of children of these; `nil` if nobody has said what is to hold.
    func childOracles(of chart: Simulation<Top>) -> ChildOracles? {
        guard children.values.contains(where: \.hasOracles) else { return nil }
        let oracles = ChildOracles()
        watchChildren(of: chart, oracles)
        return oracles
    }

    fileprivate func watchChildren(of chart: Simulation<Top>, _ oracles: ChildOracles) {
        chart.onChild = { [children, weak oracles] child in
            guard let oracles else { return }
            children[ObjectIdentifier(child.chart)]?.watch(child, oracles)
        }
    }

    /// What was said of children and is not looked for: it shows in whole paths only, and those are the owner's.
    var uncheckedOfChildren: [String] { children.values.flatMap(\.unchecked).sorted() }

    var withoutOracles: Explorer {
        var silent = self
        (silent.oracles, silent.temporals, silent.companions) = ([], [], [])
        silent.children = children.mapValues { $0.withoutOracles }
        return silent
    }
}

extension ExplorerOfChildren {
    var hasOracles: Bool { !explorer.oracles.isEmpty || explorer.children.values.contains { $0.hasOracles } }
    var withoutOracles: any ChildExplorer { ExplorerOfChildren(explorer: explorer.withoutOracles) }

    var unchecked: [String] {
        let own = explorer.temporals.map(\.name) + explorer.companions.map { $0.make().name }
        return own.map {
            "\(explorer.chartName): \($0) is not looked for in children; say it on the explorer of their owner"
        } + explorer.uncheckedOfChildren
    }

    func watch(_ child: any SimulatedChild, _ oracles: ChildOracles) {
        guard let machine = child as? SimulatedChildMachine<Inner> else { return }
        explorer.watchChildren(of: machine.simulation, oracles)
        if !explorer.oracles.isEmpty { oracles.add(WatchedMachine(machine, explorer, oracles)) }
    }
}
