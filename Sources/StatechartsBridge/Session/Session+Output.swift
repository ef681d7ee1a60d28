import Statecharts

// What is said, and when: messages as far as there are credits for them, and what is owed to the other side.

extension Session {
    struct Sent: Sendable {
        let answer: WayOutAnswer
        var urgency: BridgeUrgency?
    }

    /// Sends a message of an export; its order is that of the calls.
    mutating func send(_ export: Int, _ header: MessageHeader, _ body: MessageBody) -> Sent {
        if phase == .over || ending == .closing || isVacant { return Sent(answer: .over) }
        if exports[export].isUnheard { return Sent(answer: .room) }
        let isAlone = unacknowledged.isEmpty
        guard exports[export].waiting.isEmpty, hasCredit(export) else {
            let fits = Self.append(header, body, &headerWriters[export], to: &exports[export].waiting, limits)
            return Sent(answer: fits ? answer(export) : .unfit)
        }
        guard Self.append(header, body, &headerWriters[export], of: export, to: &unacknowledged, limits) else {
            return Sent(answer: .unfit)
        }
        exports[export].sent += 1
        exports[export].inFlight += 1
        return Sent(answer: answer(export), urgency: isInBatch ? nil : isAlone ? .atOnce : .soon)
    }

    /// Writes a message where it waits for credit. Answers whether it is there: not if it is too long for a frame.
    private static func append(
        _ header: MessageHeader, _ body: MessageBody, _ headerWriter: inout HeaderWriter,
        to waiting: inout PieceQueue<Void>, _ limits: BridgeLimits
    ) -> Bool {
        var length = 0
        waiting.append(()) { bytes in
            JSONWriter.append(to: &bytes) { length = headerWriter.write(header, body, to: &$0) }
        }
        if length <= longest(limits) { return true }
        waiting.removeLast()
        return false
    }

    /// Writes the frame of a message. Answers whether it is there: not if it is too long.
    private static func append(
        _ header: MessageHeader, _ body: MessageBody, _ headerWriter: inout HeaderWriter, of export: Int,
        to unacknowledged: inout Unacknowledged, _ limits: BridgeLimits
    ) -> Bool {
        var length = 0
        unacknowledged.append(export: export) { length = headerWriter.write(header, body, to: &$0) }
        if length <= longest(limits) { return true }
        unacknowledged.removeLast()
        return false
    }

    /// How many bytes may stand behind the number of a message: before it are `{"frame":"message","n":`.
    private static func longest(_ limits: BridgeLimits) -> Int { limits.frameLength - Frame.roomForNumbers }

    /// Whether a message may go now. What the other side allows is not all: this side keeps no more than its own window
    /// of messages that were not acknowledged, and takes none for a connection that is not there.
    func hasCredit(_ export: Int) -> Bool {
        phase == .running && exports[export].isWanted != false && exports[export].sent < exports[export].granted
            && exports[export].inFlight < limits.saneWindow
    }

    func hasRoom(_ export: Int) -> Bool {
        let one = exports[export]
        return one.isUnheard || one.waiting.count < one.ahead || one.waiting.isEmpty && hasCredit(export)
    }

    private func answer(_ export: Int) -> WayOutAnswer { hasRoom(export) ? .room : .full }

    /// Sends what waits, as far as there are credits for it.
    mutating func sendWaiting(_ export: Int) {
        var count = 0
        while count < exports[export].waiting.count, hasCredit(export) {
            let rest = exports[export].waiting.bytes(count..<count + 1)
            unacknowledged.append(export: export) { $0.bytes.append(contentsOf: rest) }
            exports[export].sent += 1
            exports[export].inFlight += 1
            count += 1
        }
        if count > 0 { exports[export].waiting.removeFirst(count) }
    }

    /// How many messages wait for credit.
    var waitingCount: Int { exports.reduce(0) { $0 + $1.waiting.count } }

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
        if let bye = bye() { bytes += bye.bytes }
    }

    var hello: Hello {
        Hello(
            name: name, session: number, peer: peer?.session, next: unacknowledged.first, received: received,
            exports: exports.map(\.offer), imports: imports.map(\.offer))
    }
}
