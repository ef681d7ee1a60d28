extension Interpreter {
    /// The most transitions that may be taken in a row without an event, by ``State/always()``, ``State/completed()``,
    /// choices and ``State/failed(_:)``; one more fails the chart with an error that names the cycle. 1,000 by default,
    /// to be set before the start.
    public var eventlessLimit: Int {
        get { cold?.limits.eventless ?? Self.usualEventlessLimit }
        set { needingCold.limits.eventless = max(0, newValue) }
    }

    /// The most events that may be raised and taken within one step; one more fails the chart with an error that names
    /// the cycle.
    ///
    /// Nobody else gets a turn while a step raises events, and nobody can stop it. The same goes for the steps of
    /// deferred events that are recalled behind it: what they raise is counted on, until fewer are deferred than before.
    /// 10,000 by default, to be set before the start.
    public var raisedLimit: Int {
        get { cold?.limits.raised ?? Self.usualRaisedLimit }
        set { needingCold.limits.raised = max(0, newValue) }
    }

    @inlinable package static var usualEventlessLimit: Int { 1_000 }
    @inlinable package static var usualRaisedLimit: Int { 10_000 }

    /// Sets limits that are not the usual ones.
    @usableFromInline
    package func limit(eventless: Int, raised: Int) {
        eventlessLimit = eventless
        raisedLimit = raised
    }
}
