import Statecharts

/// Looks on while a chart runs along a path, and says when something is wrong. The same for exploring and for random runs.
///
/// What an oracle remembers of the path is part of the situation: ``describe(_:number:)`` tells it apart, ``save()`` and ``comeBack(to:)`` let exploring
/// go on another way.
class Oracle<Top: Statechart> {
    let name: String

    init(_ name: String) { self.name = name }

    /// The chart has started. Answers what is wrong.
    func begin(_ chart: Simulation<Top>) async throws -> String? { nil }
    /// Something has happened. Answers what is wrong.
    func follow(_ steps: [Macrostep<Top.Event>], _ chart: Simulation<Top>) async -> String? { nil }
    func describe(_ words: inout ContiguousArray<Int32>, number: (AnyHashable) -> Int32) {}
    func save() -> Any? { nil }
    func comeBack(to saved: Any?) {}
    /// The path ends here and nothing wrong was seen. Answers what it would have taken to know more, if not everything is known.
    func inconclusive(_ chart: Simulation<Top>) -> String? { nil }
}

/// Something that has to hold after every step.
final class Invariant<Top: Statechart>: Oracle<Top> {
    private let holds: (Top) throws -> Bool
    private let message: (Top) -> String

    init(_ name: String, _ message: @escaping (Top) -> String, _ holds: @escaping (Top) throws -> Bool) {
        self.holds = holds
        self.message = message
        super.init(name)
    }

    private func check(_ chart: Simulation<Top>) -> String? {
        guard chart.isRunning else { return nil }
        do { return try holds(chart.top) ? nil : message(chart.top) } catch { return "\(error)" }
    }

    override func begin(_ chart: Simulation<Top>) async throws -> String? { check(chart) }
    override func follow(_ steps: [Macrostep<Top.Event>], _ chart: Simulation<Top>) async -> String? { check(chart) }
}

/// Something that has to hold of each step.
final class StepRule<Top: Statechart>: Oracle<Top> {
    private let problem: (Macrostep<Top.Event>, Top) -> String?

    init(_ name: String, _ problem: @escaping (Macrostep<Top.Event>, Top) -> String?) {
        self.problem = problem
        super.init(name)
    }

    override func follow(_ steps: [Macrostep<Top.Event>], _ chart: Simulation<Top>) async -> String? {
        for step in steps { if let problem = problem(step, chart.top) { return problem } }
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

    override func begin(_ chart: Simulation<Top>) async throws -> String? {
        model = initial
        return chart.isRunning ? difference(model, chart.top) : nil
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
    override func comeBack(to saved: Any?) { model = saved as? Model ?? initial }
}

/// A chart that is fed with the other's steps and must not get into a state that says that something is wrong.
final class Helper<Top: Statechart, Watch: Statechart>: Oracle<Top> {
    private let make: () -> Watch
    private let events: (Macrostep<Top.Event>, Top) -> [Watch.Event]
    private let failing: (Watch) -> Bool
    private var watch: Simulation<Watch>

    init(
        _ name: String, _ make: @escaping () -> Watch,
        _ events: @escaping (Macrostep<Top.Event>, Top) -> [Watch.Event], failing: @escaping (Watch) -> Bool
    ) {
        self.make = make
        self.events = events
        self.failing = failing
        watch = Simulation(make())
        super.init(name)
    }

    override func begin(_ chart: Simulation<Top>) async throws -> String? {
        if watch.interpreter.status != .new { watch = Simulation(make()) }
        try await watch.start()
        return verdict
    }

    override func follow(_ steps: [Macrostep<Top.Event>], _ chart: Simulation<Top>) async -> String? {
        for step in steps {
            for event in events(step, chart.top) {
                _ = await watch.send(event)
                if let verdict { return verdict }
            }
        }
        return nil
    }

    private var verdict: String? {
        if let failure = watch.interpreter.failure { return "the helper chart failed: \(failure)" }
        return failing(watch.top) ? "the helper chart is in \(watch.interpreter.configuration)" : nil
    }

    override func describe(_ words: inout ContiguousArray<Int32>, number: (AnyHashable) -> Int32) {
        watch.describe(&words, timesMatter: true, dataMatter: true, number: number)
    }

    private struct Saved {
        let words: ContiguousArray<Int32>
        let placement: Placement?
    }

    override func save() -> Any? {
        var words: ContiguousArray<Int32> = []
        watch.describe(&words, timesMatter: false, dataMatter: false) { _ in 0 }
        return Saved(words: words, placement: watch.placement())
    }

    override func comeBack(to saved: Any?) {
        guard let saved = saved as? Saved else { return }
        watch.place(at: ArraySlice(saved.words), saved.placement)
    }
}
