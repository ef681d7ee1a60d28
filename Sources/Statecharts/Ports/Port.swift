/// The direction of a port's messages, seen from its owner.
public enum PortDirection: Sendable, Hashable {
    /// They enter.
    case input
    /// They leave.
    case output
}

/// An ``InputPort``, ``OutputPort`` or `PointToPointChannel`, whatever its messages.
///
/// Do not conform to it yourself.
public protocol Port: Sendable {
    /// The name of the port, with that of its owner.
    var label: PortLabel { get }
}

/// The public face of a port, whatever its messages: leads to its ``PortStorage``.
protocol PortFace: Port, StoredPort {
    var port: any PortStorage { get }
}

extension PortFace {
    package func abandon(by machine: String, _ property: String?) {
        if port.identity.direction == .input { port.identity.abandon(by: machine, property) }
    }
}

/// The storage of a port, whatever its messages: what a ``System`` and a snapshot ask of it.
@usableFromInline
protocol PortStorage: AnyObject, Sendable {
    var identity: PortIdentity { get }
    /// The ends that messages go to from here, without those that are gone.
    var edges: [(label: PortLabel, isPartial: Bool)] { get }
    /// True if late receivers get a current value.
    var hasCurrent: Bool { get }
    /// The current value, as it goes into a snapshot.
    func savedCurrent() throws -> SavedCurrent
    /// Checks a saved current value and answers with what makes it current again; `nil` if the port has none.
    func restoration(ofCurrent tree: SnapshotValue) throws -> (() -> Void)?
    /// True if there are messages that nobody has taken yet.
    var hasWaiting: Bool { get }
    /// The messages that nobody has taken yet, as they go into a snapshot.
    func savedBuffered(in property: String, with mail: MailUnderWay?) throws -> [SnapshotValue]
    /// Checks saved messages and answers with what has them wait; `nil` if none can wait in the port.
    func restoration(ofBuffered trees: [SnapshotValue]) throws -> (() -> Void)?
}

/// The current value of a port, as it goes into a snapshot.
@usableFromInline
enum SavedCurrent {
    /// The port has no current value.
    case none
    case value(SnapshotValue)
    /// Its type is not `Codable`.
    case notCodable(type: String)
    /// Another thread is making a change in it, which nobody waits for.
    case beingChanged(type: String)
}

extension PortStorage {
    @usableFromInline var hasCurrent: Bool { false }
    @usableFromInline func savedCurrent() throws -> SavedCurrent { .none }
    @usableFromInline func restoration(ofCurrent tree: SnapshotValue) throws -> (() -> Void)? { nil }
    @usableFromInline var hasWaiting: Bool { false }
    @usableFromInline func savedBuffered(in property: String, with mail: MailUnderWay?) throws -> [SnapshotValue] {
        try mail.map { try $0.nothing(at: self) } ?? []
    }
    @usableFromInline func restoration(ofBuffered trees: [SnapshotValue]) throws -> (() -> Void)? { nil }
}
