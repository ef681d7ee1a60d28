/// How much of its mailbox a machine takes at a time.
@usableFromInline
struct DrainBudget: Sendable {
    /// After more envelopes than this, other tasks have their turn before the machine goes on.
    @usableFromInline var turn = 10_000
    /// After more envelopes than this, the machine yields once and looks again before it rests: more may be coming.
    @usableFromInline var traffic = 4
    /// A step that really suspends counts as this many envelopes, because it takes so much longer.
    @usableFromInline var suspending = 10

    @usableFromInline init() {}
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
