import Statecharts

// How two sides meet: whether they fit, and what is said again.

extension Session {
    /// Takes a hello, or refuses it and is as it was before.
    mutating func take(_ hello: Hello) throws -> Effect {
        var next = self
        let effect = try next.meet(hello)
        self = next
        return effect
    }

    private mutating func meet(_ hello: Hello) throws -> Effect {
        try compare(hello)
        let hadRoom = exports.indices.map { hasRoom($0) }
        guard hello.next > 0, hello.next < 1 << 53 else {
            throw BridgeError(.malformed, "a hello with the number \(hello.next)")
        }
        let isNew = hello.session != peer?.session
        if !isNew {
            guard hello.next <= received + 1 else {
                let isElsewhere = hello.peer.map { $0 != number } ?? false
                let who = hello.name.clippedName
                throw isElsewhere
                    ? Self.displaced("\(who) has gone on with somebody else while this side was cut off")
                    : BridgeError(
                        .malformed, "\(who) goes on with message \(hello.next), and \(received + 1) is missing")
            }
        } else {
            try refuseIfDisplaced(hello)
            remember(peer?.session)
            notShown = nil
            (heardBye, byeCount) = (false, 0)
            // The other side is new: it counts from now on.
            received = hello.next - 1
            for place in imports.indices {
                // What has come before and is not in its port yet takes room all the same.
                imports[place].arrived -= imports[place].received
                (imports[place].received, imports[place].granted) = (0, 0)
            }
            takeBack()
        }
        if hello.peer == number { _ = try take(acknowledgement: hello.received, "a hello that speaks") }
        // What it takes to go on is no progress.
        (hasProgress, hasLingered) = (false, false)
        peer = hello
        phase = .running
        nextToWrite = unacknowledged.first
        acknowledged = received
        owesMembers = members != nil
        var rooms: [Int] = [], readiness: [Int] = []
        for place in exports.indices {
            let isWanted = hello.imports.contains { $0.channel == exports[place].offer.channel }
            exports[place].isWanted = isWanted
            // Jobs that a former peer has not acknowledged wait for somebody who takes them.
            if exports[place].isUnheard { exports[place].waiting.removeAll() }
            sendWaiting(place)
            if !hadRoom[place], hasRoom(place) { rooms.append(place) }
        }
        for place in imports.indices {
            imports[place].told = 0
            let other = hello.exports.first { $0.channel == imports[place].offer.channel }
            // Each side that is met may call the channel something else.
            let isPointToPoint = other?.kind == .pointToPoint
            imports[place].window = isPointToPoint ? 1 : limits.saneWindow
            imports[place].waitsForReadiness = isPointToPoint && imports[place].tellsReadiness
            if isPointToPoint { readiness.append(place) }
            if !imports[place].waitsForReadiness {
                imports[place].granted = max(
                    imports[place].granted, imports[place].arrived + imports[place].window)
            }
        }
        owesCredits = true
        return .connected(rooms: rooms, readiness: readiness, isNew: isNew)
    }

    /// - Throws: if this session has gone on with somebody else since it met this side.
    func refuseIfDisplaced(_ hello: Hello) throws {
        if hello.peer == number, former.contains(hello.session) {
            throw Self.displaced("\(name) has gone on with somebody else while \(hello.name.clippedName) was cut off")
        }
    }

    /// What has not been acknowledged waits for the credits of a side that knows nothing of it.
    private mutating func takeBack() {
        var waiting = exports.map { _ in PieceQueue<Void>() }
        for (export, rest) in unacknowledged.takeAll() { waiting[export].append(()) { $0 += rest } }
        for place in exports.indices {
            let later = exports[place].waiting
            for piece in 0..<later.count { waiting[place].append(()) { $0 += later.bytes(piece..<piece + 1) } }
            exports[place].waiting = waiting[place]
            (exports[place].sent, exports[place].granted, exports[place].inFlight) = (0, 0, 0)
        }
    }

    /// The newest ones: whoever comes back after so many others is new.
    private mutating func remember(_ session: UInt64?) {
        guard let session else { return }
        former.append(session)
        if former.count > 64 { former.removeFirst() }
    }

    /// What becomes of it when its peer has gone for good: as if nobody had been met, except that what has come takes
    /// room until it is in its port.
    /// - Parameter refuses: whether the peer is refused when it comes back.
    func vacated(refuses: Bool) -> Session {
        var next = Session(
            name: name, number: number, limits: limits, exports: exports.map { ($0.offer, $0.ahead) },
            imports: imports.map { ($0.offer, $0.tellsReadiness) })
        for place in imports.indices { next.imports[place].arrived = imports[place].arrived - imports[place].received }
        next.former = former
        if refuses { next.remember(peer?.session) }
        (next.members, next.isOneOfSeveral) = (members, isOneOfSeveral)
        (next.shownCount, next.isVacant) = (shownCount, true)
        return next
    }

    /// Says to somebody who has been here, and comes again because he has not heard of the end, that it has come.
    mutating func sayOver(to hello: Hello) {
        (peer, received, owesHello) = (hello, max(hello.next, 1) - 1, true)
        end(.bye(waits: false))
    }

    private static func displaced(_ what: String) -> BridgeError {
        BridgeError(
            .refused,
            "\(what), and what was on its way is there now; begin anew, with a bridge of its own for each side")
    }

    func compare(_ hello: Hello) throws {
        for offers in [hello.exports, hello.imports] {
            var names: Set<String> = []
            if let twice = offers.first(where: { !names.insert($0.channel).inserted }) {
                throw BridgeError(.malformed, "a hello that has the channel \"\(twice.channel.clippedName)\" twice")
            }
        }
        guard hello.protocolName == Hello.protocolName, hello.version == Hello.currentVersion else {
            throw BridgeError(
                .refused,
                "this side, \(name), speaks \(Hello.protocolName) \(Hello.currentVersion), and the other side, "
                    + "\(hello.name.clippedName), \(hello.protocolName.clippedName) \(hello.version)")
        }
        var misfits: [String] = []
        for own in imports.map(\.offer) {
            let other = hello.exports.first { $0.channel == own.channel }
            if let other, other.type == own.type { continue }
            misfits.append(
                "\(own.channel) is imported here as \(own.type) and "
                    + (other.map { "exported there as \($0.type.clippedName)" } ?? "not exported there"))
        }
        for other in hello.imports {
            let own = exports.first { $0.offer.channel == other.channel }?.offer
            if let own, other.type == own.type { continue }
            misfits.append(
                "\(other.channel.clippedName) is imported there as \(other.type.clippedName) and "
                    + (own.map { "exported here as \($0.type)" } ?? "not exported here"))
        }
        if misfits.isEmpty { return }
        throw BridgeError(
            .refused,
            "the two sides do not fit: " + misfits.clipped(each: 2_000).joined(separator: "; ")
                + ". This side: \(self.hello.summary). The other side: \(hello.summary)")
    }
}

extension Hello {
    /// `shop exports prices: Price, imports nothing`
    fileprivate var summary: String {
        func list(_ offers: [ChannelOffer]) -> String {
            if offers.isEmpty { return "nothing" }
            return offers.lazy.map { "\($0.channel.clippedName): \($0.type.clippedName)" }.clipped(each: 800)
                .joined(separator: ", ")
        }
        return "\(name.clippedName) exports \(list(exports)), imports \(list(imports))"
    }
}
