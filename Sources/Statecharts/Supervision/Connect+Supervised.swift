/// Connects an output to a supervised machine without a port of its own: each message is an event for the present
/// machine, or the next one.
///
/// What comes while there is no machine is kept or refused, as the policy of the mailbox says; what is refused or lost
/// is undelivered. The mapping returns the event for a message, `nil` for messages that the machine does not get.
@discardableResult
public func connect<Message, Top: Statechart>(
    _ output: OutputPort<Message>, to child: SupervisedMachine<Top>,
    _ mapping: @escaping @Sendable (Message) -> Top.Event?
) -> Connection {
    let events = InputStorage<Top.Event>(name: "events", buffering: .unbounded)
    events.identity.own(child.name)
    events.attach(to: SupervisedAddress(child)) { $0 }
    events.release()
    return Connection.make(output.storage, MappedSink(events, mapping))
}

/// Gives events to a supervised machine, in whichever life, without keeping it.
private final class SupervisedAddress<Top: Statechart>: EventAddress {
    private weak let child: SupervisedMachine<Top>?

    init(_ child: SupervisedMachine<Top>) { self.child = child }

    func put(_ envelope: Envelope<Top.Event>) -> Bool { child?.takeOver(envelope) ?? false }
    var receiver: ObjectIdentifier? { child?.presentMachines.first }
    var hasEnded: Bool { child?.isOver ?? true }
    var inheritsMail: Bool { child != nil }
}
