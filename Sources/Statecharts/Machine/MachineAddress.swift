/// Where letters for a machine are put, without keeping the machine alive.
@usableFromInline
final class MachineAddress<Event: Sendable>: Sendable {
    @usableFromInline let mailbox: Mailbox<Event>
    let machine: ObjectIdentifier
    /// Lets the machine look into its mailbox.
    private let wake: @Sendable () -> Void
    /// Takes what comes when the machine has ended, if another one follows it.
    private let takeOver: (@Sendable (Letter<Event>) -> Bool)?

    init(
        _ mailbox: Mailbox<Event>, of machine: ObjectIdentifier, orElse takeOver: (@Sendable (Letter<Event>) -> Bool)?,
        wake: @escaping @Sendable () -> Void
    ) {
        self.mailbox = mailbox
        self.machine = machine
        self.takeOver = takeOver
        self.wake = wake
    }

    @usableFromInline @inline(never)
    func putElsewhere(_ letter: Letter<Event>) -> Bool { takeOver?(letter) ?? false }

    /// Lets the machine look into its mailbox. It is not asked for if a courier has it at hand: a weak reference costs
    /// as much as a switch of actors.
    @usableFromInline
    func tell() {
        if !Courier.goesBack(to: machine) { wake() }
    }

    /// Answers whether the letter was accepted.
    @inlinable
    func put(_ letter: Letter<Event>) -> Bool {
        switch mailbox.put(letter) {
        case .kept: return true
        case .refused: return putElsewhere(letter)
        case .wake:
            tell()
            return true
        }
    }
}
