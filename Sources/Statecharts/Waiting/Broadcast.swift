/// Any number of streams of the same elements.
final class Broadcast<Element: Sendable>: Sendable {
    private struct Contents {
        /// One queue for each stream, also of one that is over, until its reader has gone.
        var readers: [ReaderQueue<Element>] = []
        var next = 0
        var isFinished = false
    }

    private let contents = Guarded(Contents())

    /// A stream of what comes from now on, after `first`. May be called while a lock is held.
    func stream(first: [Element] = []) -> AsyncStream<Element> {
        let key = contents.withLock { contents in
            contents.next += 1
            var reader = ReaderQueue<Element>(key: contents.next, .unbounded, inBatches: false)
            var errands = ReaderQueue<Element>.Errands()
            for element in first { reader.append(element, &errands) }
            if contents.isFinished { _ = reader.end() }
            contents.readers.append(reader)
            return contents.next
        }
        // The readers keep what they read from: a stream can be read to its end when its source is gone.
        let lease = Lease { [weak self] in self?.remove(key) }
        return AsyncStream { [self] in
            defer { withExtendedLifetime(lease) {} }
            return await next(key)
        } onCancel: { [weak self] in
            self?.cancel(key)
        }
    }

    private func next(_ key: Int) async -> Element? {
        await withCheckedContinuation { continuation in
            let reader = ReaderWaiter(continuation)
            let answer = contents.withLock { $0.readers.change(key, by: { $0.key }) { $0.wait(reader) } }
            (answer ?? .over).tell(reader)
        }
    }

    private func cancel(_ key: Int) {
        let waiting = contents.withLock { $0.readers.change(key, by: { $0.key }) { $0.end() } }
        for reader in waiting ?? [] { reader.resume(returning: nil) }
    }

    private func remove(_ key: Int) {
        let reader = contents.withLock { $0.readers.remove(key, by: { $0.key }) }
        // Released outside the lock, with the elements that it holds.
        withExtendedLifetime(reader) {}
    }

    func yield(_ element: Element) { append(element).run(element) }

    /// Puts an element into all streams. May be called while a lock is held; what it answers is to be run afterwards.
    func append(_ element: Element) -> ReaderQueue<Element>.Errands {
        contents.withLock { contents in
            var errands = ReaderQueue<Element>.Errands()
            for index in contents.readers.indices { contents.readers[index].append(element, &errands) }
            return errands
        }
    }

    /// Ends all streams, also those that are made from now on.
    func finish() {
        let waiting = contents.withLock { contents in
            contents.isFinished = true
            var waiting: [ReaderWaiter<Element>] = []
            for index in contents.readers.indices { waiting += contents.readers[index].end() }
            return waiting
        }
        for reader in waiting { reader.resume(returning: nil) }
    }
}
