// How a timer that expires, and an activity that sends something or ends, begin a step: for everybody who drives a chart
// with a clock.

/// The step that something which a state has under way sets off.
struct ResourceStep<Event> {
    /// `.refused` if there is none: the event is not one of the chart that the state belongs to.
    let end: StepEnd
    /// The event, if it is one of the chart itself and not of an embedded one.
    var event: Event?
}

extension Interpreter {
    /// Begins the step of a timer that is due, which has been taken out of the queue.
    func begin(timerIn slot: Int32, of node: Int32, repeats: Bool, _ engine: Engine) -> ResourceStep<Top.Event> {
        let scope = engine.infos[node].scope
        if scope > 0 {
            return ResourceStep(end: engine.begin(inside: scope, timerIn: slot, repeats: repeats, owner: node))
        }
        let event = engine.nodes.call(0, as: TopState<Top.Event>.self) { $0.takeTimed(at: slot, repeats: repeats) }
        return ResourceStep(end: begin(event, engine, owner: node), event: event)
    }

    /// Begins the step of an event that an activity of a state has sent.
    func begin(_ event: any Sendable, at node: Int32, _ engine: Engine) -> ResourceStep<Top.Event> {
        let scope = engine.infos[node].scope
        if scope == 0, let event = event as? Top.Event {
            return ResourceStep(end: begin(event, engine, owner: node), event: event)
        }
        return ResourceStep(end: engine.begin(inside: scope, event, owner: node))
    }

    /// Begins the step in which a state learns that one of its activities has ended.
    func begin(
        _ end: ActivityEnd, of activity: UInt64, at node: Int32, _ services: Services
    ) -> ResourceStep<Top.Event> {
        let engine = services.engine
        if services.end(activity, of: node, end) { engine.noteEndOfActivities(node) }
        switch end {
        case .event(let event), .failed(let event): return begin(event, at: node, engine)
        case .silently: return ResourceStep(end: engine.begin(.activityEnd(node, nil)))
        case .failure(let error): return ResourceStep(end: engine.begin(.activityEnd(node, error)))
        }
    }
}
