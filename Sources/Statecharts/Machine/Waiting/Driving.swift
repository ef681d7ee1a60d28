/// The machine whose suspended action a task is running.
struct Driving: Sendable {
    let machine: ObjectIdentifier
    let name: String
    /// The task that runs the action.
    private let task: Int
    /// What the action's task prefers to run on. Its child tasks, which the action has to wait for, inherit the preference; other tasks
    /// inherit the value of ``current`` only (SE-0417, Task executor preference inheritance). So the two can be told apart.
    private let executor: ActionExecutor

    @TaskLocal static var current: Driving?

    /// What the present task itself is running, or the task whose child it is.
    static var here: Driving? {
        guard let current else { return nil }
        let isRunningIt = unsafe withUnsafeCurrentTask { task in
            guard let task = unsafe task else { return false }
            if unsafe task.hashValue == current.task { return true }
            return unsafe task.unownedTaskExecutor == current.executor.asUnownedTaskExecutor()
        }
        return isRunningIt ? current : nil
    }

    /// The present task as the one that runs an action of `machine`.
    init(_ machine: ObjectIdentifier, _ name: String, _ executor: ActionExecutor) {
        self.machine = machine
        self.name = name
        self.executor = executor
        task = unsafe withUnsafeCurrentTask { task in unsafe task?.hashValue ?? 0 }
    }
}

/// Marks the task that drives a machine, and its child tasks; runs them where they would run anyway.
final class ActionExecutor: TaskExecutor {
    private let executor: any TaskExecutor

    /// - Parameter executor: where to run; `nil` for where tasks without a preference run.
    init(_ executor: (any TaskExecutor)?) { self.executor = executor ?? globalConcurrentExecutor }

    func enqueue(_ job: consuming ExecutorJob) { executor.enqueue(job) }
}
