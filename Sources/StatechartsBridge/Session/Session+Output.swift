// What is said, and when: messages as far as there are credits for them, and what is owed to the other side.

extension Session {
    struct Sent: Sendable {
        /// Whether there is room for another message of the channel.
        let hasRoom: Bool
        let urgency: BridgeUrgency?
        /// Whether nobody will get the message.
        var isLost = false
    }

    /// Sends a message of an export; its order is that of the calls.
    mutating func send(_ export: Int, rest: [UInt8]) -> Sent {
        if phase == .over || isClosing { return Sent(hasRoom: true, urgency: nil, isLost: true) }
        if exports[export].isWanted == false { return Sent(hasRoom: true, urgency: nil) }
        let isAlone = unacknowledged.isEmpty
        guard exports[export].waiting.isEmpty, hasCredit(export) else {
            exports[export].waiting.append(()) { $0 += rest }
            return Sent(hasRoom: hasRoom(export), urgency: nil)
        }
        go(export, rest[...])
        return Sent(hasRoom: hasRoom(export), urgency: isInBatch ? nil : isAlone ? .atOnce : .soon)
    }

    /// Whether a message may go now. What the other side allows is not all: this side keeps no more than its own window
    /// of messages that were not acknowledged, and takes none for a connection that is not there.
    func hasCredit(_ export: Int) -> Bool {
        phase == .running && exports[export].sent < exports[export].granted
            && exports[export].inFlight < limits.saneWindow
    }

    func hasRoom(_ export: Int) -> Bool {
        let one = exports[export]
        return one.isWanted == false || one.waiting.count < one.ahead || one.waiting.isEmpty && hasCredit(export)
    }

    private mutating func go(_ export: Int, _ rest: ArraySlice<UInt8>) {
        exports[export].sent += 1
        exports[export].inFlight += 1
        unacknowledged.append(export: export, rest: rest)
    }

    /// Sends what waits, as far as there are credits for it.
    mutating func sendWaiting(_ export: Int) {
        var count = 0
        while count < exports[export].waiting.count, hasCredit(export) {
            go(export, exports[export].waiting.bytes(count..<count + 1))
            count += 1
        }
        if count > 0 { exports[export].waiting.removeFirst(count) }
    }

    /// How many messages wait for credit.
    var waitingCount: Int { exports.reduce(0) { $0 + $1.waiting.count } }

    /// Whether the other side has got everything.
    var isDone: Bool { unacknowledged.isEmpty && exports.allSatisfy(\.waiting.isEmpty) }

    /// What is to be written now, at most about this many bytes; `nil` if nothing.
    mutating func output(atMost limit: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        if owesHello, !isMute {
            bytes += Frame.hello(hello).bytes
            owesHello = false
        }
        if phase == .over || farewell != nil {
            if !isMute, let farewell { bytes += farewell.bytes }
            isMute = true
        } else if phase == .running {
            writeRunning(&bytes, limit)
        }
        return bytes.isEmpty ? nil : bytes
    }

    private mutating func writeRunning(_ bytes: inout [UInt8], _ limit: Int) {
        if isMute { return }
        if owesMembers, let members {
            bytes += Frame.members(members).bytes
            owesMembers = false
        }
        if acknowledged < received {
            bytes += Frame.acknowledgement(received).bytes
            acknowledged = received
        }
        if owesCredits {
            owesCredits = false
            for place in imports.indices where imports[place].told < imports[place].granted {
                bytes +=
                    Frame.credit(
                        channel: imports[place].offer.channel, upTo: UInt64(imports[place].granted)
                    ).bytes
                imports[place].told = imports[place].granted
            }
        }
        if owesPing { bytes += Frame.ping.bytes }
        if owesPong { bytes += Frame.pong.bytes }
        (owesPing, owesPong) = (false, false)
        if nextToWrite < unacknowledged.end, bytes.count < limit {
            nextToWrite = unacknowledged.write(from: nextToWrite, atMost: limit - bytes.count, to: &bytes)
        }
        if isClosing, isDone {
            bytes += Frame.bye.bytes
            isMute = true
        }
    }

    var hello: Hello {
        Hello(
            name: name, session: number, peer: peer?.session, next: unacknowledged.first, received: received,
            exports: exports.map(\.offer), imports: imports.map(\.offer))
    }
}
