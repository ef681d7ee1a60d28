// What readers of configurations do with the queue that is theirs.

/// The configurations that one reader has not taken yet.
struct ConfigurationReader: Sendable {
    var queue: ReaderQueue<Configuration>
    /// What it was told last, so that it hears of changes only.
    private var known: Configuration?

    init(key: Int, _ policy: ReaderQueue<Configuration>.Policy) {
        queue = ReaderQueue(key: key, policy, inBatches: false)
    }

    mutating func publish(_ configuration: Configuration, _ errands: inout ReaderQueue<Configuration>.Errands) {
        guard known != configuration else { return }
        known = configuration
        queue.append(configuration, &errands)
    }
}

extension Observers {
    func configurations(
        of machine: ObjectIdentifier, buffering policy: AsyncStream<Configuration>.Continuation.BufferingPolicy
    ) -> (stream: AsyncStream<Configuration>, key: Int) {
        let key = contents.withLock { contents in
            let key = contents.nextKey()
            var reader = ConfigurationReader(key: key, ReaderQueue<Configuration>.Policy(policy))
            if contents.hasEnded {
                var errands = ConfigurationErrands()
                if let last = contents.last { reader.publish(last, &errands) }
                _ = reader.queue.end()
            }
            contents.configurations.append(reader)
            updateAudience(&contents)
            return key
        }
        let lease = Lease { [weak self] in self?.unsubscribeConfigurations(key) }
        // Kept by the stream, which can be read to its end when the machine is gone.
        let stream = AsyncStream { [self] in
            defer { withExtendedLifetime(lease) {} }
            return await nextConfiguration(key, of: machine)
        } onCancel: { [weak self] in
            self?.cancelConfigurations(key)
        }
        return (stream, key)
    }

    /// Tells all subscribers to whom this is new.
    ///
    /// - Parameter key: that of the only one who is told; `nil` for all.
    func publish(_ configuration: Configuration, to key: Int? = nil) {
        let errands = contents.withLock { contents in
            var errands = ConfigurationErrands()
            guard let key else {
                contents.publish(configuration, &errands)
                return errands
            }
            contents.configurations.change(key, by: { $0.queue.key }) { $0.publish(configuration, &errands) }
            return errands
        }
        errands.run(configuration)
    }

    private func nextConfiguration(_ key: Int, of machine: ObjectIdentifier) async -> Configuration? {
        await withCheckedContinuation { continuation in
            let reader = ReaderWaiter(continuation)
            let answer = contents.withLock {
                $0.configurations.change(key, by: { $0.queue.key }) { $0.queue.wait(reader) }
            }
            (answer ?? .over).tell(reader)
            guard reader.closesRing({ enterWait(for: machine, by: $0) }) else { return }
            let isGivenUp = contents.withLock {
                $0.configurations.change(key, by: { $0.queue.key }) { one in one.queue.remove { $0 === reader } }
            }
            if isGivenUp == true { reader.resume(returning: nil) }
        }
    }

    /// The reader wants no more than it has been sent already.
    private func cancelConfigurations(_ key: Int) {
        let waiting = contents.withLock { contents in
            let waiting = contents.configurations.change(key, by: { $0.queue.key }) { $0.queue.end() }
            updateAudience(&contents)
            return waiting ?? []
        }
        for reader in waiting { reader.resume(returning: nil) }
    }

    private func unsubscribeConfigurations(_ key: Int) {
        forget { $0.configurations.remove(key, by: { $0.queue.key }) }
    }
}
