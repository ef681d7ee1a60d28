@testable import Statecharts
@testable import StatechartsCore
import TestSupport

/// Two producers, two consumers and at most one taker at an input port, whose calls come in any order.
///
/// What the storage does outside the lock is a move of its own, so that other calls come between.
struct InputWorld: ExploredWorld {
    typealias Machine = InputStateMachine<Int, Int, Int>

    enum Move: CustomStringConvertible {
        case send(Int), sendWaiting(Int), commit(Int), giveBack(Int), cancelProducer(Int)
        case next(Int), nextCancelled(Int), cancelConsumer(Int)
        case offer, settle, refuse
        case attach, drain, delivered, handled
        case listen, finish

        var description: String {
            switch self {
            case .send(let one): "P\(one) sends"
            case .sendWaiting(let one): "P\(one) asks for room"
            case .commit(let one): "P\(one) commits"
            case .giveBack(let one): "P\(one) gives its room back"
            case .cancelProducer(let one): "P\(one) is cancelled"
            case .next(let one): "C\(one) asks"
            case .nextCancelled(let one): "C\(one) asks, cancelled"
            case .cancelConsumer(let one): "C\(one) is cancelled"
            case .offer: "a channel offers"
            case .settle: "the offer is settled"
            case .refuse: "the offer is refused by a contract"
            case .attach: "a taker is attached"
            case .drain: "the drainer looks"
            case .delivered: "the drainer delivers"
            case .handled: "the taker is ready"
            case .listen: "a channel listens"
            case .finish: "the port is finished"
            }
        }
    }

    struct Producer: Hashable {
        var sent = 0
        /// The message for which it waits, or has been given room.
        var waits: Int?
        var granted: Int?
        /// Whether the room is kept, or the message goes by the policy.
        var isReserved = false
    }

    /// How often a producer's message would come: so many places it needs.
    static let places = [1, 2]

    var machine: Machine
    let mayAttach: Bool
    var producers = [Producer(), Producer()]
    /// Consumers that wait for their answer.
    var asking: Set<Int> = []
    /// A message that a channel offers, and to whom.
    var lent: (message: Int, consumer: Int)?
    var pulledByOffer: Int?
    var hasTaker = false
    /// What the one who works off the queue has in hand.
    var isDrainer = false
    var inHand: (message: Int, isPulled: Bool)?
    /// Whether the taker has a message that it deals with.
    var isTakerBusy = false
    var offered = 0
    var taken: [Int] = []
    var lost: [Int] = []
    var wrong: String?

    let taker = Taking()
    final class Taking: Taker {
        func take(_ parcel: Parcel<Int>, mode: OfferMode, for owner: (any DeliveringPort)?) -> Taken { .later }
    }

    init(_ policy: PortBuffering, mayAttach: Bool) {
        machine = Machine(policy: policy)
        self.mayAttach = mayAttach
    }

    // MARK: Moves

    var moves: [Move] {
        var moves: [Move] = []
        for (one, producer) in producers.enumerated() {
            if producer.granted != nil { moves += [.commit(one), .giveBack(one)] }
            if producer.waits != nil { moves.append(.cancelProducer(one)) }
            if producer.granted == nil, producer.waits == nil { moves += [.send(one), .sendWaiting(one)] }
        }
        if lent != nil { moves += [.settle, .refuse] }
        if isDrainer { moves.append(inHand == nil ? .drain : .delivered) }
        if isTakerBusy { moves.append(.handled) }
        for one in 0...1 where !hasTaker {
            if !asking.contains(one) { moves += [.next(one), .nextCancelled(one)] }
            if asking.contains(one) { moves.append(.cancelConsumer(one)) }
        }
        if lent == nil { moves.append(.offer) }
        if mayAttach, !hasTaker, asking.isEmpty, lent == nil { moves.append(.attach) }
        if machine.readinessListeners.isEmpty { moves.append(.listen) }
        if !machine.isFinished { moves.append(.finish) }
        return moves
    }

    private func number(_ one: Int) -> Int { 100 * (one + 1) + producers[one].sent }

    static func isCall(_ move: Move) -> Bool {
        switch move {
        case .commit, .settle, .refuse, .drain, .delivered, .handled: false
        case .send, .sendWaiting, .giveBack, .cancelProducer, .next, .nextCancelled, .cancelConsumer, .offer, .attach,
            .listen, .finish:
            true
        }
    }

    mutating func make(_ move: Move) {
        switch move {
        case .send(let one):
            let message = number(one)
            producers[one].sent += 1
            receive(message, .nothing)
        case .sendWaiting(let one):
            let message = number(one)
            producers[one].sent += 1
            switch machine.reserve(Self.places[one], one, one) {
            case .granted: grant(one, message, isReserved: true)
            case .unneeded: grant(one, message, isReserved: false)
            case nil: producers[one].waits = message
            }
        case .commit(let one):
            guard let message = producers[one].granted else { return }
            producers[one].granted = nil
            let claim: Machine.Claim = producers[one].isReserved ? .place : .nothing
            receive(message, claim)
            // It comes once only: the other ways are not connected any more.
            if producers[one].isReserved { free(one, Self.places[one] - 1) }
        case .giveBack(let one):
            guard let message = producers[one].granted else { return }
            producers[one].granted = nil
            lost.append(message)
            if producers[one].isReserved { free(one, Self.places[one]) }
        case .cancelProducer(let one):
            guard let message = producers[one].waits else { return }
            producers[one].waits = nil
            lost.append(message)
            if machine.cancelProducer(one) != one { wrong = "a producer that waits is not known" }
        case .next(let one): consume(machine.next(one, one, isCancelled: false), by: one)
        case .nextCancelled(let one): consume(machine.next(one, one, isCancelled: true), by: one)
        case .cancelConsumer(let one):
            if let consumer = machine.cancelConsumer(one) {
                answer(consumer, nil)
            } else if lent?.consumer != one {
                wrong = "a consumer that waits is not known"
            }
        case .offer:
            offered += 1
            switch machine.claim() {
            case .ready(.consumer(let id, let consumer)):
                if id != consumer { wrong = "another consumer than its number says" }
                lent = (300 + offered, consumer)
            case .ready(.taker(let taker)):
                if isTakerBusy || inHand != nil { wrong = "a busy taker is offered a message" }
                receive(300 + offered, .taker(taker))
            case .ready: wrong = "a claim is of no receiver"
            case .busy, .gone: break
            }
        case .settle:
            guard let (message, consumer) = lent else { return }
            lent = nil
            receive(message, .consumer(consumer, consumer))
        case .refuse:
            guard let (_, consumer) = lent else { return }
            lent = nil
            asking.remove(consumer)
            consume(machine.releaseConsumer(consumer, consumer), by: consumer)
        case .attach:
            hasTaker = true
            if machine.attach(taker, { _, _ in true }).drains { beginDraining() }
        case .drain:
            let (next, freed) = machine.nextForTaker()
            free(freed)
            switch next {
            case .nothing: isDrainer = false
            case .push(_, let waiting): inHand = (waiting.parcel.message, false)
            case .pull(_, let waiting):
                if isTakerBusy { wrong = "a busy taker gets a message" }
                inHand = (waiting.parcel.message, true)
            }
        case .delivered:
            guard let (message, isPulled) = inHand else { return }
            inHand = nil
            taken.append(message)
            if isPulled { isTakerBusy = true }
        case .handled:
            isTakerBusy = false
            if machine.handled(whileDraining: false) { beginDraining() }
        case .listen: _ = machine.listen {}
        case .finish:
            let (consumers, waiting) = machine.finish()
            for consumer in consumers { answer(consumer, nil) }
            for producer in waiting {
                guard let message = producers[producer].waits else {
                    wrong = "a producer is answered that does not wait"
                    continue
                }
                producers[producer].waits = nil
                grant(producer, message, isReserved: false)
            }
        }
    }

    private mutating func beginDraining() {
        if isDrainer { wrong = "two work off the queue" }
        isDrainer = true
    }

    private mutating func receive(_ message: Int, _ claim: Machine.Claim) {
        let before = machine.queue.elements.map(\.parcel.message)
        let action = machine.receive(Parcel(message), claim, mode: .immediate)
        if case .dropped = action { wrong = mistakeInDropping(message, before) ?? wrong }
        perform(action, message)
    }

    private mutating func perform(_ action: Machine.Action, _ message: Int) {
        switch action {
        case .none: break
        case .resume(let consumer, let freed):
            answer(consumer, message)
            free(freed)
        case .pull:
            isTakerBusy = true
            taken.append(message)
        case .push:
            if isDrainer { wrong = "a message overtakes the queue" }
            taken.append(message)
        case .drain: beginDraining()
        case .dropped(_, let older): lost.append(older?.parcel.message ?? message)
        case .refused: lost.append(message)
        }
    }

    private mutating func consume(_ consumption: Machine.Consumption, by consumer: Int) {
        asking.insert(consumer)
        switch consumption {
        case .message(let buffered, let freed):
            answer(consumer, buffered?.parcel.message)
            free(freed)
        case .wait: break
        }
    }

    private mutating func answer(_ consumer: Int, _ message: Int?) {
        if asking.remove(consumer) == nil { wrong = "a consumer is answered that does not wait" }
        if let message { taken.append(message) }
    }

    /// A producer does not use so many of its places.
    private mutating func free(_ producer: Int, _ places: Int) {
        for _ in 0..<places { free(machine.releasePlace()) }
    }

    private mutating func free(_ producer: Int?) {
        guard let producer else { return }
        guard let message = producers[producer].waits else {
            wrong = "a producer is given room that does not wait"
            return
        }
        producers[producer].waits = nil
        grant(producer, message, isReserved: true)
    }

    private mutating func grant(_ producer: Int, _ message: Int, isReserved: Bool) {
        producers[producer].granted = message
        producers[producer].isReserved = isReserved
    }
}

extension Parcel where Message == Int {
    init(_ message: Int) { self.init(message: message, context: nil) }
}
