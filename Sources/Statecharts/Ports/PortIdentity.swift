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
    /// What people call the port.
    var label: PortLabel { get }
}

/// A port as a system sees it.
protocol PortFace: Port, StoredPort {
    var port: any PortStorage { get }
}

extension PortFace {
    package func abandon(by machine: String, _ property: String?) {
        if port.identity.direction == .input { port.identity.abandon(by: machine, property) }
    }
}

/// The inside of a port as a system sees it.
@usableFromInline
protocol PortStorage: AnyObject, Sendable {
    var identity: PortIdentity { get }
    /// The ends that messages go to from here.
    var edges: [(label: PortLabel, isPartial: Bool)] { get }
    /// True if late receivers get a current value.
    var hasCurrent: Bool { get }
    /// The current value, as it goes into a snapshot.
    func savedCurrent() throws -> SavedCurrent
    /// Checks a saved current value and answers with what makes it current again; `nil` if the port has none.
    func restoration(ofCurrent tree: SnapshotValue) throws -> (() -> Void)?
    /// The messages that nobody has taken yet, as they go into a snapshot.
    func savedWaiting(in property: String) throws -> [SnapshotValue]
    /// Checks saved messages and answers with what has them wait; `nil` if none can wait in the port.
    func restoration(ofWaiting trees: [SnapshotValue]) throws -> (() -> Void)?
}

/// The current value of a port, as it goes into a snapshot.
@usableFromInline
enum SavedCurrent {
    /// The port has no current value.
    case none
    case value(SnapshotValue)
    /// Its type is not `Codable`.
    case notCodable(type: String)
}

extension PortStorage {
    @usableFromInline var hasCurrent: Bool { false }
    @usableFromInline func savedCurrent() throws -> SavedCurrent { .none }
    @usableFromInline func restoration(ofCurrent tree: SnapshotValue) throws -> (() -> Void)? { nil }
    @usableFromInline func savedWaiting(in property: String) throws -> [SnapshotValue] { [] }
    @usableFromInline func restoration(ofWaiting trees: [SnapshotValue]) throws -> (() -> Void)? { nil }
}

/// The name of a port and the system that it belongs to.
@usableFromInline
final class PortIdentity: Sendable {
    private struct Contents {
        var owner = ""
        var property: String?
        var journal: TraceJournal?
        var keepsTrace = false
        /// The machine that was released without having been started, and what it called the port.
        var abandoned: (machine: String, port: String?)?
        /// Made when it is asked for: most ports are known by other names.
        var type: String?

        mutating func text(of type: any Sendable.Type) -> String {
            if let text = self.type { return text }
            let text = String(describing: type)
            self.type = text
            return text
        }
    }

    let direction: PortDirection
    private let type: any Sendable.Type
    private let name: String?
    private let contents = Guarded(Contents())
    /// The port whose stream or way out of the process this is: what is dropped there is reported as that one's.
    private let source: PortIdentity?

    init<Message: Sendable>(
        name: String?, message: Message.Type, direction: PortDirection, source: PortIdentity? = nil
    ) {
        self.source = source
        self.direction = direction
        self.name = name
        type = message
    }

    var label: PortLabel {
        contents.withLock { contents in
            PortLabel(owner: contents.owner, name: name ?? contents.property ?? contents.text(of: type))
        }
    }

    /// The type of the messages, for people.
    var messageType: String { contents.withLock { $0.text(of: type) } }

    /// Where the port's messages have to pass; `nil` if they can be delivered at once.
    var activeJournal: TraceJournal? {
        guard Tracing.isActive, let journal = contents.withLock({ $0.journal }), journal.isActive else { return nil }
        return journal
    }

    /// The machine that was to take the messages was released without having been started.
    func abandon(by machine: String, _ property: String?) { contents.withLock { $0.abandoned = (machine, property) } }

    /// Another one takes them.
    func adopt() { contents.withLock { $0.abandoned = nil } }

    /// That machine and the port, for people.
    var abandoned: (machine: String, port: String)? {
        contents.withLock { contents in
            guard let (machine, property) = contents.abandoned else { return nil }
            return (machine, name ?? property ?? contents.text(of: type))
        }
    }

    /// Says whose port this is, where no system does.
    func own(_ owner: String) { contents.withLock { $0.owner = owner } }

    func join(_ journal: TraceJournal, owner: String, property: String?) {
        let (keepsTrace, former) = contents.withLock { contents in
            let former = contents.journal
            contents.owner = owner
            contents.property = property
            contents.journal = journal
            return (contents.keepsTrace, former)
        }
        if keepsTrace { journal.keepLog() }
        // Released after the lock, with the messages that it holds.
        withExtendedLifetime(former) {}
    }

    func leave(_ journal: TraceJournal) {
        // The caller holds the journal, so that it is not released here.
        contents.withLock { if $0.journal === journal { $0 = Contents(keepsTrace: $0.keepsTrace) } }
    }

    /// From now on the messages that lead to this port can be told.
    func keepTrace() {
        let journal = contents.withLock { contents in
            contents.keepsTrace = true
            return contents.journal
        }
        journal?.keepLog()
    }

    /// The system that the port belongs to.
    var journal: TraceJournal? { contents.withLock { $0.journal } }

    func trace(of context: TraceContext) -> [HeldMessage] {
        guard let journal = contents.withLock({ $0.journal }), ObjectIdentifier(journal) == context.journal else {
            return []
        }
        return journal.trace(of: context.id)
    }

    func report(_ violation: ContractViolation) {
        contents.withLock { $0.journal }?.violations.yield(violation)
    }

    func report(_ kind: PortReport.Kind, _ message: any Sendable) {
        if let source { return source.report(kind, message) }
        guard let journal = contents.withLock({ $0.journal }) else { return }
        journal.reports.yield(PortReport(kind: kind, port: label, message: message))
    }
}
