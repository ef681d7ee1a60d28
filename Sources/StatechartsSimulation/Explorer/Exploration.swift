public import Statecharts

/// What exploring a chart has found: its situations, what leads from one to another, and what is wrong.
public struct Exploration<Top: Statechart>: CustomStringConvertible {
    let explorer: Explorer<Top>
    let found: Found
    /// What is wrong or odd, the gravest first. Empty for a sound chart.
    public private(set) var problems: [Problem<Top.Event>] = []
    /// The names of oracles that are neither violated nor known to hold, because a limit was reached before. Empty if
    /// ``isComplete``.
    public private(set) var inconclusive: [String] = []

    init(_ explorer: Explorer<Top>, _ found: Found) async {
        self.explorer = explorer
        self.found = found
        let temporal = temporalFindings()
        problems = await findProblems(temporal.violations)
        inconclusive = found.undecided + temporal.undecided
    }

    /// How many different situations there are: configurations with what is remembered, armed, under way and kept as
    /// data.
    public var situationCount: Int { found.situations.count }
    /// How many steps were taken from one situation to another or the same.
    public var stepCount: Int { found.stepCount }
    /// How many different sets of active states there are.
    public var configurationCount: Int { Set(found.configurations).count }
    /// The length of the longest of the shortest paths.
    public var depth: Int { Int(found.depths.last ?? 0) }
    /// How long it took.
    public var duration: Duration { found.duration }

    /// Why exploring stopped before everything was reached; `nil` if all of it was.
    public var limit: String? {
        guard let limit = found.limit else { return nil }
        let left = situationCount - found.firstEdges.count
        return
            "stopped at \(limit), \(left) \(left == 1 ? "situation was" : "situations were") not gone on from\(growth)"
    }

    /// What seems to have no end.
    private var growth: String {
        if found.mostDeferred > 3 {
            return
                "; up to \(found.mostDeferred) events were deferred at a time, and there may be no end to that: limit the depth"
        }
        let configurations = configurationCount
        if configurations * 10 > situationCount { return "" }
        return "; with only \(configurations) configurations among them, it is the data that have no end: "
            + "say with fingerprint(_:) what of them counts"
    }

    /// Whether everything that can be reached was.
    public var isComplete: Bool { found.limit == nil }

    /// Why the chart had to go each path anew instead of being put back; `nil` if it was put back.
    public var replayReason: String? { found.isReplayed }

    /// The states that were never active.
    public var unreachedStates: [StateID] {
        found.vertices.filter { $0.kind.isState && !found.isReached[Int($0.number)] }
    }

    /// The events that no state ever accepted, by name.
    public var unusedEvents: [String] {
        var names: [String] = [], used: Set<String> = []
        for (number, stimulus) in found.stimuli.enumerated() where stimulus.kind == .event {
            if !names.contains(stimulus.name) { names.append(stimulus.name) }
            if found.accepted[number] + found.deferred[number] > 0 { used.insert(stimulus.name) }
        }
        // What a timer, a question or a message brings, or is raised, is used there.
        for reaction in reactions { used.insert(ChartGraph.eventName(reaction.event)) }
        return names.filter { !used.contains($0) }
    }

    /// The different sets of active states, in the order in which they were reached.
    public var configurations: [Configuration] {
        var seen: Set<Configuration> = []
        return found.configurations.filter { seen.insert($0).inserted }
    }

    /// The chart with all transitions that were found, for drawings and tables; events are called by their case.
    public var graph: ChartGraph { graph { $0.count } }

    /// The chart with the transitions for which `count` answers how often they were taken.
    func graph(_ count: (FoundReaction) -> Int) -> ChartGraph {
        var graph = found.graph
        for reaction in reactions {
            graph.learn(
                .init(
                    source: Int(reaction.source.number), targets: reaction.targets.map { Int($0.number) },
                    kind: .init(rawValue: "\(reaction.kind)") ?? .external, trigger: reaction.graphTrigger,
                    guardText: reaction.guardText, origins: [.explored], count: count(reaction)))
        }
        for (number, stimulus) in found.stimuli.enumerated() {
            if let work = work(Int32(number), stimulus, graph) { graph.learn(work) }
        }
        return graph
    }

    /// The timer or activity of a stimulus.
    private func work(_ number: Int32, _ stimulus: Stimulus, _ graph: ChartGraph) -> ChartGraph.Work? {
        guard let state = graph.vertex(at: stimulus.place) else { return nil }
        switch stimulus.kind {
        case .timer:
            let facts = found.timers[number]
            return .init(
                state: state, kind: .timer, event: found.eventNames[number] ?? stimulus.name,
                interval: facts?.interval, repeats: facts?.repeats ?? false)
        case .activity: return .init(state: state, kind: .activity, event: found.eventNames[number])
        case .event, .message, .question: return nil
        }
    }

    /// What the explorer was not told and should be, or was told in vain: in its samples, not in the chart.
    public var hints: [String] {
        let samples = explorer.samples
        var hints: [String] = []
        if samples.events.isEmpty, samples.generators.isEmpty, samples.messages.isEmpty, samples.questions.isEmpty {
            hints.append("nothing comes from outside: say events(_:), messages(_:_:) or question(_:)")
        }
        for (type, work) in found.works.sorted(by: { $0.value.path < $1.value.path })
        where work.type != Void.self && samples.outcomes[type] == nil && samples.performed[type] == nil {
            let what = work.isSequence ? "the sequence of \(work.type) of \(work.path)" : "the work of \(work.path)"
            let means = work.isSequence ? "brings" : "returns"
            hints.append(
                "nothing was tried that \(what) \(means): say outcomes(of: \(work.type).self, returns: …)")
        }
        let said = samples.outcomes.mapValues(\.type).merging(samples.performed) { first, _ in first }
        for (type, name) in said.map({ ($0, "\($1)") }).sorted(by: { $0.1 < $1.1 }) where found.works[type] == nil {
            hints.append("no work returned or brought \(name), of which outcomes were said")
        }
        return hints
    }

    /// Figures, below them hints, what could not be decided, and the problems.
    public var description: String {
        var lines = [
            "\(explorer.chartName): \(configurationCount) configurations in \(situationCount) situations, \(stepCount) steps, "
                + (limit ?? "all explored, at most \(depth) steps deep")
        ]
        lines += hints.map { "hint: \($0)" }
        lines += inconclusive.map { "inconclusive: \($0)" }
        for problem in problems { lines += ["", "\(problem)"] }
        return lines.joined(separator: "\n")
    }
}

extension Explorer {
    var chartName: String { String("\(Top.self)".prefix { $0 != "<" }) }
}
