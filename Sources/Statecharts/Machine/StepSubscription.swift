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

        @inlinable @inline(__always)
        mutating func next() -> StepNote<Event> {
            var note = StepNote<Event>.read
            swap(&note, &notes[position])
            position += 1
            return note
        }
    }

    @usableFromInline let observers: Observers<Event>
    @usableFromInline let key: Int
    @usableFromInline let taken = Guarded(Taken())
    /// Whose steps they are.
    private let machine: ObjectIdentifier

    init(_ observers: Observers<Event>, of machine: ObjectIdentifier, _ policy: StepQueue<Event>.Policy) {
        self.observers = observers
        self.machine = machine
        key = observers.subscribe(policy)
    }

    deinit { observers.unsubscribe(key) }

    /// The next step if there is one already.
    @inlinable
    func nextAtOnce() -> Macrostep<Event>? {
        var ended: [StepWaiter<Event>]?
        let step: Macrostep<Event>? = taken.withLock { taken in
            if taken.position == taken.notes.count {
                taken.notes.removeAll(keepingCapacity: taken.notes.capacity <= Self.mostKept)
                taken.position = 0
                // Whoever is cancelled gets what has arrived, and no more.
                if Task.isCancelled { ended = observers.end(key) }
                observers.take(key, &taken.notes)
                if taken.notes.isEmpty { return nil }
            }
            return macrostep(taken.next(), &taken)
        }
        if let ended { resume(ended) }
        return step
    }

    @usableFromInline
    func resume(_ ended: [StepWaiter<Event>]) {
        for reader in ended { reader.resume(returning: nil) }
    }

    /// How many steps a buffer is kept for that is empty.
    @inlinable static var mostKept: Int { 4_096 }

    /// The next step once there is one; `nil` at the end.
    @usableFromInline
    func next() async -> Macrostep<Event>? {
        guard case .allowed(let waiting) = observers.enter(machine) else { return nil }
        let note = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let reader = ReaderWaiter<StepNote<Event>>(continuation, waiting: waiting)
                // Another iterator may have taken what has come out of the queue: nobody waits for what is there.
                let answer = taken.withLock { taken -> StepQueue<Event>.Answer in
                    if taken.position < taken.notes.count { return .element(taken.next()) }
                    return observers.wait(key, reader)
                }
                answer.tell(reader)
            }
        } onCancel: {
            observers.cancel(key)
        }
        guard let note else { return nil }
        return taken.withLock { macrostep(note, &$0) }
    }

    @inlinable @inline(__always)
    func macrostep(_ note: StepNote<Event>, _ taken: inout Taken) -> Macrostep<Event>? {
        switch note {
        case .plain(let event, let step):
            guard let content = content(of: step, &taken) else { return nil }
            return Macrostep(trigger: .event(event), content)
        case .whole(let record): return record
        case .read: return nil
        }
    }

    @usableFromInline
    func content(of step: PlainStep, _ taken: inout Taken) -> StepContent? {
        if taken.records == nil { taken.records = observers.topology.map { PlainRecords($0) } }
        return taken.records?.content(of: step)
    }
}
