/// Any number of streams of the same elements.
final class Broadcast<Element: Sendable>: Sendable {
    private struct Contents {
        var continuations: [Int: AsyncStream<Element>.Continuation] = [:]
        var next = 0
        var isFinished = false
    }

    private let contents = Guarded(Contents())

    /// A stream of what comes from now on, after `first`.
    func stream(first: [Element] = []) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
        for element in first { continuation.yield(element) }
        let key = contents.withLock { contents -> Int? in
            guard !contents.isFinished else { return nil }
            contents.next += 1
            contents.continuations[contents.next] = continuation
            return contents.next
        }
        guard let key else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in self?.remove(key) }
        return stream
    }

    private func remove(_ key: Int) { contents.withLock { _ = $0.continuations.removeValue(forKey: key) } }

    func yield(_ element: Element) {
        contents.withLock { contents in
            for continuation in contents.continuations.values { continuation.yield(element) }
        }
    }

    func finish() {
        // Finishing calls back into `remove`, so it happens outside the lock.
        let last = contents.withLock { contents in
            contents.isFinished = true
            defer { contents.continuations = [:] }
            return Array(contents.continuations.values)
        }
        for continuation in last { continuation.finish() }
    }
}
