public import Statecharts

/// A way through a chart: what happens, one thing after the other, and where it leads.
public struct Path: Sendable, Hashable, CustomStringConvertible {
    /// What happens.
    public let stimuli: [Stimulus]
    /// The configurations, beginning with that after the start: one more than there are stimuli.
    public let configurations: [Configuration]

    /// The stimuli, separated by commas.
    public var description: String {
        stimuli.isEmpty ? "the start" : stimuli.map(\.description).joined(separator: ", ")
    }
}

extension Exploration {
    /// What paths are to cover together.
    public enum Goal: Sendable, Hashable, CaseIterable {
        /// Every state is active once, between two steps.
        case states
        /// Every transition is taken once.
        case transitions
        /// Every two transitions that can directly follow one another do so.
        case transitionPairs
        /// Every situation is reached once.
        case situations
    }

    /// Returns the shortest path to a state; `nil` if it is never active between steps.
    public func path(to state: KeyPath<Top, some StateNode>) -> Path? {
        path { $0.contains(path: self.explorer.path(of: state)) }
    }

    /// Returns the shortest path to a configuration that `isGoal` picks.
    public func path(where isGoal: (Configuration) -> Bool) -> Path? {
        found.configurations.firstIndex(where: isGoal).map { path(over: found.path(to: $0)) }
    }

    /// Returns the shortest path whose last step takes a transition; `nil` if none does.
    public func path(taking isWanted: (FoundReaction) -> Bool) -> Path? {
        let isGoal = takes(isWanted)
        return found.shapes.indices.first(where: isGoal).map { path(over: found.path(over: $0)) }
    }

    /// Returns all paths to a state that reach no situation twice, shortest first.
    /// - Parameters:
    ///   - state: where they lead: the state itself, or one inside it.
    ///   - limit: how many at most; there may be very many.
    public func simplePaths(to state: KeyPath<Top, some StateNode>, limit: Int = 1_000) -> [Path] {
        let name = explorer.path(of: state)
        let isGoal = found.configurations.map { $0.contains(path: name) }
        if isGoal[0] { return limit > 0 ? [path(over: [])] : [] }
        return simplePaths(limit) { isGoal[Int(found.targets[$0])] }
    }

    /// Returns all paths whose last step takes a transition, and which reach no situation twice before it, shortest
    /// first.
    /// - Parameters:
    ///   - isWanted: picks the transition, or several.
    ///   - limit: how many at most; there may be very many.
    public func simplePaths(taking isWanted: (FoundReaction) -> Bool, limit: Int = 1_000) -> [Path] {
        let isGoal = takes(isWanted)
        return simplePaths(limit, isGoal)
    }

    /// All ways from the start whose last edge is a goal and no edge before.
    private func simplePaths(_ limit: Int, _ isGoal: (Int) -> Bool) -> [Path] {
        var paths: [[Int]] = []
        var layer: [[Int]] = [[]]
        while !layer.isEmpty {
            var next: [[Int]] = []
            for edges in layer {
                var visited = Set(edges.map { Int(found.targets[$0]) })
                visited.insert(0)
                for edge in found.edges(from: edges.last.map { Int(found.targets[$0]) } ?? 0) {
                    if isGoal(edge) {
                        guard paths.count < limit else { return paths.map { path(over: $0) } }
                        paths.append(edges + [edge])
                    } else if !visited.contains(Int(found.targets[edge])) {
                        next.append(edges + [edge])
                    }
                }
            }
            // Unreachable goals would otherwise have all paths of the chart listed.
            layer = next.count > 100_000 ? Array(next.prefix(100_000)) : next
        }
        return paths.map { path(over: $0) }
    }

    /// Whether an edge takes a transition that is wanted.
    private func takes(_ isWanted: (FoundReaction) -> Bool) -> (Int) -> Bool {
        let answers = answers
        let wanted = Set((0..<Int32(found.transitions.count)).filter { reaction($0, answers).map(isWanted) ?? false })
        return { edge in found.shapeRows[found.shapes[edge]].contains { wanted.contains($0) } }
    }

    /// Returns paths from the start that together cover what is asked for: few, and each goes on as long as it has
    /// something new within reach.
    public func paths(covering goal: Goal) -> [Path] {
        var open = self.open(goal)
        var paths: [Path] = []
        while !open.isEmpty {
            var edges: [Int] = [], place = 0, before: Int32 = -1
            while let way = nearest(from: place, before, goal, open) {
                for edge in way {
                    cover(edge, before, goal, &open)
                    before = found.shapes[edge]
                    place = Int(found.targets[edge])
                }
                edges += way
            }
            // What is left cannot be reached from the start this way.
            guard !edges.isEmpty else { break }
            paths.append(path(over: edges))
        }
        return paths
    }

    private func path(over edges: [Int]) -> Path {
        Path(
            stimuli: found.stimuli(of: edges),
            configurations: [found.configurations[0]] + edges.map { found.configurations[Int(found.targets[$0])] })
    }

    private struct Item: Hashable {
        let first: Int32
        let second: Int32
    }

    /// What an edge adds, if the step before it had this shape.
    private func items(of edge: Int, _ before: Int32, _ goal: Goal) -> [Item] {
        switch goal {
        case .situations: [Item(first: found.targets[edge], second: -1)]
        case .states:
            found.configurations[Int(found.targets[edge])].states.map { Item(first: $0.index, second: -1) }
        case .transitions: found.shapeRows[found.shapes[edge]].map { Item(first: $0, second: -1) }
        case .transitionPairs: [Item(first: before, second: found.shapes[edge])]
        }
    }

    private func open(_ goal: Goal) -> Set<Item> {
        var open: Set<Item> = []
        for edge in found.targets.indices where isWay(edge) {
            if goal == .transitionPairs {
                for next in found.edges(from: Int(found.targets[edge])) where isWay(next) {
                    open.insert(Item(first: found.shapes[edge], second: found.shapes[next]))
                }
            } else {
                for item in items(of: edge, -1, goal) { open.insert(item) }
            }
        }
        if goal == .states {
            for state in found.configurations[0].states { open.remove(Item(first: state.index, second: -1)) }
        }
        if goal == .situations { open.remove(Item(first: 0, second: -1)) }
        return open
    }

    /// Whether anything happens on an edge.
    private func isWay(_ edge: Int) -> Bool {
        !found.shapeRows[found.shapes[edge]].isEmpty || found.targets[edge] != found.sources[edge]
    }

    private func cover(_ edge: Int, _ before: Int32, _ goal: Goal, _ open: inout Set<Item>) {
        for item in items(of: edge, before, goal) { open.remove(item) }
    }

    /// The shortest way from here whose last edge covers something open.
    private func nearest(from start: Int, _ before: Int32, _ goal: Goal, _ open: Set<Item>) -> [Int]? {
        guard !open.isEmpty else { return nil }
        let isPairs = goal == .transitionPairs
        return shortestWay(
            from: Place(situation: start, before: isPairs ? before : -1),
            over: { edge in
                guard isWay(edge) else { return nil }
                return Place(situation: Int(found.targets[edge]), before: isPairs ? found.shapes[edge] : -1)
            }, to: { edge, place in items(of: edge, place.before, goal).contains { open.contains($0) } })
    }
}

extension Explorer {
    /// The path of a state, asked of a chart that is only bound for that.
    func path(of state: KeyPath<Top, some StateNode>) -> String {
        let chart = makeChart()
        let probe = Simulation(chart)
        return probe.path(of: chart[keyPath: state])
    }
}
