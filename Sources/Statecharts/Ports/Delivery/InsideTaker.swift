// How messages of ports reach a chart that is embedded in another one: as envelopes of the machine that runs both.

/// Puts the messages of an input port into the mailbox of a machine, as events of a chart that is embedded in the
/// machine's own.
@usableFromInline
final class InsideTaker<Message: Sendable, Event: Sendable>: Taker {
    private let address: InsideAddress
    private let mapping: @Sendable (Message) -> Event
    /// The port that the messages come through.
    private let port: PortNumber

    @usableFromInline
    init(_ address: InsideAddress, _ owner: any PassageOwner, _ mapping: @escaping @Sendable (Message) -> Event) {
        self.address = address
        self.mapping = mapping
        port = owner.number
    }

    /// Takes a message that nobody watches and nobody waits for.
    @usableFromInline
    func takePlain(_ message: Message) -> Bool {
        callingOut()
        return address.put(mapping(message), .port(port))
    }

    @usableFromInline
    func take(_ parcel: Parcel<Message>, for owner: (any PassageOwner)?) -> Taken {
        let receipt = DeliveryReceipt(
            origin: parcel.origin, isCounted: owner != nil, owner: owner ?? NumberedPorts.shared[port])
        parcel.origin?.begin()
        if address.put(mapping(parcel.message), .receipt(receipt)) { return .later }
        parcel.origin?.end()
        return .gone
    }

    @usableFromInline
    func fail(_ error: StepError) { address.fail(error) }
    @usableFromInline
    var edges: [(label: PortLabel, isPartial: Bool)] { [] }
    // The mailbox is between, and a step.
    @usableFromInline
    var following: [any RouteNode] { [] }
}
