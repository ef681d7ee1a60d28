// `@unchecked Sendable`: the value is touched by jobs only. Whoever puts a job into an empty queue becomes the one that
// runs jobs (`isRunning`), under the lock, and stays it until the lock has shown it an empty queue; so one thread at a
// time has the value, and what it did happens before what the next one does. A job that calls `run` finds `isRunning`
// set and puts its own behind: no two accesses overlap.
//
// Tried against it: contracts whose charts send through their own port and through each other's, and messages whose
// ends do (ReentryTests).

/// A value that one job after the other may use, with no lock held and nobody waiting.
///
/// Who comes while a job runs leaves its own to the thread that is at it, and goes on. So a job may run anything, also
/// what comes back here.
@safe
final class Serializer<Value>: @unchecked Sendable {
    typealias Job = @Sendable (inout Value) -> Void

    private struct State {
        var jobs = FIFO<Job>()
        var isRunning = false

        mutating func next() -> Job? {
            let job = jobs.popFirst()
            isRunning = job != nil
            return job
        }
    }

    private var value: Value
    private let state = Guarded(State())

    init(_ value: sending Value) { self.value = value }

    /// Runs the job after those that came before it: before this returns, unless another thread is at it, or a job
    /// calls this.
    func run(_ job: @escaping Job) {
        let isRunner = state.withLock { state in
            state.jobs.append(job)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        guard isRunner else { return }
        callingOut()
        while let next = state.withLock({ $0.next() }) { next(&value) }
    }
}
