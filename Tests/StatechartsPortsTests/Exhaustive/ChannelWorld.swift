@testable import Statecharts
@testable import StatechartsCore
import TestSupport

/// Two producers and two receivers at a point-to-point channel, in any order of calls.
struct ChannelWorld: ExploredWorld {
    enum Move: CustomStringConvertible {
        case send, add(Int), remove(Int), ready(Int), tell(Int), unready(Int), giveBack
        case look, offer, close

        var description: String {
            switch self {
            case .send: "a message comes"
            case .add(let one): "R\(one) is connected"
            case .remove(let one): "R\(one) is disconnected"
            case .ready(let one): "R\(one) becomes ready"
            case .tell(let one): "R\(one) says so"
            case .unready(let one): "R\(one) is given something else"
            case .giveBack: "the latest message is given back"
            case .look: "the one who offers looks"
            case .offer: "it offers to the next"
            case .close: "it goes on"
            }
        }
    }

    private var machine = ChannelStateMachine<Int, Int>()
    private var sent = 0
    private var ids: [Int?] = [nil, nil]
    private var isReady = [false, false]
    private var tells = [false, false]
    private var isOffering = false
    private var present: (job: ChannelStateMachine<Int, Int>.Job, receivers: [ChannelStateMachine<Int, Int>.Receiver])?
    private var takenBy: Int?
    private var taken: [Int] = []
    /// What was taken last, and may be given back.
    private var held: ChannelStateMachine<Int, Int>.Job?
    /// When each receiver had its last turn, by its number: when it was connected, or was given a message.
    private var turns: [Int: Int] = [:]
    private var lastTurn = 0
    private var wrong: String?

    var moves: [Move] {
        var moves: [Move] = []
        if isOffering {
            let isDecided = takenBy != nil || present?.receivers.isEmpty == true
            moves.append(present == nil ? .look : isDecided ? .close : .offer)
        }
        for one in 0...1 where tells[one] { moves.append(.tell(one)) }
        moves.append(.send)
        if held != nil { moves.append(.giveBack) }
        for one in 0...1 {
            moves.append(ids[one] == nil ? .add(one) : .remove(one))
            moves.append(isReady[one] ? .unready(one) : .ready(one))
        }
        return moves
    }

    static func isCall(_ move: Move) -> Bool {
        switch move {
        case .tell, .look, .offer, .close: false
        case .send, .add, .remove, .ready, .unready, .giveBack: true
        }
    }

    mutating func make(_ move: Move) {
        switch move {
        case .send:
            sent += 1
            if machine.receive(Parcel(sent)) { begin() }
        case .add(let one):
            let id = machine.add(one)
            ids[one] = id
            noteTurn(of: id)
            // Whoever is connected says whether it is ready.
            tells[one] = true
        case .remove(let one):
            if let id = ids[one], machine.remove(id)?.end != one { wrong = "a receiver is not known" }
            ids[one] = nil
        case .ready(let one):
            isReady[one] = true
            tells[one] = true
        case .unready(let one): isReady[one] = false
        case .tell(let one):
            tells[one] = false
            if ids[one] != nil, isReady[one], machine.beginOffering() { begin() }
        case .giveBack:
            guard let job = held else { return }
            held = nil
            taken.removeLast()
            if machine.receiveAgain(job) { begin() }
        case .look:
            if let (job, receivers) = machine.next() {
                present = (job, receivers)
            } else {
                isOffering = false
            }
        case .offer:
            guard let receiver = present?.receivers.removeFirst() else { return }
            if isReady[receiver.end] {
                isReady[receiver.end] = false
                takenBy = receiver.id
                // The receiver has it before the channel is told, and may give it back at once.
                held = present?.job
                if let message = held?.parcel.message { taken.append(message) }
            }
        case .close:
            guard let message = present?.job.parcel.message else { return }
            present = nil
            if let id = takenBy {
                takenBy = nil
                noteTurn(of: id)
                if machine.taken(by: id)?.parcel.message != message { wrong = "another message goes than was taken" }
            } else {
                isOffering = machine.noneWasReady()
            }
        }
    }

    private mutating func begin() {
        if isOffering { wrong = "two offer" }
        isOffering = true
    }

    private mutating func noteTurn(of id: Int) {
        lastTurn += 1
        turns[id] = lastTurn
    }

    // MARK: Rules

    struct Key: Hashable {
        let numbers: [Int]
        let flags: [Bool]
        let order: [Int]
        let present: [Int]
    }

    private var isLookingAgain: Bool {
        var copy = machine
        return copy.noneWasReady()
    }

    var key: Key {
        // Which number a receiver has makes no difference, only who is before whom.
        let present = present.map { [-1] + $0.receivers.map { ids[$0.end] == $0.id ? $0.end : 5 + $0.end } } ?? []
        let by = takenBy.map { id in ids.firstIndex(of: id) ?? 5 } ?? -1
        return Key(
            numbers: [machine.count, by], flags: isReady + tells + [isOffering, isLookingAgain, held != nil],
            order: machine.receivers.map(\.end), present: present)
    }

    var mistake: String? {
        if let wrong { return wrong }
        if taken != (0..<taken.count).map({ $0 + 1 }) { return "disordered: \(taken)" }
        let order = machine.receivers.compactMap { turns[$0.id] }
        if order != order.sorted() { return "the next message is not offered first to who was given one longest ago" }
        // Until the channel is told, what was taken is counted as offered too.
        if taken.count + machine.count != sent, takenBy == nil { return "messages are lost" }
        guard !isOffering, !tells.contains(true), machine.count > 0 else { return nil }
        if let one = (0...1).first(where: { ids[$0] != nil && isReady[$0] }) {
            return "R\(one) is ready and does not get what waits"
        }
        return nil
    }
}
