/// What an engine has whose machine is observed, has failed, defers while a system watches, embeds other charts or has
/// scoped values.
final class EngineExtras {
    var scoped: [Int32: [ScopedSlot]] = [:]
    var translated: [Engine.TranslationState] = []
    var recordedMicrosteps: [Microstep] = []
    /// What was recorded before, so that the same step makes no new record; and which of it is all of the step under
    /// way.
    var plainRecords: PlainRecords?
    var plainContent: StepContent?
    var observer: ((RawMacrostep) -> Void)?
    var scribe: (any StepNoting)?
    var failure: StepError?
    var onUnhandled: ((EventPointer, Int16) -> Void)?
    var armings: [() -> Void] = []
    /// What snapshots keep of the chart's ports.
    var currentOutputs: AnyObject?
    /// True while `restored()` of the active states runs: activities are begun again.
    var isRestoring = false
    var triggerText = ""
    var limits = Limits()
    /// The last events that were raised in a step that is near its limit of them.
    var raisedTrail: [String] = []
    /// The event for an embedded chart that set the step off.
    var insideText = ""
    var bookmarks: Bookmarks?
    /// The state whose scoped values are being made or destroyed, -1 for none.
    var handling: Int32 = -1
    /// The error that is being offered to `failed(_:)`.
    var offered: (any Error)?
    /// The first mistake of a visitor.
    var heard: StepError?
}

/// Who notes steps in a way of its own, in place of records.
protocol StepNoting: AnyObject {
    /// Notes the microstep that was performed.
    func note(_ engine: Engine)
    /// The step is over.
    func end(_ trigger: MacrostepTrigger, _ outcome: Outcome, _ engine: Engine)
}

extension Engine {
    var needingExtras: EngineExtras {
        if let extras { return extras }
        let made = EngineExtras()
        extras = made
        return made
    }

    /// The scoped properties of every vertex that has some.
    var scoped: [Int32: [ScopedSlot]] { extras?.scoped ?? [:] }

    var translated: [TranslationState] {
        _read { yield extras?.translated ?? [] }
        _modify { yield &needingExtras.translated }
    }

    var recordedMicrosteps: [Microstep] {
        _read { yield extras?.recordedMicrosteps ?? [] }
        _modify { yield &needingExtras.recordedMicrosteps }
    }

    /// Told of every complete macrostep; recording happens only while there is somebody to tell.
    var observer: ((RawMacrostep) -> Void)? {
        get { extras?.observer }
        set {
            needingExtras.observer = newValue
            updateRecording()
        }
    }

    /// Notes every step in place of records.
    var scribe: (any StepNoting)? {
        get { extras?.scribe }
        set {
            needingExtras.scribe = newValue
            updateRecording()
        }
    }

    var failure: StepError? {
        get { extras?.failure }
        set { needingExtras.failure = newValue }
    }

    /// Told of every event, with its scope, to which no active state has reacted.
    var onUnhandled: ((EventPointer, Int16) -> Void)? {
        get { extras?.onUnhandled }
        set { needingExtras.onUnhandled = newValue }
    }

    /// What takes over what states had under way in the snapshot that the chart starts from.
    var armings: [() -> Void] {
        get { extras?.armings ?? [] }
        set { if !newValue.isEmpty || extras != nil { needingExtras.armings = newValue } }
    }

    var isRestoring: Bool {
        get { extras?.isRestoring ?? false }
        set { if newValue || extras != nil { needingExtras.isRestoring = newValue } }
    }

    var triggerText: String {
        get { extras?.triggerText ?? "" }
        set { needingExtras.triggerText = newValue }
    }

    /// What is remembered with deferred events, if anything is.
    var bookmarks: Bookmarks? {
        get { extras?.bookmarks }
        set { needingExtras.bookmarks = newValue }
    }
}
