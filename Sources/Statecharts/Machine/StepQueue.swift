/// A step on its way to a reader.
@usableFromInline
enum StepNote<Event: Sendable>: Sendable {
    /// What a record can be made of: the reader makes it, in its own time.
    case plain(Event, PlainStep)
    /// A record.
    case whole(Macrostep<Event>)
    /// Where a note was that has been read.
    case read
}

/// Who waits for a step: a class for the same reason as ``StepReply``.
@usableFromInline
final class StepWaiter<Event: Sendable>: Sendable {
    private let continuation: CheckedContinuation<StepNote<Event>?, Never>

    init(_ continuation: CheckedContinuation<StepNote<Event>?, Never>) { self.continuation = continuation }

    @usableFromInline
    func resume(returning note: StepNote<Event>?) { continuation.resume(returning: note) }
}

/// The steps that one reader has not taken yet.
@usableFromInline
struct StepQueue<Event: Sendable> {
    @usableFromInline typealias Policy = AsyncStream<Macrostep<Event>>.Continuation.BufferingPolicy
    @usableFromInline typealias Waiter = StepWaiter<Event>

    /// What there is to do once the lock is released.
    @usableFromInline
    struct Errands {
        /// Who has waited for the step.
        @usableFromInline var waiter: Waiter?
        /// What is seldom there.
        @usableFromInline var rest: Rest?

        @usableFromInline
        final class Rest {
            /// Further readers who have waited.
            var waiters: [Waiter] = []
            /// What was dropped for the step: to destroy an event may run anything.
            var dropped: [StepNote<Event>] = []
        }

        @inlinable init() {}

        @inlinable @inline(__always)
        mutating func wake(_ next: Waiter) {
            if waiter == nil { waiter = next } else { wakeToo(next) }
        }

        @usableFromInline
        mutating func wakeToo(_ next: Waiter) { needingRest.waiters.append(next) }

        mutating func drop(_ note: StepNote<Event>) { needingRest.dropped.append(note) }

        private var needingRest: Rest {
            mutating get {
                if let rest { return rest }
                let made = Rest()
                rest = made
                return made
            }
        }

        @inlinable @inline(__always)
        func run(_ note: StepNote<Event>) {
            guard let waiter else { return }
            waiter.resume(returning: note)
            if let rest { run(rest, note) }
        }

        @usableFromInline
        func run(_ rest: Rest, _ note: StepNote<Event>) {
            for waiter in rest.waiters { waiter.resume(returning: note) }
        }
    }

    @usableFromInline let key: Int
    /// The steps of an unbounded queue, which are taken all together.
    @usableFromInline var incoming: [StepNote<Event>] = []
    /// Those of a bounded one, which are taken one by one, so that no more than its bound are kept anywhere.
    private var kept: [StepNote<Event>] = []
    /// Who waits for the next step, the longest first; nobody while there is a step.
    @usableFromInline var waiting: [Waiter] = []
    @usableFromInline private(set) var isOver = false
    private let policy: Policy
    @usableFromInline let isBounded: Bool

    init(key: Int, _ policy: Policy) {
        self.key = key
        self.policy = policy
        if case .unbounded = policy { isBounded = false } else { isBounded = true }
    }

    /// A step is complete.
    @inlinable @inline(__always)
    mutating func append(_ note: StepNote<Event>, _ errands: inout Errands) {
        if isOver { return }
        if !waiting.isEmpty {
            errands.wake(waiting.removeFirst())
        } else if isBounded {
            appendBounded(note, &errands)
        } else {
            incoming.append(note)
        }
    }

    @usableFromInline
    mutating func appendBounded(_ note: StepNote<Event>, _ errands: inout Errands) {
        switch policy {
        case .bufferingNewest(let limit):
            guard limit > 0 else { return errands.drop(note) }
            if kept.count == limit { errands.drop(kept.removeFirst()) }
            kept.append(note)
        case .bufferingOldest(let limit):
            if kept.count < limit { kept.append(note) } else { errands.drop(note) }
        case .unbounded: incoming.append(note)
        @unknown default: incoming.append(note)
        }
    }

    /// Exchanges the empty `taken` for the steps that there are; for one of them where they are bounded.
    @inlinable @inline(__always)
    mutating func take(_ taken: inout [StepNote<Event>]) {
        if isBounded { takeOne(&taken) } else if !incoming.isEmpty { swap(&taken, &incoming) }
    }

    @usableFromInline
    mutating func takeOne(_ taken: inout [StepNote<Event>]) {
        if !kept.isEmpty { taken.append(kept.removeFirst()) }
    }

    /// What somebody gets who wants to wait.
    enum Answer {
        case note(StepNote<Event>)
        case waits
        case over
    }

    mutating func wait(_ waiter: Waiter) -> Answer {
        if !kept.isEmpty { return .note(kept.removeFirst()) }
        if !incoming.isEmpty { return .note(incoming.removeFirst()) }
        if isOver { return .over }
        waiting.append(waiter)
        return .waits
    }

    /// No more steps are taken up. Answers with those who wait in vain.
    mutating func end() -> [Waiter] {
        isOver = true
        defer { waiting = [] }
        return waiting
    }
}
