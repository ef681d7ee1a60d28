extension Machine {
    /// The steps of a machine from one moment on, to be read with `for await`.
    ///
    /// Made by ``Machine/steps`` and ``Machine/steps(buffering:)``, which say from when on. Steps that have arrived and
    /// were not read are kept, even from one loop to the next. The subscription ends when the sequence and all its
    /// iterators are gone, when the machine has come to its end, or when a task that reads it is cancelled: steps that
    /// have arrived by the time the reader notices can still be read, and then the sequence is over. Several iterators
    /// of one sequence share its steps, each step going to one of them; to get all steps, ask the machine for another
    /// sequence.
    ///
    /// An action that would have to wait for a step of its own machine, directly or through others that await it, would
    /// wait for ever: instead the loop ends there, and the action counts as having thrown a ``MachineError`` with the
    /// code ``MachineError/Code/deadlock``. Read the steps in an activity instead.
    public struct Steps: AsyncSequence, Sendable {
        /// The record of a step.
        public typealias Element = Macrostep<Event>
        /// Reading never fails: the last record of a machine that fails says so.
        public typealias Failure = Never

        @usableFromInline let subscription: StepSubscription<Event>

        /// Makes an iterator that continues where the last one left off.
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

            /// The next step, for code that is not isolated; `nil` at the end.
            @inlinable
            public mutating func next() async -> Macrostep<Event>? {
                if let step = subscription.nextAtOnce() { return step }
                return await subscription.next()
            }
        }
    }
}
