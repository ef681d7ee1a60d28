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
        return address.put(.event(mapping(message), .port(port)))
    }

    @usableFromInline
    func take(_ parcel: Parcel<Message>, for owner: (any PassageOwner)?) -> Taken {
        if owner == nil, parcel.origin == nil { return takePlain(parcel.message) ? .later : .gone }
        let receipt = DeliveryReceipt(
            origin: parcel.origin, isCounted: owner != nil, owner: owner ?? NumberedPorts.shared[port])
        parcel.origin?.begin()
        if address.put(.event(mapping(parcel.message), .receipt(receipt))) { return .later }
        parcel.origin?.end()
        return .gone
    }

    @usableFromInline
    func fail(_ error: StepError) { _ = address.put(.failure(error)) }
    @usableFromInline
    var edges: [(label: PortLabel, isPartial: Bool)] { [] }
    @usableFromInline
    var machine: ObjectIdentifier? { address.machine }
    // The mailbox is between, and a step.
    @usableFromInline
    var following: [any RouteNode] { [] }
}
