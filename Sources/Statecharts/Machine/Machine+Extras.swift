extension Machine {
    /// What machines have that are supervised, of which snapshots are taken, or that keep questions.
    final class Extras {
        var succession: Succession<Event>?
        var snapshotRequests: [SnapshotRequest] = []
        var questions = KeptQuestions()
        /// The suspended action that the task to come is to await, and the event of its step.
        var suspended: (pause: Pause, event: Event?)?
        /// What nobody wanted in the step under way, if that is to be reported.
        var unhandledEvents: [(event: Event, configuration: Configuration)] = []
    }

    var needingExtras: Extras {
        if let extras { return extras }
        let made = Extras()
        extras = made
        return made
    }

    /// Who follows when this machine ends, if a supervisor runs it. To be set before the start.
    var succession: Succession<Event>? {
        get { extras?.succession }
        set { needingExtras.succession = newValue }
    }

    /// Who waits for the end of the step to take a snapshot.
    var snapshotRequests: [SnapshotRequest] {
        get { extras?.snapshotRequests ?? [] }
        set { needingExtras.snapshotRequests = newValue }
    }
}
