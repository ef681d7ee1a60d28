// Others can get to a machine from inside its step although it is an actor: an action or a handler that runs on its
// executor can call it by `assumeIsolated`, begin a task there with `Task.immediate`, or let go of something whose
// `deinit` does. The gate is for them; About.swift says what it asks.

/// Who has a machine to itself between two jobs of its executor: meanwhile everybody else's envelopes wait.
@usableFromInline
enum MachineHolder: Sendable {
    /// Whoever comes first takes what waits.
    case nobody
    /// The action task of a step that has really suspended. When that step is over, the action task itself takes what
    /// waits, before anybody who was answered goes on at the machine's executor: no scheduler is called for that.
    ///
    /// It stays the holder until nothing is left. It lets go earlier if the budget is spent, or if its task was
    /// cancelled: then the scheduler goes on. It hands over to a snapshot that waits for the end of the step.
    case actionTask
    /// A snapshot of the machine's tree, see `TreeCut`. Nothing is taken until it lets go.
    case snapshot
}

extension Machine {
    /// True while a step is under way, suspended or not, or something around it that calls foreign code: envelopes of
    /// the mailbox are being taken, a step is closed, a visitor is inside, a snapshot is taken.
    var isOccupied: Bool { holder != .nobody || isBusy || interpreter.engine?.isStepping == true }

    /// Does something around the steps that calls foreign code: who comes meanwhile waits.
    func occupied<Result>(_ body: () throws -> Result) rethrows -> Result {
        let wasBusy = isBusy
        isBusy = true
        defer { isBusy = wasBusy }
        return try body()
    }

    /// True if what has no place in the mailbox has to let the step under way come to its end, which it does by
    /// `Task.yield()`, in a loop of its own.
    ///
    /// Only while nobody holds the machine. Who finds a holder has something to await instead, the end of a step or of
    /// a snapshot, or leaves the rest to the holder.
    ///
    /// The loop is written in the caller: on the way back from an `async` function the actor may be left for a moment,
    /// by a task that prefers an executor, and then what the function has found out is old.
    var hasToYield: Bool { holder == .nobody && isOccupied }

    /// True if the machine was not started, and something that calls foreign code is under way, or a snapshot holds it.
    /// An envelope would lie in its mailbox until it is started: who cannot wait so long awaits `waitForTurn()`, in a
    /// loop of its own.
    @usableFromInline var isOccupiedBeforeStart: Bool { interpreter.status == .new && isOccupied }

    /// Waits for a while where `isOccupiedBeforeStart`.
    @usableFromInline
    func waitForTurn() async {
        if mustWaitToStart { await waitToStart() } else { await Task.yield() }
    }
}
