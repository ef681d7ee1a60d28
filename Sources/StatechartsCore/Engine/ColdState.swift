/// What an engine has whose machine is observed, has failed, embeds other charts or is near a limit.
package final class ColdState {
    /// What the step under way did, while somebody wants to know.
    private(set) lazy var log = StepLog()
    var observer: ((RawMacrostep) -> Void)?
    var logReader: (any StepLogReader)?
    var failure: StepError?
    var failsUnhandled = false
    /// Told of every event, with its chart, to which no active state has reacted.
    var onUnhandled: ((EventPointer, Int16) -> Void)?
    /// The event as each embedded chart understands it, while it is asked about.
    var translated: [Engine.Translation] = []
    /// The event or error that the present microstep answers to, for records.
    var causeText = ""
    /// The event for an embedded chart that set the step off.
    var insideText = ""
    var limits = Limits()
    /// The last events that were raised in a step that is near its limit of them.
    var raisedTrail: [String] = []
    /// What is remembered with deferred events, if anything is.
    var deferredCauses: DeferredCauses?
    /// What takes over what states had under way in the snapshot that the chart starts from.
    package var armings: [() -> Void] = []
    /// Told when the active states have been told that they continue.
    package var onRestored: (() -> Void)?
    /// True while `restored()` of the active states runs: activities are begun again.
    package var isRestoring = false
    /// The state whose scoped values are being made or destroyed, -1 for none.
    var handling: Int32 = -1
    /// The error that is being offered to `failed(_:)`.
    var offered: (any Error)?
    /// The first mistake of a visitor.
    var heard: StepError?
    /// What snapshots keep of the chart's ports.
    package var namedPorts: AnyObject?
}

extension Engine {
    /// Told of every complete macrostep.
    package var observer: ((RawMacrostep) -> Void)? {
        get { coldState?.observer }
        set {
            cold.observer = newValue
            updateLog()
        }
    }

    /// True if the observer wants the next step; a machine asks its subscribers before each.
    package var isObserved: Bool {
        get { hot.value.isObserved }
        set {
            guard newValue != isObserved else { return }
            hot.value.isObserved = newValue
            if coldState != nil { updateLog() }
        }
    }

    /// Reads what steps did in place of records.
    package var logReader: (any StepLogReader)? {
        get { coldState?.logReader }
        set {
            cold.logReader = newValue
            updateLog()
        }
    }

    /// True if the step that begins next is recorded for an observer.
    @usableFromInline var isObservedNow: Bool { pending.contains(.log) && coldState?.observer != nil }

    private func updateLog() {
        let isWanted = logReader != nil || isObserved && observer != nil
        if isWanted { pending.insert(.log) } else { pending.remove(.log) }
    }

    package var failure: StepError? {
        get { coldState?.failure }
        set { cold.failure = newValue }
    }

    /// True if an event that no state reacts to fails the chart.
    var failsUnhandled: Bool {
        get { coldState?.failsUnhandled ?? false }
        set {
            cold.failsUnhandled = newValue
            updateUnhandled()
        }
    }

    package var onUnhandled: ((EventPointer, Int16) -> Void)? {
        get { coldState?.onUnhandled }
        set {
            cold.onUnhandled = newValue
            updateUnhandled()
        }
    }

    private func updateUnhandled() { hot.value.tellsUnhandled = failsUnhandled || onUnhandled != nil }

    package var deferredCauses: DeferredCauses? {
        get { coldState?.deferredCauses }
        set { if newValue != nil || coldState != nil { cold.deferredCauses = newValue } }
    }

    var limits: Limits { coldState?.limits ?? Limits() }

    func limit(to limits: Limits) { if limits != Limits() { cold.limits = limits } }
}
