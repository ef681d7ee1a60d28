/// What has come for one reader and was not read yet, with those who wait for more.
@usableFromInline typealias ReaderQueue<Element: Sendable> = ReaderStateMachine<Element, ReaderWaiter<Element>>

/// The decisions about what has come for one reader: what is kept, and who gets it. What waiters are it does not know.
@usableFromInline
struct ReaderStateMachine<Element: Sendable, Waiter: Sendable>: Sendable {
    /// What is kept for a reader that does not read.
    @usableFromInline
    enum Policy: Sendable, Hashable {
        case unbounded
        case bufferingOldest(Int)
        case bufferingNewest(Int)

        init<Value>(_ policy: AsyncStream<Value>.Continuation.BufferingPolicy) {
            switch policy {
            case .unbounded: self = .unbounded
            case .bufferingOldest(let limit): self = .bufferingOldest(max(limit, 0))
            case .bufferingNewest(let limit): self = .bufferingNewest(max(limit, 0))
            @unknown default: self = .unbounded
            }
        }
    }

    /// What there is to do once the lock is released.
    @usableFromInline
    struct Errands {
        /// Who has waited for the element.
        @usableFromInline var waiter: Waiter?
        /// What is seldom there.
        @usableFromInline var rest: Rest?

        @usableFromInline
        final class Rest {
            /// Further readers who have waited.
            @usableFromInline var waiters: [Waiter] = []
            /// What was dropped for the element: to destroy it may run anything.
            var dropped: [Element] = []
        }

        @inlinable init() {}

        @inlinable @inline(__always)
        mutating func wake(_ next: Waiter) {
            if waiter == nil { waiter = next } else { wakeToo(next) }
        }

        @usableFromInline
        mutating func wakeToo(_ next: Waiter) { needingRest.waiters.append(next) }

        mutating func drop(_ element: Element) { needingRest.dropped.append(element) }

        private var needingRest: Rest {
            mutating get {
                if let rest { return rest }
                let made = Rest()
                rest = made
                return made
            }
        }
    }

    @usableFromInline let key: Int
    /// The elements that are taken all together.
    @usableFromInline var incoming: [Element] = []
    /// Those that are taken one by one: of a bounded queue, so that no more than its bound are kept anywhere.
    private var kept = FIFO<Element>()
    /// Who waits for the next element, the longest first; nobody while there is one.
    @usableFromInline var waiting: [Waiter] = []
    @usableFromInline private(set) var isOver = false
    private let policy: Policy
    @usableFromInline let isTakenOneByOne: Bool

    /// - Parameter inBatches: whether the reader takes all elements together, where their number has no bound.
    init(key: Int, _ policy: Policy, inBatches: Bool) {
        self.key = key
        self.policy = policy
        switch policy {
        case .unbounded: isTakenOneByOne = !inBatches
        case .bufferingOldest, .bufferingNewest: isTakenOneByOne = true
        }
    }

    /// How many elements have come and were not taken.
    var count: Int { incoming.count + kept.count }

    /// An element has come.
    @inlinable @inline(__always)
    mutating func append(_ element: Element, _ errands: inout Errands) {
        if isOver { return }
        if !waiting.isEmpty {
            errands.wake(waiting.removeFirst())
        } else if isTakenOneByOne {
            appendOne(element, &errands)
        } else {
            incoming.append(element)
        }
    }

    /// Keeps an element by the reader's policy; input ports do so by theirs in `InputStateMachine.enqueue`.
    @usableFromInline
    mutating func appendOne(_ element: Element, _ errands: inout Errands) {
        switch policy {
        case .bufferingNewest(let limit):
            guard limit > 0 else { return errands.drop(element) }
            if kept.count == limit, let oldest = kept.popFirst() { errands.drop(oldest) }
            kept.append(element)
        case .bufferingOldest(let limit):
            if kept.count < limit { kept.append(element) } else { errands.drop(element) }
        case .unbounded: kept.append(element)
        }
    }

    /// Exchanges the empty `taken` for the elements that there are; for one of them where they are taken one by one.
    @inlinable @inline(__always)
    mutating func moveElements(into taken: inout [Element]) {
        if isTakenOneByOne { moveOne(into: &taken) } else if !incoming.isEmpty { swap(&taken, &incoming) }
    }

    @usableFromInline
    mutating func moveOne(into taken: inout [Element]) {
        if let element = kept.popFirst() { taken.append(element) }
    }

    /// What somebody gets who wants to wait.
    enum Answer {
        case element(Element)
        case waits
        case over
    }

    mutating func wait(_ waiter: Waiter) -> Answer {
        if let element = kept.popFirst() { return .element(element) }
        if !incoming.isEmpty { return .element(incoming.removeFirst()) }
        if isOver { return .over }
        waiting.append(waiter)
        return .waits
    }

    /// This one waits no more. Answers whether it has waited.
    mutating func remove(where isMeant: (Waiter) -> Bool) -> Bool {
        guard let place = waiting.firstIndex(where: isMeant) else { return false }
        waiting.remove(at: place)
        return true
    }

    /// No more elements are taken up. Answers with those who wait in vain.
    mutating func end() -> [Waiter] {
        isOver = true
        defer { waiting = [] }
        return waiting
    }
}

extension ReaderStateMachine.Errands where Waiter == ReaderWaiter<Element> {
    @inlinable @inline(__always)
    func run(_ element: Element) {
        guard let waiter else { return }
        waiter.resume(returning: element)
        if let rest { run(rest, element) }
    }

    @usableFromInline
    func run(_ rest: Rest, _ element: Element) {
        for waiter in rest.waiters { waiter.resume(returning: element) }
    }
}

extension ReaderStateMachine.Answer where Waiter == ReaderWaiter<Element> {
    /// Resumes who asked, unless it waits.
    func tell(_ waiter: Waiter) {
        switch self {
        case .element(let element): waiter.resume(returning: element)
        case .over: waiter.resume(returning: nil)
        case .waits: break
        }
    }
}

/// Who waits for an element: a class for the same reason as ``StepContinuation``.
@usableFromInline
final class ReaderWaiter<Element: Sendable>: Sendable {
    private struct Contents {
        var isResumed = false
        /// The wait of the machine whose action reads.
        var waiting: WaitGraph.Ticket?
    }

    private let continuation: CheckedContinuation<Element?, Never>
    private let contents = Guarded(Contents())

    init(_ continuation: CheckedContinuation<Element?, Never>) { self.continuation = continuation }

    /// Has the wait noted by `enter`, unless the element has come meanwhile: one that has come is waited for by nobody.
    /// - Parameter enter: called under a lock, with the action that waits.
    /// - Returns: true if the wait would never end, as it closes a ring; the action is told.
    func closesRing(_ enter: (WaitGraph.Action?) -> WaitGraph.Wait) -> Bool {
        let action = WaitGraph.Action.here
        let ring = contents.withLock { contents -> WaitGraph.Ring? in
            if contents.isResumed { return nil }
            switch enter(action) {
            case .allowed(let waiting): contents.waiting = waiting
            case .closesRing(let ring): return ring
            }
            return nil
        }
        ring?.tell()
        return ring != nil
    }

    @usableFromInline
    func resume(returning element: Element?) {
        let waiting = contents.withLock { contents in
            contents.isResumed = true
            return contents.waiting.take()
        }
        WaitGraph.leave(waiting)
        callingOut()
        continuation.resume(returning: element)
    }
}
