import Statecharts
import Synchronization

/// A bridge without its public face: does what the sessions of its seats decide.
final class BridgeCore: Sendable {
    struct State: Sendable {
        /// Why the bridge ends when its connections have.
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
        /// Nobody new is waited for any more.
        var isLeaving = false
        /// How many messages were lost with peers that have gone.
        var lostCount = 0
        /// The newest sessions that have come to a good end. Their peers may not know, and come again.
        var finished: [UInt64] = []
        /// Those who have not said who they are.
        var doors: [Seat] = []
        /// How often a peer has gone away.
        var partings = 0
        /// What was told of the bridge last, and what is to be told.
        var told = BridgeState.new
        var news: [News] = []
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
    /// One for each peer that there may be at a time.
    let seats: [Seat]
    /// The session of a vacant seat.
    let blank: Session
    let states: OutputPort<BridgeState>
    let changes: OutputPort<BridgePeer>
    let sharing: Sharing
    /// Whether what goes out may have been caused by what has come in.
    let carriesCauses: Bool
    let state = Guarded(State())
    /// One at a time tells, in the order in which things have happened.
    let telling = WriteTurn()

    init(
        name: String, link: any BridgeLink, connections: Int, limits: BridgeLimits,
        sleep: @escaping @Sendable (Duration) async throws -> Void, exports: [Export],
        imports: [Import], carriesCauses: Bool, states: OutputPort<BridgeState>, changes: OutputPort<BridgePeer>,
        sharing: Sharing
    ) {
        self.name = name
        self.link = link
        self.limits = limits
        self.sleep = sleep
        self.exports = exports
        self.imports = imports
        self.carriesCauses = carriesCauses
        self.states = states
        self.changes = changes
        self.sharing = sharing
        var session = Session(
            name: name, number: .random(in: .min ... .max), limits: limits,
            exports: exports.map { ($0.offer, $0.ahead) },
            imports: imports.map { ($0.offer, $0.tellsReadiness) })
        session.isOneOfSeveral = connections > 1
        // What is sent before anybody has come waits for the first one who does.
        let first = Seat(session, exports, imports)
        session.isVacant = true
        blank = session
        seats = [first] + (1..<max(connections, 1)).map { [session] _ in Seat(session, exports, imports) }
    }

    /// Whether there may be several peers. They come and go then; the only one of a bridge ends it when it goes.
    var isShared: Bool { seats.count > 1 }

    /// How many connections there may be: with several peers, one more for whoever has to be told that all places are
    /// taken, or takes that of somebody who is away.
    var connections: Int { isShared ? seats.count + 1 : 1 }

    /// As the first frame of a connection.
    var hello: Frame { .hello(seats[0].state.withLock { $0.session.hello }) }

    func show(_ members: [RemoteMember], of count: Int) { for seat in seats { seat.show(members, of: count) } }

    // MARK: Frames come

    func take(
        _ bytes: [UInt8], _ range: Range<Int>, _ templates: inout HeaderTemplates, _ batch: inout Seat.Batch
    ) throws {
        if let body = templates.read(bytes, range) {
            return try batch.seat.take(&templates.message, bytes, body, &batch)
        }
        let frame = try Frame(bytes, range, &templates)
        if case .message(_, let body) = frame {
            return try batch.seat.take(&templates.message, bytes, body, &batch)
        }
        if batch.seat.isDoor, case .hello(let hello) = frame {
            guard let (seat, effect) = try letIn(hello, from: batch.seat) else { return }
            batch.move(to: seat)
            follow(effect, of: seat)
        } else {
            let seat = batch.seat
            follow(try seat.state.withLock { try $0.session.take(frame) }, of: seat)
        }
        closeIfDone(batch.seat)
    }

    private func follow(_ effect: Session.Effect, of seat: Seat) {
        switch effect {
        case .nothing: break
        case .connected(let rooms, let readiness, let isNew):
            if isNew { sharing.take([], number: seat.state.withLock { $0.session.numberShown() }, of: seat) }
            connected(seat)
            for place in readiness { seat.intakes[place].listen(seat, place) }
            for place in rooms { seat.lines[place].goOn() }
        case .rooms(let rooms): for place in rooms { seat.lines[place].goOn() }
        case .members(let members, let number): sharing.take(members, number: number, of: seat)
        case .leaving: close(seat)
        case .closed: end(seat, .closed, farewell: nil)
        }
    }

    /// What has come over the connection of a seat is not as it should be, or the other side is silent.
    func fail(_ error: any Error, _ seat: Seat) {
        let error = error as? BridgeError ?? BridgeError(.malformed, "\(error)".clipped())
        // Whoever listens goes on listening when it has met a stranger.
        let isStranger = seat.isDoor || link.isListening && seat.state.withLock { $0.session.phase == .greeting }
        let farewell = Frame.error(error, within: limits.frameLength)
        if error.isPassing || isStranger {
            seat.cut(error, farewell)
        } else {
            end(seat, .failed(error), farewell: farewell)
        }
    }

    // MARK: The end

    /// Ends the bridge: at once if there is no connection, otherwise when they have ended.
    func end(_ verdict: Verdict, farewell: Frame?) {
        let (isFirst, runner, doors) = state.withLock { state in
            let isFirst = state.verdict == nil
            if isFirst { state.verdict = verdict }
            return (isFirst, state.runner, state.doors)
        }
        for seat in seats { seat.end(isFirst ? farewell : nil) }
        // They know nobody here yet.
        for door in doors { door.end(nil) }
        runner?.cancel()
        // Whoever waits in a link that does not hear of being cancelled. Apart: links may take their time.
        if isFirst { Task { [link] in link.close() } }
    }

    /// The session of a seat has come to its end; that of the only seat ends the bridge.
    func end(_ seat: Seat, _ verdict: Verdict, farewell: Frame?) {
        guard isShared else { return end(verdict, farewell: farewell) }
        seat.state.withLock { $0.standing = .ended(verdict.error) }
        if !seat.end(farewell) { vacate(seat) }
    }

    /// Lets what was sent be acknowledged and says bye. What is sent from now on is not for this bridge any more.
    func close() {
        state.withLock { $0.isLeaving = true }
        for seat in seats { close(seat) }
        endIfDeserted()
    }

    /// The same for one peer.
    private func close(_ seat: Seat) {
        if seat.isVacant { return }
        for line in seat.lines { line.leave() }
        seat.isLeaving.store(true, ordering: .releasing)
        closeIfDone(seat)
    }

    func closeIfDone(_ seat: Seat) {
        guard seat.isLeaving.load(ordering: .acquiring) else { return }
        guard seat.state.withLock({ $0.session.ending == .open }) else { return }
        // A message that is on its way from there to the session is waited for too.
        guard seat.isQuiet else { return }
        seat.tell { session in
            session.close()
            return .atOnce
        }
        if seat.state.withLock({ $0.session.needsNobody }) { end(seat, .closed, farewell: nil) }
    }

    /// Nobody is left, and nobody else is waited for.
    func endIfDeserted() {
        guard isShared, state.withLock({ $0.isLeaving }), seats.allSatisfy(\.isVacant) else { return }
        end(.closed, farewell: nil)
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
