// How two sides meet: whether they fit, and what is said again.

extension Session {
    mutating func take(_ hello: Hello) throws -> Effect {
        try compare(hello)
        let hadRoom = exports.map(\.hasRoom)
        guard hello.next < 1 << 53 else { throw BridgeError(.malformed, "a hello with the number \(hello.next)") }
        if hello.session == peer?.session {
            guard hello.next <= received + 1 else {
                throw BridgeError(
                    .malformed, "\(hello.name) goes on with message \(hello.next), and \(received + 1) is missing")
            }
        } else {
            // The other side is new: it counts from now on.
            received = max(hello.next, 1) - 1
            for place in imports.indices {
                // What has come before and is not in its port yet takes room all the same.
                imports[place].arrived -= imports[place].received
                (imports[place].received, imports[place].granted) = (0, 0)
            }
            takeBack()
        }
        if hello.peer == number { try take(acknowledgement: hello.received, "a hello that speaks") }
        peer = hello
        phase = .running
        nextToWrite = unacknowledged.first
        acknowledged = received
        owesMembers = members != nil
        var rooms: [Int] = [], readiness: [Int] = []
        for place in exports.indices {
            let isWanted = hello.imports.contains { $0.channel == exports[place].offer.channel }
            exports[place].isWanted = isWanted
            if !isWanted { exports[place].waiting.removeAll() }
            if !hadRoom[place], exports[place].hasRoom { rooms.append(place) }
        }
        for place in imports.indices {
            imports[place].told = 0
            let other = hello.exports.first { $0.channel == imports[place].offer.channel }
            if other?.kind == .pointToPoint {
                imports[place].window = 1
                readiness.append(place)
                imports[place].waitsForReadiness = imports[place].tellsReadiness
            }
            if !imports[place].waitsForReadiness {
                imports[place].granted = max(
                    imports[place].granted, imports[place].arrived + imports[place].window)
            }
        }
        owesCredits = true
        return .connected(rooms: rooms, readiness: readiness)
    }

    /// What has not been acknowledged waits for the credits of a side that knows nothing of it.
    private mutating func takeBack() {
        var waiting = exports.map { _ in PieceQueue<Void>() }
        for (export, rest) in unacknowledged.takeAll() { waiting[export].append(()) { $0 += rest } }
        for place in exports.indices {
            let later = exports[place].waiting
            for piece in 0..<later.count { waiting[place].append(()) { $0 += later.bytes(piece..<piece + 1) } }
            exports[place].waiting = waiting[place]
            (exports[place].sent, exports[place].granted) = (0, 0)
        }
    }

    private func compare(_ hello: Hello) throws {
        guard hello.protocolName == Hello.protocolName, hello.version == Hello.currentVersion else {
            throw BridgeError(
                .refused,
                "this side, \(name), speaks \(Hello.protocolName) \(Hello.currentVersion), and the other side, \(hello.name.prefix(80)), "
                    + "\(hello.protocolName.prefix(80)) \(hello.version)")
        }
        var misfits: [String] = []
        for own in imports.map(\.offer) {
            let other = hello.exports.first { $0.channel == own.channel }
            if let other, other.type == own.type { continue }
            misfits.append(
                "\(own.channel) is imported here as \(own.type) and "
                    + (other.map { "exported there as \($0.type)" } ?? "not exported there"))
        }
        for other in hello.imports {
            let own = exports.first { $0.offer.channel == other.channel }?.offer
            if let own, other.type == own.type { continue }
            misfits.append(
                "\(other.channel) is imported there as \(other.type) and "
                    + (own.map { "exported here as \($0.type)" } ?? "not exported here"))
        }
        if misfits.isEmpty { return }
        throw BridgeError(
            .refused,
            "the two sides do not fit: " + misfits.prefix(20).joined(separator: "; ")
                + ". This side: \(self.hello.summary). The other side: \(hello.summary)")
    }
}

extension Hello {
    /// `shop exports prices: Price, imports nothing`
    fileprivate var summary: String {
        func list(_ offers: [ChannelOffer]) -> String {
            if offers.isEmpty { return "nothing" }
            let texts = offers.prefix(20).map { "\($0.channel.prefix(80)): \($0.type.prefix(80))" }
            return texts.joined(separator: ", ") + (offers.count > 20 ? ", …" : "")
        }
        return "\(name.prefix(80)) exports \(list(exports)), imports \(list(imports))"
    }
}
