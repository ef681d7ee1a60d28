/// Who wants to know what became of a message that was put into a mailbox.
@usableFromInline
protocol PassageOwner: AnyObject, Sendable {
    /// The step of a counted message is complete.
    func passageHandled()
    /// The machine ended before it took the message.
    func passageLost(_ message: any Sendable, counted: Bool)
    /// The number by which envelopes name the owner.
    var number: PortNumber { get }
}

/// What a message carries through a mailbox if somebody watches it or waits for the end of its step.
@usableFromInline
final class DeliveryReceipt: Sendable {
    let cause: TraceContext?
    private let isCounted: Bool
    private weak let owner: (any PassageOwner)?

    init(cause: TraceContext?, isCounted: Bool, owner: (any PassageOwner)?) {
        self.cause = cause
        self.isCounted = isCounted
        self.owner = owner
    }

    /// The machine has completed the message's step.
    func handled() {
        cause?.end()
        if isCounted { owner?.passageHandled() }
    }

    /// The machine has ended without taking the message.
    func lost(_ event: any Sendable) {
        cause?.end()
        owner?.passageLost(event, counted: isCounted)
    }
}
