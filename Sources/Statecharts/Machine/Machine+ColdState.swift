extension Machine {
    /// What most machines at rest do not need: of supervisors, snapshots, kept questions, views, reports, and of
    /// actions that suspend.
    final class ColdState {
        /// The machine itself, as an existential made once: the cast costs more than a step. The machine keeps this.
        unowned(unsafe) let driven: any SuspendedMachine
        // Flags for some of the values below, which each step asks about. The values' types depend on the chart: to
        // ask the values themselves would look up the types, which takes long.
        var hasViews = false
        /// True while views look after a step: no other step begins, and whoever is told may look too.
        var tellsViews = false
        private(set) var hasHandover = false
        /// When ports give messages.
        var gates: PortGates? { didSet { hasGates = gates.map { !$0.areAlwaysOpen } ?? false } }
        private(set) var hasGates = false
        /// The events of the step under way to which no state reacted, if they are to be reported.
        var reports: UnhandledReports?
        var envelopesPerTurn = DrainBudget.turn
        /// True from when a supervisor ends the machine for its successor.
        var isHalting = false
        var handover: RestartHandover<Event>? { didSet { hasHandover = handover != nil } }
        /// Those who wait for the end of the step to take a snapshot. They are answered when the machine is held, with
        /// false if it has come to its end.
        var snapshotRequests: [(cut: TreeCut, reply: Question<Bool>)] = []
        /// The snapshot of a tree that the machine is held for.
        var cut: TreeCut?
        /// Who starts the machine while it is held.
        var starting: [CheckedContinuation<Void, Never>] = []
        var questions = KeptQuestions()
        /// Who is told after each step.
        var viewObservers = OrderedEntries<ObjectIdentifier, ViewObserver<Top>>()
        /// True if the machine has failed and nobody waits who would be told.
        var failsUnheard = false
        /// The event of the step that is suspended.
        var suspendedEvent: Event?
        /// How many envelopes the present action task has taken since it began to own the machine; counted against
        /// `DrainBudget.turn`.
        var taken = 0
        /// The machine's own action task, if its clock wants tasks on its own executor: of use to no other machine.
        var ownActionTask: ActionTask?
        /// True while the first step is under way; noted only if there is a cold state, as supervised machines have.
        var isStarting = false
        /// The number of the first step, see `Engine.stepCount`.
        var firstStep: UInt64 = 0
        /// True if a supervisor has asked to cut the first step short.
        var cancelsStart = false
        /// The action task of the first step, if that has really suspended.
        var startActionTask: ActionTask?

        init(of machine: any SuspendedMachine) { unsafe driven = machine }

        deinit { ownActionTask?.end() }
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

    /// What the supervisor is told, and who inherits the mail, if a supervisor runs the machine. Set before the start.
    var handover: RestartHandover<Event>? {
        get { cold?.handover }
        set {
            needingCold.handover = newValue
            updateWorkAfterSteps()
        }
    }

    func updateWorkAfterSteps() {
        guard let cold else { return }
        unsafe storedHasWorkAfterSteps = cold.hasViews || cold.hasHandover || cold.hasGates || cold.reports != nil
    }

    @usableFromInline var takenBefore: Int {
        get { cold?.taken ?? 0 }
        set { cold?.taken = newValue }
    }
}
