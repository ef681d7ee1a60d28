public import Statecharts

/// What of a chart was run through: states, configurations, transitions, pairs of them, guards both ways, requirements.
///
///     var coverage = exploration.emptyCoverage      // what there is to cover
///     coverage.add(steps)                           // what a test did
///     print(coverage.table)
///
/// Values of the same chart add up, also over processes: it is `Codable`.
public struct Coverage: Sendable, Hashable, Codable {
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
        /// A guard decides one way and the other.
        case guards
        /// A state that stands for a requirement is active.
        case requirements
    }

    /// The chart's name.
    public let chart: String
    /// What there is, and how often it was run through: 0 for what is open.
    public private(set) var counts: [Aspect: [String: Int]] = [:]
    private var requirements: [String: [String]] = [:]

    /// Makes a coverage of a chart of which nothing is known to be there yet; what steps show is added.
    public init(chart: String) { self.chart = chart }

    /// Says that there is something to be covered.
    public mutating func expect(_ aspect: Aspect, _ name: String) {
        counts[aspect, default: [:]][name, default: 0] += 0
    }

    /// Says that a requirement is met by what the state at a path does.
    public mutating func requirement(_ name: String, at path: String) {
        expect(.requirements, name)
        requirements[path, default: []].append(name)
    }

    private mutating func count(_ aspect: Aspect, _ name: String) {
        counts[aspect, default: [:]][name, default: 0] += 1
    }

    /// Adds what consecutive steps of one chart went through.
    public mutating func add<Event>(_ steps: some Sequence<Macrostep<Event>>) {
        var before: String?
        for step in steps {
            for state in step.configuration.states { cover(state) }
            count(.configurations, "\(step.configuration)")
            let event = step.event.map { ChartGraph.eventName("\($0)") } ?? ""
            for microstep in step.microsteps {
                for entry in microstep.entries where !step.configuration.states.contains(entry) { cover(entry) }
                for transition in microstep.transitions {
                    guard let name = Self.name(transition, microstep.trigger, event) else { continue }
                    count(.transitions, name)
                    if let before { count(.transitionPairs, "\(before), then \(name)") }
                    before = name
                    let guardName = "\(transition.source): \(event)"
                    if counts[.guards]?["\(guardName) [taken]"] != nil { count(.guards, "\(guardName) [taken]") }
                }
            }
            if step.outcome == .unhandled, !event.isEmpty {
                for state in step.configuration.states where counts[.guards]?["\(state): \(event) [not]"] != nil {
                    count(.guards, "\(state): \(event) [not]")
                }
            }
        }
    }

    private mutating func cover(_ state: StateID) {
        count(.states, state.path)
        for requirement in requirements[state.path] ?? [] { count(.requirements, requirement) }
    }

    /// `Closed: lock → Locked`; `nil` for the start and the end.
    static func name(_ transition: Microstep.Transition, _ trigger: Microstep.Trigger, _ event: String) -> String? {
        let text: String
        switch trigger {
        case .start, .finish: return nil
        case .event: text = event
        case .raised(let raised): text = "raised \(ChartGraph.eventName(raised))"
        case .eventless: text = "eventless"
        case .completion: text = "completion"
        case .choice: text = "choice"
        case .failure: text = "failure"
        }
        return name("\(transition.source)", text, transition.targets.map(\.path))
    }

    static func name(_ source: String, _ trigger: String, _ targets: [String]) -> String {
        targets.isEmpty ? "\(source): \(trigger)" : "\(source): \(trigger) → \(targets.joined(separator: ", "))"
    }

    /// Adds what another coverage of the same chart has counted.
    public mutating func merge(_ other: Coverage) {
        for (aspect, others) in other.counts {
            counts[aspect, default: [:]].merge(others) { $0 + $1 }
        }
        for (path, names) in other.requirements {
            for name in names where requirements[path]?.contains(name) != true {
                requirements[path, default: []].append(name)
            }
        }
    }

    /// How much of an aspect was run through, from 0 to 1; 1 if there is nothing.
    public func share(of aspect: Aspect) -> Double {
        let all = counts[aspect] ?? [:]
        return all.isEmpty ? 1 : Double(all.values.count { $0 > 0 }) / Double(all.count)
    }

    /// What was never run through, in alphabetical order.
    public func open(_ aspect: Aspect) -> [String] { (counts[aspect] ?? [:]).filter { $0.value == 0 }.keys.sorted() }

    /// A line for each aspect, and below it what is open.
    public var table: String {
        var lines = ["\(chart)"]
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
        return lines.joined(separator: "\n")
    }
}

extension Exploration {
    /// What there is to cover in the chart, none of it covered: for the steps of tests to be added.
    ///
    /// Pairs and guards are those that exploring has seen.
    public var emptyCoverage: Coverage {
        var coverage = Coverage(chart: explorer.chartName)
        for state in found.vertices where state.kind.isState { coverage.expect(.states, state.path) }
        for configuration in configurations { coverage.expect(.configurations, "\(configuration)") }
        for reaction in reactions where !reaction.isPreempted {
            coverage.expect(.transitions, coverageName(of: reaction))
            if reaction.declined > 0, !reaction.event.isEmpty {
                let name = "\(reaction.source): \(ChartGraph.eventName(reaction.event))"
                coverage.expect(.guards, "\(name) [taken]")
                coverage.expect(.guards, "\(name) [not]")
            }
        }
        return coverage
    }

    private func coverageName(of reaction: FoundReaction) -> String {
        let trigger: String
        switch reaction.trigger {
        case .stimulus(let stimulus), .timer(let stimulus, _, _): trigger = stimulus.name
        case .raised(let event): trigger = "raised \(ChartGraph.eventName(event))"
        case .completion: trigger = "completion"
        case .eventless: trigger = "eventless"
        case .choice: trigger = "choice"
        case .failure: trigger = "failure"
        }
        return Coverage.name("\(reaction.source)", trigger, reaction.targets.map(\.path))
    }
}
