public import Statecharts

/// Something wrong or odd about a chart, with the shortest path to it.
public struct Problem<Event: Sendable>: Sendable, CustomStringConvertible, CustomReflectable {
    /// What can be wrong with a chart.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// What was said about the chart does not hold.
        case violation
        /// A step fails.
        case failure
        /// The same events led to different situations: by chance, or by what the charts that the explorer makes share.
        case disagreement
        /// A question is never answered.
        case unanswered
        /// Nothing leads away, and the chart has not ended.
        case deadEnd
        /// It goes round by itself for ever, and no event changes that.
        case livelock
        /// A transition is enabled together with one that excludes it.
        case preempted
        /// A state that is never active.
        case unreached
        /// An event that no state ever accepts.
        case unused
    }

    /// What is wrong.
    public let kind: Kind
    /// What it is about: the name of an oracle, a state, an event.
    public let subject: String
    /// What is wrong.
    public let message: String
    /// What leads there from the start, as short as possible; empty where there is no path, or the start itself is
    /// wrong.
    public let path: [Stimulus]
    /// The record of each step of the path, beginning with the start.
    public let steps: [Macrostep<Event>]
    /// A test that takes the same path, to paste; empty where there is no path. Its `explorer` is the one that has
    /// found the path, which makes the chart and knows values that cannot be written down.
    public let test: String

    /// What it is about; its steps, which lead to the whole chart, are in the description.
    public var customMirror: Mirror {
        Mirror(
            self, children: ["kind": kind, "subject": subject, "message": message] as KeyValuePairs<String, Any>,
            displayStyle: .struct)
    }

    /// What is wrong, the path, the records of its steps, and the test.
    public var description: String {
        var lines = ["\(kind.title): \(subject)" + (message.isEmpty ? "" : ": \(message)")]
        if !steps.isEmpty {
            lines.append("  after " + (path.isEmpty ? "the start" : path.map(\.description).joined(separator: ", ")))
            lines += steps.flatMap { "\($0)".split(separator: "\n").map { "    \($0)" } }
        }
        if !test.isEmpty {
            lines.append("  as a test:")
            lines += test.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "    \($0)" }
        }
        return lines.joined(separator: "\n")
    }
}

extension Problem.Kind {
    fileprivate var title: String {
        switch self {
        case .violation: "violated"
        case .failure: "a step fails"
        case .disagreement: "not always the same"
        case .unanswered: "never answered"
        case .deadEnd: "no way on"
        case .livelock: "goes round by itself"
        case .preempted: "preempted"
        case .unreached: "never reached"
        case .unused: "never accepted"
        }
    }
}

extension Exploration {
    typealias Kind = Problem<Top.Event>.Kind

    /// - Parameter findings: what is violated along paths.
    func findProblems(_ findings: [Finding]) async -> [Problem<Top.Event>] {
        var problems: [Problem<Top.Event>] = []
        func add(_ kind: Kind, _ subject: String, _ message: String, path edges: [Int]? = nil) async {
            problems.append(await problem(kind, subject, message, edges.map { found.stimuli(of: $0) }))
        }
        for (oracle, sighting) in found.violations {
            await add(.violation, oracle, sighting.message, path: found.path(over: sighting.edge))
        }
        for finding in findings {
            problems.append(await problem(.violation, finding.subject, finding.message, finding.path))
        }
        for (key, sighting) in found.failures {
            await add(
                .failure, key.split(separator: " ").first.map(String.init) ?? key, sighting.message,
                path: found.path(over: sighting.edge))
        }
        if let disagreement = found.disagreement {
            await add(
                .disagreement, explorer.chartName, disagreement.message, path: found.path(over: disagreement.edge))
        }
        for (question, sighting) in found.unanswered {
            await add(
                .unanswered, found.stimuli[Int(question)].text, sighting.message, path: found.path(over: sighting.edge))
        }
        // What data that nobody looked at lead to may be a way on.
        if !explorer.allowsDeadEnds, gaps.isEmpty {
            for situation in deadEnds.prefix(1) {
                let count = deadEnds.count - 1
                let others =
                    count == 0
                    ? "" : (count == 1 ? "; so does " : "; so do ") + CountText.of(count, "other situation")
                await add(
                    .deadEnd, "\(found.configurations[situation])",
                    "whatever comes, everything stays as it is\(others); where that is meant, set allowsDeadEnds",
                    path: found.path(to: situation))
            }
            for round in livelocks {
                let names = round.prefix(8).map { "\(found.configurations[$0])" }
                await add(
                    .livelock, names.joined(separator: " → "),
                    "only timers and activities change anything, and no event leads out", path: found.path(to: round[0])
                )
            }
        }
        for number in preempted {
            let row = Array(found.transitions[number])
            await add(
                .preempted, transitionText(row),
                "another region's transition excludes it, \(CountText.of(found.counts[Int(number)], "time"))",
                path: found.path(over: found.firstSeen[Int(number)]))
        }
        if isComplete {
            for state in unreachedStates { await add(.unreached, state.path, "") }
            for event in unusedEvents { await add(.unused, event, "") }
        }
        return problems
    }

    private var preempted: [Int32] {
        (0..<Int32(found.transitions.count)).filter { number in
            let row = found.transitions[number]
            return row[row.startIndex + 3] == 1
        }
    }

    private func transitionText(_ row: [Int32]) -> String {
        let targets = row.dropFirst(5).map { found.vertices[Int($0)].path }.joined(separator: ", ")
        let trigger = row[0] >= 0 ? "\(found.stimuli[Int(row[0])])" : "inside"
        return "\(trigger), \(found.vertices[Int(row[1])].path)" + (targets.isEmpty ? "" : " → \(targets)")
    }

    /// Goes a path once more, for the records of its steps.
    private func problem(
        _ kind: Kind, _ subject: String, _ message: String, _ path: [Stimulus]?
    ) async -> Problem<Top.Event> {
        guard let path else {
            return Problem(kind: kind, subject: subject, message: message, path: [], steps: [], test: "")
        }
        let steps = await explorer.records(of: path)
        return Problem(
            kind: kind, subject: subject, message: message, path: path, steps: steps,
            test: explorer.test(named: "\(kind.rawValue) \(subject)", path, steps.last?.configuration))
    }
}

extension Explorer {
    /// The records of the steps that a new chart takes along a path, the start first; they end where the path cannot be
    /// gone on.
    func records(of path: [Stimulus]) async -> [Macrostep<Event>] {
        var driver = Driver(self)
        driver.record()
        guard (try? await driver.chart.start()) != nil else { return [] }
        for stimulus in path where !(await driver.perform(stimulus)) { break }
        return driver.records.steps
    }

    /// A test that goes a path. What needs it, and is nowhere else, is asked of the explorer: the chart, and values
    /// that Swift cannot write.
    func test(named name: String, _ path: [Stimulus], _ end: Configuration?) -> String {
        let title = name.filter { $0 != "`" && $0 != "\\" && !$0.isNewline }
        var lines = [
            "@Test func `\(title)`() async throws {",
            "    let test = TestMachine(explorer.makeChart()\(children.isEmpty ? "" : ", childrenOf: explorer"))",
            "    try await test.start()",
        ]
        for stimulus in path {
            if let event = samples.events.first(where: { $0.stimulus == stimulus })?.event,
                let text = SwiftText.literal(event)
            {
                lines.append("    await test.send(\(text), .partial)")
            } else {
                lines.append("    await test.follow(\(SwiftText.quoted("\(stimulus)")), of: explorer)")
            }
        }
        if let end {
            lines.append("    #expect(test.configuration.description == \(SwiftText.quoted("\(end)")))")
        }
        return (lines + ["}"]).joined(separator: "\n")
    }
}
