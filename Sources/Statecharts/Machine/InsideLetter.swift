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
    @usableFromInline
    func put(_ event: any Sendable, _ passage: Passage) -> Bool { putLetter(InsideLetter(event, for: top, passage)) }

    @usableFromInline
    func fail(_ error: StepError) { putFailure(error) }
}

/// What lets messages of ports into the mailbox of a machine, for the top of an embedded chart.
protocol InsideReceiving: AnyObject {
    func attach(insideOf address: InsideAddress)
}

extension StateNode {
    /// Lets messages of ports into the mailbox of the machine, for the top of an embedded chart.
    func attachPorts(insideOf address: InsideAddress) {
        (portReceptions as? any InsideReceiving)?.attach(insideOf: address)
    }
}
