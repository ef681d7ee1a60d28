import Synchronization

// `@unchecked` storage of its own. Why it is sound: an action task is had by one at a time.
//
// - Parked, by `ActionTaskPool`, a thread or a machine that keeps it. Whoever takes it out has it for itself; the
//   pool's lock orders what the one before has written before what the next one reads.
// - Inline: by the machine whose executor runs `run`. Its one job is run inside of that call, on the same thread.
// - Driving a step that has really suspended: by its own task. Before the task comes back to its own executor it has
//   been on the machine's executor, where `run` has left the action task to it.
//
// For the same reason no two accesses overlap (`@exclusivity(unchecked)`). Only the beginning of the task may be on
// another thread, on runtimes that do not begin it where it is isolated to: `creation` says who was first.
//
// A job is unowned. It is run once: `storedJob` is emptied before it is run or handed on. The parked task is kept by
// its job, and keeps the action task; so every action task is parked or ended, see `end(insideOfItsTask:)`.
//
// Attacked with: IsolationTests, ActionTaskTests (cancelled senders, rings, priorities, chains of machines on one
// executor), StressTests under the sanitizers.

/// A machine whose suspended step is gone on with.
protocol SuspendedMachine: Actor {
    nonisolated var name: String { get }
    /// Awaits an action while messages are traced.
    func performCaused(_ pause: Pause) async throws
    /// Goes on with the engine while messages are traced.
    func advanceCaused(_ engine: Engine) -> Bool
    /// The step that has really suspended is over. Takes what waits (`MachineHolder.actionTask`), up to the next action
    /// that may suspend. Answers `false` if the action task holds the machine no longer.
    func endSuspended() -> Bool
    /// A later step has come to an action that may suspend. Answers `false` if another action task goes on with it,
    /// because the one that asks was cancelled: that was meant for the first step.
    func keepsActionTask() -> Bool
}

/// A task that awaits the suspending actions of machines.
///
/// Between steps it is parked: it is isolated to an executor of its own, which does not run its job but keeps it. A
/// machine runs the job itself, at once, isolated to its own executor. If the action does not really suspend the task
/// is parked again when that returns, and the step is as good as synchronous; if it does, it is a task like any other,
/// which goes on on the machine's executor.
///
/// The task is nobody's: it has no task-local values of those who send events, is not cancelled with them, and its
/// children are part of the step.
@safe
final actor ActionTask: SerialExecutor {
    private enum Mode {
        /// There is no task yet.
        case new
        /// The task is here and has nothing to do.
        case parked
        /// A machine runs the task's job inside of its own.
        case inline
        /// A machine runs the job, and the actions of the step are over.
        case over
        /// The task goes on by itself.
        case own
        /// The task's step is over, and it is on its way back.
        case returning
        /// The task is on its way to its end.
        case ending
    }

    /// What the present action and its children find out about themselves.
    nonisolated let context = ActionContext()
    /// The priority that the task was made with.
    nonisolated let priority: TaskPriority
    /// What the task prefers, if anything.
    private nonisolated let preference: (any TaskExecutor)?
    /// How the task was made: 0 until it has come to this executor for the first time (1), or is not waited for any
    /// more (2).
    private nonisolated let creation = Atomic<UInt8>(0)

    @exclusivity(unchecked) private nonisolated(unsafe) var storedMode = Mode.new
    @exclusivity(unchecked) private nonisolated(unsafe) var storedJob: UnownedJob?
    /// That of the machine, which keeps it.
    @exclusivity(unchecked) private nonisolated(unsafe) var storedEngine: Unmanaged<Engine>?
    /// That of the loop, which keeps it.
    @exclusivity(unchecked) private nonisolated(unsafe) var storedTask: Unmanaged<CurrentActionTask>?
    @exclusivity(unchecked) private nonisolated(unsafe) var storedHasBegun = false
    @exclusivity(unchecked) private nonisolated(unsafe) var storedIsSpoilt = false

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe asUnownedSerialExecutor() }
    private nonisolated var mode: Mode {
        get { unsafe storedMode }
        set { unsafe storedMode = newValue }
    }
    /// Whether an action has changed the task itself, so that it is not what the next one may expect.
    nonisolated var isSpoilt: Bool { unsafe storedIsSpoilt }

    /// Whether it is of use only to the machine whose executor it prefers.
    nonisolated var hasPreference: Bool { preference != nil }

    /// Makes an action task, which the caller has; its task is made when it is needed.
    init(_ priority: TaskPriority, preferring preference: (any TaskExecutor)?) {
        self.priority = priority
        self.preference = preference
        #if DEBUG
            Self.counter.add(1, ordering: .relaxed)
        #endif
    }

    #if DEBUG
        private static let counter = Atomic(0)
        /// How many action tasks there are in the program.
        static var living: Int { counter.load(ordering: .relaxed) }

        deinit { Self.counter.subtract(1, ordering: .relaxed) }
    #endif

    // MARK: The task

    /// Makes the task, which is parked here then, if the runtime begins it at once.
    private nonisolated func createTask() {
        mode = .own
        assumeIsolated { $0.createTaskHere() }
        let isLate = creation.compareExchange(expected: 0, desired: 2, ordering: .acquiringAndReleasing).exchanged
        if !isLate { mode = .parked }
    }

    /// Isolated, so that the task is given to this executor and to no other one before it.
    private func createTaskHere() { detach { await self.loop() } }

    private nonisolated func detach(
        @_inheritActorContext _ operation: sending @escaping @isolated(any) () async -> Void
    ) {
        _ = Task.detached(preferring: preference, priority: priority, operation)
    }

    /// The whole life of the task. To come back from a machine to this executor is to be parked.
    private func loop() async {
        let task = CurrentActionTask.present()
        unsafe storedTask = task.map { unsafe Unmanaged.passUnretained($0) }
        defer { withExtendedLifetime(task) { unsafe storedTask = nil } }
        await context.bind(on: self) {
            // Given away, so that this does not keep the machine until the task is back.
            while context.hasBegun { await ActionTask.drive(context.takeMachine(), in: self) }
        }
    }

    /// Awaits suspending actions one after the other; if one of them has really suspended, until the action task holds
    /// the machine no longer, see `MachineHolder.actionTask`.
    ///
    /// Not generic, and all in one function: each `async` function that is isolated to the machine looks for its
    /// executor when it begins.
    ///
    /// - Parameter machine: consumed, so that a parked task, which has yet to return from here, does not keep it.
    private static func drive(_ machine: consuming isolated any SuspendedMachine, in actionTask: ActionTask) async {
        unsafe actionTask.storedHasBegun = true
        guard let engine = unsafe actionTask.storedEngine else { return actionTask.leave() }
        var turn = unsafe engine.borrowed { $0.stepCount }
        while true {
            let pause = unsafe engine.borrowed { $0.pause }
            do {
                if Tracing.isActive {
                    try await machine.performCaused(pause)
                } else {
                    try await (consume pause).perform()
                }
                let error = actionTask.context.takeError()
                unsafe engine.borrowed { $0.resume(error) }
            } catch {
                _ = actionTask.context.takeError()
                unsafe engine.borrowed { $0.resume(error) }
            }
            let isSuspended: Bool
            if !Tracing.isActive, unsafe engine.borrowed({ $0.deferredCauses == nil }) {
                isSuspended = unsafe engine.borrowed { $0.run() }.isSuspended
            } else {
                isSuspended = unsafe machine.advanceCaused(engine.takeUnretainedValue())
            }
            if !isSuspended, actionTask.mode == .inline || !machine.endSuspended() { break }
            // The step of a recalled event is a later one too.
            let present = unsafe engine.borrowed { $0.stepCount }
            if present != turn, actionTask.mode != .inline, !machine.keepsActionTask() { break }
            turn = present
        }
        actionTask.leave()
    }

    /// The step is over: the task comes back, and keeps the machine no longer.
    private nonisolated func leave() {
        // A task that was cancelled stays so, and one that was given a higher priority keeps it.
        unsafe storedIsSpoilt = storedTask?.borrowed { $0.isChanged(from: priority) } ?? false
        context.end()
        mode = mode == .inline ? .over : .returning
    }

    // MARK: For machines

    /// Goes on with a step that has come to an action that may suspend; called on the machine's executor by who has the
    /// action task.
    ///
    /// - Parameter executor: the machine's.
    /// - Parameter inline: whether the action is begun here and now. If not, it is begun when the machine's executor is
    ///   free.
    /// - Returns: whether the actions of the step have come to their end without having really suspended. Then the
    ///   caller has the action task again, and goes on with the step; otherwise the action task does, and is parked
    ///   afterwards.
    nonisolated func run(
        _ engine: Engine, of machine: consuming any SuspendedMachine, on executor: UnownedSerialExecutor, inline: Bool
    ) -> Bool {
        unsafe storedEngine = Unmanaged.passUnretained(engine)
        unsafe storedHasBegun = false
        context.begin(machine)
        if mode == .new { createTask() }
        guard mode == .parked else { return false }
        guard inline else {
            mode = .own
            if let job = takeJob() { forward(job) }
            return false
        }
        mode = .inline
        // More than once where the task has yet to come to its loop.
        while unsafe !storedHasBegun, let job = takeJob() { unsafe run(job, on: executor) }
        guard mode == .over else {
            mode = .own
            return false
        }
        mode = .parked
        return true
    }

    /// Cancels the task during an action that has really suspended; called on the machine's executor. Answers `false`
    /// if the action has not begun yet.
    nonisolated func cancel() -> Bool {
        guard unsafe storedHasBegun else { return false }
        callingOut()
        unsafe storedTask?.borrowed { $0.cancel() }
        return true
    }

    /// Ends the task; called by who has the action task.
    /// - Parameter insideOfItsTask: true where its own job must not be run: that finds its way by itself.
    nonisolated func end(insideOfItsTask: Bool = false) {
        mode = .ending
        guard let job = takeJob() else { return }
        if insideOfItsTask { forward(job) } else { unsafe run(job, on: unownedExecutor) }
    }

    // MARK: Executor

    nonisolated func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if creation.load(ordering: .acquiring) == 0 {
            unsafe storedJob = job
            if creation.compareExchange(expected: 0, desired: 1, ordering: .acquiringAndReleasing).exchanged { return }
            // Nobody waits for it any more, and who has the action task takes no job before the task has come back.
            unsafe storedJob = nil
            return forward(job)
        }
        switch mode {
        case .inline, .over, .new, .parked: unsafe storedJob = job
        case .own, .ending: forward(job)
        case .returning:
            if isSpoilt || hasPreference {
                mode = .ending
                return forward(job)
            }
            unsafe storedJob = job
            mode = .parked
            ActionTaskPool.giveBack(self, insideOfItsTask: true)
        }
    }

    // Whoever has the action task may touch it, on any executor: there is nothing to check.
    nonisolated func checkIsolated() {}
    nonisolated func isIsolatingCurrentContext() -> Bool? { true }

    private nonisolated func takeJob() -> UnownedJob? { unsafe storedJob.take() }

    private nonisolated func run(_ job: UnownedJob, on executor: UnownedSerialExecutor) {
        if let preference {
            unsafe job.runSynchronously(isolatedTo: executor, taskExecutor: preference.asUnownedTaskExecutor())
        } else {
            unsafe job.runSynchronously(on: executor)
        }
    }

    /// Has the job run where it finds its way by itself.
    private nonisolated func forward(_ job: UnownedJob) { (preference ?? globalConcurrentExecutor).enqueue(job) }
}
