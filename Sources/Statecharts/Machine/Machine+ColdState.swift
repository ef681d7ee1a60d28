extension Machine {
    /// What machines have that are supervised, of which snapshots are taken, or that keep questions.
    final class ColdState {
        /// The machine itself, which keeps this: to find out how it conforms takes longer than a step.
        unowned(unsafe) let driven: any SuspendedMachine
        /// Whether there are those of the two that a step asks for: their types are known only when the program runs,
        /// so to ask them takes long.
        var hasUnhandled = false
        var hasLooks = false
        private(set) var hasHandover = false
        /// When ports give messages.
        var gates: PortGates? {
            didSet { hasGates = gates.map { !$0.areAlwaysOpen } ?? false }
        }
        private(set) var hasGates = false
        /// How much of the mailbox is taken at a time.
        var budget = DrainBudget()
        var handover: RestartHandover<Event>? {
            didSet { hasHandover = handover != nil }
        }
        var snapshotRequests: [SnapshotRequest] = []
        var questions = KeptQuestions()
        /// Who looks at the machine after each step.
        var looks = ViewObservers<ViewObserver<Top>>()
        /// Whether it has failed and nobody has been told.
        var failsUnheard = false
        /// The event of the step that is suspended.
        var suspendedEvent: Event?
        /// How many envelopes were taken since the step that suspended last, as long as none of the later ones really
        /// has.
        var taken = 0
        /// What goes on with suspended steps, if the clock wants it to be the machine's own.
        var ownActionTask: OwnActionTask?
        /// Whether the first step is under way, which a supervisor may want to be over soon.
        var isStarting = false
        /// Whether it does.
        var cancelsStart = false
        /// What goes on with the first step, if that is suspended.
        var startActionTask: ActionTask?
        /// What nobody wanted in the step under way, if that is to be reported.
        var unhandledEvents: [(event: Event, configuration: Configuration)] = []

        init(of machine: any SuspendedMachine) { unsafe driven = machine }
    }

    @inline(__always) var needingCold: ColdState {
        if let cold { return cold }
        return makeCold()
    }

    @inline(never)
    private func makeCold() -> ColdState {
        let made = ColdState(of: self)
        cold = made
        return made
    }

    /// Who follows when this machine ends, if a supervisor runs it. To be set before the start.
    var handover: RestartHandover<Event>? {
        get { cold?.handover }
        set {
            needingCold.handover = newValue
            updateClosing()
        }
    }

    /// Notes whether there is more to do after a step than to answer who waits.
    func updateClosing() {
        let isReporting = if case .report = unhandled { true } else { false }
        unsafe storedClosesSteps = cold.map { $0.hasLooks || $0.hasHandover || $0.hasGates } ?? false || isReporting
    }

    /// How many envelopes were taken since the step that suspended last.
    @usableFromInline var takenBefore: Int {
        get { cold?.taken ?? 0 }
        set { cold?.taken = newValue }
    }

    /// Who waits for the end of the step to take a snapshot.
    var snapshotRequests: [SnapshotRequest] {
        get { cold?.snapshotRequests ?? [] }
        set { needingCold.snapshotRequests = newValue }
    }
}

/// Somebody who waits for the end of the step to get a snapshot.
struct SnapshotRequest {
    let waiting: WaitGraph.Ticket?
    /// Resumed with `nil` if there is no step under way any more.
    let reply: CheckedContinuation<Snapshot?, any Error>
}
