import Statecharts

@testable import StatechartsBridge

//      side 0 ──pieces[0]──▶ side 1        a step is one of: send, write, deliver, arrive, close, stop, connect, notice, cut,
//             ◀──pieces[1]──               look, leave, and what a bad link does: lose, swap or double a piece

extension MessageHeader {
    /// Where only the number and the body of a message matter.
    static let sample = MessageHeader(
        identity: MessageIdentity(source: 1, number: 1), cause: nil, sender: PortLabel(owner: "", name: ""),
        type: "Int", timeSince1970: .zero)
}

/// Two sessions and the link between them, without threads and time: what may happen next is a list, and each step of
/// it makes another world.
struct SessionWorld {
    enum Step: Hashable {
        case send(Int), write(Int), deliver(to: Int), arrive(Int), close(Int), stop(Int)
        case connect
        /// A side learns that the other one has ended the connection.
        case notice(Int)
        /// The connection breaks at one side first.
        case cut(Int)
        /// A side looks whether the other one is silent.
        case look(Int)
        /// A side has waited long enough for somebody who would only have to hear of the end.
        case leave(Int)
        case lose(Int), swap(Int), double(Int)

        /// Whether a link that is well, and sides that go on, would do it too.
        var isProgress: Bool {
            switch self {
            case .send, .write, .deliver, .arrive, .close, .connect, .notice, .look, .leave: true
            case .stop, .cut, .lose, .swap, .double: false
            }
        }
    }

    /// What a rule of the session would have prevented.
    struct Violation: Error, CustomStringConvertible {
        let description: String
    }

    struct Plan {
        /// How many messages each side sends, over as many channels as there are.
        var messages = [2, 0]
        var channels = 1
        /// How many messages may be under way to each side, and how many of its own it keeps.
        var windows = [1, 1]
        var cuts = 0
        var faults = 0
        var closing: [Int] = []
        /// Who may end at once, at any time.
        var stopping: [Int] = []
        /// Whether only the end is looked at: all messages were sent before the first connection, and get to their port
        /// at once. What is written together is under way frame by frame, so that the link can break between two.
        var isEnd = false
        /// Whether a side may find that it has waited long enough although the other one is there, and slow.
        var isImpatient = false
    }

    private let plan: Plan
    private(set) var sessions: [Session]
    private var pieces: [[[UInt8]]] = [[], []]
    private var isOpen = [false, false]
    private var sent = [0, 0]
    /// How many messages of each channel have come to each side, and are not in their port yet.
    private var delivered = [0, 0]
    private var onTheWay: [[Int]]
    private var hasClosed = [false, false]
    private(set) var isOver = [false, false]
    /// Who has ended without waiting for anybody.
    private var hasLeft = [false, false]
    private var cuts: Int
    private var faults: Int

    init(_ plan: Plan) {
        self.plan = plan
        cuts = plan.cuts
        faults = plan.faults
        onTheWay = [0, 1].map { _ in Array(repeating: 0, count: plan.channels) }
        sessions = [0, 1].map { side in
            func offers(_ side: Int) -> [ChannelOffer] {
                (0..<plan.channels).map { ChannelOffer(channel: "\(side)\($0)", type: "Int", kind: .publish) }
            }
            return Session(
                name: "\(side)", number: UInt64(side + 1), limits: BridgeLimits(window: plan.windows[side]),
                exports: offers(side).map { ($0, .max) }, imports: offers(1 - side).map { ($0, false) })
        }
        guard plan.isEnd else { return }
        for side in 0...1 {
            for number in 0..<plan.messages[side] {
                _ = sessions[side].send((number + 1) % plan.channels, .sample, .number(number + 1))
            }
            sent[side] = plan.messages[side]
        }
    }

    // MARK: What may happen

    var steps: [Step] {
        var steps: [Step] = []
        for side in 0...1 {
            if sent[side] < plan.messages[side], sessions[side].ending == .open, !isOver[side] {
                steps.append(.send(side))
            }
            if plan.stopping.contains(side), !isOver[side] { steps.append(.stop(side)) }
            if onTheWay[side].contains(where: { $0 > 0 }) { steps.append(.arrive(side)) }
            if plan.closing.contains(side), !hasClosed[side], !isOver[side],
                sent[side] == plan.messages[side] || sessions[side].ending == .closing
            {
                steps.append(.close(side))
            }
            if sessions[side].isLingering, isOver[1 - side] || plan.isImpatient { steps.append(.leave(side)) }
            guard isOpen[side] else { continue }
            var copy = sessions[side]
            if copy.output(atMost: 1 << 16) != nil { steps.append(.write(side)) }
            if !pieces[1 - side].isEmpty { steps.append(.deliver(to: side)) }
            if !isOpen[1 - side] { steps.append(.notice(side)) }
            if cuts > 0, isOpen[1 - side] { steps.append(.cut(side)) }
        }
        if isOpen == [false, false], isOver == [false, false] { steps.append(.connect) }
        // Without a fault nobody need look; and a look takes so long that nothing is under way any more.
        let isQuiet = pieces == [[], []] && !steps.contains(.write(0)) && !steps.contains(.write(1))
        if faults < plan.faults || plan.isImpatient, isQuiet {
            for side in 0...1 where isOpen[side] { steps.append(.look(side)) }
        }
        if faults > 0 {
            for side in 0...1 where !pieces[side].isEmpty {
                steps.append(.lose(side))
                // Of a second hello a side rightly thinks that the other one does not know the format.
                if !isHello(pieces[side][0]) { steps.append(.double(side)) }
                if pieces[side].count > 1 { steps.append(.swap(side)) }
            }
        }
        return steps
    }

    /// Whether all that has to come has come, and who was to close has.
    var isComplete: Bool {
        let hasCome = [0, 1].allSatisfy { side in
            delivered[1 - side] == plan.messages[side] || isOver[1 - side] || isOver[side]
        }
        // Who has messages waits for somebody as long as it takes.
        return hasCome && plan.closing.allSatisfy { isOver[$0] || hasLeft[1 - $0] && !sessions[$0].isDone }
    }

    private func isHello(_ piece: [UInt8]) -> Bool { String(decoding: piece, as: UTF8.self).contains("\"hello\"") }

    // MARK: What happens

    func after(_ step: Step, _ read: ([UInt8]) throws -> [(Frame, body: Int?)]) throws -> SessionWorld {
        var world = self
        try world.perform(step, read)
        return world
    }

    private mutating func perform(_ step: Step, _ read: ([UInt8]) throws -> [(Frame, body: Int?)]) throws {
        switch step {
        case .send(let side):
            sent[side] += 1
            let place = sent[side] % plan.channels
            _ = sessions[side].send(place, .sample, .number(sent[side]))
        case .write(let side):
            guard let piece = sessions[side].output(atMost: 1 << 16) else { return }
            if isOpen[1 - side] { pieces[side] += plan.isEnd ? Self.split(piece) : [piece] }
        case .deliver(let side):
            let piece = pieces[1 - side].removeFirst()
            do { try take(read(piece), side) } catch let error as BridgeError {
                // What a bad link makes of proper frames has to be found, and lead to another connection.
                guard error.isPassing, plan.faults > 0 else { throw Violation(description: "side \(side): \(error)") }
                try end(side, saying: error)
            }
        case .arrive(let side):
            guard let place = onTheWay[side].firstIndex(where: { $0 > 0 }) else { return }
            onTheWay[side][place] -= 1
            _ = sessions[side].arrived(place)
        case .close(let side):
            hasClosed[side] = true
            sessions[side].close()
            if sessions[side].needsNobody { try finish(side) }
        case .stop(let side):
            hasLeft[side] = true
            sessions[side].end(.bye(waits: false))
            if isOpen[side], isOpen[1 - side], let piece = sessions[side].output(atMost: 1 << 16) {
                pieces[side].append(piece)
            }
            try finish(side)
        case .leave(let side):
            hasLeft[side] = true
            try finish(side)
        case .connect:
            for side in 0...1 {
                guard sessions[side].begin() else { throw Violation(description: "side \(side) wants no connection") }
            }
            isOpen = [true, true]
        case .notice(let side): try end(side)
        case .cut(let side):
            cuts -= 1
            try end(side)
        case .look(let side):
            switch sessions[side].watch(isBlocked: sessions[side].waitingCount > 0) {
            case .nothing, .ping: break
            case .over:
                hasLeft[side] = true
                try finish(side)
            case .silent(let what): try end(side, saying: BridgeError(.silent, what))
            }
        case .lose(let side):
            faults -= 1
            pieces[side].removeFirst()
        case .swap(let side):
            faults -= 1
            pieces[side].swapAt(0, 1)
        case .double(let side):
            faults -= 1
            pieces[side].insert(pieces[side][0], at: 0)
        }
        for side in 0...1 {
            let window = plan.windows[side]
            for place in 0..<plan.channels {
                if onTheWay[side][place] > window {
                    throw Violation(description: "side \(side) got \(onTheWay[side][place]) with \(window) credits")
                }
                let kept = sessions[side].exports[place].inFlight
                if kept > window { throw Violation(description: "side \(side) keeps \(kept) of \(window)") }
            }
            let kept = sessions[side].exports.reduce(0) { $0 + $1.inFlight }
            if kept != sessions[side].unacknowledged.count {
                throw Violation(description: "side \(side) counts \(kept) messages under way")
            }
        }
    }

    private mutating func take(_ frames: [(Frame, body: Int?)], _ side: Int) throws {
        for (frame, body) in frames where isOpen[side] {
            if case .message(let message, _) = frame {
                guard let place = try sessions[side].take(message: message.number, of: message.channel) else {
                    continue
                }
                delivered[side] += 1
                if plan.isEnd { _ = sessions[side].arrived(place) } else { onTheWay[side][place] += 1 }
                if plan.channels == 1, body != delivered[side] {
                    throw Violation(description: "side \(side) got \(body ?? 0) as message \(delivered[side])")
                }
                continue
            }
            switch try sessions[side].take(frame) {
            case .closed: try finish(side)
            case .leaving: sessions[side].close()
            case .nothing, .connected, .rooms, .members: break
            }
        }
        sessions[side].endBatch()
    }

    /// A side has no connection any more.
    private mutating func end(_ side: Int, saying error: BridgeError? = nil) throws {
        if let error {
            if let farewell = Frame.error(error, within: 1 << 10) { sessions[side].part(farewell) }
            if isOpen[1 - side], let piece = sessions[side].output(atMost: 1 << 16) { pieces[side].append(piece) }
        }
        isOpen[side] = false
        pieces[1 - side] = []
        if !isOpen[1 - side] { pieces[side] = [] }
        sessions[side].cut()
        if sessions[side].isFinished { try finish(side) }
    }

    /// A side has come to its end.
    private mutating func finish(_ side: Int) throws {
        sessions[side].end(nil)
        isOver[side] = true
        let lost = sessions[side].unacknowledged.count + sessions[side].waitingCount
        let missing = sent[side] - delivered[1 - side]
        // What has not come is counted; and where both wait for each other, nothing is counted that has come.
        if lost < missing { throw Violation(description: "side \(side) counts \(lost) lost, and \(missing) are") }
        if sessions[side].ending == .closing, hasLeft == [false, false], !plan.isImpatient, lost > 0 || missing > 0 {
            throw Violation(description: "side \(side) has closed, and \(lost) are lost")
        }
        if isOpen[side] { try end(side) }
    }

    /// The frames of a piece.
    private static func split(_ piece: [UInt8]) -> [[UInt8]] {
        var rest = piece[...], frames: [[UInt8]] = []
        while !rest.isEmpty {
            let length = 4 + rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            frames.append(Array(rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        return frames
    }

    // MARK: The end

    /// How far the end of the session is on a side, as the table in `Session+Ending.swift` names it.
    func ending(_ side: Int) -> String {
        let session = sessions[side]
        if isOver[side] { return "over" }
        let name = session.saidBye && isOpen[side] ? "said" : "\(session.ending)"
        return name + (session.heardBye ? "*" : "") + (isOpen[side] ? "" : ", apart")
    }

    // MARK: To be known again

    /// Equal for worlds in which the same will happen.
    var key: [Int] {
        var key = [cuts, faults] + sent + delivered + onTheWay.joined()
        for side in 0...1 {
            key += [isOpen[side], hasClosed[side], isOver[side], hasLeft[side]].map { $0 ? 1 : 0 }
            key += sessions[side].key(withLooks: plan.faults > 0 || plan.isImpatient)
            key.append(pieces[side].count)
            for piece in pieces[side] {
                var hasher = StableHash()
                for byte in piece { hasher.add(byte) }
                key += [piece.count, hasher.value]
            }
        }
        return key
    }
}

/// FNV-1a with 64 bits.
private struct StableHash {
    private(set) var value = Int(truncatingIfNeeded: 0xCBF2_9CE4_8422_2325 as UInt64)
    mutating func add(_ byte: UInt8) { value = (value ^ Int(byte)) &* 0x100_0000_01B3 }
}

extension Session {
    /// All that a session's decisions depend on. Of the messages only how many there are: the same number is the same
    /// message.
    /// - Parameter withLooks: whether anybody looks who is silent.
    fileprivate func key(withLooks: Bool) -> [Int] {
        let phase: Int
        switch self.phase {
        case .apart: phase = 0
        case .greeting: phase = 1
        case .running: phase = 2
        case .over: phase = 3
        }
        let flags = [
            owesHello, owesCredits, owesPong, owesPing, awaitsPong, owesMembers, isMute, ending == .open,
            saidBye, heardBye, byeCount > 0, byeCount > 1, byeCount >= Self.mostByes, withLooks && hasLingered,
            withLooks && heardLately, isInBatch,
            peer != nil, farewell != nil,
        ]
        let numbers = [unacknowledged.first, unacknowledged.end, nextToWrite, received, acknowledged]
        let seen = (withLooks ? watched : nil).map {
            [Int($0.first), $0.awaitsPong ? 1 : 0, $0.saidBye ? 1 : 0, $0.phase == .running ? 1 : 0, Int($0.received)]
        }
        var key = [phase] + (seen ?? []) + flags.map { $0 ? 1 : 0 } + numbers.map { Int($0) }
        for export in exports {
            key += [
                Int(export.granted), Int(export.sent), export.inFlight, export.waiting.count,
                export.isWanted.map { $0 ? 1 : 0 } ?? 2,
            ]
        }
        for place in imports { key += [place.received, place.arrived, place.granted, place.told, place.window] }
        return key
    }
}
