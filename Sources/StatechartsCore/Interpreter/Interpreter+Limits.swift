extension Interpreter {
    /// The most events that may be deferred at a time; one more fails the chart. 10,000 by default, to be set before
    /// the start.
    public var deferralLimit: Int {
        get { (cold?.limits ?? Limits()).deferred }
        set { needingCold.limits.deferred = newValue }
    }

    /// The most transitions that may be taken in a row without an event, by ``State/always()``, ``State/completed()``,
    /// choices and ``State/failed(_:)``; one more fails the chart with an error that names the cycle. 1,000 by default,
    /// to be set before the start.
    public var eventlessLimit: Int {
        get { (cold?.limits ?? Limits()).eventless }
        set { needingCold.limits.eventless = newValue }
    }

    /// The most events that may be raised and taken within one step; one more fails the chart with an error that names
    /// the cycle.
    ///
    /// Nobody else gets a turn while a step raises events, and nobody can stop it. The same goes for the steps of
    /// deferred events that are recalled behind it: what they raise is counted on, until fewer are deferred than
    /// before. 10,000 by default, to be set before the start.
    public var raisedLimit: Int {
        get { (cold?.limits ?? Limits()).raised }
        set { needingCold.limits.raised = newValue }
    }

    /// Sets all limits; the usual ones take no memory.
    @usableFromInline
    package func limit(_ limits: Limits) {
        if limits != Limits() { needingCold.limits = limits }
    }
}
