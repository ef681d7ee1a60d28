public import Statecharts

/// Something that is driven beside a chart, along the same paths, and compared with it state by state: a user
/// interface, a server, an older version.
///
///     var page = SystemUnderTest<Jukebox, Page>("the page") {
///         Page()
///     } apply: { page, _, event in
///         page.handle(event)
///     }
///     page.check(\.playing) { page, jukebox in page.title == jukebox.song }
///     page.check(\.stopped) { page, _ in page.title.isEmpty }
///     explorer.drive(page)
///
/// It cannot be put back to where it was. So exploring drives a new one along each of the paths that cover what was
/// asked for, once the chart is known, and random runs have one beside each run. A difference is a violation, and its
/// path is made short.
public struct SystemUnderTest<Top: Statechart, System> {
    /// The chart's events.
    public typealias Event = Top.Event

    struct Check {
        let name: String
        let isDue: (Top) -> Bool
        let holds: (System, Top) async throws -> Bool
    }

    let name: String
    let make: () async throws -> System
    let apply: (inout System, Stimulus, Event?) async throws -> Void
    private(set) var checks: [Check] = []
    private(set) var end: (System) async throws -> Void = { _ in }

    /// Describes a system; nothing is made yet.
    /// - Parameters:
    ///   - name: its name in violations.
    ///   - make: makes a system that is where the chart is when it has started. Called for each path.
    ///   - apply: does in the system what has just happened in the chart: a step of the path, and the event that a
    ///     state was asked about, if there was one. What the system does by itself, such as timers of its own, is to be
    ///     left out. An error is a violation.
    public init(
        _ name: String, _ make: @escaping () async throws -> System,
        apply: @escaping (_ system: inout System, _ stimulus: Stimulus, _ event: Event?) async throws -> Void
    ) {
        self.name = name
        self.make = make
        self.apply = apply
    }

    /// Says what holds of the system whenever a state is active. An error is a violation too.
    public mutating func check(
        _ state: KeyPath<Top, some StateNode>, _ holds: @escaping (System, Top) async throws -> Bool
    ) {
        checks.append(
            Check(
                name: "the check for \(Samples<Top>.name(of: state))", isDue: { $0[keyPath: state].isActive },
                holds: holds))
    }

    /// Says what holds of the system in all states.
    public mutating func check(_ name: String, _ holds: @escaping (System, Top) async throws -> Bool) {
        checks.append(Check(name: name, isDue: { _ in true }, holds: holds))
    }

    /// Says how a system is ended, at the end of each path.
    public mutating func atEnd(_ end: @escaping (System) async throws -> Void) { self.end = end }
}

extension Explorer {
    /// Drives a system beside the chart: along paths that cover a goal when the chart has been explored, and in each
    /// random run.
    /// - Parameters:
    ///   - system: what is driven, and what is to hold of it.
    ///   - goal: what the paths of an exploration cover together; random runs go their own ways.
    public mutating func drive<System>(
        _ system: SystemUnderTest<Top, System>, covering goal: Exploration<Top>.Goal = .transitions
    ) {
        companions.append((goal, { DrivenSystem(system) }))
    }
}

/// Something that goes one path beside a chart.
protocol Companion<Top>: AnyObject {
    associatedtype Top: Statechart
    var name: String { get }

    /// The chart has started. Answers what is wrong.
    func begin(_ chart: Simulation<Top>) async -> String?
    /// Something has happened. Answers what is wrong.
    func follow(_ stimulus: Stimulus, _ event: Top.Event?, _ chart: Simulation<Top>) async -> String?
    /// The path ends here. Answers what is wrong.
    func end() async -> String?
}

private final class DrivenSystem<Top: Statechart, System>: Companion {
    private let description: SystemUnderTest<Top, System>
    private var system: System?
    private var watch: ActionWatch?

    init(_ description: SystemUnderTest<Top, System>) { self.description = description }

    var name: String { description.name }

    /// Awaits a part of the system, which is told of if it does not come back.
    private func awaiting<Result>(_ part: String, _ body: () async throws -> Result) async throws -> Result {
        watch?.begin(part, of: name)
        defer { watch?.end() }
        return try await body()
    }

    func begin(_ chart: Simulation<Top>) async -> String? {
        watch = ActionWatch(chart.patience, chart.onUnendingWait)
        do { system = try await awaiting("the making") { try await description.make() } } catch {
            return "it could not be made: \(ValueText.of(error))"
        }
        return await check(chart)
    }

    func follow(_ stimulus: Stimulus, _ event: Top.Event?, _ chart: Simulation<Top>) async -> String? {
        guard var driven = system else { return nil }
        do {
            try await awaiting("the step \(stimulus)") { try await description.apply(&driven, stimulus, event) }
        } catch { return "\(stimulus) threw \(ValueText.of(error))" }
        system = driven
        return await check(chart)
    }

    func end() async -> String? {
        guard let driven = system.take() else { return nil }
        do { try await awaiting("the end") { try await description.end(driven) } } catch {
            return "its end threw \(ValueText.of(error))"
        }
        return nil
    }

    private func check(_ chart: Simulation<Top>) async -> String? {
        guard let system, chart.isRunning else { return nil }
        for check in description.checks where check.isDue(chart.top) {
            let place = chart.interpreter.configuration
            do {
                let holds = try await awaiting(check.name) { try await check.holds(system, chart.top) }
                if !holds { return "\(check.name) fails in \(place)" }
            } catch { return "\(check.name) threw \(ErrorText.of(error)) in \(place)" }
        }
        return nil
    }
}

extension Exploration {
    /// Drives the systems along paths that cover their goals. Answers the first violation of each, with a short path,
    /// and those that could not be driven along all paths.
    func drivenViolations() async -> (violations: [Finding], undecided: [String]) {
        var violations: [Finding] = [], undecided: [String] = []
        for (goal, make) in explorer.companions {
            var alone = explorer.withoutOracles
            alone.companions = [(goal, make)]
            let paths = paths(covering: goal)
            var lost = 0, isViolated = false
            for path in paths where !isViolated {
                switch try? await alone.walk(path.stimuli) {
                case .violates(let violation, let length) where violation.isOfCompanion:
                    isViolated = true
                    let way = Array(path.stimuli.prefix(length))
                    let (last, shortest) =
                        (try? await alone.shrink(violation, way, tries: 2_000)) ?? (violation, way)
                    violations.append(Finding(subject: last.subject, message: last.message, path: shortest))
                case .isSound: break
                // The chart went elsewhere, or failed.
                case .violates, .isLost, nil: lost += 1
                }
            }
            if !isViolated, lost > 0 {
                undecided.append(
                    "\(make().name): \(lost) of \(CountText.of(paths.count, "path")) could not be gone to the end")
            }
        }
        return (violations, undecided)
    }
}
