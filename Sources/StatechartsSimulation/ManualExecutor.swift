import Statecharts

/// Runs the tasks of machines on a manual clock one after the other, and knows when there is nothing left to run.
final class ManualExecutor: TaskExecutor {
    private struct State {
        var jobs = FIFO<UnownedJob>()
        var isRunning = false
        var taken: UInt64 = 0
        var waiting: [CheckedContinuation<Bool, Never>] = []

        mutating func takeWaiting(if condition: Bool) -> [CheckedContinuation<Bool, Never>] {
            guard condition else { return [] }
            defer { waiting = [] }
            return waiting
        }
    }

    private let state = Guarded(State())

    /// How many jobs there have been.
    var taken: UInt64 { state.withLock { $0.taken } }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let (isFirst, waiting) = state.withLock { state in
            state.jobs.append(job)
            state.taken += 1
            defer { state.isRunning = true }
            return (!state.isRunning, state.takeWaiting(if: state.taken % Self.often == 0))
        }
        for continuation in waiting { continuation.resume(returning: false) }
        if isFirst { Task.detached { self.run() } }
    }

    /// Whether the present task is one of those that run here.
    var isPresent: Bool {
        unsafe withUnsafeCurrentTask { task in
            guard let task = unsafe task else { return false }
            return unsafe task.unownedTaskExecutor == asUnownedTaskExecutor()
        }
    }

    /// Who waits for rest is told after so many jobs that there is none yet.
    private static let often: UInt64 = 4_096

    /// Returns when all tasks have ended or wait for something outside, or when many jobs have gone by without that.
    /// - Returns: whether there is nothing to run.
    func idle() async -> Bool {
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                if state.isRunning { state.waiting.append(continuation) }
                return !state.isRunning
            }
            if isIdle { continuation.resume(returning: true) }
        }
    }

    /// After so many jobs the thread is given back for a moment: whoever waits here by `Task.yield()` may wait for
    /// somebody who needs it.
    private static let turn = 64

    // `runSynchronously` is unsafe because a job may run only once: each is taken out of the queue before it runs,
    // under the lock.
    private func run() {
        for _ in 0..<Self.turn {
            guard let job = takeJob() else { return rest() }
            unsafe job.runSynchronously(on: asUnownedTaskExecutor())
        }
        Task.detached { self.run() }
    }

    private func rest() {
        let waiting = state.withLock { $0.takeWaiting(if: !$0.isRunning) }
        for continuation in waiting { continuation.resume(returning: true) }
    }

    private func takeJob() -> UnownedJob? {
        state.withLock { state in
            let job = state.jobs.popFirst()
            if job == nil { state.isRunning = false }
            return job
        }
    }
}
