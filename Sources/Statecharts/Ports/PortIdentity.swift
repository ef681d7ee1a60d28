/// The name of a port and the system that it belongs to.
@usableFromInline
final class PortIdentity: Sendable {
    private struct Contents {
        var owner = ""
        var property: String?
        var journal: TraceJournal?
        /// The journal of the system that the port has left, as long as it may have messages of the port.
        weak var former: TraceJournal?
        var keepsTrace = false
        /// The machine that was released without having been started, and what it called the port.
        var abandoned: (machine: String, port: String?)?
        /// The text of the messages' type, made when it is asked for: most ports have a name.
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
    /// The port that a stream, or the way out of the process, belongs to: what is dropped here is reported as dropped
    /// there.
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

    /// The journal that the port's messages have to pass; `nil` if they can be delivered at once.
    ///
    /// It is that of the system that the port has left, while that one has messages of the port: these come first.
    var activeJournal: TraceJournal? {
        guard Tracing.isActive else { return nil }
        if let former = formerJournal { return former }
        guard let journal = contents.withLock({ $0.journal }), journal.isActive else { return nil }
        return journal
    }

    /// The journal of the system that the port has left, if it still has messages of the port.
    private var formerJournal: TraceJournal? {
        guard let former = contents.withLock({ $0.former }) else { return nil }
        if former.hasMessages(of: self) { return former }
        contents.withLock { if $0.former === former { $0.former = nil } }
        return nil
    }

    /// The journal that a message has to pass here: none if one has numbered it on its way.
    func journal(toNumber context: TraceContext?) -> TraceJournal? {
        context?.isNumbered ?? false ? nil : activeJournal
    }

    /// The machine that was to take the messages was released without having been started.
    func abandon(by machine: String, _ property: String?) { contents.withLock { $0.abandoned = (machine, property) } }

    /// Another machine takes the messages.
    func adopt() { contents.withLock { $0.abandoned = nil } }

    /// The machine that was released without having been started and the port, for people.
    var abandoned: (machine: String, port: String)? {
        contents.withLock { contents in
            guard let (machine, property) = contents.abandoned else { return nil }
            return (machine, name ?? property ?? contents.text(of: type))
        }
    }

    /// Says whose port this is, where no system does.
    func own(_ owner: String) { contents.withLock { $0.owner = owner } }

    /// Makes the port one of a component of a system, in place of the system that it belonged to.
    func join(_ journal: TraceJournal, owner: String, property: String?) {
        let holding = formerJournal
        let (keepsTrace, former) = contents.withLock { contents in
            let former = contents.journal
            contents.owner = owner
            contents.property = property
            contents.journal = journal
            contents.former = holding ?? (former === journal ? nil : former)
            return (contents.keepsTrace, former)
        }
        if keepsTrace { journal.keepLog() }
        // Released after the lock, with the messages that it holds.
        withExtendedLifetime(former) {}
    }

    /// The port's component has left the system. Without effect if the port belongs to another one by now.
    func leave(_ journal: TraceJournal) {
        let holding = formerJournal
        // The caller holds the journal, so that it is not released here.
        contents.withLock {
            if $0.journal === journal { $0 = Contents(former: holding ?? journal, keepsTrace: $0.keepsTrace) }
        }
    }

    /// Has the journal remember messages from now on, so that the port's contract can say what led to a violation.
    func keepTrace() {
        let journal = contents.withLock { contents in
            contents.keepsTrace = true
            return contents.journal
        }
        journal?.keepLog()
    }

    /// The journal of the system that the port belongs to.
    var journal: TraceJournal? { contents.withLock { $0.journal } }

    /// Tells those who listen to the system's violations.
    func report(_ violation: ContractViolation) { journal?.violations.yield(violation) }

    /// Tells those who listen to the system's reports.
    func report(_ kind: PortReport.Kind, _ message: any Sendable) {
        if let source { return source.report(kind, message) }
        guard let journal else { return }
        journal.reports.yield(PortReport(kind: kind, port: label, message: message))
    }
}
