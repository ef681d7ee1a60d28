extension Interpreter {
    /// What interpreters have that post from inside, are observed, or continue from a snapshot.
    @usableFromInline
    final class Extras {
        /// Posted events.
        var inbox = FIFO<Top.Event>()
        /// What to start from, if not from the initial configuration.
        var restoration: Restoration?
        var onStep: ((Macrostep<Top.Event>) -> Void)?
        var recorded: [Macrostep<Top.Event>]?
        var limits = Limits()
        /// The event of the macrostep, kept only while somebody wants records.
        var currentEvent: Top.Event?

        var wantsRecords: Bool { onStep != nil || recorded != nil }
    }

    var needingExtras: Extras {
        if let extras { return extras }
        let made = Extras()
        extras = made
        return made
    }

    /// What to start from, if not from the initial configuration.
    var restoration: Restoration? {
        get { extras?.restoration }
        set { needingExtras.restoration = newValue }
    }

    @usableFromInline func failOnUnhandled() { failsUnhandled = true }

    /// Has the chart start from a snapshot.
    @usableFromInline
    func restore(_ snapshot: Snapshot, _ migrate: ((inout Snapshot) throws -> Void)?) {
        restoration = Restoration(snapshot: snapshot, migrate: migrate)
    }
}
