import Statecharts

// What the other side says.

extension Session {
    /// What follows from a frame.
    enum Effect: Sendable, Hashable {
        case nothing
        /// The other side is there. These exports have room; these imports want to hear of readiness. A side that is
        /// new has not shown any members yet.
        case connected(rooms: [Int], readiness: [Int], isNew: Bool)
        /// These exports have room.
        case rooms([Int])
        /// Lists of a higher number are newer.
        case members([RemoteMember], number: UInt64)
        /// The other side closes the bridge, and stays for what was sent: no more goes there.
        case leaving
        /// The other side has closed the bridge.
        case closed
    }

    mutating func take(_ frame: Frame) throws -> Effect {
        (isInBatch, heardLately) = (true, true)
        switch (phase, frame) {
        case (.over, _), (.apart, _): return .nothing
        case (.greeting, .hello(let hello)): return try take(hello)
        case (_, .error(let code, let text)):
            throw BridgeError(PeerError(code: code, text: text))
        // Also what a link that loses or swaps makes of a proper beginning.
        case (.greeting, _): throw Self.noHello
        case (.running, .hello): throw BridgeError(.malformed, "a second hello")
        case (.running, .message): preconditionFailure("messages have a function of their own")
        case (.running, .acknowledgement(let number)):
            let rooms = try take(acknowledgement: number, "an acknowledgement")
            return rooms.isEmpty ? .nothing : .rooms(rooms)
        case (.running, .credit(let channel, let upTo)): return try takeCredit(channel, upTo)
        case (.running, .ping):
            owesPong = true
            for place in imports.indices { imports[place].told = 0 }
            owesCredits = true
            acknowledged = 0
            return .nothing
        case (.running, .pong):
            awaitsPong = false
            return .nothing
        case (.running, .members(let members)): return take(members)
        case (.running, .bye(let waits)): return takeBye(waits: waits)
        }
    }

    private mutating func place(_ channel: String) -> Int? {
        if lastPlace < imports.count, imports[lastPlace].offer.channel == channel { return lastPlace }
        guard let place = places[channel] else { return nil }
        lastPlace = place
        return place
    }

    private static var noHello: BridgeError { BridgeError(.gap, "the first frame is not a hello") }

    /// Answers to which import a message is to be given, if to any.
    mutating func take(message number: UInt64, of channel: String) throws -> Int? {
        (isInBatch, heardLately) = (true, true)
        switch phase {
        case .apart, .over: return nil
        case .greeting: throw Self.noHello
        case .running: break
        }
        if number <= received { return nil }
        guard number == received + 1 else {
            throw BridgeError(
                .gap, "message \(number) of \(peer?.name.clippedName ?? "") came, and \(received + 1) is missing")
        }
        if heardBye { throw BridgeError(.malformed, "message \(number) came after a bye") }
        guard let place = place(channel) else {
            throw BridgeError(
                .malformed,
                "message \(number) is of the channel \"\(channel.clippedName)\", which is not imported here"
            )
        }
        guard imports[place].received < imports[place].granted else {
            throw BridgeError(
                .flood,
                "message \(number) of the channel \"\(channel)\" came without credit: \(imports[place].granted) were allowed"
            )
        }
        // From now on it is this side's.
        received += 1
        hasProgress = true
        countByesAnew()
        imports[place].received += 1
        return place
    }

    /// The frames that came together have been taken: what is owed can be written.
    mutating func endBatch() { isInBatch = false }

    /// Messages have got to their port. Answers whether the other side is to be told.
    mutating func arrived(_ place: Int, _ count: Int = 1) -> BridgeUrgency? {
        imports[place].arrived += count
        if imports[place].waitsForReadiness { return nil }
        return grant(place, upTo: imports[place].arrived + imports[place].window)
    }

    /// A receiver of a point-to-point channel is ready.
    mutating func ready(_ place: Int) -> BridgeUrgency? {
        guard imports[place].waitsForReadiness else { return nil }
        return grant(place, upTo: imports[place].arrived + 1)
    }

    private mutating func grant(_ place: Int, upTo count: Int) -> BridgeUrgency? {
        imports[place].granted = max(imports[place].granted, count)
        let untold = imports[place].granted - imports[place].told
        guard untold > 0, untold * 2 >= imports[place].window, phase == .running else { return nil }
        owesCredits = true
        return isInBatch ? nil : .soon
    }

    /// Answers which exports have room now and had none before.
    mutating func take(acknowledgement number: UInt64, _ what: String) throws -> [Int] {
        guard number < unacknowledged.end else {
            throw BridgeError(
                .malformed, "\(what) of message \(number), and the last one that was sent is \(unacknowledged.end - 1)")
        }
        guard number >= unacknowledged.first else { return [] }
        hasProgress = true
        var rooms: [Int] = []
        for place in exports.indices where !hasRoom(place) { rooms.append(place) }
        unacknowledged.remove(upTo: number) { exports[$0].inFlight -= 1 }
        nextToWrite = max(nextToWrite, unacknowledged.first)
        for place in exports.indices where !exports[place].waiting.isEmpty { sendWaiting(place) }
        if !rooms.isEmpty { rooms.removeAll { !hasRoom($0) } }
        return rooms
    }

    private mutating func takeCredit(_ channel: String, _ upTo: UInt64) throws -> Effect {
        guard let place = exports.firstIndex(where: { $0.offer.channel == channel }) else {
            throw BridgeError(
                .malformed, "a credit for the channel \"\(channel.clippedName)\", which is not exported here")
        }
        let hadRoom = hasRoom(place)
        exports[place].granted = max(exports[place].granted, upTo)
        sendWaiting(place)
        return !hadRoom && hasRoom(place) ? .rooms([place]) : .nothing
    }
}
