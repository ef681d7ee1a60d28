import Statecharts

/// Who wants to hear that something was recorded.
final class Announcements: Sendable {
    private struct Contents {
        var continuations: [AsyncStream<Void>.Continuation] = []
        var isFinished = false
    }
    private let contents = Guarded(Contents())

    var stream: AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let isFinished = contents.withLock { contents in
            if !contents.isFinished { contents.continuations.append(continuation) }
            return contents.isFinished
        }
        continuation.yield()
        if isFinished { continuation.finish() }
        return stream
    }

    func announce() {
        let continuations = contents.withLock { $0.continuations }
        if continuations.isEmpty { return }
        var over: [AsyncStream<Void>.Continuation] = []
        for continuation in continuations {
            if case .terminated = continuation.yield() { over.append(continuation) }
        }
        if !over.isEmpty { contents.withLock { $0.continuations.removeAll(where: over.contains) } }
    }

    func finish() {
        let continuations = contents.withLock { contents in
            contents.isFinished = true
            defer { contents.continuations = [] }
            return contents.continuations
        }
        for continuation in continuations { continuation.finish() }
    }
}
