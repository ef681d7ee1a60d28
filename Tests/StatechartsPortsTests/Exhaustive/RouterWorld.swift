@testable import Statecharts
import TestSupport

/// Two ports of a system that is watched, paused, stepped and closed, in any order of calls.
struct RouterWorld: ExploredWorld {
    enum Move: CustomStringConvertible {
        case submit(Int), pause, resume, step, stepSecond, close
        case next, delivered

        var description: String {
            switch self {
            case .submit(let one): "port \(one) sends"
            case .pause: "the system is paused"
            case .resume: "it goes on"
            case .step: "it makes a step"
            case .stepSecond: "it makes a step of port 1"
            case .close: "it is closed"
            case .next: "the one who delivers looks"
            case .delivered: "it has delivered"
            }
        }
    }

    private final class Port: Sendable {}
    private static let ports = [Port(), Port()]

    enum Work: Hashable {
        case draining
        case stepping
    }

    private var machine = RouterStateMachine()
    private var sent: [Int] = []
    private var isPaused = false
    private var isClosed = false
    private var work: Work?
    private var inHand: MessageID?
    private var delivered: [MessageID] = []
    /// The port of each message, by its number.
    private var sources: [MessageID: Int] = [:]
    private var wrong: String?

    var moves: [Move] {
        var moves: [Move] = []
        if inHand != nil { moves.append(.delivered) } else if work == .draining { moves.append(.next) }
        moves += [.submit(0), .submit(1), .step, .stepSecond]
        moves += [isPaused ? .resume : .pause]
        if !isClosed { moves.append(.close) }
        return moves
    }

    static func isCall(_ move: Move) -> Bool {
        switch move {
        case .next, .delivered: false
        case .submit, .pause, .resume, .step, .stepSecond, .close: true
        }
    }

    mutating func make(_ move: Move) {
        switch move {
        case .submit(let one):
            sent.append(one)
            let source = ObjectIdentifier(Self.ports[one])
            let delivers = machine.submit(
                sent.count, type: "Int", sender: .outside, cause: nil, time: .zero, source: source, deliver: { _ in }
            ).delivers
            sources[MessageID(number: UInt64(sent.count))] = one
            if delivers { begin() }
        case .pause:
            machine.pause()
            isPaused = !isClosed
        case .resume:
            isPaused = false
            if machine.resume() { begin() }
        case .step: takeStep(nil)
        case .stepSecond:
            guard let id = machine.held.first(where: { sources[$0.id] == 1 })?.id else { return }
            takeStep(id)
        case .close:
            isPaused = false
            isClosed = true
            if machine.close().delivers { begin() }
        case .next:
            if let (pending, _) = machine.next() { inHand = pending.held.id } else { work = nil }
        case .delivered:
            if let inHand { delivered.append(inHand) }
            inHand = nil
            guard work == .stepping else { return }
            work = nil
            if machine.endStep() { begin() }
        }
    }

    private mutating func takeStep(_ id: MessageID?) {
        guard let (pending, _) = machine.step(id) else {
            if isPaused, work == nil, !machine.held.isEmpty { wrong = "a step is refused without a reason" }
            return
        }
        if work != nil { wrong = "two deliver" }
        if !isPaused { wrong = "a step of a system that is not paused" }
        work = .stepping
        inHand = pending.held.id
    }

    private mutating func begin() {
        if work != nil { wrong = "two deliver" }
        work = .draining
    }

    // MARK: Rules

    /// Whose messages wait, and in which order; what has arrived is settled.
    var key: [Int] {
        let state = [
            work == nil ? 0 : work == .draining ? 1 : 2, isPaused ? 1 : 0, isClosed ? 1 : 0, machine.isNeeded ? 1 : 0,
        ]
        let hand = inHand.flatMap { sources[$0] } ?? -1
        let open = sources.keys.filter { !delivered.contains($0) && $0 != inHand }.sorted()
        return state + [hand] + open.map { sources[$0] ?? -1 }
    }

    var mistake: String? {
        if let wrong { return wrong }
        if Set(delivered).count != delivered.count { return "a message is delivered twice" }
        for one in 0...1 {
            let own = delivered.filter { sources[$0] == one }
            if own != own.sorted() { return "disordered: \(own)" }
        }
        let under = (inHand == nil ? 0 : 1)
        if work == nil, !isPaused, delivered.count + under != sent.count { return "messages wait for nobody" }
        if !machine.isNeeded, work != nil || isPaused || delivered.count + under != sent.count {
            return "messages may overtake those that are under way"
        }
        return nil
    }
}
