extension Simulation {
    /// Calls the closure with each event that waits for the chart, and with what kind of event it is. All of them tell
    /// situations apart.
    package func visitWaiting(_ body: (_ name: String, _ value: AnyHashable) -> Void) {
        guard let engine, engine.status == .new || engine.status == .running else { return }
        for position in 0..<engine.deferred.count {
            if let event = engine.deferredEvent(position) { body("the deferred events", eventKey(event)) }
        }
        for timer in engine.services == nil ? [] : timers { body("the events of timers", eventKey(timer.event)) }
        for message in gates.waiting.joined() { body("the messages that wait", eventKey(message)) }
        for envelope in mail { body("the messages that wait", key(of: envelope)) }
    }
}
