import Statecharts

/// Looks on while a chart runs along a path, and says when something is wrong. The same for exploring and for random
/// runs.
///
/// What an oracle remembers of the path is part of the situation: ``describe(_:number:)`` tells it apart, ``save()``
/// and ``comeBack(to:)`` let exploring go on another way.
class Oracle<Top: Statechart> {
    let name: String

    init(_ name: String) { self.name = name }

    /// The chart has started, by these steps. Answers what is wrong.
    func begin(_ steps: [Macrostep<Top.Event>], _ chart: Simulation<Top>) async throws -> String? { nil }
    /// Something has happened. Answers what is wrong.
    func follow(_ steps: [Macrostep<Top.Event>], _ chart: Simulation<Top>) async -> String? { nil }
    func describe(_ words: inout ContiguousArray<Int32>, number: (AnyHashable) -> Int32) {}
    func save() -> Any? { nil }
    func comeBack(to saved: Any?) async {}
    /// What could not be compared of what it remembers.
    var opaque: [(name: String, what: String)] { [] }
    /// Whether a path that ends here, with nothing wrong seen, leaves something open.
    var isUndecided: Bool { false }
    /// The same of a path where this was saved.
    func isUndecided(_ saved: Any?) -> Bool { false }
}

/// Something that is looked at when the chart has started and after everything that happens.
final class Check<Top: Statechart>: Oracle<Top> {
    private let problem: (Simulation<Top>) -> String?

    /// - Parameter problem: says what is wrong with the chart as it is now.
    init(_ name: String, _ problem: @escaping (Simulation<Top>) -> String?) {
        self.problem = problem
        super.init(name)
    }

    override func begin(_ steps: [Macrostep<Top.Event>], _ chart: Simulation<Top>) async throws -> String? {
        problem(chart)
    }
    override func follow(_ steps: [Macrostep<Top.Event>], _ chart: Simulation<Top>) async -> String? { problem(chart) }
}

/// Something that has to hold of each step.
final class StepRule<Top: Statechart>: Oracle<Top> {
    private let problem: Problem

    /// What is wrong with a step, and whether it is the last one that the chart has taken.
    typealias Problem = (_ step: Macrostep<Top.Event>, _ isLast: Bool, _ chart: Simulation<Top>) -> String?

    init(_ name: String, _ problem: @escaping Problem) {
        self.problem = problem
        super.init(name)
    }

    override func begin(_ steps: [Macrostep<Top.Event>], _ chart: Simulation<Top>) async throws -> String? {
        await follow(steps, chart)
    }

    override func follow(_ steps: [Macrostep<Top.Event>], _ chart: Simulation<Top>) async -> String? {
        for (number, step) in steps.enumerated() {
            if let problem = problem(step, number == steps.count - 1, chart) { return problem }
        }
        return nil
    }
}

/// A model without a chart that does the same.
final class ReferenceModel<Top: Statechart, Model: Hashable>: Oracle<Top> {
    private let initial: Model
    private let apply: (inout Model, Top.Event) -> Void
    private let difference: (Model, Top) -> String?
    private var model: Model

    init(
        _ name: String, _ initial: Model, _ apply: @escaping (inout Model, Top.Event) -> Void,
        _ difference: @escaping (Model, Top) -> String?
    ) {
        self.initial = initial
        self.apply = apply
        self.difference = difference
        model = initial
        super.init(name)
    }

    override func begin(_ steps: [Macrostep<Top.Event>], _ chart: Simulation<Top>) async throws -> String? {
        model = initial
        return await follow(steps, chart)
    }

    override func follow(_ steps: [Macrostep<Top.Event>], _ chart: Simulation<Top>) async -> String? {
        for step in steps where step.outcome != .deferred {
            if let event = step.event { apply(&model, event) }
        }
        return chart.isRunning ? difference(model, chart.top) : nil
    }

    override func describe(_ words: inout ContiguousArray<Int32>, number: (AnyHashable) -> Int32) {
        words.append(number(AnyHashable(model)))
    }
    override func save() -> Any? { model }
    override func comeBack(to saved: Any?) async { model = saved as? Model ?? initial }
}
