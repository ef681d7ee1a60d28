/// Where a child's port leads: into the mailbox of the machine that owns the child.
final class ChildSink<Message: Sendable>: Sink {
    private let name: String
    private let give: @Sendable (Message) -> Bool

    init(_ name: String, _ give: @escaping @Sendable (Message) -> Bool) {
        self.name = name
        self.give = give
    }

    func offer(_ parcel: Parcel<Message>, room: Room, _ section: ReadSection) -> OfferResult {
        let isTaken = Tracing.$cause.withValue(parcel.context ?? Tracing.present) { give(parcel.message) }
        return isTaken ? .taken : .gone
    }

    var edge: (label: PortLabel, isPartial: Bool) { (PortLabel(owner: "", name: name), false) }
}
