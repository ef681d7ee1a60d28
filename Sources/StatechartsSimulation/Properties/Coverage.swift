public import Statecharts

/// How much of a chart was run through: states, configurations, transitions, pairs of them, guards both ways,
/// requirements.
///
///     var coverage = found.emptyCoverage  // what there is to cover, as exploring has found it
///     coverage.add(test.steps)  // what a test did
///     print(coverage.table)
///
/// Values of the same chart add up, even over processes: it is `Codable`. What is decoded is checked: no count is below
/// zero, and what belongs together is there.
public struct Coverage: Sendable, Hashable {
    /// Something that can be covered.
    public enum Aspect: String, Sendable, Hashable, Codable, CaseIterable {
        /// A state is active.
        case states
        /// A set of states is active together.
        case configurations
        /// A state answers an event by a transition.
        case transitions
        /// Two transitions follow one another directly.
        case transitionPairs
        /// A guard decides one way and the other: a transition is taken, and is not though its state was asked about
        /// the same event. The record of a step does not tell to which state the event of a timer or of work belongs:
        /// all active states count as asked about it.
        case guards
        /// A state that stands for a requirement is active.
        case requirements
    }

    /// The chart's name.
    public let chart: String
    /// What there is, and how often it was run through: 0 for what is open.
    public internal(set) var counts: [Aspect: [String: Int]] = [:]
    /// What is missing from what there is to cover: for instance, that exploring the chart was not complete. Empty if
    /// nothing is.
    public internal(set) var remarks: [String] = []
    var requirements: [String: [String]] = [:]
    /// The transitions with guards, by their sources and what sets them off.
    var guarded: [String: [String]] = [:]
    /// Whether all states of the chart are known.
    var knowsAllStates = false

    /// Makes a coverage of a chart of which nothing is known yet; what steps show is added.
    public init(chart: String) { self.chart = chart }

    /// Says that there is something to be covered.
    public mutating func expect(_ aspect: Aspect, _ name: String) {
        counts[aspect, default: [:]][name, default: 0] += 0
    }

    /// Says that a requirement is met by what the state at a path does. States say so themselves by
    /// `StateNode.requirement(_:)`.
    ///
    /// A requirement whose path has no state in the chart is listed with that path among what is open.
    public mutating func requirement(_ name: String, at path: String) {
        expect(.requirements, name)
        requirements[path, default: []].append(name)
    }

    /// Says that a transition has a guard.
    mutating func expectGuard(of transition: String, _ source: String, _ trigger: String) {
        let key = "\(source): \(trigger)"
        guard guarded[key]?.contains(transition) != true else { return }
        guarded[key, default: []].append(transition)
        for guardName in Self.guards(of: transition) { expect(.guards, guardName) }
    }

    private mutating func count(_ aspect: Aspect, _ name: String) {
        counts[aspect, default: [:]][name, default: 0].add(1)
    }

    /// Adds what consecutive steps of one chart went through.
    public mutating func add<Event>(_ steps: some Sequence<Macrostep<Event>>) {
        var before: String?
        for step in steps {
            for state in step.configuration.states { cover(state) }
            count(.configurations, "\(step.configuration)")
            let event = ChartGraph.text(of: step.trigger) ?? ""
            for microstep in step.microsteps {
                for entry in microstep.entries where !step.configuration.states.contains(entry) { cover(entry) }
                for transition in microstep.transitions {
                    guard let trigger = Self.trigger(microstep.trigger, event) else { continue }
                    let name = Self.name("\(transition.source)", trigger, transition.targets.map(\.path))
                    count(.transitions, name)
                    if let before { count(.transitionPairs, "\(before), then \(name)") }
                    before = name
                    countGuards("\(transition.source): \(trigger)", taking: name)
                }
            }
            if !guarded.isEmpty { countDeclined(step, event) }
        }
    }

    private mutating func countGuards(_ key: String, taking taken: String?) {
        for name in guarded[key] ?? [] { count(.guards, name == taken ? "\(name) [holds]" : "\(name) [does not]") }
    }

    /// Counts the guards of states that were asked and did not react.
    private mutating func countDeclined<Event>(_ step: Macrostep<Event>, _ event: String) {
        if !event.isEmpty, step.outcome != .deferred, step.outcome != .finished {
            var reacting: [StateID] = []
            if let first = step.microsteps.first, case .event = first.trigger {
                reacting = (first.transitions + first.preempted).map(\.source)
            }
            for state in Self.statesBefore(step) {
                // A state is asked if nobody inside it has reacted.
                let isAsked = !reacting.contains { state.index <= $0.index && $0.index < state.end }
                if isAsked { countGuards("\(state): \(event)", taking: nil) }
            }
        }
        guard !step.microsteps.isEmpty, step.failure == nil else { return }
        // When a step comes to rest, all states have looked for eventless transitions in vain.
        for state in step.configuration.states { countGuards("\(state): eventless", taking: nil) }
    }

    /// The states that were active before a step: those that it did not enter, and those that it left first.
    private static func statesBefore<Event>(_ step: Macrostep<Event>) -> [StateID] {
        var known: Set<Int32> = [], before: [StateID] = []
        for microstep in step.microsteps {
            for exit in microstep.exits where known.insert(exit.index).inserted { before.append(exit) }
            for entry in microstep.entries { known.insert(entry.index) }
        }
        return before + step.configuration.states.filter { !known.contains($0.index) }
    }

    private mutating func cover(_ state: StateID) {
        count(.states, state.path)
        for requirement in requirements[state.path] ?? [] { count(.requirements, requirement) }
    }

    /// What sets a transition off, as coverage calls it; `nil` for the start and the end.
    private static func trigger(_ trigger: Microstep.Trigger, _ event: String) -> String? {
        switch trigger {
        case .start, .finish: nil
        case .event: event
        case .raised(let raised): "raised \(ChartGraph.eventName(raised))"
        case .eventless: "eventless"
        case .completion: "completion"
        case .choice: "choice"
        case .failure: "failure"
        }
    }

    /// `Closed: lock → Locked`.
    static func name(_ source: String, _ trigger: String, _ targets: [String]) -> String {
        targets.isEmpty ? "\(source): \(trigger)" : "\(source): \(trigger) → \(targets.joined(separator: ", "))"
    }

    /// Adds what another coverage of the same chart has counted. A count that would overflow stays at the largest
    /// number.
    /// - Throws: ``CoverageError``, and nothing is added, if the other one is of another chart.
    public mutating func merge(_ other: Coverage) throws(CoverageError) {
        guard other.chart == chart else { throw CoverageError(chart: chart, other: other.chart) }
        take(other)
    }

    /// Adds what another coverage of the same chart has counted.
    package mutating func take(_ other: Coverage) {
        for (aspect, others) in other.counts {
            counts[aspect, default: [:]].merge(others) { $0.adding($1) }
        }
        for remark in other.remarks where !remarks.contains(remark) { remarks.append(remark) }
        for (path, names) in other.requirements {
            for name in names where requirements[path]?.contains(name) != true {
                requirements[path, default: []].append(name)
            }
        }
        knowsAllStates = knowsAllStates || other.knowsAllStates
        for (key, names) in other.guarded {
            for name in names where guarded[key]?.contains(name) != true { guarded[key, default: []].append(name) }
        }
    }

    /// Returns how much of an aspect was run through, from 0 to 1; 1 if nothing of it is known: ``remarks`` may then
    /// say more.
    public func share(of aspect: Aspect) -> Double {
        let all = counts[aspect] ?? [:]
        return all.isEmpty ? 1 : Double(all.values.count { $0 > 0 }) / Double(all.count)
    }

    /// Returns what was never run through, in alphabetical order.
    public func open(_ aspect: Aspect) -> [String] {
        let names = (counts[aspect] ?? [:]).filter { $0.value == 0 }.keys.sorted()
        return aspect == .requirements ? names.map { $0 + placesMissing(for: $0) } : names
    }

    /// Where a requirement was said to be met, and there is no state.
    private func placesMissing(for requirement: String) -> String {
        guard knowsAllStates else { return "" }
        let paths = requirements.filter { $0.value.contains(requirement) && counts[.states]?[$0.key] == nil }.keys
        return paths.isEmpty ? "" : ", said of \(paths.sorted().joined(separator: ", ")), which the chart does not have"
    }

    /// A line for each aspect, and below it what is open.
    public var table: String {
        var lines = ["\(chart)"] + remarks.map { "  \($0)" }
        for aspect in Aspect.allCases {
            guard let all = counts[aspect], !all.isEmpty else { continue }
            let covered = all.values.count { $0 > 0 }
            let name = "\(aspect)" + String(repeating: " ", count: max(16 - aspect.rawValue.count, 1))
            lines.append("  \(name)\(covered) of \(all.count), \(covered * 100 / all.count) %")
            lines += open(aspect).prefix(20).map { "    open: \($0)" }
        }
        return lines.joined(separator: "\n")
    }

    /// The same as a table in Markdown.
    public var markdown: String {
        var lines = ["| \(chart) | covered | of | open |", "| --- | --- | --- | --- |"]
        for aspect in Aspect.allCases {
            guard let all = counts[aspect], !all.isEmpty else { continue }
            let missing = open(aspect).map { "`\($0.replacing("|", with: "\\|"))`" }.joined(separator: ", ")
            lines.append("| \(aspect) | \(all.values.count { $0 > 0 }) | \(all.count) | \(missing) |")
        }
        if !remarks.isEmpty { lines += [""] + remarks }
        return lines.joined(separator: "\n")
    }
}

/// Why two coverages do not add up: they are of different charts.
public struct CoverageError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Why they do not add up.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// They are of different charts.
        case otherChart
    }

    /// Why they do not add up.
    public let code = Code.otherChart
    /// The chart of the one that was to be added to.
    public let chart: String
    /// The chart of the one that was to be added.
    public let other: String

    /// Both charts, what to do instead, and the code.
    public var description: String {
        "the coverage of the chart \(other) does not add up with that of the chart \(chart); keep one for each chart [\(code.rawValue)]"
    }
}
