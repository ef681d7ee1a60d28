import Statecharts
import Synchronization

@testable import download

/// A source that does only what a test tells it, cancelled or not: the worst there is. Remembers how it was asked.
final class Probe: Source {
    enum Command: Sendable { case report(Double), end, fail }

    /// One delivery, from its beginning to its end.
    final class Delivery: Sendable {
        private struct State {
            var commands: [Command] = []
            var waiting: CheckedContinuation<Command, Never>?
        }
        let piece: Piece
        let progress: Double
        let report: @Sendable (Item.Event) -> Void
        private let state = Guarded(State())
        private let cancelled = Atomic<Bool>(false)

        init(_ piece: Piece, _ progress: Double, _ report: @escaping @Sendable (Item.Event) -> Void) {
            self.piece = piece
            self.progress = progress
            self.report = report
        }

        var wasCancelled: Bool { cancelled.load(ordering: .acquiring) }
        func cancel() { cancelled.store(true, ordering: .releasing) }

        func tell(_ command: Command) {
            state.withLock { state in
                guard let waiting = state.waiting.take() else { return state.commands.append(command) }
                waiting.resume(returning: command)
            }
        }

        /// The next command. Does not care whether the task is cancelled.
        func next() async -> Command {
            await withCheckedContinuation { continuation in
                state.withLock { state in
                    guard state.commands.isEmpty else {
                        return continuation.resume(returning: state.commands.removeFirst())
                    }
                    state.waiting = continuation
                }
            }
        }
    }

    private let list = Guarded<[Delivery]>([])
    var deliveries: [Delivery] { list.withLock { $0 } }

    func deliver(_ piece: Piece, from progress: Double, report: @escaping @Sendable (Item.Event) -> Void) async throws {
        let delivery = Delivery(piece, progress, report)
        list.withLock { $0.append(delivery) }
        try await withTaskCancellationHandler {
            while true {
                switch await delivery.next() {
                case .report(let progress): report(.arrived(progress))
                case .end: return
                case .fail: throw ConnectionLost()
                }
            }
        } onCancel: {
            delivery.cancel()
        }
    }
}
