public import Statecharts

/// What exploring a chart has found: its situations, what leads from one to another, and what is wrong.
public struct Exploration<Top: Statechart>: CustomStringConvertible, CustomReflectable {
    let explorer: Explorer<Top>
    let found: Found
    /// How many different sets of active states there are.
    public let configurationCount: Int
    /// What is wrong or odd, the most serious first. Empty for a sound chart.
    public private(set) var problems: [Problem<Top.Event>] = []
    /// The names of oracles that could not be decided, because not everything was explored, and of systems that could
    /// not be driven along all paths.
    ///
    /// The oracles are about what has to come about. Those about situations and steps hold in all that were explored:
    /// more is known only if ``isComplete``.
    public private(set) var inconclusive: [String] = []

    init(_ explorer: Explorer<Top>, _ found: Found) async {
        self.explorer = explorer
        self.found = found
        configurationCount = Set(found.configurations).count
        // Where data were hidden, ways through the situations may be none of the chart's.
        let temporal =
            gaps.isEmpty ? temporalFindings() : (violations: [], undecided: explorer.temporals.map(\.name))
        let driven = await drivenViolations()
        problems = await findProblems(temporal.violations + driven.violations)
        inconclusive = found.undecided + temporal.undecided + driven.undecided
    }

    /// How many different situations there are: configurations with what is remembered, armed, under way and kept as
    /// data.
    public var situationCount: Int { found.situations.count }
    /// How many steps were taken from one situation to another or the same.
    public var stepCount: Int { found.stepCount }
    /// The length of the longest of the shortest paths.
    public var depth: Int { Int(found.depths.last ?? 0) }
    /// How long it took.
    public var duration: Duration { found.duration }

    /// Why exploring stopped before everything was reached; `nil` if no limit was reached.
    public var limit: String? {
        let limits = [found.limit].compactMap(\.self) + found.crowdedBy.sorted()
        guard !limits.isEmpty else { return nil }
        return growth + "stopped at \(limits.joined(separator: " and ")), "
            + CountText.of(found.unexploredCount, "situation was", "situations were") + " not gone on from"
    }

    /// What seems to have no end, and what to do about it.
    private var growth: String {
        guard found.limit != nil else { return "" }
        if found.mostDeferred > 3 {
            return "up to \(found.mostDeferred) events were deferred at a time, and there may be no end to that, "
                + "lower limits.deferred: "
        }
        if configurationCount * 10 > situationCount { return "" }
        let many = "make ever new situations of \(CountText.of(configurationCount, "configuration"))"
        if explorer.timers == .earliest, found.timesCount > 1_000 || found.timesCount * 2 > situationCount {
            return "the times that timers are to go \(many), arm them for longer or let any of them be next, "
                + "timers = .any: "
        }
        let names = found.growing
        let most = names.all.isEmpty ? "" : ", most of all \(names.all.joined(separator: ", ")),"
        let repairs =
            (names.data.isEmpty && !names.waiting.isEmpty ? [] : ["say with fingerprint(.alone) what of them counts"])
            + (names.waiting.isEmpty ? [] : ["let events carry fewer values"])
        return "data\(most) \(many), \(repairs.joined(separator: ", and ")): "
    }

    /// Data of the chart that were not looked at although more may depend on them, each with what differed and what to
    /// do. Empty if there are none.
    ///
    /// Situations that differ only in these data were taken for one. What was found does happen, but there may be more.
    /// Nothing is said where everything would have to be known: about dead ends, about what is never reached or
    /// accepted, and about what comes about along paths.
    public var gaps: [String] {
        guard let hidden = found.hidden, explorer.dataMatter else { return [] }
        return hidden.differences.map { difference in
            let item = hidden.data.items[difference.item]
            let way = found.stimuli[Int(found.stimuliOfEdges[difference.edge])]
            let repair =
                switch item.source {
                case .property, .scoped: "have fingerprint(_:) tell it, make it @Scoped, or have its state save it"
                case .unsaved, .saved: "have save() save it"
                }
            return "\(item.name) was not looked at: \(values(of: difference)) after \(way), in the same situation, "
                + "\(found.configurations[Int(difference.situation)]); \(repair); "
                + "if nothing depends on it, disregard(\(SwiftText.quoted(item.name)))"
        }
    }

    private func values(of difference: HiddenWatch.Difference) -> String {
        guard let before = difference.before, let after = difference.after else { return "it was another one" }
        return "it was \(before) and was \(after)"
    }

    /// Whether everything that can be reached was reached: no limit stopped it, and there are no ``gaps``.
    ///
    /// That depends on what the explorer was told can happen, and on its ``Explorer/timers``.
    public var isComplete: Bool { limit == nil && gaps.isEmpty }

    /// Why the chart had to take each path again instead of being put back; `nil` if it was put back.
    public var replayReason: String? { found.isReplayed }

    /// The states that were never active, not even within a step.
    public var unreachedStates: [StateID] {
        found.vertices.filter { $0.kind.isState && !found.isReached[Int($0.index)] }
    }

    /// The innermost states that were active in the child machines that ``Explorer/run(_:)`` has run, sorted: as
    /// `Machine.activePaths` has them, `Playing/player:Loading`; `Playing/player` for a child before it begins.
    public var childPaths: [String] { found.childPaths.sorted() }

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

    /// The chart with all transitions that were found, for drawings and tables; events are named by their case.
    public var graph: ChartGraph { graph { $0.count } }

    /// The chart with the transitions for which `count` answers how often they were taken.
    func graph(_ count: (FoundReaction) -> Int) -> ChartGraph {
        var graph = found.graph
        for reaction in reactions {
            graph.learn(
                .init(
                    source: Int(reaction.source.index), targets: reaction.targets.map { Int($0.index) },
                    kind: .init(rawValue: "\(reaction.kind)") ?? .external, trigger: reaction.graphTrigger,
                    guardText: reaction.guardText, origins: [.explored], count: count(reaction)))
        }
        for (number, stimulus) in found.stimuli.enumerated() {
            if let work = work(Int32(number), stimulus, graph) { graph.learn(work) }
            for event in found.delivered[Int32(number), default: []].sorted() {
                if let work = work(of: stimulus.place, event, graph) { graph.learn(work) }
            }
        }
        for deferral in found.deferrals {
            let stimulus = found.stimuli[Int(deferral[0])]
            let event = stimulus.kind == .event ? stimulus.name : found.eventNames[deferral[0]] ?? stimulus.name
            graph.learn(ChartGraph.Deferral(state: Int(deferral[1]), event: ChartGraph.eventName(event)))
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
        case .activity:
            return .init(
                state: state, kind: .activity, event: found.eventNames[number],
                child: child(of: stimulus, graph.vertices[state]))
        case .event, .message, .question, .delivery, .child: return nil
        }
    }

    /// What a child machine that runs brings, as the activity of its state that it is.
    private func work(of place: String, _ event: String, _ graph: ChartGraph) -> ChartGraph.Work? {
        for (state, vertex) in graph.vertices.enumerated() {
            let own = vertex.childMachines.first { child in
                let path = state == 0 ? child.name : "\(vertex.path)/\(child.name)"
                return place == path || place.hasPrefix("\(path)[")
            }
            if let own { return .init(state: state, kind: .activity, event: event, child: own.name) }
        }
        return nil
    }

    /// The child machine that goes on, as the activity of its state that it is.
    private func child(of stimulus: Stimulus, _ vertex: ChartGraph.Vertex) -> String? {
        guard stimulus.work.hasPrefix("\"") else { return nil }
        let name = stimulus.work.dropFirst().prefix { $0 != "\"" }
        return vertex.childMachines.first { $0.name == EntrySlot.property(of: name) }?.name
    }

    /// What the explorer was not told and should be, was told in vain, or could not look at; also transitions into
    /// other regions, which leave and enter all of them: they look like a mistake, but may be intended.
    public var hints: [String] { sampleHints + childHints + regionHints + dataHints }

    /// What was said to be left out, and what cannot be compared.
    private var dataHints: [String] {
        guard let hidden = found.hidden else { return [] }
        var hints: [String] = []
        let names = hidden.data.items.map(\.name)
        for name in explorer.disregarded where !names.contains(name) {
            hints.append("\(name) is disregarded, and is not the name of data that are looked at")
        }
        for name in hidden.leftOutInVain {
            hints.append(
                "\(name) is disregarded in vain: it never differed in the same situation; if it is among what save() "
                    + "saves, that counts all the same, unless a fingerprint(_:_:) stands .alone")
        }
        if !explorer.dataMatter, !hidden.differences.isEmpty {
            let left = hidden.differences.map { hidden.data.items[$0.item].name }.joined(separator: ", ")
            hints.append("left out, as the fingerprint stands alone, though it differed in the same situation: \(left)")
        }
        let opaque =
            hidden.opaque.sorted { $0.key < $1.key }.filter { !explorer.disregarded.contains(names[$0.key]) }
            .map { "\(names[$0.key]) (\($0.value))" } + found.opaqueScoped.map { "\($0.name) (\($0.what))" }
        if !opaque.isEmpty {
            hints.append(
                "not looked at, as it cannot be compared: \(opaque.joined(separator: ", ")); "
                    + "if the chart depends on what is in there, have fingerprint(_:) tell it")
        }
        return hints
    }

    /// The classes of which child machines were to run.
    private var childHints: [String] {
        explorer.chartsThatRun.filter { !found.chartsOfChildren.contains(ObjectIdentifier($0)) }
            .map { "no child machine ran whose chart is \(ClassInfo.of($0).name)" }.sorted()
            + found.namesakes.sorted().map {
                "several children were called \($0) at once, of which only the first was driven: give their keys "
                    + "descriptions that differ"
            }
    }

    private var sampleHints: [String] {
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

    /// Figures, below them gaps, hints, what could not be decided, and the problems, at most 20 of each.
    public var description: String {
        var lines = [
            "\(explorer.chartName): \(CountText.of(configurationCount, "configuration")) in "
                + "\(CountText.of(situationCount, "situation")), \(CountText.of(stepCount, "step")), \(extent)"
        ]
        lines += first(gaps).map { "gap: \($0)" }
        lines += first(hints).map { "hint: \($0)" }
        lines += first(inconclusive).map { "inconclusive: \($0)" }
        for problem in problems.prefix(Self.most) { lines += ["", "\(problem)"] }
        if problems.count > Self.most { lines += ["", "and \(problems.count - Self.most) more problems"] }
        return lines.joined(separator: "\n")
    }

    /// How many of a kind a description has.
    private static var most: Int { 20 }

    private func first(_ lines: [String]) -> [String] {
        lines.firstTexts(Self.most, \.self, rest: { "and \($0) more" })
    }

    /// How much was explored.
    private var extent: String {
        if let limit { return limit }
        let deep = "at most \(CountText.of(depth, "step")) deep"
        if !gaps.isEmpty { return "not all explored, as data were not looked at; \(deep)" }
        let isPartial = !explorer.dataMatter && found.hidden?.differences.isEmpty == false
        return "all explored\(isPartial ? " that the fingerprint tells apart" : ""), \(deep)"
    }

    /// The figures and problems: a test that fails prints everything that it finds here, and thousands of situations
    /// take long.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "configurationCount": configurationCount, "situationCount": situationCount, "stepCount": stepCount,
                "isComplete": isComplete, "problems": problems.prefix(Self.most).map { "\($0.kind): \($0.subject)" },
            ] as KeyValuePairs<String, Any>, displayStyle: .struct)
    }
}

extension Explorer {
    var chartName: String { String("\(Top.self)".prefix { $0 != "<" }) }
}
