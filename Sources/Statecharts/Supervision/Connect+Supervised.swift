/// Connects an output to a supervised machine without a port of its own: each message is an event for the present
/// machine, or the next one.
///
/// What comes while there is no machine is kept or refused as the mailbox is; what is refused or lost is undelivered.
/// The mapping answers the event for a message, `nil` for messages that the machine does not get.
@discardableResult
public func connect<Message, Top: Statechart>(
    _ output: OutputPort<Message>, to child: SupervisedMachine<Top>,
    _ mapping: @escaping @Sendable (Message) -> Top.Event?
) -> Connection {
    let events = InputStorage<Top.Event>(name: "events", buffering: .unbounded)
    events.identity.own(child.name)
    let taker = SupervisedTaker(child, events)
    events.attach(taker) { event, _ in taker.takePlain(event) }
    return Connection.make(output.storage, MappedSink(events, mapping))
}

/// Gives events to a supervised machine, in whichever incarnation, without keeping it.
private final class SupervisedTaker<Top: Statechart>: Taker {
    private weak let child: SupervisedMachine<Top>?
    private let port: PortNumber

    init(_ child: SupervisedMachine<Top>, _ owner: any PassageOwner) {
        self.child = child
        port = owner.number
    }

    func takePlain(_ event: Top.Event) -> Bool {
        callingOut()
        return child?.takeOver(.event(event, .port(port))) ?? false
    }

    func take(_ parcel: Parcel<Top.Event>, for owner: (any PassageOwner)?) -> Taken {
        if owner == nil, parcel.origin == nil { return takePlain(parcel.message) ? .later : .gone }
        let receipt = DeliveryReceipt(
            origin: parcel.origin, isCounted: owner != nil, owner: owner ?? NumberedPorts.shared[port])
        parcel.origin?.begin()
        if child?.takeOver(.event(parcel.message, .receipt(receipt))) == true { return .later }
        parcel.origin?.end()
        return .gone
    }

    // The port is nobody else's, so that no contract is put on it.
    func fail(_ error: StepError) {}
    var edges: [(label: PortLabel, isPartial: Bool)] { [] }
    var machine: ObjectIdentifier? { child?.presentMachines.first }
    var following: [any RouteNode] { [] }
}
