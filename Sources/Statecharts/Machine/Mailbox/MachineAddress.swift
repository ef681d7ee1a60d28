/// Where envelopes for a machine are put, without keeping the machine alive.
@usableFromInline
final class MachineAddress<Event: Sendable>: Sendable {
    @usableFromInline let mailbox: Mailbox<Event>
    let machine: ObjectIdentifier
    /// Lets the machine look into its mailbox.
    private let wake: @Sendable () -> Void
    /// What people call the machine.
    private let name: @Sendable () -> String
    /// Takes what comes when the machine has ended, if another one follows it.
    private let takeOver: (@Sendable (Envelope<Event>) -> Bool)?
    /// Answers true if no other one follows any more.
    private let isLastLife: (@Sendable () -> Bool)?
    /// The ports of all lives of a supervised machine; `nil` when there is no such machine any more.
    private weak let lives: PortsOfLives?

    /// - Parameter handover: of a supervised machine, which others may follow.
    init(
        _ mailbox: Mailbox<Event>, of machine: ObjectIdentifier, handover: RestartHandover<Event>?,
        name: @escaping @Sendable () -> String = { "" }, wake: @escaping @Sendable () -> Void
    ) {
        self.mailbox = mailbox
        self.name = name
        self.machine = machine
        takeOver = handover?.takeOver
        isLastLife = handover?.isLastLife
        lives = handover?.ports
        self.wake = wake
    }

    /// True when nothing is let in any more, by this machine or one that follows it.
    @usableFromInline var hasEnded: Bool { mailbox.isClosed && isLastLife?() ?? true }

    @usableFromInline var inheritsMail: Bool { lives != nil }

    @usableFromInline @inline(never)
    func putElsewhere(_ envelope: Envelope<Event>) -> Bool {
        let message = envelope.message
        if let takeOver, message != nil { return takeOver(envelope) }
        // Nobody else keeps it while the machine gathers what waits for it. Behind its end the mailbox refuses it
        // again.
        if accept(mailbox.put(envelope)) { return true }
        // A channel keeps what is refused here, for another receiver.
        if let message, envelope.wayBack?.outlivesReceiver != true { tellLost(message) }
        return false
    }

    private func tellLost(_ event: any Sendable) {
        guard let count = mailbox.countLost(), Misuse.isWorthTelling(count) else { return }
        let messages = count == 1 ? "a message was" : "\(count) messages were"
        Misuse.tell(
            "the machine \(name()) was released before it had come to its end, and \(messages) sent to it afterwards "
                + "(\(ValueText.of(event))); connections do not keep a machine: whoever makes it keeps it until it is "
                + "done")
    }

    /// Lets the machine look into its mailbox. It is not asked for if a scheduler has it at hand: a weak reference
    /// costs as much as a switch of actors.
    @usableFromInline
    func tell() {
        if !MailboxScheduler.noteReturn(to: machine) { wake() }
    }

    /// Answers whether the envelope was accepted.
    @inlinable
    func put(_ envelope: Envelope<Event>) -> Bool {
        accept(mailbox.put(envelope, isFromPort: true)) || putElsewhere(envelope)
    }

    @inlinable
    func accept(_ result: Mailbox<Event>.PutResult) -> Bool {
        switch result {
        case .kept: return true
        case .refused: return false
        case .wake:
            tell()
            return true
        }
    }
}
