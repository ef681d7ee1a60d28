public import Statecharts

// What is to hold. Exploring and random runs look for violations of the same things.

extension Explorer {
    /// Says what holds in every situation; a situation where it does not hold, or throws, is a violation.
    public mutating func invariant(_ name: String, _ holds: @escaping (Top) throws -> Bool) {
        oracles.append {
            Check(name) { chart in
                guard chart.isRunning else { return nil }
                do { return try holds(chart.top) ? nil : "it does not hold" } catch { return ValueText.of(error) }
            }
        }
    }

    /// Says which two states are never active together, between two steps.
    public mutating func never(_ a: KeyPath<Top, some StateNode>, with b: KeyPath<Top, some StateNode>) {
        let (first, second) = (Condition<Top>.active(a), Condition<Top>.active(b))
        never(first && second, "never \(first.name) with \(second.name)")
    }

    /// Says which state is never active between two steps. A state that a step enters and leaves again is not found:
    /// for that, say what holds of every step, ``step(_:_:)``.
    public mutating func never(_ state: KeyPath<Top, some StateNode>) { never(.active(state)) }

    /// Says what is never the case when the chart has started and after everything that happens.
    public mutating func never(_ condition: Condition<Top>, _ name: String? = nil) {
        oracles.append {
            Check(name ?? "never \(condition.name)") { condition.holds(in: $0) ? "it is so" : nil }
        }
    }

    /// Says where an event leads, whenever it comes: after its step, the condition holds.
    ///
    /// An event that a state deferred has to lead there when it is recalled. The active states are those after the
    /// event's own step. A closure of ``Condition/when(_:_:)`` is called later, when the chart has also taken what
    /// follows: events that are recalled, and messages that it has sent itself.
    public mutating func on(
        _ event: @escaping (Event) -> Bool, _ name: String, leadsTo condition: Condition<Top>
    ) {
        oracles.append {
            StepRule("\(name) leads to \(condition.name)") { step, isLast, chart in
                guard let taken = step.event, event(taken), step.outcome != .deferred else { return nil }
                if condition.holds(after: step, isLast: isLast, in: chart) { return nil }
                return "\(ValueText.of(taken)) was \(step.outcome) and led to \(step.configuration)"
            }
        }
    }

    /// Says to which state an event leads, whenever it comes.
    public mutating func on(_ event: Event, leadsTo state: KeyPath<Top, some StateNode>) where Event: Equatable {
        on({ $0 == event }, ValueText.of(event), leadsTo: .active(state))
    }

    /// Says what holds of every step, including the start, given its record: the closure returns what is wrong, or
    /// `nil`.
    public mutating func step(_ name: String, _ problem: @escaping (Macrostep<Event>, Top) -> String?) {
        oracles.append { StepRule(name) { step, _, chart in problem(step, chart.top) } }
    }

    /// Compares the chart with a model without states that is given the same events.
    /// - Parameters:
    ///   - initial: the model when the chart has started.
    ///   - name: its name in violations.
    ///   - apply: what an event does to the model. Called for every event that a state of the chart itself has been
    ///     asked about, those of timers and activities included, unless it was deferred.
    ///   - difference: what differs, or `nil`.
    public mutating func model<Model: Hashable>(
        _ initial: Model, _ name: String = "the model", apply: @escaping (inout Model, Event) -> Void,
        difference: @escaping (Model, Top) -> String?
    ) {
        oracles.append { ReferenceModel(name, initial, apply, difference) }
    }

    /// Has a second chart look on: it is given events made from the chart's steps, beginning with the start; it is a
    /// violation when this second chart is in `state`.
    ///
    /// Everything that the helper remembers tells situations apart, stored properties included: if it counts without
    /// end, there are situations without end.
    /// - Parameters:
    ///   - name: its name in violations.
    ///   - chart: makes the helper, as new as the first one.
    ///   - state: the helper's state that says that something is wrong.
    ///   - events: what the helper is given for a step.
    public mutating func helper<Watch: Statechart>(
        _ name: String, _ chart: @escaping () -> Watch, failsIn state: KeyPath<Watch, some StateNode>,
        events: @escaping (Macrostep<Event>, Top) -> [Watch.Event]
    ) {
        oracles.append { Helper(name, chart, events, failing: { $0[keyPath: state].isActive }) }
    }

    // MARK: Along paths

    // A path goes on if it leads to another situation: what changes nothing, though a state may react to it, is no way
    // to put off what has to come. Conditions are asked in situations, between two steps.

    /// Says what comes about at some time, whatever happens: on every path from the start that ends or goes round for
    /// ever.
    ///
    /// It is looked for between two steps: a state that a step enters and leaves again does not count.
    ///
    /// A path may go round for ever, over several situations, because the event that would end it is never sent. If
    /// that is not meant, use ``alwaysPossible(_:)``. What has to come about again and again follows from its absence:
    /// `leadsTo(!.active(\.open), .active(\.open))`. A random run that ends before leaves it undecided.
    public mutating func eventually(_ condition: Condition<Top>) {
        temporals.append(Temporal(name: "eventually \(condition.name)", shape: .eventually(add(condition))))
    }

    /// Says what comes about within so many steps from the start; a random run that ends before leaves it undecided.
    public mutating func eventually(_ condition: Condition<Top>, within steps: Int) {
        oracles.append { Deadline("eventually \(condition.name)", from: nil, condition, steps) }
    }

    /// Says what follows whenever a condition holds, whatever happens, as for ``eventually(_:)``.
    public mutating func leadsTo(_ condition: Condition<Top>, _ end: Condition<Top>) {
        temporals.append(
            Temporal(name: "\(condition.name) leads to \(end.name)", shape: .leadsTo(add(condition), add(end))))
    }

    /// Says what follows within so many steps whenever a condition holds; a random run that ends before leaves it
    /// undecided.
    public mutating func leadsTo(_ condition: Condition<Top>, _ end: Condition<Top>, within steps: Int) {
        oracles.append { Deadline("\(condition.name) leads to \(end.name)", from: condition, end, steps) }
    }

    /// Says what holds from the start until something comes about, which it does, as for ``eventually(_:)``.
    public mutating func until(_ condition: Condition<Top>, _ end: Condition<Top>) {
        temporals.append(
            Temporal(name: "\(condition.name) until \(end.name)", shape: .until(add(condition), add(end))))
    }

    /// Says what holds from the start until something comes about within so many steps; a random run that ends before
    /// leaves it undecided.
    public mutating func until(_ condition: Condition<Top>, _ end: Condition<Top>, within steps: Int) {
        oracles.append { Deadline("\(condition.name) until \(end.name)", from: nil, while: condition, end, steps) }
    }

    /// Says what can be reached again from everywhere; only exploring finds out. A random run leaves it undecided,
    /// unless it holds where the run ends.
    public mutating func alwaysPossible(_ condition: Condition<Top>) {
        temporals.append(Temporal(name: "always possible: \(condition.name)", shape: .possible(add(condition))))
    }

    private mutating func add(_ condition: Condition<Top>) -> Int {
        precondition(conditions.count < 64, "Statecharts: more than 64 conditions; explore them in turns")
        conditions.append(condition)
        return conditions.count - 1
    }
}
