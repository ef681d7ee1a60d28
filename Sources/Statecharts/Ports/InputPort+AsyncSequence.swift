extension InputPort: AsyncSequence {
    /// A message.
    public typealias Element = Message
    /// Iterating does not fail.
    public typealias Failure = Never

    /// Iterates the messages, waiting while there is none; `nil` when the port is finished and empty, or the task
    /// cancelled.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let port: InputPort

        /// The next message.
        public mutating func next() async -> Message? { await port.storage.next()?.message }

        /// The next message.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Message? {
            await port.storage.next()?.message
        }
    }

    /// An iterator; several of the same port share its messages.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(port: self) }
}

extension InputPort {
    /// Calls a closure for each message, one after the other, in a task of its own.
    ///
    ///     let washing = other.handle { glass in print(glass) }  // the next one when this has returned
    ///
    /// The next message is taken when the closure has returned. What the closure sends through ports, even from tasks
    /// that it starts, is traced as caused by its message, see `System.messages`.
    /// - Returns: the task, which may be cancelled. It ends when the port is finished or released.
    @discardableResult
    public func handle(_ body: @escaping @Sendable (Message) async -> Void) -> Task<Void, Never> {
        Task { [storage] in
            while let parcel = await storage.next() {
                await Tracing.$cause.withValue(parcel.context) { await body(parcel.message) }
            }
        }
    }
}
