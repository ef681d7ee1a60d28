/// Where a child's port leads: into the mailbox of the machine that owns the child.
final class ChildSink<Message: Sendable>: TerminalSink {
    private let owner: ChildSinkOwner
    private let port: EntrySlot.Port
    private let event: @Sendable (Message) -> any Sendable

    init(_ owner: ChildSinkOwner, _ port: EntrySlot.Port, _ event: @escaping @Sendable (Message) -> any Sendable) {
        self.owner = owner
        self.port = port
        self.event = event
    }

    func offer(_ parcel: Parcel<Message>, mode: OfferMode, _ section: ReadSection) -> OfferResult {
        let isTaken = Tracing.caused(by: parcel.context ?? Tracing.present) { owner.deliver(event(parcel.message)) }
        if isTaken, let context = parcel.context { context.arrive(at: edge.label) }
        return isTaken ? .taken : .gone
    }

    func note(_ message: Message, in mail: MailUnderWay) {
        callingOut()
        owner.note(event(message), in: mail)
    }

    /// In a system a port of the owner that is called as that of the child is.
    var edge: (label: PortLabel, isPartial: Bool) {
        guard let name = owner.children?.holders.owner else {
            return (PortLabel(owner: "", name: owner.child.machine), false)
        }
        return (PortLabel(owner: name, name: port.property), false)
    }
}

/// Who gets what a child sends.
struct ChildSinkOwner: Sendable {
    /// What errors call the child.
    let child: ChildName
    let children: LivingChildren?
    /// True for the first chart of a declaration: whether its ports stay the same is looked at once.
    let isFirst: Bool
    /// The machine of the state.
    let machine: ObjectIdentifier?
    let contact: ActivityContact

    func deliver(_ event: any Sendable) -> Bool { contact.deliver(contact.message(event: event)) }

    /// Notes an event for a snapshot.
    func note(_ event: any Sendable, in mail: MailUnderWay) {
        if let machine { mail.add(.init(machine: machine, content: .resource(contact.message(event: event)))) }
    }
}
