extension Machine {
    /// The steps of a machine from one moment on, to be read with `for await`.
    ///
    /// Made by ``Machine/steps`` and ``Machine/steps(buffering:)``, which say from when on. What has arrived and was not read is kept, also from one
    /// loop to the next; the subscription ends when the sequence and all its iterators are gone, when the machine has come to its end, or when
    /// a task is cancelled that reads it: what had arrived by then can still be read, and after that the sequence is over. Several iterators of one
    /// sequence share its steps, each step going to one of them; for all steps, ask the machine for a sequence of your own.
    public struct Steps: AsyncSequence, Sendable {
        /// The record of a step.
        public typealias Element = Macrostep<Event>
        /// Reading never fails: a machine that does tells so in its last record.
        public typealias Failure = Never

        @usableFromInline let subscription: StepSubscription<Event>

        /// Reads where the last iterator left off.
        @inlinable
        public func makeAsyncIterator() -> Iterator { Iterator(subscription) }

        /// Reads steps one after the other.
        public struct Iterator: AsyncIteratorProtocol {
            @usableFromInline let subscription: StepSubscription<Event>

            @inlinable init(_ subscription: StepSubscription<Event>) { self.subscription = subscription }

            /// The next step, as soon as it is complete; `nil` at the end.
            ///
            /// Does not suspend if there is one already.
            @inlinable
            public mutating func next(isolation actor: isolated (any Actor)?) async -> Macrostep<Event>? {
                if let step = subscription.nextAtOnce() { return step }
                return await subscription.next()
            }

            /// The same for code that is not isolated.
            @inlinable
            public mutating func next() async -> Macrostep<Event>? { await next(isolation: #isolation) }
        }
    }
}

/// What a sequence of steps and its iterators have in common; the subscription ends with the last of them.
@usableFromInline
final class StepSubscription<Event: Sendable>: Sendable {
    /// What has been taken out of the queue, and is read from here without meeting the machine.
    @usableFromInline
    struct Taken {
        @usableFromInline var notes: [StepNote<Event>] = []
        @usableFromInline var position = 0
        @usableFromInline var records: PlainRecords?

        init() {}
    }

    @usableFromInline let observers: Observers<Event>
    @usableFromInline let key: Int
    @usableFromInline let taken = Guarded(Taken())

    init(_ observers: Observers<Event>, _ policy: StepQueue<Event>.Policy) {
        self.observers = observers
        key = observers.subscribe(policy)
    }

    deinit { observers.unsubscribe(key) }

    /// The next step if there is one already.
    @inlinable
    func nextAtOnce() -> Macrostep<Event>? {
        if Task.isCancelled { observers.cancel(key) }
        return taken.withLock { taken in
            if taken.position == taken.notes.count {
                taken.notes.removeAll(keepingCapacity: taken.notes.capacity <= Self.mostKept)
                taken.position = 0
                observers.take(key, &taken.notes)
                if taken.notes.isEmpty { return nil }
            }
            var note = StepNote<Event>.read
            swap(&note, &taken.notes[taken.position])
            taken.position += 1
            return macrostep(note, &taken)
        }
    }

    /// How many steps a buffer is kept for that is empty.
    @inlinable static var mostKept: Int { 4_096 }

    /// The next step once there is one; `nil` at the end.
    @usableFromInline
    func next() async -> Macrostep<Event>? {
        guard let note = await observers.wait(key) else { return nil }
        return taken.withLock { macrostep(note, &$0) }
    }

    @inlinable @inline(__always)
    func macrostep(_ note: StepNote<Event>, _ taken: inout Taken) -> Macrostep<Event>? {
        switch note {
        case .plain(let event, let step):
            guard let entry = entry(for: step, &taken) else { return nil }
            return Macrostep(
                trigger: .event(event), outcome: entry.outcome, microsteps: entry.microsteps,
                configuration: entry.configuration, failure: nil)
        case .whole(let record): return record
        case .read: return nil
        }
    }

    @usableFromInline
    func entry(for step: PlainStep, _ taken: inout Taken) -> PlainRecords.Entry? {
        if let records = taken.records { return records.entry(for: step) }
        guard let topology = observers.topology else { return nil }
        let records = PlainRecords(topology)
        taken.records = records
        return records.entry(for: step)
    }
}
