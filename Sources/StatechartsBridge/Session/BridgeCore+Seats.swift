import Statecharts
import Synchronization

//     somebody comes ──▶ door ──hello──▶ a seat: the one he had, a vacant one, or that of whoever is away longest
//
// A bridge with one seat has no doors: whoever comes takes the seat, and both say hello at once. With several, whoever
// comes has to say first who he is; until then he is at a door.
//
// | a seat | its session | its lines |
// | --- | --- | --- |
// | is vacant | has met nobody | are not connected with their ports |
// | is taken | has a connection, or waits for one | are connected: what is sent goes there or waits |
//
// The first seat is taken from the beginning: what is sent before anybody has come waits there.

extension BridgeCore {
    /// Somebody has come. Answers where he is until he has said who he is, and whether he is wanted at all.
    func receive(_ connection: any BridgeConnection) -> (seat: Seat, isWanted: Bool) {
        guard isShared else { return (seats[0], seats[0].begin(connection, saysHello: true)) }
        let door = Seat(door: blank)
        let isOpen = state.withLock { state in
            if state.verdict == nil { state.doors.append(door) }
            return state.verdict == nil
        }
        return (door, isOpen && door.begin(connection, saysHello: false))
    }

    func remove(_ door: Seat) { state.withLock { $0.doors.removeAll { $0 === door } } }

    /// Gives somebody at a door a seat. Answers `nil` if there is none for him; he was told so.
    /// - Throws: ``BridgeError`` if he does not fit.
    func letIn(_ hello: Hello, from door: Seat) throws -> (seat: Seat, effect: Session.Effect)? {
        try door.state.withLock { try $0.session.compare(hello) }
        if state.withLock({ $0.finished.contains(hello.session) }) {
            door.state.withLock { $0.session.sayOver(to: hello) }
            door.end(nil)
            return nil
        }
        for seat in seats { try seat.state.withLock { try $0.session.refuseIfDisplaced(hello) } }
        guard let connection = door.state.withLock({ $0.session.phase == .greeting ? $0.connection : nil })
        else { return nil }
        // One at a time, so that nobody gets the seat of another one.
        let (seat, wasVacant) = state.withLock { state -> (Seat?, Bool) in
            guard let seat = place(for: hello, isLeaving: state.isLeaving) else { return (nil, false) }
            let wasVacant = seat.isVacant
            return seat.begin(connection, saysHello: true) ? (seat, wasVacant) : (nil, false)
        }
        guard let seat else {
            sendAway(hello, door)
            return nil
        }
        // Before he hears that he was met.
        if wasVacant { seat.attach(of: name) }
        do {
            let effect = try seat.state.withLock { state in
                // The bridge may have been closed meanwhile: then the session is over.
                state.session.phase == .greeting ? try state.session.take(hello) : nil
            }
            guard let effect else {
                _ = seat.part()
                vacate(seat)
                return nil
            }
            door.state.withLock { $0.connection = nil }
            return (seat, effect)
        } catch {
            _ = seat.part()
            if wasVacant {
                seat.end(nil)
                vacate(seat)
            }
            throw error
        }
    }

    /// The seat for somebody.
    private func place(for hello: Hello, isLeaving: Bool) -> Seat? {
        let stands = seats.map { seat in
            seat.state.withLock { state in
                (
                    seat: seat, peer: state.session.peer?.session, isVacant: state.session.isVacant,
                    isFree: state.session.phase == .apart, away: state.awaySince
                )
            }
        }
        if let own = stands.first(where: { $0.peer == hello.session }) { return own.isFree ? own.seat : nil }
        let free = stands.filter(\.isFree)
        return free.first { $0.peer == nil && !$0.isVacant }?.seat
            ?? (isLeaving ? nil : free.first(where: \.isVacant)?.seat)
            ?? free.filter { !$0.isVacant }.min { $0.away < $1.away }?.seat
    }

    /// Tells somebody that there is no place for him now.
    private func sendAway(_ hello: Hello, _ door: Seat) {
        let who = hello.name.clippedName
        // Who comes a second time has lost his first connection, also if this side has not noticed yet.
        for seat in seats where seat.state.withLock({ $0.session.peer?.session == hello.session }) {
            seat.cut(BridgeError(.cut, "\(link.description): \(who) has come over another connection"), nil)
        }
        door.state.withLock {
            $0.reason = BridgeError(.cut, "\(link.description): \(who) was told to come again later")
        }
        door.end(.busy(name, seats.count))
    }

    /// The peer of a seat has gone for good: what waited for it is lost, and somebody else can have the seat.
    func vacate(_ seat: Seat) {
        guard state.withLock({ $0.verdict == nil }), let lost = seat.clear() else { return }
        state.withLock { $0.lostCount += lost }
        // The former one has been told of already if nobody was met since.
        let info = seat.state.withLock { $0.session.peer == nil } ? nil : seat.info
        seat.isLeaving.store(false, ordering: .releasing)
        let finished = seat.state.withLock { $0.standing == .ended(nil) ? $0.session.peer?.session : nil }
        if let finished {
            state.withLock { state in
                state.finished.append(finished)
                if state.finished.count > 64 { state.finished.removeFirst() }
            }
        }
        // In one with the news: who gets the seat next is told of after that.
        announce { _ in
            seat.state.withLock { state in
                state.session = state.session.vacated(refuses: finished == nil)
                state.isCleared = false
            }
            return info.map { [.peer(seat, $0)] } ?? []
        }
        endIfDeserted()
    }
}
