import Statecharts
import Synchronization

/// The place of one peer at a bridge: its session, its connection, and what goes to it and comes from it. It has a lock
/// of its own, so that peers do not wait for each other.
final class Seat: Sendable {
    struct State: Sendable {
        var session: Session
        var connection: (any BridgeConnection)?
        /// Why this side has ended the connection, although another one may do.
        var reason: BridgeError?
        /// Who was met here last, how things stand with it, and how many of its messages were lost.
        var peer: String?
        var standing = BridgeState.new
        var lostCount = 0
        /// When the peer went away, counted in partings.
        var awaySince = 0
        /// Whether the session is over, and its lines have ended.
        var isCleared = false
    }

    /// True for the seat of somebody who has come and has not said who he is: nothing goes to him.
    let isDoor: Bool
    let lines: [Line]
    let intakes: [Intake]
    let state: Guarded<State>
    /// Whether the session is to end when everything has come.
    let isLeaving = Atomic<Bool>(false)

    init(_ session: Session, _ exports: [Export], _ imports: [Import]) {
        isDoor = false
        lines = exports.map { Line($0) }
        intakes = imports.map { Intake($0) }
        state = Guarded(State(session: session))
    }

    init(door session: Session) {
        (isDoor, lines, intakes) = (true, [], [])
        state = Guarded(State(session: session))
    }

    /// Begins to take messages for whoever has come, or will.
    func attach(of bridge: String) {
        for (place, line) in lines.enumerated() { line.attach(to: self, as: place, of: bridge) }
        // The bridge has ended meanwhile.
        if state.withLock({ $0.isCleared }) { for line in lines { line.end(losing: 0) } }
    }

    // MARK: Messages go

    func send(_ place: Int, _ header: MessageHeader, _ body: MessageBody) -> WayOutAnswer {
        let (sent, connection) = state.withLock { state in
            let sent = state.session.send(place, header, body)
            return (sent, sent.urgency == nil ? nil : state.connection)
        }
        if let urgency = sent.urgency { connection?.wake(urgency) }
        return sent.answer
    }

    func arrived(_ place: Int, _ count: Int = 1) { tell { $0.arrived(place, count) } }
    func ready(_ place: Int) { tell { $0.ready(place) } }
    func show(_ members: [RemoteMember], of count: Int) { tell { $0.show(members, of: count) } }

    /// Changes the session, and has the connection write if that says so.
    func tell(_ change: (inout Session) -> BridgeUrgency?) {
        let (urgency, connection) = state.withLock { state in
            let urgency = change(&state.session)
            return (urgency, urgency == nil ? nil : state.connection)
        }
        if let urgency { connection?.wake(urgency) }
    }

    func output() -> [UInt8]? { state.withLock { $0.session.output(atMost: 1 << 16) } }

    // MARK: Messages come

    /// Messages of one import that came together and have got to their port.
    struct Batch {
        private let exchange: BridgeExchange
        /// Whose they are.
        private(set) var seat: Seat
        fileprivate var place = 0
        fileprivate var count = 0

        init(_ exchange: BridgeExchange) {
            self.exchange = exchange
            seat = exchange.seat
        }

        /// The other side has said who it is.
        mutating func move(to seat: Seat) {
            self.seat = seat
            exchange.move(to: seat)
        }
    }

    /// Takes a message.
    func take(_ message: inout MessageFrame, _ bytes: [UInt8], _ body: Range<Int>, _ batch: inout Batch) throws {
        let (number, channel) = (message.number, message.channel)
        guard let place = try state.withLock({ try $0.session.take(message: number, of: channel) }),
            try intakes[place].take(bytes, body, &message.header, self, place)
        else { return }
        if batch.place != place {
            if batch.count > 0 { arrived(batch.place, batch.count) }
            (batch.place, batch.count) = (place, 0)
        }
        batch.count += 1
    }

    /// The frames that came together have been taken.
    func end(_ batch: Batch) {
        state.withLock { state in
            if batch.count > 0 { _ = state.session.arrived(batch.place, batch.count) }
            state.session.endBatch()
        }
    }

    // MARK: Connections

    /// Takes a connection. Answers whether it is wanted.
    func begin(_ connection: any BridgeConnection, saysHello: Bool) -> Bool {
        state.withLock { state in
            guard state.session.begin(saysHello: saysHello) else { return false }
            state.session.isVacant = false
            state.connection = connection
            state.reason = nil
            return true
        }
    }

    /// Its connection has ended. Answers why, as far as this side knows, and whether anything came of it.
    func part() -> (reason: BridgeError?, hadProgress: Bool) {
        let (reason, hadProgress, full) = state.withLock { state in
            state.connection = nil
            state.session.cut()
            let full = lines.indices.filter { !state.session.hasRoom($0) }
            return (state.reason.take(), state.session.hasProgress, full)
        }
        // What comes now is for others, or waits by the policy of the export.
        for place in full { lines[place].halt() }
        // Somebody who has come meanwhile may have made room, and does not say so again. At worst one message more
        // leaves its port, which the session keeps until there is room.
        for place in state.withLock({ state in full.filter { state.session.hasRoom($0) } }) { lines[place].goOn() }
        return (reason, hadProgress)
    }

    /// Ends the connection, and tells the other side why; what was not acknowledged goes over the next one.
    func cut(_ reason: BridgeError, _ farewell: Frame?) {
        let connection = state.withLock { state in
            if state.connection != nil {
                state.reason = reason
                if let farewell { state.session.part(farewell) }
            }
            return state.connection
        }
        connection?.close()
    }

    /// Ends the session, with its connection if there is one. Answers whether there was one.
    @discardableResult
    func end(_ farewell: Frame?) -> Bool {
        let connection = state.withLock { state in
            if state.session.phase != .over { state.session.end(farewell) }
            return state.connection
        }
        connection?.close()
        return connection != nil
    }

    // MARK: What there is

    var isVacant: Bool { state.withLock { $0.session.isVacant } }
    var waitingCount: Int {
        let inSession = state.withLock { $0.session.unacknowledged.count + $0.session.waitingCount }
        return lines.reduce(inSession) { $0 + $1.waitingCount }
    }
    /// True when no message is on its way from a port to the session.
    var isQuiet: Bool { lines.allSatisfy(\.isQuiet) }

    /// What is told of the peer; `nil` before anybody was met.
    var info: BridgePeer? {
        let (peer, standing, lost) = state.withLock { ($0.peer, $0.standing, $0.lostCount) }
        return peer.map {
            BridgePeer(
                name: $0, state: standing, waitingCount: standing.isEnd ? 0 : waitingCount,
                droppedCount: lines.reduce(0) { $0 + $1.droppedCount }, lostCount: lost)
        }
    }

    /// Ends the lines of a session that is over. Answers how many messages were lost; `nil` if that was done before.
    func clear() -> Int? {
        let inBuffers = lines.map(\.waitingCount)
        let lost: [Int]? = state.withLock { state in
            if state.isCleared { return nil }
            state.isCleared = true
            let lost = zip(state.session.exports, inBuffers).map { $0.inFlight + $0.waiting.count + $1 }
            state.lostCount = lost.reduce(0, +)
            return lost
        }
        guard let lost else { return nil }
        for (line, lost) in zip(lines, lost) { line.end(losing: lost) }
        for intake in intakes { intake.end() }
        return lost.reduce(0, +)
    }
}

extension BridgeState {
    /// True when nothing comes after it.
    var isEnd: Bool {
        switch self {
        case .ended: true
        case .new, .connecting, .connected, .cut: false
        }
    }
}
