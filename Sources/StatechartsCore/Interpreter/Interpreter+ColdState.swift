extension Interpreter {
    /// What interpreters have that post from inside, are observed, or continue from a snapshot.
    @usableFromInline
    package final class ColdState {
        /// Posted events.
        package var inbox = FIFO<Top.Event>()
        /// What to start from, if not from the initial configuration; `nil` from the start on.
        var restoration: (any Restoring)?
        /// Whether the chart was made ready from a snapshot.
        var isRestored = false
        var onStep: ((Macrostep<Top.Event>) -> Void)?
        var recorded: [Macrostep<Top.Event>]?
        /// The step in which somebody began to want records, see `Engine.stepCount`: its own record lacks its
        /// beginning, and is told to nobody.
        var unrecordedStep: UInt64?
        /// Gets the record of each step in place of the two above, and makes a macrostep of it.
        var publish: ((RawMacrostep) -> Void)?
        var limits = Limits()
        /// The event of the macrostep, kept only while somebody wants records.
        @usableFromInline var currentEvent: Top.Event?

        var wantsRecords: Bool { onStep != nil || recorded != nil || publish != nil }
    }

    @usableFromInline var needingCold: ColdState {
        if let cold { return cold }
        let made = ColdState()
        cold = made
        return made
    }

    /// What to start from, if not from the initial configuration; `nil` from the start on.
    package var restoration: (any Restoring)? {
        get { cold?.restoration }
        set { needingCold.restoration = newValue }
    }

    /// Whether the chart was made ready from a snapshot: its first step enters nothing.
    package var isRestored: Bool { cold?.isRestored ?? false }

    @usableFromInline package func failOnUnhandled() { failsUnhandled = true }
}

/// What a chart starts from in place of its initial configuration: how, knows who reads what was saved.
package protocol Restoring {
    /// Puts a chart that was never entered into a state that was saved. Answers with what waits.
    func restore<Event: Sendable>(
        _ engine: Engine, as event: Event.Type, allowsSuspending: Bool
    ) throws -> [RestoredEnvelope<Event>]
}

/// What waited in a mailbox when its machine was saved.
package enum RestoredEnvelope<Event> {
    case event(Event)
    /// What only a machine takes.
    case service(any Sendable)
}
