public import Statecharts

// What is to hold. Exploring and random runs look for violations of the same things.

extension Explorer {
    /// Says what holds in every situation; where it does not or throws, that is a violation.
    public mutating func invariant(_ name: String, _ holds: @escaping (Top) throws -> Bool) {
        oracles.append { Invariant(name, { _ in "it does not hold" }, holds) }
    }

    /// Says which two states are never active together.
    public mutating func never(_ a: KeyPath<Top, some StateNode>, with b: KeyPath<Top, some StateNode>) {
        let (first, second) = (Condition<Top>.active(a), Condition<Top>.active(b))
        never(first && second, "never \(first.name) with \(second.name)")
    }

    /// Says which state is never active.
    public mutating func never(_ state: KeyPath<Top, some StateNode>) { never(.active(state)) }

    /// Says what is never the case.
    public mutating func never(_ condition: Condition<Top>, _ name: String? = nil) {
        oracles.append { Invariant(name ?? "never \(condition.name)", { _ in "it is so" }) { !condition.holds($0) } }
    }

    /// Says where an event leads, whenever it comes: after its step, the condition holds.
    ///
    /// An event that a state deferred has to lead there when it is recalled.
    public mutating func on(
        _ event: @escaping (Event) -> Bool, _ name: String, leadsTo condition: Condition<Top>
    ) {
        oracles.append {
            StepRule("\(name) leads to \(condition.name)") { step, top in
                guard let taken = step.event, event(taken), step.outcome != .deferred else { return nil }
                if condition.holds(top) { return nil }
                return "\(taken) was \(step.outcome) and led to \(step.configuration)"
            }
        }
    }

    /// Says where an event leads, whenever it comes.
    public mutating func on(_ event: Event, leadsTo state: KeyPath<Top, some StateNode>) where Event: Equatable {
        on({ $0 == event }, "\(event)", leadsTo: .active(state))
    }

    /// Says what holds of every step, given its record: answers what is wrong, or `nil`.
    public mutating func step(_ name: String, _ problem: @escaping (Macrostep<Event>, Top) -> String?) {
        oracles.append { StepRule(name, problem) }
    }

    /// Compares the chart with a model without states that is given the same events.
    /// - Parameters:
    ///   - initial: the model when the chart has started.
    ///   - name: what a violation calls it.
    ///   - apply: what an event does to the model. Called for every event that a state of the chart itself has been asked about, those of timers
    ///     and activities included, unless it was deferred.
    ///   - difference: what differs, or `nil`.
    public mutating func model<Model: Hashable>(
        _ initial: Model, _ name: String = "the model", apply: @escaping (inout Model, Event) -> Void,
        difference: @escaping (Model, Top) -> String?
    ) {
        oracles.append { ReferenceModel(name, initial, apply, difference) }
    }

    /// Has a second chart look on: it is given events made of the chart's steps, and when it is in `state`, that is a violation.
    /// - Parameters:
    ///   - name: what a violation calls it.
    ///   - chart: makes the helper, as new as the first one.
    ///   - state: the helper's state that says that something is wrong.
    ///   - events: what the helper is told of a step.
    public mutating func helper<Watch: Statechart>(
        _ name: String, _ chart: @escaping () -> Watch, failsIn state: KeyPath<Watch, some StateNode>,
        events: @escaping (Macrostep<Event>, Top) -> [Watch.Event]
    ) {
        oracles.append { Helper(name, chart, events, failing: { $0[keyPath: state].isActive }) }
    }

    // MARK: Along paths

    /// Says what comes about whatever happens: on every path that ends or goes round for ever.
    ///
    /// A path may go round for ever because nobody sends the event that would end it. If that is not meant, use ``alwaysPossible(_:)``.
    public mutating func eventually(_ condition: Condition<Top>) {
        temporals.append(Temporal(name: "eventually \(condition.name)", shape: .leadsTo(nil, add(condition))))
    }

    /// Says what follows whenever something is the case, whatever happens.
    public mutating func leadsTo(_ condition: Condition<Top>, _ end: Condition<Top>) {
        temporals.append(
            Temporal(name: "\(condition.name) leads to \(end.name)", shape: .leadsTo(add(condition), add(end))))
    }

    /// Says what holds from the start until something comes about, which it does.
    public mutating func until(_ condition: Condition<Top>, _ end: Condition<Top>) {
        temporals.append(
            Temporal(name: "\(condition.name) until \(end.name)", shape: .until(add(condition), add(end))))
    }

    /// Says what can be reached again from everywhere.
    public mutating func alwaysPossible(_ condition: Condition<Top>) {
        temporals.append(Temporal(name: "always possible: \(condition.name)", shape: .possible(add(condition))))
    }

    /// Says what follows within so many steps whenever something is the case; in a random run that ends before, nobody knows.
    public mutating func leadsTo(_ condition: Condition<Top>, _ end: Condition<Top>, within steps: Int) {
        oracles.append { Deadline("\(condition.name) leads to \(end.name) within \(steps)", condition, end, steps) }
    }

    private mutating func add(_ condition: Condition<Top>) -> Int {
        precondition(conditions.count < 64, "Statecharts: more than 64 conditions; explore them in turns")
        conditions.append(condition)
        return conditions.count - 1
    }
}

/// Something that follows within a number of steps.
private final class Deadline<Top: Statechart>: Oracle<Top> {
    private let condition: Condition<Top>, end: Condition<Top>
    private let most: Int
    /// How many steps are left; `nil` while nothing is expected.
    private var left: Int?

    init(_ name: String, _ condition: Condition<Top>, _ end: Condition<Top>, _ most: Int) {
        self.condition = condition
        self.end = end
        self.most = most
        super.init(name)
    }

    override func begin(_ chart: Simulation<Top>) async throws -> String? {
        left = nil
        look(chart.top)
        return nil
    }

    override func follow(_ steps: [Macrostep<Top.Event>], _ chart: Simulation<Top>) async -> String? {
        if let left {
            if end.holds(chart.top) {
                self.left = nil
            } else if left <= 1 {
                self.left = nil
                return "\(most) steps have passed without it"
            } else {
                self.left = left - 1
            }
        }
        look(chart.top)
        return nil
    }

    private func look(_ top: Top) { if left == nil, condition.holds(top), !end.holds(top) { left = most } }

    override func describe(_ words: inout ContiguousArray<Int32>, number: (AnyHashable) -> Int32) {
        words.append(Int32(clamping: left ?? -1))
    }
    override func save() -> Any? { left as Any }
    override func comeBack(to saved: Any?) { left = saved as? Int }
    override func inconclusive(_ chart: Simulation<Top>) -> String? {
        left.map { "the run ended \($0) steps before it had to come about" }
    }
}
