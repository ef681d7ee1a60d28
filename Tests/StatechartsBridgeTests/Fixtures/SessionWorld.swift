import Statecharts

@testable import StatechartsBridge

//      side 0 ──pieces[0]──▶ side 1        a step is one of: send, write, deliver, arrive, close, connect, notice, cut, look,
//             ◀──pieces[1]──               and what a bad link does: lose, swap or double a piece

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
        case send(Int), write(Int), deliver(to: Int), arrive(Int), close(Int)
        case connect
        /// A side learns that the other one has ended the connection.
        case notice(Int)
        /// The connection breaks at one side first.
        case cut(Int)
        /// A side looks whether the other one is silent.
        case look(Int)
        case lose(Int), swap(Int), double(Int)

        /// Whether a link that is well, and sides that go on, would do it too.
        var isProgress: Bool {
            switch self {
            case .send, .write, .deliver, .arrive, .close, .connect, .notice, .look: true
            case .cut, .lose, .swap, .double: false
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
    private var isOver = [false, false]
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
    }

    // MARK: What may happen

    var steps: [Step] {
        var steps: [Step] = []
        for side in 0...1 {
            if sent[side] < plan.messages[side], !hasClosed[side], !isOver[side] { steps.append(.send(side)) }
            if onTheWay[side].contains(where: { $0 > 0 }) { steps.append(.arrive(side)) }
            if plan.closing.contains(side), !hasClosed[side], !isOver[side], sent[side] == plan.messages[side] {
                steps.append(.close(side))
            }
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
        if faults < plan.faults, isQuiet { for side in 0...1 where isOpen[side] { steps.append(.look(side)) } }
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
            hasClosed[1 - side] && !plan.closing.contains(side) || delivered[1 - side] == plan.messages[side]
                || hasClosed[1 - side] && isOver[1 - side]
        }
        return hasCome && plan.closing.allSatisfy { isOver[$0] }
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
            if isOpen[1 - side] { pieces[side].append(piece) }
        case .deliver(let side):
            let piece = pieces[1 - side].removeFirst()
            do { try take(read(piece), side) } catch let error as BridgeError {
                // What a bad link makes of proper frames has to be found, and lead to another connection.
                guard error.isPassing, plan.faults > 0 else { throw Violation(description: "side \(side): \(error)") }
                end(side)
            }
        case .arrive(let side):
            guard let place = onTheWay[side].firstIndex(where: { $0 > 0 }) else { return }
            onTheWay[side][place] -= 1
            _ = sessions[side].arrived(place)
        case .close(let side):
            hasClosed[side] = true
            if sessions[side].phase == .apart, sessions[side].isDone {
                sessions[side].end(nil)
                isOver[side] = true
            } else {
                sessions[side].close()
            }
        case .connect:
            for side in 0...1 {
                guard sessions[side].begin() else { throw Violation(description: "side \(side) wants no connection") }
            }
            isOpen = [true, true]
        case .notice(let side): end(side)
        case .cut(let side):
            cuts -= 1
            end(side)
        case .look(let side):
            if case .silent = sessions[side].watch(isBlocked: sessions[side].waitingCount > 0) { end(side) }
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
                onTheWay[side][place] += 1
                if plan.channels == 1, body != delivered[side] {
                    throw Violation(description: "side \(side) got \(body ?? 0) as message \(delivered[side])")
                }
                continue
            }
            switch try sessions[side].take(frame) {
            case .closed:
                sessions[side].end(nil)
                isOver[side] = true
                end(side)
            case .nothing, .connected, .rooms, .members: break
            }
        }
        sessions[side].endBatch()
    }

    /// A side has no connection any more.
    private mutating func end(_ side: Int) {
        isOpen[side] = false
        pieces[1 - side] = []
        if !isOpen[1 - side] { pieces[side] = [] }
        sessions[side].cut()
        if sessions[side].saidBye {
            sessions[side].end(nil)
            isOver[side] = true
        }
    }

    // MARK: To be known again

    /// Equal for worlds in which the same will happen.
    var key: [Int] {
        var key = [cuts, faults] + sent + delivered + onTheWay.joined()
        for side in 0...1 {
            key += [isOpen[side], hasClosed[side], isOver[side]].map { $0 ? 1 : 0 }
            key += sessions[side].key
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
    fileprivate var key: [Int] {
        let phase: Int
        switch self.phase {
        case .apart: phase = 0
        case .greeting: phase = 1
        case .running: phase = 2
        case .over: phase = 3
        }
        let flags = [
            owesHello, owesCredits, owesPong, owesPing, awaitsPong, owesMembers, isMute, wantsToClose, isClosing,
            isInBatch, peer != nil, farewell != nil, hasProgress,
        ]
        let numbers = [unacknowledged.first, unacknowledged.end, nextToWrite, received, acknowledged]
        let seen = watched.map {
            [Int($0.first), $0.awaitsPong ? 1 : 0, $0.saidBye ? 1 : 0, $0.phase == .running ? 1 : 0]
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
