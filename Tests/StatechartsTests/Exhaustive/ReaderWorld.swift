@testable import Statecharts
@testable import StatechartsCore
import TestSupport

/// Two iterators of one subscription, and somebody who publishes, in any order of calls.
struct ReaderWorld: ExploredWorld {
    typealias Queue = ReaderStateMachine<Int, Int>

    enum Move: CustomStringConvertible {
        case publish, ask(Int), wait(Int), end

        var description: String {
            switch self {
            case .publish: "a step is published"
            case .ask(let one): "I\(one) asks"
            case .wait(let one): "I\(one) waits"
            case .end: "the subscription ends"
            }
        }
    }

    private var queue: Queue
    private let policy: Queue.Policy
    /// What was taken out of the queue together, shared by both.
    private var batch: [Int] = []
    private var published = 0
    /// Who has found nothing and is about to wait, and who waits.
    private var isAboutToWait = [false, false]
    private var waits = [false, false]
    private var isOver = false
    private var got: [Int] = []
    private var dropped: [Int] = []
    private var wrong: String?

    init(_ policy: Queue.Policy, inBatches: Bool) {
        queue = Queue(key: 1, policy, inBatches: inBatches)
        self.policy = policy
    }

    var moves: [Move] {
        var moves: [Move] = []
        for one in 0...1 where isAboutToWait[one] { moves.append(.wait(one)) }
        moves += [.publish, .end]
        for one in 0...1 where !isAboutToWait[one] && !waits[one] { moves.append(.ask(one)) }
        return moves
    }

    static func isCall(_ move: Move) -> Bool {
        switch move {
        case .wait: false
        case .publish, .ask, .end: true
        }
    }

    mutating func make(_ move: Move) {
        switch move {
        case .publish:
            published += 1
            if isOver {
                var errands = Queue.Errands()
                queue.append(published, &errands)
                published -= 1
                return
            }
            var errands = Queue.Errands()
            queue.append(published, &errands)
            let woken = ([errands.waiter].compactMap { $0 }) + (errands.rest?.waiters ?? [])
            if woken.count > 1 { wrong = "one step wakes two" }
            for one in woken { answer(one, published) }
            dropped += errands.rest?.dropped ?? []
        case .ask(let one):
            if batch.isEmpty { queue.moveElements(into: &batch) }
            if batch.isEmpty { isAboutToWait[one] = true } else { got.append(batch.removeFirst()) }
        case .wait(let one):
            isAboutToWait[one] = false
            if !batch.isEmpty {
                got.append(batch.removeFirst())
                return
            }
            waits[one] = true
            switch queue.wait(one) {
            case .element(let number): answer(one, number)
            case .over: answer(one, nil)
            case .waits: break
            }
        case .end:
            isOver = true
            for one in queue.end() { answer(one, nil) }
        }
    }

    private mutating func answer(_ one: Int, _ number: Int?) {
        if !waits[one] { wrong = "I\(one) is answered and does not wait" }
        waits[one] = false
        if let number { got.append(number) }
    }

    // MARK: Rules

    var key: [Int] {
        [isOver ? 1 : 0, batch.count, queue.count] + (isAboutToWait + waits).map { $0 ? 1 : 0 } + queue.waiting
    }

    var mistake: String? {
        if let wrong { return wrong }
        if got != got.sorted() { return "disordered: \(got)" }
        if got.count + dropped.count + batch.count + queue.count != published {
            return "of \(published) steps \(got) were read, \(dropped) dropped"
        }
        if waits.contains(true), !batch.isEmpty || queue.count > 0 { return "a reader waits while there is a step" }
        if waits.contains(true), isOver { return "a reader waits after the end" }
        switch policy {
        case .unbounded: return dropped.isEmpty ? nil : "steps are dropped"
        case .bufferingOldest(let limit), .bufferingNewest(let limit):
            return queue.count > limit ? "more is kept than is to be" : nil
        }
    }
}
