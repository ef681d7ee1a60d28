extension Machine {
    /// The steps of a machine from one moment on, to be read with `for await`.
    ///
    /// Made by ``Machine/steps`` and ``Machine/steps(buffering:)``, which say from when on. What has arrived and was
    /// not read is kept, also from one loop to the next; the subscription ends when the sequence and all its iterators
    /// are gone, when the machine has come to its end, or when a task that reads it is cancelled: what has arrived when
    /// the reader notices can still be read, and then the sequence is over. Several iterators of one sequence share its
    /// steps, each step going to one of them; for all steps, ask the machine for a sequence of your own.
    ///
    /// An action that would have to wait for a step of its own machine, directly or through others that await it, waits
    /// in vain: the loop ends there, and the action counts as having thrown a ``MachineError`` with the code
    /// ``MachineError/Code/deadlock``. Read in an activity.
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
            public mutating func next() async -> Macrostep<Event>? {
                if let step = subscription.nextAtOnce() { return step }
                return await subscription.next()
            }
        }
    }
}
