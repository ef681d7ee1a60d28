extension OutputPort {
    /// The messages from now on, for a task to iterate; with a current value, that one first.
    ///
    /// Each call makes a stream of its own, which begins at once, not when it is first iterated, and has a buffer of its own. It ends when the
    /// port is finished or released; when the task that iterates it is cancelled; and it is disconnected when it is released.
    /// - Parameter policy: what happens to messages that have not been iterated yet. ``PortBuffering/waiting(_:)`` lets
    ///   ``sendWaiting(_:)`` wait for this stream.
    public func stream(buffering policy: PortBuffering = .unbounded) -> AsyncStream<Message> {
        subscription(buffering: policy).stream
    }

    /// Like ``stream(buffering:)``, with the account of what the stream dropped.
    public func subscription(buffering policy: PortBuffering = .unbounded) -> Subscription {
        Subscription(self, policy.checked())
    }

    /// A stream of a port, and what became of its messages.
    public struct Subscription: Sendable {
        /// The messages.
        public let stream: AsyncStream<Message>
        private let storage: InputStorage<Message>
        /// Ends the stream; what is buffered can still be iterated.
        public let connection: Connection

        init(_ port: OutputPort, _ policy: PortBuffering) {
            let storage = InputStorage<Message>(name: "stream", buffering: policy, endsWithSource: true)
            let connection = Connection(from: port.storage, to: storage)
            let lifetime = StreamLifetime(storage: storage, connection: connection)
            self.storage = storage
            self.connection = connection
            stream = AsyncStream {
                await lifetime.next()
            } onCancel: {
                connection.disconnect()
            }
        }

        /// How many messages the buffering policy dropped.
        public var droppedCount: Int { storage.droppedCount }

        /// How many messages wait to be iterated.
        public var bufferedCount: Int { storage.bufferedCount }
    }
}

/// Disconnects a stream that nobody holds any more.
private final class StreamLifetime<Message: Sendable>: Sendable {
    private let storage: InputStorage<Message>
    private let connection: Connection

    init(storage: InputStorage<Message>, connection: Connection) {
        self.storage = storage
        self.connection = connection
    }

    func next() async -> Message? { await storage.next()?.message }

    deinit { connection.disconnect() }
}
