// How messages of ports reach a chart that is embedded in another one: as letters of the machine that runs both.

/// A message of a port on its way to an embedded chart.
@usableFromInline
final class InsideLetter: Sendable {
    /// The message as an event of the embedded chart.
    let event: any Sendable
    /// The top state of the embedded chart.
    let top: Int32
    let passage: Passage

    init(_ event: any Sendable, for top: Int32, _ passage: Passage) {
        self.event = event
        self.top = top
        self.passage = passage
    }

    /// The event as it goes into a snapshot.
    func saved(in engine: Engine) throws -> SnapshotValue {
        try DynamicCoding.tree(of: event, "of a port of \(engine.topology.path(of: top)), which waits,")
    }
}

/// Where letters for an embedded chart are put, without keeping the machine alive.
@usableFromInline
final class InsideAddress: Sendable {
    private let top: Int32
    private let putLetter: @Sendable (InsideLetter) -> Bool
    private let putFailure: @Sendable (StepError) -> Void

    init<Event>(_ address: MachineAddress<Event>, insideOf top: Int32) {
        self.top = top
        putLetter = { address.put(.inside($0)) }
        putFailure = { _ = address.put(.fail($0)) }
    }

    /// Answers whether the letter was accepted.
    func put(_ event: any Sendable, _ passage: Passage) -> Bool { putLetter(InsideLetter(event, for: top, passage)) }

    func fail(_ error: StepError) { putFailure(error) }
}

/// Puts the messages of an input port into the mailbox of a machine, as events of a chart that is embedded in the machine's own.
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
        return address.put(
            mapping(message), Passage(origin: nil, isCounted: false, owner: NumberedPorts.shared[port]))
    }

    @usableFromInline
    func take(_ parcel: Parcel<Message>, for owner: (any PassageOwner)?) -> Taken {
        let passage = Passage(
            origin: parcel.origin, isCounted: owner != nil, owner: owner ?? NumberedPorts.shared[port])
        parcel.origin?.begin()
        if address.put(mapping(parcel.message), passage) { return .later }
        parcel.origin?.end()
        return .gone
    }

    @usableFromInline
    func fail(_ error: StepError) { address.fail(error) }
    @usableFromInline
    var edges: [(label: PortLabel, isPartial: Bool)] { [] }
    // The mailbox is between, and a step.
    @usableFromInline
    var following: [any Node] { [] }
}
