private import Synchronization

/// The subscribers of a machine's steps and configurations, and those who await its end.
@usableFromInline
final class Observers<Event: Sendable>: Sendable {
    private struct Contents {
        var steps: [Int: AsyncStream<Macrostep<Event>>.Continuation] = [:]
        var configurations: [Int: ConfigurationSubscriber] = [:]
        var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
        var next = 0
        /// Where the machine ended.
        var last: Configuration?
        var end: Result<Void, any Error>?

        /// Whether anybody wants to know of steps.
        var hasAudience: Bool { !steps.isEmpty || !configurations.isEmpty }

        mutating func publish(_ configuration: Configuration) {
            if configurations.isEmpty { return }
            for (key, subscriber) in configurations where subscriber.known != configuration {
                configurations[key]?.known = configuration
                subscriber.continuation.yield(configuration)
            }
        }
    }

    private struct ConfigurationSubscriber {
        let continuation: AsyncStream<Configuration>.Continuation
        /// What it was told last, so that it hears of changes only.
        var known: Configuration?
    }

    private let contents = Guarded(Contents())
    /// Tells the machine whether there is an audience; written inside the lock.
    private let mailbox: Mailbox<Event>

    init(mailbox: Mailbox<Event>) { self.mailbox = mailbox }

    func steps(buffering policy: AsyncStream<Macrostep<Event>>.Continuation.BufferingPolicy) -> AsyncStream<
        Macrostep<Event>
    > {
        let (stream, continuation) = AsyncStream.makeStream(of: Macrostep<Event>.self, bufferingPolicy: policy)
        let key = contents.withLock { contents -> Int? in
            guard contents.end == nil else { return nil }
            contents.next += 1
            contents.steps[contents.next] = continuation
            mailbox.hasAudience.store(true, ordering: .releasing)
            return contents.next
        }
        guard let key else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in self?.removeSteps(key) }
        return stream
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
            contents.next += 1
            contents.configurations[contents.next] = ConfigurationSubscriber(continuation: continuation)
            mailbox.hasAudience.store(true, ordering: .releasing)
            return contents.next
        }
        guard let key else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in self?.removeConfigurations(key) }
        return stream
    }

    private func removeSteps(_ key: Int) {
        contents.withLock { contents in
            contents.steps[key] = nil
            mailbox.hasAudience.store(contents.hasAudience, ordering: .releasing)
        }
    }

    private func removeConfigurations(_ key: Int) {
        contents.withLock { contents in
            contents.configurations[key] = nil
            mailbox.hasAudience.store(contents.hasAudience, ordering: .releasing)
        }
    }

    /// Tells all subscribers to whom this is new.
    func publish(_ configuration: Configuration) {
        contents.withLock { $0.publish(configuration) }
    }

    func publish(_ step: Macrostep<Event>) {
        contents.withLock { contents in
            for continuation in contents.steps.values { continuation.yield(step) }
            contents.publish(step.configuration)
        }
    }

    // MARK: The end

    func end(_ result: Result<Void, any Error>, in last: Configuration? = nil) {
        // Finishing calls back into `remove…`, so it happens outside the lock.
        let ended = contents.withLock { contents in
            if contents.end == nil {
                contents.end = result
                contents.last = last
            }
            mailbox.hasAudience.store(false, ordering: .releasing)
            defer {
                contents.steps = [:]
                contents.configurations = [:]
                contents.waiting = [:]
            }
            return (contents.steps, contents.configurations, contents.waiting)
        }
        for continuation in ended.0.values { continuation.finish() }
        for subscriber in ended.1.values { subscriber.continuation.finish() }
        for continuation in ended.2.values { continuation.resume(with: result) }
    }

    func waitForEnd() async throws {
        let key = contents.withLock { contents in
            contents.next += 1
            return contents.next
        }
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
