extension OutputPort {
    /// The messages from now on, for a task to iterate; with a current value, that one first.
    ///
    /// Each call makes a new stream, which begins at once, not when it is first iterated, and has its own buffer. It
    /// ends when the port is finished or released, and when the task that iterates it is cancelled; not with a machine
    /// that sends through the port. It is disconnected when it is released.
    /// - Parameter policy: what happens to messages that have not been iterated yet. ``PortBuffering/waiting(_:)``
    ///   makes ``sendWaiting(_:)`` wait for this stream.
    @inlinable
    public func stream(buffering policy: PortBuffering = .unbounded) -> AsyncStream<Message> {
        subscription(buffering: policy).stream
    }

    /// Like ``stream(buffering:)``, with a count of what the stream dropped.
    @inlinable
    public func subscription(buffering policy: PortBuffering = .unbounded) -> Subscription {
        let dropping: AsyncStream<Message>.Continuation.BufferingPolicy
        switch policy.checked() {
        case .unbounded: dropping = .unbounded
        case .bufferingOldest(let limit): dropping = .bufferingOldest(limit)
        case .bufferingNewest(let limit): dropping = .bufferingNewest(limit)
        case .waiting: return waitingSubscription(policy)
        }
        return Subscription(of: storage.identity, dropping: dropping) { Connection.make(storage, $0) }
    }

    @usableFromInline
    func waitingSubscription(_ policy: PortBuffering) -> Subscription {
        let buffer = InputStorage<Message>(name: "stream", buffering: policy, streamOf: storage.identity)
        return Subscription(waiting: buffer, Connection.make(storage, buffer))
    }

    /// A stream of a port, and what became of its messages.
    public struct Subscription: Sendable {
        /// The messages.
        public let stream: AsyncStream<Message>
        /// The connection of the stream: disconnecting it ends the stream; what is buffered can still be iterated.
        public let connection: Connection
        private let buffer: Buffer

        private enum Buffer: Sendable {
            case ofStream(StreamSink<Message>)
            case ofPort(InputStorage<Message>)
        }

        @usableFromInline
        init(
            of port: PortIdentity, dropping policy: AsyncStream<Message>.Continuation.BufferingPolicy,
            _ attach: (StreamSink<Message>) -> Connection
        ) {
            let (stream, continuation) = AsyncStream.makeStream(of: Message.self, bufferingPolicy: policy)
            let sink = StreamSink(continuation, policy, of: port)
            let connection = attach(sink)
            continuation.onTermination = { _ in connection.disconnect() }
            self.stream = stream
            self.connection = connection
            buffer = .ofStream(sink)
        }

        @usableFromInline
        init(waiting storage: InputStorage<Message>, _ connection: Connection) {
            // Disconnects a stream that nobody holds any more.
            let lease = Lease { connection.disconnect() }
            self.connection = connection
            buffer = .ofPort(storage)
            stream = AsyncStream {
                defer { withExtendedLifetime(lease) {} }
                return await storage.next()?.message
            } onCancel: {
                connection.disconnect()
            }
        }

        /// How many messages the buffering policy dropped.
        public var droppedCount: Int {
            switch buffer {
            case .ofStream(let sink): sink.droppedCount
            case .ofPort(let storage): storage.droppedCount
            }
        }

        /// How many messages wait to be iterated, if the policy is ``PortBuffering/waiting(_:)``; otherwise `nil`,
        /// because `AsyncStream` does not tell it.
        public var bufferedCount: Int? {
            if case .ofPort(let storage) = buffer { storage.bufferedCount } else { nil }
        }
    }
}
