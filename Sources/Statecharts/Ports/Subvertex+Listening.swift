extension Subvertex {
    /// Sends the state an event for every message of a port, as long as the state is active.
    ///
    ///     override func entry() { listen(to: top.model.changes) { .changed($0) } }
    ///
    /// The connection is made at once: what is sent from now on arrives; if the port has a current value, that comes
    /// first. The connection ends when the state is left, before its exit action; messages that have come but that the
    /// machine has not taken yet are then discarded. Listening is an activity, with everything that
    /// `listen(to:_:done:failed:)` of sequences says about it: the state is complete only when the port is finished.
    /// - Parameters:
    ///   - port: a port of another component; messages wait without a bound while a step is under way.
    ///   - event: the event for a message.
    ///   - done: the event for the end of the port.
    public final func listen<Message>(
        to port: OutputPort<Message>, _ event: @escaping @Sendable (Message) -> Top.Event,
        done: (@Sendable () -> Top.Event)? = nil
    ) { listen(to: port.stream(), event, done: done) }
}

extension TopState {
    /// Sends the chart an event for every message of a port, as long as the chart runs; as in states.
    public final func listen<Message>(
        to port: OutputPort<Message>, _ event: @escaping @Sendable (Message) -> Event,
        done: (@Sendable () -> Event)? = nil
    ) { listen(to: port.stream(), event, done: done) }
}
