import Synchronization

/// The one queue of a system that every message passes while somebody watches, or while the system is paused.
///
/// It gives messages their numbers and their order, and keeps no machine alive: ports refer to it, it refers to no
/// port.
final class TraceJournal: Sendable {
    let state = Guarded(TraceJournalStateMachine())
    private let isNeeded = Atomic<Bool>(false)
    /// The time since the system was made.
    let now: @Sendable () -> Duration
    let reports = Broadcast<PortReport>()
    let violations = Broadcast<ContractViolation>()

    init(now: @escaping @Sendable () -> Duration) { self.now = now }

    deinit {
        if isNeeded.load(ordering: .relaxed) { Tracing.end(watching: true) }
    }

    var isActive: Bool { isNeeded.load(ordering: .acquiring) }

    // MARK: Messages

    /// Gives a message its number and delivers it in its turn: at once, or when those before it have been, or when the
    /// system goes on.
    ///
    /// - Parameter context: what is known of the message so far: it keeps the identity that it has.
    func submit(
        _ message: any Sendable, at identity: PortIdentity, _ context: TraceContext?,
        note: @escaping @Sendable (MailUnderWay) -> Void, deliver: @escaping @Sendable (TraceContext) -> Void
    ) {
        callingOut()
        let time = now()
        let sending: TraceJournalStateMachine.Sending
        if let context, context.isOwn {
            let header = context.header
            sending = .init(
                type: header.type, sender: header.sender, cause: nil, causeIdentity: header.cause, time: time,
                timeSince1970: header.timeSince1970, identity: header.identity, isForeign: context.isForeign)
        } else {
            // A message that has waited has a cause of its own, not that of whoever hands it on.
            let me = ObjectIdentifier(self), present = Tracing.cause
            let cause = (context ?? present)?.header.identity
            sending = .init(
                type: identity.messageType, sender: identity.direction == .output ? identity.label : .outside,
                cause: present.flatMap { $0.journal == me && $0.header.identity == cause ? $0.id : nil },
                causeIdentity: cause, time: time, timeSince1970: WallClock.timeSince1970)
        }
        let (delivers, forgotten) = update {
            $0.submit(message, sending, source: ObjectIdentifier(identity), deliver: deliver, note: note)
        }
        if delivers { drain() }
        withExtendedLifetime(forgotten) {}
    }

    func drain() {
        while let next = update({ $0.next() }) {
            switch next {
            case .message(let pending, let watchers):
                guard deliver(pending, watchers, afterwards: { [self] in drain() }).isDelivered else { return }
            case .closings(let closings): finish(closings)
            }
        }
    }

    func finish(_ closings: [TraceJournalStateMachine.Closing]) {
        callingOut()
        for closing in closings { closing() }
    }

    /// Calls `closing` when all messages of a port that were sent before have been delivered.
    func afterMessages(of identity: PortIdentity, _ closing: @escaping TraceJournalStateMachine.Closing) {
        if update({ $0.putBehind(ObjectIdentifier(identity), closing) }) { return }
        finish([closing])
    }

    /// Gives a message to all its receivers, and then its record to those who watch.
    ///
    /// A contract on the way may judge something else at this moment, on another thread. That one then hands the
    /// message on and makes the record, and until then nothing else is delivered.
    /// - Parameter goOn: called by that thread, after the record; not called if the message is delivered when this
    ///   returns.
    private func deliver(
        _ pending: TraceJournalStateMachine.Pending, _ watchers: [TraceJournalStateMachine.Watcher],
        afterwards goOn: @escaping @Sendable () -> Void
    ) -> (Delivered, isDelivered: Bool) {
        let context = TraceContext(journal: ObjectIdentifier(self), id: pending.held.id, header: pending.held.header)
        let delivered = Delivered(held: pending.held, context: context)
        callingOut()
        for watcher in watchers { watcher.expect?(pending.held.id) }
        pending.deliver(context)
        let isDelivered = context.endDelivery {
            Self.tell(watchers, of: delivered)
            goOn()
        }
        if isDelivered { Self.tell(watchers, of: delivered) }
        return (delivered, isDelivered)
    }

    private static func tell(_ watchers: [TraceJournalStateMachine.Watcher], of delivered: Delivered) {
        let record = delivered.record
        callingOut()
        for watcher in watchers { watcher.see(record) }
    }

    /// True while a message of a port waits here, or is being delivered.
    func hasMessages(of identity: PortIdentity) -> Bool {
        isActive && state.withLock { $0.hasMessages(of: ObjectIdentifier(identity)) }
    }

    func keepLog() { update { $0.keepLog() } }

    /// The chain of causes of a message, itself last; empty if another system has numbered it, or none.
    func trace(of context: TraceContext?) -> [HeldMessage] {
        guard let context, context.journal == ObjectIdentifier(self) else { return [] }
        return state.withLock { $0.trace(of: context.id) }
    }

    // MARK: Pausing

    func pause() { update { $0.pause() } }

    func resume() {
        if update({ $0.resume() }) { drain() }
    }

    func step(_ id: MessageID?) -> Delivered? {
        guard let (pending, watchers) = update({ $0.step(id) }) else { return nil }
        let (delivered, isDelivered) = deliver(pending, watchers) { [self] in drain() }
        if isDelivered { drain() }
        return delivered
    }

    var held: [HeldMessage] { state.withLock { $0.held } }
    var isPaused: Bool { state.withLock { $0.isPaused } }

    // MARK: Watching

    /// Has somebody watch from now on. Answers what ends that.
    func watch(_ watcher: TraceJournalStateMachine.Watcher) -> @Sendable () -> Void {
        let id = update { $0.watch(watcher) }
        return { [weak self] in _ = self?.update { $0.unwatch(id) } }
    }

    /// The system is gone: what is held is delivered, and nobody watches from then on.
    func close() {
        let (delivers, forgotten) = update { $0.close() }
        if delivers { drain() }
        withExtendedLifetime(forgotten) {}
        for watcher in update({ $0.unwatchAll() }) { watcher.finish() }
        reports.finish()
        violations.finish()
    }

    /// Changes the state and then says whether ports have to come here at all.
    @discardableResult
    func update<Result: Sendable>(_ body: (inout TraceJournalStateMachine) -> Result) -> Result {
        state.withLock { state in
            let result = body(&state)
            let needed = state.isNeeded
            if needed != isNeeded.exchange(needed, ordering: .releasing) {
                if needed { Tracing.begin(watching: true) } else { Tracing.end(watching: true) }
            }
            return result
        }
    }
}

/// A message that was, or is being, given to its receivers.
struct Delivered: Sendable {
    let held: HeldMessage
    let context: TraceContext

    /// Its record, with those who have it by now.
    var record: MessageRecord {
        MessageRecord(
            id: held.id, cause: held.cause, time: held.time, header: held.header, receivers: context.receivers,
            proxies: context.proxies, isForeign: held.isForeign, message: held.message)
    }
}
