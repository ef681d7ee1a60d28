/// How much of its mailbox a machine takes at a time: asked between two batches.
///
/// A batch is what is in the mailbox when the machine looks. The budget never cuts it: whoever looks at the machine
/// comes after all that was posted before (`Machine.drainHere`). What does is a step that suspends or, under a
/// scheduler, gives another machine something to do.
@usableFromInline
enum DrainBudget {
    /// If more envelopes than this have been taken when a batch is over, other tasks have their turn before the next.
    /// Tests set another number (`Machine.envelopesPerTurn`).
    @inlinable static var turn: Int { 10_000 }
    /// If more than this have been taken, the machine yields once and looks again before it rests: more may be coming.
    @inlinable static var traffic: Int { 4 }
    /// A step that really suspends counts as this many envelopes, because it takes so much longer.
    @inlinable static var suspending: Int { 10 }
}

/// How a machine has left its mailbox.
@usableFromInline
enum DrainResult: Sendable {
    /// Empty. The machine is told of the next envelope, once it was started.
    case empty
    /// With envelopes in it, or without the machine being told of the next one: somebody has to look again.
    case hasMore
    /// Somebody holds the machine, and looks when it lets go: the action task of a step that has really suspended, or
    /// a snapshot.
    case suspended
}
