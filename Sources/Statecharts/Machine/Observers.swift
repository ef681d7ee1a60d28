private import Synchronization

/// The subscribers of a machine's steps and configurations, and those who await its end.
@usableFromInline
final class Observers<Event: Sendable>: Sendable {
    @usableFromInline
    struct Contents {
        /// Those that are over too, until their readers have gone.
        @usableFromInline var steps: [StepQueue<Event>] = []
        fileprivate var configurations: [Int: ConfigurationSubscriber] = [:]
        @usableFromInline var hasConfigurations = false
        fileprivate var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
        fileprivate var next = 0
        /// Of the machine whose plain steps are noted; it keeps what the notes refer to.
        var topology: Topology?
        /// Where the machine ended.
        fileprivate var last: Configuration?
        fileprivate var end: Result<Void, any Error>?

        /// Whether anybody wants to know of steps.
        var hasAudience: Bool { hasConfigurations || steps.contains { !$0.isOver } }

        var hasEnded: Bool { end != nil }

        mutating func nextKey() -> Int {
            next += 1
            return next
        }

        fileprivate mutating func publish(_ configuration: Configuration) {
            if configurations.isEmpty { return }
            for (key, subscriber) in configurations where subscriber.known != configuration {
                configurations[key]?.known = configuration
                subscriber.continuation.yield(configuration)
            }
        }

        /// The same after a plain step.
        @usableFromInline
        mutating func publishConfiguration(after step: PlainStep) {
            guard let topology else { return }
            publish(Configuration(topology: topology, leafIndices: [step.leaf]))
        }

        mutating func change(_ key: Int, _ body: (inout StepQueue<Event>) -> Void) {
            guard let place = steps.firstIndex(where: { $0.key == key }) else { return }
            body(&steps[place])
        }
    }

    fileprivate struct ConfigurationSubscriber {
        let continuation: AsyncStream<Configuration>.Continuation
        /// What it was told last, so that it hears of changes only.
        var known: Configuration?
    }

    @usableFromInline let contents = Guarded(Contents())
    /// Tells the machine whether there is an audience; written inside the lock.
    private let mailbox: Mailbox<Event>

    init(mailbox: Mailbox<Event>) { self.mailbox = mailbox }

    /// Tells the machine whether there is an audience. To be called inside the lock.
    func updateAudience(_ contents: borrowing Contents) {
        mailbox.hasAudience.store(contents.hasAudience, ordering: .releasing)
    }

    func configurations(
        buffering policy: AsyncStream<Configuration>.Continuation.BufferingPolicy
    ) -> AsyncStream<Configuration> {
        let (stream, continuation) = AsyncStream.makeStream(of: Configuration.self, bufferingPolicy: policy)
        let key = contents.withLock { contents -> Int? in
            guard contents.end == nil else {
                if let last = contents.last { continuation.yield(last) }
                return nil
            }
            let key = contents.nextKey()
            contents.configurations[key] = ConfigurationSubscriber(continuation: continuation)
            contents.hasConfigurations = true
            updateAudience(contents)
            return key
        }
        guard let key else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in self?.removeConfigurations(key) }
        return stream
    }

    private func removeConfigurations(_ key: Int) {
        contents.withLock { contents in
            contents.configurations[key] = nil
            contents.hasConfigurations = !contents.configurations.isEmpty
            updateAudience(contents)
        }
    }

    /// Tells all subscribers to whom this is new.
    func publish(_ configuration: Configuration) {
        contents.withLock { $0.publish(configuration) }
    }

    func publish(_ step: Macrostep<Event>) {
        let note = StepNote.whole(step)
        let errands = contents.withLock { contents in
            var errands = StepQueue<Event>.Errands()
            for place in contents.steps.indices { contents.steps[place].append(note, &errands) }
            contents.publish(step.configuration)
            return errands
        }
        errands.run(note)
    }

    /// Tells of a step without making a record of it.
    @inlinable
    func publish(_ event: Event, _ step: PlainStep) {
        let errands = contents.withLock { contents in
            var errands = StepQueue<Event>.Errands()
            for place in contents.steps.indices { contents.steps[place].append(.plain(event, step), &errands) }
            if contents.hasConfigurations { contents.publishConfiguration(after: step) }
            return errands
        }
        if errands.waiter != nil { errands.run(.plain(event, step)) }
    }

    /// Keeps what plain steps of this machine refer to. To be called before the first is published.
    func keep(_ topology: Topology) { contents.withLock { $0.topology = topology } }

    // MARK: The end

    func end(_ result: Result<Void, any Error>, in last: Configuration? = nil) {
        // Finishing calls back into `remove…`, so it happens outside the lock.
        let ended = contents.withLock { contents in
            if contents.end == nil {
                contents.end = result
                contents.last = last
            }
            mailbox.hasAudience.store(false, ordering: .releasing)
            var readers: [StepQueue<Event>.Waiter] = []
            for place in contents.steps.indices { readers += contents.steps[place].end() }
            defer {
                contents.configurations = [:]
                contents.hasConfigurations = false
                contents.waiting = [:]
            }
            return (readers, contents.configurations, contents.waiting)
        }
        for reader in ended.0 { reader.resume(returning: nil) }
        for subscriber in ended.1.values { subscriber.continuation.finish() }
        for continuation in ended.2.values { continuation.resume(with: result) }
    }

    func waitForEnd() async throws {
        let key = contents.withLock { $0.nextKey() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let known = contents.withLock { contents -> Result<Void, any Error>? in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if let end = contents.end { return end }
                    contents.waiting[key] = continuation
                    return nil
                }
                if let known { continuation.resume(with: known) }
            }
        } onCancel: {
            let continuation = contents.withLock { $0.waiting.removeValue(forKey: key) }
            continuation?.resume(throwing: CancellationError())
        }
    }
}
