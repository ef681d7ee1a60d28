// `@unchecked Sendable`: the value is touched by jobs only, and one thread at a time runs jobs. A thread that finds
// `isRunning` false sets it, under the lock. It runs jobs until it finds the queue empty, and sets it to false, under
// the lock too. So what one thread does happens before what the next one does. A job that calls `run` finds `isRunning`
// set and leaves its own job in the queue: no two accesses overlap.
//
// Tried against it: contracts whose charts send through their own port and through each other's, and messages whose
// ends do (ReentryTests).

/// A serial queue without a thread: jobs use a value one after the other, with no lock held and nobody waiting.
///
/// Who comes while a job runs leaves its own job to the thread that runs jobs, and goes on. So a job may call foreign
/// code, which may come back here. What a job sends is caused by the message that whoever has left it was handling.
@safe
final class Serializer<Value>: @unchecked Sendable {
    typealias Job = @Sendable (inout Value) -> Void

    private struct WaitingJob {
        let job: Job
        /// The message that whoever has left the job here was handling.
        let cause: TraceContext?
    }

    private struct State {
        var jobs = FIFO<WaitingJob>()
        var isRunning = false

        mutating func next() -> WaitingJob? {
            let next = jobs.popFirst()
            isRunning = next != nil
            return next
        }
    }

    private var value: Value
    private let state = Guarded(State())

    init(_ value: sending Value) { self.value = value }

    /// Runs the job after those that came before it. It has run when this returns, unless another thread runs jobs or a
    /// job calls this: then it runs later.
    func run(_ job: @escaping Job) {
        let waiting = WaitingJob(job: job, cause: Tracing.present)
        let isRunner = state.withLock { state in
            state.jobs.append(waiting)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        guard isRunner else { return }
        callingOut()
        while let next = state.withLock({ $0.next() }) { Tracing.caused(by: next.cause) { next.job(&value) } }
    }
}
