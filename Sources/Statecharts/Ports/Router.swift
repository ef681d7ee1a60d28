import Synchronization

/// The one queue of a system that every message passes while somebody watches, or while the system is paused.
///
/// It gives messages their numbers and their order, and keeps no machine alive: ports refer to it, it refers to no
/// port.
final class Router: Sendable {
    private let state = Guarded(RouterStateMachine())
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
    /// - Parameter header: what is known about a message that comes from another process.
    func submit(
        _ message: any Sendable, at identity: PortIdentity, from header: MessageHeader? = nil,
        deliver: @escaping @Sendable (Origin) -> Void
    ) {
        callingOut()
        let time = now()
        let sending: RouterStateMachine.Sending
        if let header {
            sending = .init(
                type: header.type, sender: header.sender, cause: nil, causeIdentity: header.cause, time: time,
                timeSince1970: header.timeSince1970, identity: header.identity)
        } else {
            let me = ObjectIdentifier(self), origin = Tracing.cause
            sending = .init(
                type: identity.messageType, sender: identity.direction == .output ? identity.label : .outside,
                cause: origin.flatMap { $0.router == me ? $0.id : nil }, causeIdentity: origin?.header.identity,
                time: time, timeSince1970: WallClock.timeSince1970)
        }
        let (delivers, forgotten) = update {
            $0.submit(message, sending, source: ObjectIdentifier(identity), deliver: deliver)
        }
        if delivers { drain() }
        withExtendedLifetime(forgotten) {}
    }

    private func drain() {
        while let turn = update({ $0.next() }) {
            switch turn {
            case .message(let pending, let watchers): deliver(pending, watchers)
            case .ends(let ends): finish(ends)
            }
        }
    }

    private func finish(_ ends: [RouterStateMachine.End]) {
        callingOut()
        for end in ends { end() }
    }

    /// Calls `end` when all messages of a port that were sent before have been delivered.
    func afterMessages(of identity: PortIdentity, _ end: @escaping RouterStateMachine.End) {
        if update({ $0.putBehind(ObjectIdentifier(identity), end) }) { return }
        finish([end])
    }

    @discardableResult
    private func deliver(_ pending: RouterStateMachine.Pending, _ watchers: [RouterStateMachine.Watcher]) -> (
        MessageRecord, Origin
    ) {
        let held = pending.held
        let origin = Origin(router: ObjectIdentifier(self), id: held.id, header: held.header)
        callingOut()
        pending.deliver(origin)
        let record = MessageRecord(
            id: held.id, cause: held.cause, time: held.time, header: held.header, receivers: origin.receivers,
            proxies: origin.proxies,
            isForeign: held.isForeign, message: held.message)
        callingOut()
        for watcher in watchers { watcher.see(record) }
        return (record, origin)
    }

    func keepLog() { update { $0.keepLog() } }
    func trace(of id: MessageID) -> [HeldMessage] { state.withLock { $0.trace(of: id) } }

    // MARK: Pausing

    func pause() { update { $0.pause() } }

    func resume() {
        if update({ $0.resume() }) { drain() }
    }

    func step(_ id: MessageID?) -> (MessageRecord, Origin)? {
        guard let (pending, watchers) = update({ $0.step(id) }) else { return nil }
        let delivered = deliver(pending, watchers)
        while true {
            let (ends, delivers) = update { $0.endStep() }
            if let ends {
                finish(ends)
            } else {
                if delivers { drain() }
                return delivered
            }
        }
    }

    var held: [HeldMessage] { state.withLock { $0.held } }
    var isPaused: Bool { state.withLock { $0.isPaused } }

    // MARK: Watching

    func watch(_ watcher: RouterStateMachine.Watcher) -> Int { update { $0.watch(watcher) } }
    func unwatch(_ id: Int) { _ = update { $0.unwatch(id) } }

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
    private func update<Result: Sendable>(_ body: (inout RouterStateMachine) -> Result) -> Result {
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
