import Statecharts

/// Does what may block in a thread of its own, and lets whoever waits for it be cancelled.
enum Dialler {
    private typealias Waiting = CheckedContinuation<DescriptorConnection, any Error>

    private final class Slot: Sendable {
        private let waiting = Guarded<Waiting?>(nil)
        func put(_ continuation: Waiting) { waiting.withLock { $0 = continuation } }
        func take() -> Waiting? { waiting.withLock { $0.take() } }
    }

    static func connection(
        _ make: @escaping @Sendable () throws -> DescriptorConnection
    ) async throws -> DescriptorConnection {
        let waiting = Slot()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: Waiting) in
                waiting.put(continuation)
                if Task.isCancelled { return waiting.take()?.resume(throwing: CancellationError()) ?? () }
                do {
                    try Thread.start(stackSize: 256 * 1024) {
                        // A FIFO is written there.
                        Posix.blockBrokenPipeSignal()
                        let result = Result { try make() }
                        // A connection that nobody waits for any more is let go, which closes it.
                        waiting.take()?.resume(with: result)
                    }
                } catch {
                    waiting.take()?.resume(throwing: BridgeError(.unreachable, "\(error)"))
                }
            }
        } onCancel: {
            waiting.take()?.resume(throwing: CancellationError())
        }
    }
}
