/// Where the events of a machine are put: its mailbox, that of the machine around an embedded chart, or that of a
/// supervised machine in whichever life.
@usableFromInline
protocol EventAddress<Event>: AnyObject, Sendable {
    associatedtype Event: Sendable
    /// Puts in an event, or a failure by a contract. Answers `false` if the machine has come to its end.
    func put(_ envelope: Envelope<Event>) -> Bool
    /// An event as a snapshot notes it.
    func noted(_ event: Event) -> MailUnderWay.Content
    /// The machine that takes the events, if it is known.
    var receiver: ObjectIdentifier? { get }
    /// True when ``put(_:)`` takes nothing any more.
    var hasEnded: Bool { get }
    /// True for a supervised machine, as long as there is one: what one life leaves goes to the next, maybe in a later
    /// run of the supervisor.
    var inheritsMail: Bool { get }
}

/// Puts the messages of an input port into a mailbox, as events.
@usableFromInline
final class MailboxTaker<Message: Sendable, Address: EventAddress>: Taker {
    @usableFromInline let address: Address
    @usableFromInline let mapping: @Sendable (Message) -> Address.Event
    /// The port that the messages come through.
    @usableFromInline let port: PortNumber

    @usableFromInline
    init(
        _ address: Address, _ owner: any DeliveringPort, _ mapping: @escaping @Sendable (Message) -> Address.Event
    ) {
        self.address = address
        self.mapping = mapping
        port = owner.number
    }

    /// Takes a message that nobody watches and nobody waits for.
    @inlinable
    func takeDirect(_ message: Message) -> Bool {
        callingOut()
        return address.put(.event(mapping(message), .port(port)))
    }

    @usableFromInline
    func take(_ parcel: Parcel<Message>, mode: OfferMode, for owner: (any DeliveringPort)?) -> Taken {
        if owner == nil, parcel.context == nil { return takeDirect(parcel.message) ? .later : .gone }
        let receipt = DeliveryReceipt(
            cause: parcel.context, isCounted: owner != nil, owner: owner ?? NumberedPorts.shared[port],
            wayBack: mode.wayBack)
        callingOut()
        let event = mapping(parcel.message)
        parcel.context?.begin()
        if address.put(.event(event, .receipt(receipt))) { return .later }
        parcel.context?.end()
        return .gone
    }

    @usableFromInline func fail(_ error: StepError) { _ = address.put(.failure(error)) }
    @usableFromInline var machine: ObjectIdentifier? { address.receiver }
    @usableFromInline var hasEnded: Bool { address.hasEnded }
    @usableFromInline var inheritsMessages: Bool { address.inheritsMail }
}

extension MachineAddress: EventAddress {
    @usableFromInline var receiver: ObjectIdentifier? { machine }
}

extension InsideAddress: EventAddress {}
