/// What a message carries through a mailbox if somebody watches it or waits for the end of its step.
@usableFromInline
final class DeliveryReceipt: Sendable {
    let cause: TraceContext?
    private let isCounted: Bool
    private weak let owner: (any DeliveringPort)?
    /// How the message goes back if the machine does not begin its step.
    let wayBack: WayBack?

    init(cause: TraceContext?, isCounted: Bool, owner: (any DeliveringPort)?, wayBack: WayBack? = nil) {
        self.cause = cause
        self.isCounted = isCounted
        self.owner = owner
        self.wayBack = wayBack
    }

    /// Asked when the message's turn has come. Answers false if the machine does not take it in its present states, and
    /// it has gone back.
    var isAdmitted: Bool {
        guard wayBack != nil, let owner else { return true }
        return owner.isOpen || !goesBack()
    }

    /// The message and its port, if it goes back into the queue of that.
    var portMessage: PortMessage? {
        guard let message = wayBack?.messageOfPort, let owner else { return nil }
        return PortMessage(port: ObjectIdentifier(owner), message: message)
    }

    /// The machine has completed the message's step.
    func handled() {
        cause?.end()
        if isCounted { owner?.deliveryHandled() }
    }

    /// The machine has ended without taking the message.
    func lost(_ event: any Sendable) {
        if let wayBack, wayBack.outlivesReceiver || owner?.isPaused ?? false, goesBack() { return }
        cause?.end()
        owner?.deliveryLost(event, counted: isCounted)
    }

    private func goesBack() -> Bool {
        guard wayBack?.go() ?? false else { return false }
        handled()
        return true
    }
}

/// A message that has been given to a machine, as one that still waits in its port.
struct PortMessage {
    let port: ObjectIdentifier
    let message: any Sendable
}
