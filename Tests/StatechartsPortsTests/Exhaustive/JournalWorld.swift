@testable import Statecharts
@testable import StatechartsCore
import TestSupport

/// Two ports of a system that is watched, paused, stepped, looked at and closed, and that are finished, in any order of
/// calls.
struct JournalWorld: ExploredWorld {
    enum Move: CustomStringConvertible {
        case submit(Int), finish(Int), pause, resume, step, stepSecond, close, look, endLook
        case next, delivered

        var description: String {
            switch self {
            case .submit(let one): "port \(one) sends"
            case .finish(let one): "port \(one) is finished"
            case .pause: "the system is paused"
            case .resume: "it goes on"
            case .step: "it makes a step"
            case .stepSecond: "it makes a step of port 1"
            case .close: "it is closed"
            case .look: "a snapshot looks at it"
            case .endLook: "the snapshot has been taken"
            case .next: "the one who delivers looks"
            case .delivered: "it has delivered"
            }
        }
    }

    private final class Port: Sendable {}
    private static let ports = [Port(), Port()]

    private var machine = TraceJournalStateMachine()
    private var sent: [Int] = []
    private var isPaused = false
    private var isLooking = false
    private var isClosed = false
    /// Whether somebody delivers: one message after the other, or first that of a step.
    private var isDelivering = false
    private var inHand: MessageID?
    private var delivered: [MessageID] = []
    /// The port of each message, by its number.
    private var sources: [MessageID: Int] = [:]
    /// The port whose message was the last one in hand.
    private var last: Int?
    private var finished: Set<Int> = []
    /// The ports whose ends wait for their messages.
    private var ending: Set<Int> = []
    private var wrong: String?

    var moves: [Move] {
        var moves: [Move] = []
        if inHand != nil { moves.append(.delivered) } else if isDelivering { moves.append(.next) }
        moves +=
            [0, 1].filter { !finished.contains($0) }.flatMap { [.submit($0), .finish($0)] } + [.step, .stepSecond]
        moves += [isPaused ? .resume : .pause, isLooking ? .endLook : .look]
        if !isClosed { moves.append(.close) }
        return moves
    }

    static func isCall(_ move: Move) -> Bool {
        switch move {
        case .next, .delivered: false
        case .submit, .finish, .pause, .resume, .step, .stepSecond, .close, .look, .endLook: true
        }
    }

    mutating func make(_ move: Move) {
        switch move {
        case .submit(let one):
            sent.append(one)
            let source = ObjectIdentifier(Self.ports[one])
            let sending = TraceJournalStateMachine.Sending(
                type: "Int", sender: .outside, cause: nil, causeIdentity: nil, time: .zero, timeSince1970: .zero)
            let delivers = machine.submit(sent.count, sending, source: source, deliver: { _ in }).delivers
            sources[MessageID(number: UInt64(sent.count))] = one
            if delivers { begin() }
        case .finish(let one):
            finished.insert(one)
            if machine.putBehind(ObjectIdentifier(Self.ports[one]), {}) { ending.insert(one) } else { end(one) }
        case .pause:
            machine.pause()
            isPaused = !isClosed
        case .resume:
            isPaused = false
            if machine.resume() { begin() }
        case .look:
            machine.looking += 1
            isLooking = true
        case .endLook:
            isLooking = false
            if machine.endLooking() { begin() }
        case .step: takeStep(nil)
        case .stepSecond:
            guard let id = machine.held.first(where: { sources[$0.id] == 1 })?.id else { return }
            takeStep(id)
        case .close:
            isPaused = false
            isClosed = true
            if machine.close().delivers { begin() }
        case .next:
            switch machine.next() {
            case .message(let pending, _):
                if isLooking { wrong = "a message is delivered while a snapshot looks" }
                take(pending)
            case .closings(let closings): endLast(closings.count)
            case nil: isDelivering = false
            }
        case .delivered:
            if let inHand { delivered.append(inHand) }
            inHand = nil
        }
    }

    private mutating func take(_ pending: TraceJournalStateMachine.Pending) {
        inHand = pending.held.id
        last = sources[pending.held.id]
    }

    private mutating func endLast(_ count: Int) {
        guard count == 1, let last, ending.remove(last) != nil else {
            wrong = "an end that nobody waits for"
            return
        }
        end(last)
    }

    /// The end of a port comes after all its messages.
    private mutating func end(_ one: Int) {
        if sources.contains(where: { $0.value == one && !delivered.contains($0.key) }) {
            wrong = "an end before a message"
        }
    }

    private mutating func takeStep(_ id: MessageID?) {
        guard let (pending, _) = machine.step(id) else {
            if isPaused, !isDelivering, !machine.held.isEmpty { wrong = "a step is refused without a reason" }
            return
        }
        if !isPaused { wrong = "a step of a system that is not paused" }
        begin()
        take(pending)
    }

    private mutating func begin() {
        if isDelivering { wrong = "two deliver" }
        isDelivering = true
    }

    // MARK: Rules

    /// Whose messages wait, and in which order; what has arrived is settled.
    var key: [Int] {
        let state = [isDelivering, isPaused, isLooking, isClosed, machine.isNeeded].map { $0 ? 1 : 0 }
        let hand = inHand.flatMap { sources[$0] } ?? -1
        let open = sources.keys.filter { !delivered.contains($0) && $0 != inHand }.sorted()
        let ends = (0...1).map { (finished.contains($0) ? 1 : 0) + (ending.contains($0) ? 2 : 0) } + [last ?? -1]
        return state + [hand] + ends + open.map { sources[$0] ?? -1 }
    }

    var mistake: String? {
        if let wrong { return wrong }
        if Set(delivered).count != delivered.count { return "a message is delivered twice" }
        for one in 0...1 {
            let own = delivered.filter { sources[$0] == one }
            if own != own.sorted() { return "disordered: \(own)" }
        }
        if !isDelivering, !isPaused, !isLooking, !ending.isEmpty { return "an end that never comes" }
        let under = (inHand == nil ? 0 : 1)
        if !isDelivering, !isPaused, !isLooking, delivered.count + under != sent.count {
            return "messages wait for nobody"
        }
        if !machine.isNeeded, isDelivering || isPaused || delivered.count + under != sent.count {
            return "messages may overtake those that are under way"
        }
        return nil
    }
}
