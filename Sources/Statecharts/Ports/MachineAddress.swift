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

    /// Lets the machine look into its mailbox. It is not asked for if a courier has it at hand: a weak reference costs as much as a switch of actors.
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

/// Puts the messages of an input port into a machine's mailbox, as events.
@usableFromInline
final class MachineTaker<Message: Sendable, Event: Sendable>: Taker {
    @usableFromInline let address: MachineAddress<Event>
    @usableFromInline let mapping: @Sendable (Message) -> Event
    /// The port that the messages come through.
    @usableFromInline let port: PortNumber

    @usableFromInline
    init(
        _ address: MachineAddress<Event>, _ owner: any PassageOwner, _ mapping: @escaping @Sendable (Message) -> Event
    ) {
        self.address = address
        self.mapping = mapping
        port = owner.number
    }

    /// Takes a message that nobody watches and nobody waits for.
    @inlinable
    func takePlain(_ message: Message) -> Bool {
        callingOut()
        return address.put(.plain(mapping(message), port))
    }

    @usableFromInline
    func take(_ parcel: Parcel<Message>, for owner: (any PassageOwner)?) -> Taken {
        if owner == nil, parcel.origin == nil { return takePlain(parcel.message) ? .later : .gone }
        let passage = Passage(
            origin: parcel.origin, isCounted: owner != nil, owner: owner ?? NumberedPorts.shared[port])
        parcel.origin?.begin()
        if address.put(.message(mapping(parcel.message), passage)) { return .later }
        parcel.origin?.end()
        return .gone
    }

    @usableFromInline
    func fail(_ error: StepError) { _ = address.put(.fail(error)) }
    @usableFromInline
    var edges: [(label: PortLabel, isPartial: Bool)] { [] }
    @usableFromInline
    var machine: ObjectIdentifier? { address.machine }
    // The mailbox is between, and a step.
    @usableFromInline
    var following: [any Node] { [] }
}
