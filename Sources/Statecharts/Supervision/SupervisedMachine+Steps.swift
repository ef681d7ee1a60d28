extension SupervisedMachine {
    /// Every step from now on, of whichever incarnation, each with its whole record; ends when there will be no other machine.
    ///
    /// As ``Machine/steps``: each call makes a subscription of its own that starts at once. It goes on with the next machine from that one's start.
    public var steps: Steps {
        let (lives, continuation) = AsyncStream.makeStream(of: Machine<Top>.Steps.self)
        let (key, present) = contents.withLock { contents -> (Int?, Machine<Top>?) in
            if case .over = contents.phase { return (nil, nil) }
            contents.nextReader += 1
            contents.readers[contents.nextReader] = continuation
            return (contents.nextReader, contents.hasEnded ? nil : contents.latest)
        }
        guard let key else {
            continuation.finish()
            return Steps(lives: lives)
        }
        continuation.onTermination = { [weak self] _ in
            let reader = self?.contents.withLock { $0.readers.removeValue(forKey: key) }
            withExtendedLifetime(reader) {}
        }
        if let present { continuation.yield(present.steps) }
        return Steps(lives: lives)
    }

    /// The steps of one machine after the other.
    public struct Steps: AsyncSequence, Sendable {
        /// The record of a step.
        public typealias Element = Macrostep<Top.Event>
        /// Reading never fails: a machine that does tells so in its last record.
        public typealias Failure = Never

        let lives: AsyncStream<Machine<Top>.Steps>

        /// Begins to read where the subscription stands; to be read by one task.
        public func makeAsyncIterator() -> Iterator { Iterator(lives: lives.makeAsyncIterator()) }

        /// Reads steps.
        public struct Iterator: AsyncIteratorProtocol {
            var lives: AsyncStream<Machine<Top>.Steps>.Iterator
            var life: Machine<Top>.Steps.Iterator?

            init(lives: AsyncStream<Machine<Top>.Steps>.Iterator) { self.lives = lives }

            /// The next step once there is one; `nil` at the end, and when the reading task is cancelled.
            public mutating func next(
                isolation actor: isolated (any Actor)? = #isolation
            ) async -> Macrostep<Top.Event>? {
                while true {
                    if var current = life {
                        let step = await current.next(isolation: actor)
                        life = step == nil ? nil : current
                        if let step { return step }
                    }
                    guard let next = await lives.next(isolation: actor) else { return nil }
                    life = next.makeAsyncIterator()
                }
            }
        }
    }
}
