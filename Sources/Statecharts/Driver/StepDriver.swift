/// Begins the steps that timers and activities of a chart set off: for machines, simulations and contracts.
///
/// They differ in how they wait for an action that suspends. A machine does in an `ActionTask`, which goes on with
/// other steps besides; a simulation in the task of whoever drives it; a contract never. An `Interpreter` has no timers
/// or activities and does not wait; it begins and runs its engine itself.
@usableFromInline
struct StepDriver<Top: Statechart> {
    @usableFromInline let interpreter: Interpreter<Top>

    @inlinable init(_ interpreter: Interpreter<Top>) { self.interpreter = interpreter }

    // MARK: Beginning

    /// Takes a timer that is due out of the queue, and begins the step of its event.
    ///
    /// Compiled where the chart is known, like the steps of posted events.
    /// - Parameter whenTaken: called in between.
    @inlinable
    func expire(_ due: DueTimer, _ services: Services, whenTaken: () -> Void = {}) -> ResourceStep<Top.Event> {
        services.take(due)
        whenTaken()
        guard due.isOfTop, let engine = interpreter.engine else {
            return ResourceStep(end: services.beginInside(due), event: nil)
        }
        let event = engine.nodes.call(0, as: TopState<Top.Event>.self) {
            $0.takeTimed(at: due.slot, repeats: due.repeats)
        }
        return ResourceStep(end: interpreter.begin(event, engine, owner: due.node), event: event)
    }

    /// Begins the step of an event that an activity of a state has sent.
    func receive(_ event: any Sendable, at node: Int32, _ engine: Engine) -> ResourceStep<Top.Event> {
        let scope = engine.infos[node].scope
        if scope == 0, let event = event as? Top.Event {
            return ResourceStep(end: interpreter.begin(event, engine, owner: node), event: event)
        }
        return ResourceStep(end: engine.begin(inside: scope, owner: node) { $0.hold(event) }, event: nil)
    }

    /// Begins the step in which a state learns that one of its activities has ended.
    func end(
        _ activity: UInt64, of node: Int32, with outcome: ActivityEnd, _ services: Services
    ) -> ResourceStep<Top.Event> {
        let engine = services.engine
        let end: ActivityEnd
        switch services.follow(activity, of: node, outcome) {
        case .ends(let own): end = own
        case .follows(_, let event?): return receive(event, at: node, engine)
        case .follows(_, nil): return ResourceStep(end: .over(.handled), event: nil)
        }
        if services.end(activity, of: node, end) { engine.didEndActivities(node) }
        switch end {
        case .event(let event), .failed(let event): return receive(event, at: node, engine)
        case .silently: return ResourceStep(end: engine.begin(.activityEnd(node, nil)), event: nil)
        case .failure(let error): return ResourceStep(end: engine.begin(.activityEnd(node, error)), event: nil)
        }
    }

    /// Begins the step of a message for an embedded chart.
    func receive(_ event: any Sendable, insideOf top: Int32, _ engine: Engine) -> StepEnd {
        engine.begin(inside: engine.infos[top].scope) { $0.hold(event) }
    }
}

extension Pause {
    /// Awaits the action. Consumed, so that an effect is not kept while the machine goes on.
    @inline(__always)
    consuming func perform() async throws {
        switch consume self {
        case .entry(let node): try await node.entry()
        case .exit(let node): try await node.exit()
        case .effect(let effect): try await effect()
        case .ending(let awaitEnd): await awaitEnd()
        }
    }
}

/// The step that something which a state has under way sets off.
@usableFromInline
struct ResourceStep<Event> {
    /// `.refused` if there is none: the event is not one of the chart that the state belongs to.
    @usableFromInline let end: StepEnd
    /// The event, if it is one of the chart itself and not of an embedded one.
    @usableFromInline let event: Event?

    @inlinable init(end: StepEnd, event: Event?) {
        self.end = end
        self.event = event
    }
}

/// A timer that is due.
@usableFromInline
struct DueTimer {
    /// Where its event is.
    @usableFromInline let slot: Int32
    /// The state that it belongs to.
    @usableFromInline let node: Int32
    @usableFromInline let repeats: Bool
    /// True if the event is one of the chart itself, and not of an embedded one.
    @usableFromInline let isOfTop: Bool
}

extension Services {
    /// A timer in the queue as one that is due.
    func due(_ slot: Int32, _ timer: TimerQueue.Timer) -> DueTimer {
        DueTimer(slot: slot, node: timer.node, repeats: timer.repeats, isOfTop: engine.infos[timer.node].scope == 0)
    }

    /// The timer that is due next; with the last one the message that said so is dealt with.
    @usableFromInline
    func nextDue(through limit: TimerKey) -> DueTimer? {
        guard let (slot, timer) = firstDue(through: limit) else {
            self.limit = nil
            return nil
        }
        return due(slot, timer)
    }

    /// Takes a timer that is due out of the queue. The event is for the caller to take.
    @usableFromInline
    func take(_ due: DueTimer) { take(due.slot, of: due.node, repeats: due.repeats) }

    /// Begins the step of a timer of an embedded chart.
    @usableFromInline
    func beginInside(_ due: DueTimer) -> StepEnd {
        engine.begin(inside: engine.infos[due.node].scope, owner: due.node) {
            $0.holdTimed(at: due.slot, repeats: due.repeats)
        }
    }
}
