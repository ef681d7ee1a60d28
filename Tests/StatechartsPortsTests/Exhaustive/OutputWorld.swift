@testable import Statecharts
@testable import StatechartsCore
import TestSupport

/// Two producers at an output port whose ends come and go, in any order of calls.
struct OutputWorld: ExploredWorld {
    enum Move: CustomStringConvertible {
        case send(Int), connect, disconnect(Int), remove(Int), wait(Int), finish
        case work, done(Int)

        var description: String {
            switch self {
            case .send(let one): "P\(one) sends"
            case .connect: "an end is connected"
            case .disconnect(let link): "end \(link) is disconnected"
            case .remove(let link): "end \(link) is gone"
            case .wait(let link): "somebody waits for room at end \(link)"
            case .finish: "the port is finished"
            case .work: "the drainer looks"
            case .done(let place): "errand \(place) is done"
            }
        }
    }

    /// What an end got, and what it has to get.
    struct End: Hashable {
        var got: [Int] = []
        var expected: [Int] = []
        var isConnected = true
        var hasGone = false
        var endings = 0
    }

    private final class Nowhere: TerminalSink {
        func offer(_ parcel: Parcel<Int>, mode: OfferMode, _ section: ReadSection) -> OfferResult { .taken }
        var edge: (label: PortLabel, isPartial: Bool) { (.outside, false) }
    }

    private var machine: OutputStateMachine<Int>
    private var sent = [0, 0]
    /// What a port with a state will have as its current value when all errands are done.
    private var last = 7
    private var ends: [Int: End] = [:]
    private var waits: [Int: Int] = [:]
    private var inHand: [OutputStateMachine<Int>.Errand] = []
    private var isDraining = false
    private var wrong: String?
    private let nowhere = Nowhere()

    init(hasCurrent: Bool) { machine = hasCurrent ? OutputStateMachine(current: 7) : OutputStateMachine() }

    var moves: [Move] {
        var moves: [Move] = []
        if machine.hasState {
            if isDraining { moves.append(inHand.isEmpty ? .work : .done(0)) }
        } else {
            moves += inHand.indices.map { .done($0) }
        }
        moves += [.send(0), .send(1), .finish]
        if ends.count < 3 { moves.append(.connect) }
        for link in ends.keys.sorted() where ends[link]?.isConnected == true {
            moves += [.disconnect(link), .remove(link)]
            if !waits.values.contains(link) { moves.append(.wait(link)) }
        }
        return moves
    }

    static func isCall(_ move: Move) -> Bool {
        switch move {
        case .work, .done: false
        case .send, .connect, .disconnect, .remove, .wait, .finish: true
        }
    }

    mutating func make(_ move: Move) {
        switch move {
        case .send(let one):
            let message = 100 * (one + 1) + sent[one]
            let action = machine.send(message, context: nil)
            if case .refused = action { return }
            sent[one] += 1
            last = message
            for link in ends.keys where ends[link]?.isConnected == true { ends[link]?.expected.append(message) }
            perform(action)
        case .connect:
            let (id, action) = machine.connect(nowhere, introduces: true) { _, _, _ in .taken }
            ends[id] = End(expected: machine.hasState ? [last] : [], isConnected: !machine.isFinished)
            if machine.isFinished { ends[id]?.hasGone = true }
            perform(action)
        case .disconnect(let link):
            ends[link]?.isConnected = false
            ends[link]?.hasGone = true
            let (action, removal) = machine.disconnect(link)
            endWaits(removal.waits)
            perform(action)
        case .remove(let link):
            ends[link]?.isConnected = false
            endWaits(machine.remove(link).waits)
        case .wait(let link):
            guard let id = machine.wait(at: link, {}) else {
                wrong = "an end that is connected is not known"
                return
            }
            waits[id] = link
        case .finish:
            let wasFinished = machine.isFinished
            let (action, removal) = machine.finish()
            if !wasFinished {
                for link in ends.keys where ends[link]?.isConnected == true {
                    ends[link]?.isConnected = false
                    ends[link]?.hasGone = true
                }
            }
            endWaits(removal.waits)
            perform(action)
        case .work:
            if let turn = machine.nextErrand() { inHand = [turn.errand] } else { isDraining = false }
        case .done(let place): hand(inHand.remove(at: place))
        }
    }

    private mutating func perform(_ action: OutputStateMachine<Int>.Action) {
        switch action {
        case .run(let errand): inHand.append(errand)
        case .drain:
            if isDraining { wrong = "two work off the errands" }
            isDraining = true
        case .none, .refused: break
        }
    }

    private mutating func hand(_ errand: OutputStateMachine<Int>.Errand) {
        switch errand {
        case .restore, .introduceRenumbered: wrong = "nobody has restored a value"
        case .introduce(let end):
            for link in Self.links(of: end) { ends[link]?.got.append(machine.latest ?? 0) }
        case .send(let delivery), .change(let delivery):
            if machine.hasState { _ = machine.setLatest(delivery) }
            for link in Self.links(of: delivery.ends) { ends[link]?.got.append(delivery.message) }
        case .close(let links):
            for link in links { ends[link.id]?.endings += 1 }
        }
    }

    private mutating func endWaits(_ waiting: [OutputStateMachine<Int>.Wait]) {
        for wait in waiting where waits.removeValue(forKey: wait.id) == nil { wrong = "somebody is told twice" }
    }

    // MARK: Rules

    struct Key: Hashable {
        let numbers: [Int]
        let ends: [[Int]]
        let inHand: [[Int]]
    }

    var key: Key {
        var numbers = [isDraining ? 1 : 0, machine.isFinished ? 1 : 0, errandCount, sent.reduce(0, +)]
        numbers += [machine.latest ?? 0, last]
        for link in machine.links { numbers.append(10 + link.id) }
        // What an end has got is settled; what it has still to get is not.
        let ends = ends.sorted { $0.key < $1.key }.map { link, end -> [Int] in
            let flags = (end.isConnected ? 1 : 0) + (end.hasGone ? 2 : 0) + (waits.values.contains(link) ? 4 : 0)
            return [link, flags, end.endings, end.expected.count - end.got.count]
        }
        return Key(numbers: numbers, ends: ends, inHand: inHand.map { Self.text(of: $0) })
    }

    private static func text(of errand: OutputStateMachine<Int>.Errand) -> [Int] {
        switch errand {
        case .restore, .introduceRenumbered: [-3]
        case .introduce(let end): [-2] + links(of: end)
        case .close(let links): [-1] + links.map(\.id)
        case .send(let delivery), .change(let delivery): [delivery.message] + links(of: delivery.ends)
        }
    }

    private static func links(of ends: Ends<Int>?) -> [Int] {
        ends.map { ends in ([ends.first] + (ends.others ?? [])).map(\.id) } ?? []
    }

    /// How many errands wait, counted with a copy that does them.
    private var errandCount: Int {
        var copy = machine, count = 0
        while copy.nextErrand() != nil { count += 1 }
        return count
    }

    var mistake: String? {
        if let wrong { return wrong }
        if let link = waits.values.first(where: { ends[$0]?.isConnected != true }) {
            return "somebody waits for room at end \(link), which is not connected"
        }
        for (link, end) in ends {
            if end.endings > (end.hasGone ? 1 : 0) { return "end \(link) is told \(end.endings) times" }
            if machine.hasState {
                if !end.expected.starts(with: end.got) { return "end \(link) got \(end.got) of \(end.expected)" }
                if end.endings > 0, end.got != end.expected { return "end \(link) is told before \(end.expected)" }
            }
            guard inHand.isEmpty, !isDraining else { continue }
            if end.got.sorted() != end.expected.sorted() { return "end \(link) has \(end.got), not \(end.expected)" }
            if end.hasGone, end.endings == 0 { return "end \(link) is never told" }
        }
        if !isDraining, errandCount > 0 { return "errands that nobody does" }
        return nil
    }
}
