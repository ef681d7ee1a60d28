public import Statecharts

extension Exploration {
    /// What there is to cover in the chart, none of it covered yet: add the steps of tests to it.
    ///
    /// Requirements are those that states have named in `configure()`. Guards are those of transitions that exploring
    /// has seen both ways, see ``FoundReaction/declined``. Pairs are those that can follow one another directly; in
    /// explorations of more than a million steps none are listed, because there are too many. What is left out, such
    /// pairs or what a limit has kept from being found, is among ``Coverage/remarks``.
    public var emptyCoverage: Coverage {
        var coverage = Coverage(chart: explorer.chartName)
        for state in found.vertices where state.kind.isState { coverage.expect(.states, state.path) }
        coverage.knowsAllStates = true
        if !isComplete {
            coverage.remarks.append(
                "there may be more to cover than is known: " + (limit ?? "data were not looked at, see gaps"))
        }
        if !listsPairs { coverage.remarks.append("pairs of transitions are too many to be listed") }
        for (path, name) in found.requirements { coverage.requirement(name, at: path) }
        for configuration in configurations { coverage.expect(.configurations, "\(configuration)") }
        for reaction in reactions where !reaction.isPreempted {
            let (trigger, name) = coverageName(of: reaction)
            coverage.expect(.transitions, name)
            if reaction.declined > 0 { coverage.expectGuard(of: name, "\(reaction.source)", trigger) }
        }
        for (first, second) in transitionPairs { coverage.expect(.transitionPairs, "\(first), then \(second)") }
        return coverage
    }

    /// Returns the chart as ``graph`` has it, with the counts of a coverage in place of those of exploring: 0 for
    /// transitions that no test has taken.
    public func graph(covered coverage: Coverage) -> ChartGraph {
        // Reactions to several values of one event are one transition of a coverage, and of a graph.
        var counted: Set<String> = []
        return graph { reaction in
            let name = coverageName(of: reaction).name
            return counted.insert(name).inserted ? coverage.counts[.transitions]?[name] ?? 0 : 0
        }
    }

    private func coverageName(of reaction: FoundReaction) -> (trigger: String, name: String) {
        let trigger: String
        switch reaction.trigger {
        // As steps have it: the event that a timer, an activity or a message brought.
        case .stimulus(let stimulus), .timer(let stimulus, _, _): trigger = reaction.eventName ?? stimulus.name
        case .raised(let event): trigger = "raised \(ChartGraph.eventName(event))"
        case .completion: trigger = "completion"
        case .eventless: trigger = "eventless"
        case .choice: trigger = "choice"
        case .failure: trigger = "failure"
        }
        return (trigger, Coverage.name("\(reaction.source)", trigger, reaction.targets.map(\.path)))
    }

    private var listsPairs: Bool { found.targets.count <= 1_000_000 }

    /// The names of transitions that can follow one another.
    private var transitionPairs: [(String, String)] {
        guard listsPairs else { return [] }
        let answers = answers
        // By transition: its name, without those that are preempted and what happens at the start and the end.
        let names = (0..<Int32(found.transitions.count)).map { number -> String? in
            guard let reaction = reaction(number, answers), !reaction.isPreempted else { return nil }
            return coverageName(of: reaction).name
        }
        let rows = (0..<Int32(found.shapeRows.count)).map { shape in
            found.shapeRows[shape].compactMap { names[Int($0)] }
        }
        let last = lastShapes { rows[Int($0)].isEmpty }
        var pairs: Set<[Int32]> = [], seen: Set<Int32> = []
        var result: [(String, String)] = []
        for edge in found.targets.indices {
            let shape = found.shapes[edge], row = rows[Int(shape)]
            guard let first = row.first else { continue }
            if seen.insert(shape).inserted { result += zip(row, row.dropFirst()) }
            for before in last[Int(found.sources[edge])] where pairs.insert([before, shape]).inserted {
                if let name = rows[Int(before)].last { result.append((name, first)) }
            }
        }
        return result
    }

    /// By situation: the shapes that may have been taken last on a way there, those without transitions left out.
    private func lastShapes(_ isEmpty: (Int32) -> Bool) -> [Set<Int32>] {
        var last = [Set<Int32>](repeating: [], count: found.situations.count)
        // Steps of children, deferrals and the like lead elsewhere without a transition.
        var silent: [(source: Int, target: Int)] = []
        for edge in found.targets.indices {
            let (source, target) = (Int(found.sources[edge]), Int(found.targets[edge]))
            if !isEmpty(found.shapes[edge]) {
                last[target].insert(found.shapes[edge])
            } else if source != target {
                silent.append((source, target))
            }
        }
        var isSettled = false
        while !isSettled {
            isSettled = true
            for (source, target) in silent where !last[source].isSubset(of: last[target]) {
                last[target].formUnion(last[source])
                isSettled = false
            }
        }
        return last
    }
}
