/// What most engines do not need: for records, failures, embedded charts, snapshots and limits.
package final class ColdState {
    /// What the step under way did, while somebody records.
    var log = StepLog()
    var observer: ((RawMacrostep) -> Void)?
    var logReader: ((StepLog.Words, MacrostepTrigger, Outcome) -> Void)?
    /// Errors that were thrown and not yet offered to a state.
    var pendingErrors: [Engine.PendingError] = []
    var failure: StepError?
    /// True if an event that no state reacts to fails the chart.
    var failsUnhandled = false
    /// Told of every event, with its chart, to which no active state has reacted.
    package var onUnhandled: ((EventPointer, ScopeIndex) -> Void)?
    /// For each chart the event as it understands it, while states are asked about it: `.some(nil)` if it does not, `nil`
    /// as long as it was not asked.
    var translated: [EventPointer??] = []
    /// The raised event or the error that the present microstep answers to, as text, while somebody records.
    var causeText = ""
    /// The event for an embedded chart that set the step off, and the chart, until the step was recorded.
    package var inside: (scope: ScopeIndex, event: any Sendable)?
    var limits = Limits()
    /// The sources of the last microsteps without an event, in a step that is near the limit of those.
    var trail: [[VertexIndex]] = []
    /// The last events that were raised in a step that is near the limit of raised events.
    var raisedTrail: [String] = []
    var deferredCauses: DeferredCauses?
    /// Each arms a timer or notes an activity of the snapshot that the chart starts from. Called by its first step;
    /// `nil` from then on.
    package var armings: [() -> Void]?
    /// Called when `restored()` of the active states has been called; `nil` from then on.
    package var onRestored: (() -> Void)?
    /// True while `restored()` of the active states runs, where activities are begun again. Who restores sets both.
    package var isRestoring: Bool { armings == nil && onRestored != nil }
    /// The state whose scoped values are being made or destroyed, -1 for none.
    var scopedOwner: VertexIndex = -1
    /// The error that is being offered to `failed(_:)`.
    var offered: (any Error)?
    /// The first mistake that was made in `Engine.throwingMistakes(of:_:)`.
    var visitorsMistake: StepError?
    /// What snapshots keep of the chart's ports.
    package var namedPorts: AnyObject?
}

extension Engine {
    /// Gets the record of every complete macrostep.
    package var observer: ((RawMacrostep) -> Void)? {
        get { coldState?.observer }
        set {
            cold.observer = newValue
            updateLog()
        }
    }

    /// True if the observer wants the record of the next step; a machine asks its subscribers before each.
    package var isObserved: Bool {
        get { hot.value.isObserved }
        set {
            guard newValue != isObserved else { return }
            hot.value.isObserved = newValue
            updateLog()
        }
    }

    /// Has the numbers of every macrostep read, before the observer gets the record and the log forgets them.
    package func readLog(_ reader: @escaping (StepLog.Words, MacrostepTrigger, Outcome) -> Void) {
        cold.logReader = reader
        updateLog()
    }

    /// True if the step that begins next is recorded for an observer.
    @usableFromInline var isObservedNow: Bool { pending.contains(.log) && coldState?.observer != nil }

    private func updateLog() {
        let isWanted = coldState?.logReader != nil || isObserved && observer != nil
        if isWanted { pending.insert(.log) } else { pending.remove(.log) }
    }

    package var failure: StepError? {
        get { coldState?.failure }
        set { cold.failure = newValue }
    }

    package var deferredCauses: DeferredCauses? {
        get { coldState?.deferredCauses }
        set { cold.deferredCauses = newValue }
    }

    package var limits: Limits { coldState?.limits ?? Limits() }
}
