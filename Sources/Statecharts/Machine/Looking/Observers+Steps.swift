// What readers of steps do with the queue that is theirs.

/// The steps that one reader has not taken yet.
@usableFromInline typealias StepQueue<Event: Sendable> = ReaderQueue<Macrostep<Event>>

/// Who waits for a step.
@usableFromInline typealias StepWaiter<Event: Sendable> = ReaderWaiter<Macrostep<Event>>

extension Observers {
    /// Makes a queue that takes up all steps from now on. Answers with its key.
    func subscribe(_ policy: StepQueue<Event>.Policy) -> Int {
        contents.withLock { contents in
            let key = contents.nextKey()
            var queue = StepQueue<Event>(key: key, policy, inBatches: true)
            if contents.hasEnded { _ = queue.end() }
            contents.steps.append(queue)
            updateAudience(&contents)
            return key
        }
    }

    /// Forgets the queue with all that is in it.
    func unsubscribe(_ key: Int) { forget { $0.steps.remove(key, by: { $0.key }) } }

    /// The reader wants no more than it has been sent already.
    func cancel(_ key: Int) {
        for reader in endReading(key) { reader.resume(returning: nil) }
    }

    /// The same, for those who hold a lock: answers with who waits in vain.
    @usableFromInline
    func endReading(_ key: Int) -> [StepWaiter<Event>] {
        contents.withLock { contents in
            let waiting = contents.steps.change(key, by: { $0.key }) { $0.end() }
            updateAudience(&contents)
            return waiting ?? []
        }
    }

    /// Exchanges the empty `taken` for what has arrived.
    @inlinable
    func moveSteps(of key: Int, into taken: inout [Macrostep<Event>]) {
        var empty = taken
        taken = []
        taken = contents.withLock { contents in
            contents.steps.change(key, by: { $0.key }) { $0.moveElements(into: &empty) }
            return empty
        }
    }

    /// Has the reader wait for a step, unless there is one; over at the end, and for a reader that has cancelled.
    func wait(_ key: Int, _ reader: StepWaiter<Event>) -> StepQueue<Event>.Answer {
        contents.withLock { $0.steps.change(key, by: { $0.key }) { $0.wait(reader) } } ?? .over
    }

    /// The reader does not wait any more, and has got nothing.
    func giveUp(_ key: Int, _ reader: StepWaiter<Event>) {
        let isGivenUp = contents.withLock {
            $0.steps.change(key, by: { $0.key }) { queue in queue.remove { $0 === reader } }
        }
        if isGivenUp == true { reader.resume(returning: nil) }
    }

    /// Notes that the action, if there is one, is about to wait for something of `machine`, whose observers these are.
    func enterWait(for machine: ObjectIdentifier, by action: WaitGraph.Action?) -> WaitGraph.Wait {
        // After its end the machine's place in memory may be another one's.
        contents.withLock({ $0.hasEnded }) ? .allowed(nil) : WaitGraph.enterReading(machine, by: action)
    }
}
