/// Somebody who waits for a step to be complete, or is about to: the caller of `send` or `stop()`, or of what puts a
/// request into the mailbox, as `withTop` and `halt` do.
///
/// A class, because the layout of a continuation is not known before the program runs: with one in it, each envelope
/// would be copied and destroyed by functions that look its layout up.
@usableFromInline
final class StepContinuation: Sendable {
    private enum State {
        /// Nobody waits yet. A task that prefers an executor may leave the machine for a moment on its way to wait.
        case awaitedSoon
        case awaited(CheckedContinuation<Outcome, any Error>)
        case over(Result<Outcome, any Error>)
    }

    /// What its caller was handling, while a system watches.
    let cause = Tracing.present
    /// The wait of the machine whose action waits for the step.
    private let waiting: WaitGraph.Ticket?
    private let state = Guarded(State.awaitedSoon)

    init(waiting: WaitGraph.Ticket? = nil) { self.waiting = waiting }

    /// Notes that the present task waits for a step of this machine, if it runs an action of another one.
    /// - Throws: ``MachineError`` if that would close a ring.
    @usableFromInline
    convenience init(for machine: ObjectIdentifier) throws { self.init(waiting: try WaitGraph.enter(machine)) }

    /// True if an action of another machine waits.
    var isOfAction: Bool { waiting != nil }

    func resume(returning outcome: Outcome) { resume(with: .success(outcome)) }

    /// The step is over. The wait ends before anybody else can run, so that no ring is found that is none.
    func resume(with end: Result<Outcome, any Error>) {
        leaveWaitGraph()
        callingOut()
        let former = state.withLock { state in
            let former = state
            // The first one counts: a wait on a clock may have been given up before.
            if case .over = former {} else { state = .over(end) }
            return former
        }
        if case .awaited(let continuation) = former { continuation.resume(with: end) }
    }

    /// Nobody waits.
    func leaveWaitGraph() { WaitGraph.leave(waiting) }

    /// How the step has ended; to be awaited by one.
    /// - Parameter limit: how long to wait at most, on a clock that somebody has to move. The step itself goes on.
    @usableFromInline
    func value(within limit: LimitedWait? = nil) async throws -> Outcome {
        let endWatch = limit?.watch { self.resume(with: .failure($0)) }
        defer { endWatch?() }
        if case .over(let end) = state.withLock({ $0 }) { return try end.get() }
        return try await withCheckedThrowingContinuation { continuation in
            let end: Result<Outcome, any Error>? = state.withLock { state in
                if case .over(let end) = state { return end }
                state = .awaited(continuation)
                return nil
            }
            if let end { continuation.resume(with: end) }
        }
    }
}
