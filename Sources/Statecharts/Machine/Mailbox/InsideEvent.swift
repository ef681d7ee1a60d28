/// A message of a port as an event of an embedded chart.
@usableFromInline
final class InsideEvent: Sendable {
    let event: any Sendable
    /// The top state of the embedded chart.
    let top: Int32

    init(_ event: any Sendable, for top: Int32) {
        self.event = event
        self.top = top
    }

    /// The event as it goes into a snapshot.
    func saved(in engine: Engine) throws -> Snapshot.Waiting {
        .inside(
            try DynamicCoding.tree(of: event, "of a port of \(engine.topology.path(of: top)), which waits,"),
            chart: engine.snapshotPath(engine.infos[top].parent))
    }
}

/// Where messages for an embedded chart are put, without keeping the machine alive.
@usableFromInline
final class InsideAddress: Sendable {
    let top: Int32
    private let putEvent: @Sendable (InsideEvent, Sender) -> Bool
    private let putFailure: @Sendable (StepError) -> Bool
    private let hasMachineEnded: @Sendable () -> Bool
    private let doesInheritMail: @Sendable () -> Bool
    /// The machine around the chart.
    @usableFromInline let receiver: ObjectIdentifier?

    init<Event>(_ address: MachineAddress<Event>, insideOf top: Int32) {
        self.top = top
        putEvent = { address.put(.inside($0, $1)) }
        putFailure = { address.put(.failure($0)) }
        hasMachineEnded = { address.hasEnded }
        doesInheritMail = { address.inheritsMail }
        receiver = address.machine
    }

    @usableFromInline var hasEnded: Bool { hasMachineEnded() }
    @usableFromInline var inheritsMail: Bool { doesInheritMail() }

    /// Answers whether the envelope was accepted.
    @usableFromInline
    func put(_ envelope: Envelope<any Sendable>) -> Bool {
        switch envelope {
        case .event(let event, let sender): putEvent(InsideEvent(event, for: top), sender)
        case .failure(let error): putFailure(error)
        // Nothing else comes through ports.
        case .inside, .resource, .request, .stop: false
        }
    }
}

/// The ports that a chart receives.
protocol InsideReceiving: AnyObject {
    /// Has the gates decide when the ports give messages.
    func addPorts(to gates: PortGates)
    /// Lets the messages into the mailbox of the machine around the chart.
    func attach(insideOf address: InsideAddress)
}

extension StateNode {
    /// The ports that a chart receives, asked of its top.
    var receivedPorts: (any InsideReceiving)? { portReceptions.flatMap { $0 as? any InsideReceiving } }
}
