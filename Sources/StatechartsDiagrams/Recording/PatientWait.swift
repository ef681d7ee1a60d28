import Statecharts

/// Runs something in a task of its own and waits for it, unless somebody gives it up first.
///
/// Who awaits a user's action cannot leave it while it waits. A task of its own can be left: it is cancelled, and what
/// it holds is never touched again.
final class PatientWait: Sendable {
    /// Why it was given up.
    struct GivenUp: Error {
        let text: String
    }

    private struct Contents {
        var waiting: CheckedContinuation<Void, Never>?
        var end: Result<Bool, any Error>?
    }

    private let contents = Guarded(Contents())

    /// Answers what the work does. One call at a time; none after one that was given up.
    /// - Throws: what the work throws; ``GivenUp``.
    func run(isolation: isolated (any Actor)?, _ work: PatientWork) async throws -> Bool {
        contents.withLock { $0 = Contents() }
        let task = Task {
            _ = isolation
            do { finish(.success(try await work.body())) } catch { finish(.failure(error)) }
        }
        return try await withTaskCancellationHandler {
            await withCheckedContinuation(isolation: isolation) { continuation in
                let hasEnded = contents.withLock { contents in
                    if contents.end == nil { contents.waiting = continuation }
                    return contents.end != nil
                }
                if hasEnded { continuation.resume() }
            }
            // Read under the lock: a continuation that is resumed before it is awaited tells the thread sanitizer of no
            // order, and what the work has written is read next.
            let end = contents.withLock { $0.end }
            if case .failure(let error) = end, error is GivenUp { task.cancel() }
            return try end?.get() ?? false
        } onCancel: {
            task.cancel()
        }
    }

    /// Has the present call throw.
    func giveUp(_ text: String) { finish(.failure(GivenUp(text: text))) }

    /// The first end counts.
    private func finish(_ end: Result<Bool, any Error>) {
        let waiting = contents.withLock { contents in
            guard contents.end == nil else { return nil as CheckedContinuation<Void, Never>? }
            contents.end = end
            defer { contents.waiting = nil }
            return contents.waiting
        }
        waiting?.resume()
    }
}
