/// The subscribers of a machine's steps and configurations, and those who await its end.
@usableFromInline
final class Observers<Event: Sendable>: Sendable {
    @usableFromInline
    struct Contents {
        /// Those that are over too, until their readers have gone.
        @usableFromInline var steps: [StepQueue<Event>] = []
        var configurations: [ConfigurationReader] = []
        @usableFromInline var hasConfigurations = false
        /// Whether somebody looks at the machine after each step, and so is told if it fails.
        var hasViews = false
        /// Those that are called after each step, where it was taken.
        @usableFromInline var taps: [(key: Int, tap: StepTap<Event>)] = []
        fileprivate var waiting: [Int: EndWaiter] = [:]
        fileprivate var next = 0
        /// Where the machine ended.
        fileprivate(set) var last: Configuration?
        fileprivate(set) var end: Result<Void, any Error>?
        /// Made for the first child machine, or for who wants to know of them.
        fileprivate var children: LivingChildren?

        /// Whether anybody wants to know what a step did, and not only that there was one.
        var wantsSteps: Bool { hasConfigurations || !taps.isEmpty || steps.contains { !$0.isOver } }

        var hasEnded: Bool { end != nil }

        /// Whether somebody is told when the machine ends, of a failure or not.
        var isAwaited: Bool { !waiting.isEmpty }

        /// Whether somebody is told of the error if the machine fails: by a record, a view, or at the awaited end.
        fileprivate var tellsOfFailure: Bool {
            hasViews || !taps.isEmpty || steps.contains { !$0.isOver }
                || waiting.values.contains { if case .resume(_, isTold: true) = $0 { true } else { false } }
        }

        mutating func nextKey() -> Int {
            next += 1
            return next
        }

        /// Tells all readers of configurations to whom this is new.
        @usableFromInline
        mutating func publish(_ configuration: Configuration, _ errands: inout ConfigurationErrands) {
            // Changed where nothing else is around: code that is not compiled for the chart copied the array each time.
            var readers = configurations
            configurations = []
            for place in readers.indices { readers[place].publish(configuration, &errands) }
            configurations = readers
        }
    }

    @usableFromInline typealias ConfigurationErrands = ReaderQueue<Configuration>.Errands

    @usableFromInline let contents = Guarded(Contents())
    /// Tells the machine whether there is an audience; written inside the lock.
    private let mailbox: Mailbox<Event>
    init(mailbox: Mailbox<Event>) { self.mailbox = mailbox }

    /// The child machines of the machine.
    var children: LivingChildren {
        contents.withLock { contents in
            if let known = contents.children { return known }
            let made = LivingChildren()
            contents.children = made
            return made
        }
    }

    /// Tells the machine whether there is an audience. To be called inside the lock.
    func updateAudience(_ contents: inout Contents) {
        contents.hasConfigurations = contents.configurations.contains { !$0.queue.isOver }
        mailbox.setWatched(!contents.hasEnded && contents.wantsSteps)
    }

    /// Takes out a reader or a tap. It is released after the lock, because to destroy what it holds may run anything.
    func forget<Gone: Sendable>(_ take: (inout Contents) -> Gone?) {
        let gone = contents.withLock { contents in
            let gone = take(&contents)
            updateAudience(&contents)
            return gone
        }
        withExtendedLifetime(gone) {}
    }

    /// Tells all of a step; compiled where the chart is known.
    @inlinable
    func publish(_ step: Macrostep<Event>) {
        let (errands, telling, taps) = contents.withLock { contents in
            var errands = StepQueue<Event>.Errands(), telling = ConfigurationErrands()
            for place in contents.steps.indices { contents.steps[place].append(step, &errands) }
            if contents.hasConfigurations { contents.publish(step.configuration, &telling) }
            return (errands, telling, contents.taps)
        }
        if !taps.isEmpty { callTaps(taps, step) }
        errands.run(step)
        if telling.waiter != nil { telling.run(step.configuration) }
    }

    // MARK: The end

    /// Whether anybody is told of the error if the machine fails. Who follows configurations, or only has something
    /// done at the end, is not.
    var isHeard: Bool { contents.withLock { $0.tellsOfFailure } }

    /// Tells everybody that the machine has ended, in this order:
    ///
    /// 1. Readers of steps and configurations: their streams end.
    /// 2. Closures (`whenEnded`), in the order of their adding. They are called here, and find all readers over.
    /// 3. Those who await the end. They find all closures called.
    func end(_ result: Result<Void, any Error>, in last: Configuration? = nil) {
        let (hasReaders, waiting) = contents.withLock { contents in
            if contents.end == nil {
                contents.end = result
                contents.last = last
            }
            updateAudience(&contents)
            let hasReaders = !contents.steps.isEmpty || !contents.configurations.isEmpty || !contents.taps.isEmpty
            defer { contents.waiting = [:] }
            return (hasReaders, contents.waiting)
        }
        // Apart, because what is generic costs more than all the rest, and most machines have nobody who reads.
        if hasReaders { endReaders() }
        callingOut()
        for (_, waiter) in waiting.sorted(by: { $0.key < $1.key }) { if case .call(let body) = waiter { body(result) } }
        for waiter in waiting.values {
            if case .resume(let continuation, _) = waiter { continuation.resume(with: result) }
        }
    }

    /// Tells those who read that no more will come. Called after the end is noted, so that nobody is added any more.
    private func endReaders() {
        let ended = contents.withLock { contents in
            var readers: [StepWaiter<Event>] = []
            for place in contents.steps.indices { readers += contents.steps[place].end() }
            var others: [ReaderWaiter<Configuration>] = []
            for place in contents.configurations.indices { others += contents.configurations[place].queue.end() }
            updateAudience(&contents)
            defer { contents.taps = [] }
            // The taps go along only to be destroyed outside the lock.
            return (readers, others, contents.taps)
        }
        for reader in ended.0 { reader.resume(returning: nil) }
        for reader in ended.1 { reader.resume(returning: nil) }
    }

    /// Has a closure called when the machine has ended, where that happens; now if it has. See `end(_:in:)`.
    func whenEnded(_ body: @escaping @Sendable (Result<Void, any Error>) -> Void) {
        let end = contents.withLock { contents in
            if !contents.hasEnded { contents.waiting[contents.nextKey()] = .call(body) }
            return contents.end
        }
        callingOut()
        if let end { body(end) }
    }

    /// Returns when the machine has ended, or throws the error.
    /// - Parameter isTold: whether the caller does something about the error; if nobody does, it is told on the
    ///   standard error.
    func waitForEnd(isTold: Bool = true) async throws {
        let key = contents.withLock { $0.nextKey() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let known = contents.withLock { contents -> Result<Void, any Error>? in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if let end = contents.end { return end }
                    contents.waiting[key] = .resume(continuation, isTold: isTold)
                    return nil
                }
                callingOut()
                if let known { continuation.resume(with: known) }
            }
        } onCancel: {
            let waiter = contents.withLock { $0.waiting.removeValue(forKey: key) }
            callingOut()
            if case .resume(let continuation, _) = waiter { continuation.resume(throwing: CancellationError()) }
        }
    }
}

/// Somebody who wants to know of a machine's end.
private enum EndWaiter {
    /// With whether it does something about the error if the machine has failed.
    case resume(CheckedContinuation<Void, any Error>, isTold: Bool)
    case call(@Sendable (Result<Void, any Error>) -> Void)
}

extension Machine {
    @usableFromInline nonisolated var observers: Observers<Event> { mailbox.observers }
}
