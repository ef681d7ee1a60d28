/// How much of its mailbox a machine takes at a time.
@usableFromInline
struct DrainBudget: Sendable {
    /// After more envelopes than this, other tasks have their turn before the machine goes on.
    @usableFromInline var turn = 10_000
    /// After more envelopes than this, it is worth a look whether there are more before the machine goes to rest.
    @usableFromInline var traffic = 4
    /// As many envelopes a step counts that really suspends, because it takes so much longer.
    @usableFromInline var suspending = 10

    @usableFromInline init() {}
}

/// How a machine has left its mailbox.
@usableFromInline
enum DrainResult: Sendable {
    /// Empty. The machine is told of the next envelope.
    case empty
    /// With envelopes in it, or without the machine being told of the next one: somebody has to look again.
    case hasMore
    /// A step has really suspended. Its end looks into the mailbox.
    case suspended
}
