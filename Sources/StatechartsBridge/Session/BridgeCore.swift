import Statecharts
import Synchronization

/// A bridge without its public face: holds the lock and does outside it what the session decided.
final class BridgeCore: Sendable {
    struct State: Sendable {
        var session: Session
        var connection: (any BridgeConnection)?
        /// Why the bridge ends when its connection has.
        var verdict: Verdict?
        var isStarted = false
        var runner: Task<Void, Never>?
        var hasEnded = false
        var starters: [Int: CheckedContinuation<Void, any Error>] = [:]
        /// Whether the end was told, and who waits for that.
        var isOver = false
        var closers: [CheckedContinuation<Void, Never>] = []
        var lastStarter = 0
        var isConnected = false
        /// How many messages had not been acknowledged when the bridge ended.
        var lostCount = 0
        /// Why this side has ended the connection, although another one may do.
        var reason: BridgeError?
    }
    enum Verdict: Sendable {
        case closed
        case failed(BridgeError)

        var error: BridgeError? {
            switch self {
            case .closed: nil
            case .failed(let error): error
            }
        }
    }

    let name: String
    let link: any BridgeLink
    let limits: BridgeLimits
    let sleep: @Sendable (Duration) async throws -> Void
    let exports: [Export]
    let imports: [Import]
    let states: OutputPort<BridgeState>
    let onMembers: @Sendable ([RemoteMember], _ number: UInt64) -> Void
    /// Whether what goes out may have been caused by what has come in.
    let carriesCauses: Bool
    let state: Guarded<State>
    /// Whether the bridge is to end when everything has come.
    private let isLeaving = Atomic<Bool>(false)

    init(
        name: String, link: any BridgeLink, limits: BridgeLimits,
        sleep: @escaping @Sendable (Duration) async throws -> Void, exports: [Export],
        imports: [Import], carriesCauses: Bool, states: OutputPort<BridgeState>,
        onMembers: @escaping @Sendable ([RemoteMember], UInt64) -> Void
    ) {
        self.name = name
        self.link = link
        self.limits = limits
        self.sleep = sleep
        self.exports = exports
        self.imports = imports
        self.carriesCauses = carriesCauses
        self.states = states
        self.onMembers = onMembers
        state = Guarded(
            State(
                session: Session(
                    name: name, number: .random(in: .min ... .max), limits: limits,
                    exports: exports.map { ($0.offer, $0.ahead) },
                    imports: imports.map { ($0.offer, $0.tellsReadiness) })))
    }

    // MARK: Messages go

    func send(_ place: Int, _ header: MessageHeader, _ body: MessageBody) -> (hasRoom: Bool, isLost: Bool) {
        let (sent, connection) = state.withLock { state in
            let sent = state.session.send(place, header, body)
            return (sent, sent.urgency == nil ? nil : state.connection)
        }
        if let urgency = sent.urgency { connection?.wake(urgency) }
        return (sent.hasRoom, sent.isLost)
    }

    func arrived(_ place: Int, _ count: Int = 1) { tell { $0.arrived(place, count) } }
    func ready(_ place: Int) { tell { $0.ready(place) } }

    /// Changes the session, and has the connection write if that says so.
    private func tell(_ change: (inout Session) -> BridgeUrgency?) {
        let (urgency, connection) = state.withLock { state in
            let urgency = change(&state.session)
            return (urgency, urgency == nil ? nil : state.connection)
        }
        if let urgency { connection?.wake(urgency) }
    }

    func show(_ members: [RemoteMember], of count: Int) { tell { $0.show(members, of: count) } }

    // MARK: Frames come

    /// Messages of one import that came together and have got to their port.
    struct Batch {
        fileprivate var place = 0
        fileprivate var count = 0
    }

    /// The frames that came together have been taken.
    func end(_ batch: Batch) {
        state.withLock { state in
            if batch.count > 0 { _ = state.session.arrived(batch.place, batch.count) }
            state.session.endBatch()
        }
    }

    func take(
        _ bytes: [UInt8], _ range: Range<Int>, _ templates: inout HeaderTemplates, _ batch: inout Batch
    ) throws {
        if let body = templates.read(bytes, range) { return try take(&templates.message, bytes, body, &batch) }
        let frame = try Frame(bytes, range, &templates)
        if case .message(_, let body) = frame { return try take(&templates.message, bytes, body, &batch) }
        switch try state.withLock({ try $0.session.take(frame) }) {
        case .nothing: break
        case .connected(let rooms, let readiness, let isNew):
            if isNew { onMembers([], state.withLock { $0.session.numberShown() }) }
            connected()
            for place in readiness { imports[place].listen(self, place) }
            for place in rooms { exports[place].goOn() }
        case .rooms(let rooms): for place in rooms { exports[place].goOn() }
        case .members(let members, let number): onMembers(members, number)
        case .leaving: close()
        case .closed: return end(.closed, farewell: nil)
        }
        closeIfDone()
    }

    private func take(
        _ message: inout MessageFrame, _ bytes: [UInt8], _ body: Range<Int>, _ batch: inout Batch
    ) throws {
        let (number, channel) = (message.number, message.channel)
        guard let place = try state.withLock({ try $0.session.take(message: number, of: channel) }),
            try imports[place].take(bytes, body, &message.header, self, place)
        else { return }
        if batch.place != place {
            if batch.count > 0 { arrived(batch.place, batch.count) }
            batch = Batch(place: place)
        }
        batch.count += 1
    }

    private func connected() {
        let (starters, peer) = state.withLock { state in
            state.isConnected = true
            defer { state.starters = [:] }
            return (state.starters, state.session.peer?.name ?? "")
        }
        states.send(.connected(peer: peer))
        for starter in starters.values { starter.resume() }
    }

    func output() -> [UInt8]? { state.withLock { $0.session.output(atMost: 1 << 16) } }

    /// What has come over the connection is not as it should be, or the other side is silent.
    func fail(_ error: any Error) {
        let error = error as? BridgeError ?? BridgeError(.malformed, "\(error)")
        // Whoever listens goes on listening when it has met a stranger.
        let goesOn = error.isPassing || link.isListening && state.withLock { $0.session.phase == .greeting }
        if goesOn { cut(error) } else { end(.failed(error), farewell: .error(error, within: limits.frameLength)) }
    }

    /// Ends the connection, and tells the other side why; what was not acknowledged goes over the next one.
    func cut(_ reason: BridgeError) {
        let farewell = Frame.error(reason, within: limits.frameLength)
        let connection = state.withLock { state in
            if state.connection != nil {
                state.reason = reason
                if let farewell { state.session.part(farewell) }
            }
            return state.connection
        }
        connection?.close()
    }

    // MARK: The end

    /// Ends the bridge: at once if there is no connection, otherwise when that has ended.
    func end(_ verdict: Verdict, farewell: Frame?) {
        let (connection, runner) = state.withLock { state in
            if state.verdict == nil {
                state.verdict = verdict
                state.session.end(farewell)
            }
            return (state.connection, state.runner)
        }
        connection?.close()
        runner?.cancel()
    }

    /// Lets what was sent be acknowledged and says bye. What is sent from now on is not for this bridge any more.
    func close() {
        for export in exports { export.leave() }
        state.withLock { $0.session.wantsToClose = true }
        isLeaving.store(true, ordering: .releasing)
        closeIfDone()
    }

    func closeIfDone() {
        guard isLeaving.load(ordering: .acquiring) else { return }
        guard state.withLock({ $0.session.ending == .open }) else { return }
        // A message that is on its way from there to the session is waited for too.
        guard exports.allSatisfy(\.isQuiet) else { return }
        tell { session in
            session.close()
            return .atOnce
        }
        if state.withLock({ $0.session.needsNobody }) { end(.closed, farewell: nil) }
    }

    /// Returns when the bridge has ended, also in a task that is cancelled.
    func waitForEnd() async {
        await withCheckedContinuation { (closer: CheckedContinuation<Void, Never>) in
            let isOver = state.withLock { state in
                if !state.isOver { state.closers.append(closer) }
                return state.isOver
            }
            if isOver { closer.resume() }
        }
    }
}
