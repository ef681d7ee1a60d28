/// What a sequence of steps and its iterators have in common; the subscription ends with the last of them.
@usableFromInline
final class StepSubscription<Event: Sendable>: Sendable {
    @usableFromInline let observers: Observers<Event>
    @usableFromInline let key: Int
    /// What has been taken out of the queue, and is read from here without meeting the machine. The latest step is
    /// first, so that each is moved out when it is read.
    @usableFromInline let taken = Guarded<[Macrostep<Event>]>([])
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
            if let step = taken.popLast() { return step }
            if taken.capacity > Self.mostKept { taken = [] }
            // Whoever is cancelled gets what has arrived, and no more.
            if Task.isCancelled { ended = observers.endReading(key) }
            observers.moveSteps(of: key, into: &taken)
            taken.reverse()
            return taken.popLast()
        }
        if let ended { for reader in ended { reader.resume(returning: nil) } }
        return step
    }

    /// How many steps a buffer is kept for that is empty.
    @inlinable static var mostKept: Int { 4_096 }

    /// The next step once there is one; `nil` at the end.
    @usableFromInline
    func next() async -> Macrostep<Event>? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let reader = StepWaiter<Event>(continuation)
                // Another iterator may have taken what has come out of the queue: nobody waits for what is there.
                let answer = taken.withLock { taken -> StepQueue<Event>.Answer in
                    if let step = taken.popLast() { return .element(step) }
                    return observers.wait(key, reader)
                }
                answer.tell(reader)
                if reader.closesRing({ observers.enterWait(for: machine, by: $0) }) { observers.giveUp(key, reader) }
            }
        } onCancel: {
            observers.cancel(key)
        }
    }
}
