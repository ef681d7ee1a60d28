#if canImport(Darwin)
    private import ObjectiveC
#endif

/// The executor of a ``ThreadActor``: a queue of jobs and the one thread that runs them.
///
/// The thread keeps the executor until it ends, so that it is there for the last job, which may be the one that lets go
/// of the actor.
final class ThreadExecutor: SerialExecutor {
    private let queue = ConditionLock(ThreadQueue<UnownedJob>())
    /// Names this executor on its thread.
    private static let present = ThreadVariable<ThreadExecutor>(owns: false)

    init(name: String, stackSize: Int?) throws(ThreadActorError) {
        try Thread.start(stackSize: stackSize) { [self] in
            Thread.name(name)
            unsafe Self.present.set(Unmanaged.passUnretained(self))
            work()
            Self.present.reset()
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        guard queue.change({ $0.put(job) }) else {
            trap(
                "work was given to a thread actor that nobody keeps any more",
                "keep the ThreadActor as long as an actor that uses its unownedExecutor")
        }
    }

    /// The thread ends when it has done what it was given.
    func close() { queue.change { $0.close() } }

    func isIsolatingCurrentContext() -> Bool? { isPresent }

    func checkIsolated() {
        if !isPresent { trap("this code does not run on the thread of the actor", "await the actor's run(_:)") }
    }

    private var isPresent: Bool {
        unsafe Self.present.object.map { unsafe $0.toOpaque() } == Unmanaged.passUnretained(self).toOpaque()
    }

    /// The thread's whole life.
    private func work() {
        while case .perform(let jobs) = queue.wait(for: { $0.take() }) {
            for job in jobs {
                #if canImport(Darwin)
                    autoreleasepool { unsafe job.runSynchronously(on: asUnownedSerialExecutor()) }
                #else
                    unsafe job.runSynchronously(on: asUnownedSerialExecutor())
                #endif
            }
        }
    }
}
