extension System {
    // MARK: Watching

    /// Every message that a component sends from now on, in one total order, the same for all readers.
    ///
    /// The order is that of delivery; what a message causes comes after it. Each access makes a new stream, which
    /// begins at once and ends with the system. While there is any stream or recorder, all messages of the system pass
    /// through one queue.
    public var messages: AsyncStream<MessageRecord> {
        let (stream, continuation) = AsyncStream.makeStream(of: MessageRecord.self)
        let end = journal.watch(.init(see: { continuation.yield($0) }, finish: { continuation.finish() }))
        continuation.onTermination = { _ in end() }
        return stream
    }

    /// Has a closure called with each message from now on, where and when it is delivered.
    /// - Parameters:
    ///   - expect: called with its number before it is delivered: a receiver may take its step before the closure is
    ///     called.
    ///   - see: the closure.
    /// - Returns: what ends that; the system's end does too.
    package func watch(
        expecting expect: (@Sendable (MessageID) -> Void)? = nil, _ see: @escaping @Sendable (MessageRecord) -> Void
    ) -> @Sendable () -> Void {
        journal.watch(.init(expect: expect, see: see, finish: {}))
    }

    /// Collects messages from now on until the recorder is released or stopped.
    public func recorder() -> MessageRecorder { MessageRecorder(journal) }

    /// What ports of the components did with messages instead of delivering them, from now on.
    public var reports: AsyncStream<PortReport> { journal.reports.stream() }

    /// Messages that the contracts of the components' ports did not allow, from now on.
    public var violations: AsyncStream<ContractViolation> { journal.violations.stream() }

    // MARK: Pausing and stepping

    /// Holds all messages that components send from now on. Events that are sent or posted to machines directly are not
    /// messages. Neither is the end of a child machine, but it waits until everything has been delivered that was held
    /// when the child ended; so does its restart.
    public func pause() { journal.pause() }

    /// Delivers what is held, in order, and goes on.
    public func resume() { journal.resume() }

    /// True while messages are held.
    package var isPaused: Bool { journal.isPaused }

    /// The messages that are held, in the order of sending; empty unless the system is paused.
    public var held: [HeldMessage] { journal.held }

    /// Delivers one held message to all its receivers and returns; what they send is held again.
    ///
    /// - Parameter id: which one; the first by default. Messages of one port keep their order, so that only the first
    ///   held one of each port can be chosen.
    /// - Returns: its record; `nil` if the system is not paused, nothing is held, the message cannot be chosen now, or
    ///   another message is being delivered. If a contract on the way judges something else at the same time, on
    ///   another thread, it passes the message on a moment later: then the record lacks the receivers behind the
    ///   contract, while readers of ``messages`` get a complete one.
    @discardableResult
    public func step(_ id: MessageID? = nil) -> MessageRecord? { journal.step(id)?.record }

    /// Does the same as ``step(_:)``, and waits until the machines that got the message have completed its step, so
    /// that what they sent is held. When the task is cancelled, it returns at once, without waiting for them.
    @discardableResult
    public func stepAndSettle(_ id: MessageID? = nil) async -> MessageRecord? {
        guard let delivered = journal.step(id) else { return nil }
        await delivered.context.waitUntilHandled()
        return delivered.record
    }
}

/// Collects the messages of a ``System`` until the recorder is released or stopped.
public final class MessageRecorder: Sendable {
    private let collected = Collected()
    private let end: @Sendable () -> Void

    init(_ journal: TraceJournal) {
        let collected = collected
        end = journal.watch(.init(see: { collected.append($0) }, finish: {}))
    }

    deinit { end() }

    /// What has been recorded so far, in order.
    public var records: [MessageRecord] { collected.records }

    /// Returns what has been recorded so far, and forgets it.
    public func take() -> [MessageRecord] { collected.take() }

    /// Stops recording.
    public func stop() { end() }

    private final class Collected: Sendable {
        private let contents = Guarded<[MessageRecord]>([])
        func append(_ record: MessageRecord) { contents.withLock { $0.append(record) } }
        var records: [MessageRecord] { contents.withLock { $0 } }
        func take() -> [MessageRecord] {
            contents.withLock { contents in
                defer { contents = [] }
                return contents
            }
        }
    }
}
