/// An activity that was asked for and not begun.
package struct SimulatedActivity {
    let node: Int32
    let activation: UInt64
    let number: UInt64
    let face: ActivityFace
    let work: Activity.Work
    /// What its state calls it, if anything.
    package let name: String?
    /// The class of its chart, if it is a child machine.
    package let chart: StateNode.Type?
    /// Which it is of those of its name that go on in its state, from 1 on.
    package let ordinal: Int

    /// Never the same for two activities of a chart.
    package var id: Int { Int(truncatingIfNeeded: number) }
    /// What the work brings: the type of its result, or that of the elements of a sequence.
    package var valueType: any Any.Type { face.valueType }
    package var isSequence: Bool { face.isSequence }

    /// Which of its state's activities it is, as text: `"charge"`, `#2`, `"charge" #2`; empty for the first without a
    /// name.
    package var label: String {
        [name?.debugDescription, ordinal == 1 ? nil : "#\(ordinal)"].compactMap(\.self).joined(separator: " ")
    }

    /// How it ends if this is thrown.
    func failed(_ error: any Error) -> ActivityEnd { face.failed(told(error)) }

    /// What the state gets if this is thrown: of a child machine as the reason of a ``StepError``, as of one that
    /// really fails.
    func told(_ error: any Error) -> any Error {
        guard let chart, !(error is StepError), !(error is MachineError) else { return error }
        return StepError(
            .unhandledError, path: ClassInfo.of(chart).name,
            "threw \(ErrorText.of(error)), and no state handled it",
            fix: "override failed(_:) in one of its states", underlying: error)
    }
}

extension Simulation {
    /// The activities that go on, in the order of their beginnings.
    package var activities: [SimulatedActivity] {
        guard let services = engine?.services, !services.activities.isEmpty else { return [] }
        return services.activities.flatMap { node, activities in
            activities.all.compactMap { number, activity -> SimulatedActivity? in
                guard let simulated = activity.simulated, let face = simulated.face, let work = activity.work else {
                    return nil
                }
                return SimulatedActivity(
                    node: node, activation: services.activations[node].number, number: number, face: face, work: work,
                    name: activity.name, chart: activity.chart, ordinal: simulated.ordinal)
            }
        }
        .sorted { $0.number < $1.number }
    }

    /// The state that an activity belongs to.
    package func state(of activity: SimulatedActivity) -> StateID? { engine?.id(activity.node) }

    /// How an activity can go on.
    package enum ActivityOutcome: Sendable {
        /// The work returns this, or the sequence ends.
        case result(any Sendable)
        /// It throws.
        case failure(any Error)
        /// The sequence brings this.
        case element(any Sendable)
        /// The work sends this event of the chart.
        case event(any Sendable)
    }

    /// Lets an activity go on. Answers `false`, and does nothing, if the value is of another type or the activity has
    /// ended.
    package func goOn(_ activity: SimulatedActivity, with outcome: ActivityOutcome) async -> Bool {
        guard let engine, isRunning, let services = engine.services, isUnderWay(activity, services) else {
            return false
        }
        let end: ActivityEnd
        switch outcome {
        case .result(let value):
            guard let ended = activity.face.ended(value) else { return false }
            end = ended
        case .failure(let error): end = activity.failed(error)
        case .element(let value):
            guard let event = activity.face.element(value) else { return false }
            return await begin(event, at: activity.node, engine)
        case .event(let event): return await begin(event, at: activity.node, engine)
        }
        return await finish(activity, end, engine, services)
    }

    /// Whether it goes on, in the same stay in its state.
    private func isUnderWay(_ activity: SimulatedActivity, _ services: Services) -> Bool {
        !services.isOver(activity.node, activity.activation)
            && services.activity(activity.number, of: activity.node) != nil
    }

    /// What an activity makes of what it may bring: two that are alike otherwise may hold other values. `nil` where
    /// nobody has said what it may bring.
    func answers(of activity: SimulatedActivity) -> AnyHashable? {
        if let known = host.answers[activity.number] { return known }
        guard let outcomes = expectedOutcomes?(activity) else { return nil }
        let keys = outcomes.map { outcome -> AnyHashable? in
            switch outcome {
            case .result(let value): activity.face.ended(value).map { key(of: $0) }
            case .failure(let error): key(of: activity.failed(error))
            case .element(let value): activity.face.element(value).map { eventKey($0) }
            case .event: nil
            }
        }
        // Those of activities that are gone are asked for no more; the others are found out again.
        if host.answers.count >= 1_000 { host.answers = [:] }
        host.answers[activity.number] = AnyHashable(keys)
        return AnyHashable(keys)
    }

    /// What came of work that was to be really done.
    package enum WorkEnd: Sendable {
        /// It has ended, or what it has sent has ended it.
        case done
        /// The activity had ended before, or sends what the chart does not understand: nothing was taken.
        case impossible
        /// It has not ended for as long as there is patience; it was cancelled, and is under way as before.
        case unending
    }

    /// Runs an activity's work now, and waits for it; what it sends and brings is taken when it has ended.
    package func perform(_ activity: SimulatedActivity) async -> WorkEnd {
        let sent = Guarded<[any Sendable]>([])
        let work = activity.work
        let end = await awaiting(for: patience) {
            await work { event in
                sent.withLock { $0.append(event) }
                return true
            }
        }
        guard let end else { return .unending }
        // What it has sent may end it: the rest is discarded then, as in a machine.
        var isTaken = false
        for event in sent.withLock({ $0 }) {
            guard await goOn(activity, with: .event(event)) else { return isTaken ? .done : .impossible }
            isTaken = true
        }
        guard let engine, isRunning, let services = engine.services, isUnderWay(activity, services) else {
            return isTaken ? .done : .impossible
        }
        return await finish(activity, end, engine, services) || isTaken ? .done : .impossible
    }

    /// What to say of work that does not end.
    package func unendingText(_ activity: SimulatedActivity) -> String {
        let whose = [activity.label, "of", state(of: activity)?.path ?? ""].filter { !$0.isEmpty }
        return """
            waiting for the work \(whose.joined(separator: " ")) may never end: it has not for \(patience) of real time, and was cancelled
            let what it awaits answer at once, or say how it ends instead of doing it
            """
    }

    func finish(
        _ activity: SimulatedActivity, _ end: ActivityEnd, _ engine: Engine, _ services: Services
    ) async -> Bool {
        await run(StepDriver(interpreter).end(activity.number, of: activity.node, with: end, services))
    }

    /// Takes an event of the chart that `node` belongs to.
    func begin(_ event: any Sendable, at node: Int32, _ engine: Engine) async -> Bool {
        await run(StepDriver(interpreter).receive(event, at: node, engine))
    }

    private func run(_ step: ResourceStep<Top.Event>) async -> Bool {
        if case .refused = step.end { return false }
        await run(from: step.end)
        return true
    }
}
