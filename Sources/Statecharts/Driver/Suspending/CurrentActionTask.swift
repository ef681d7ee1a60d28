// Unsafe storage of its own. Why it is sound: the standard library lends an `UnsafeCurrentTask` for a call only, as the
// task may end afterwards, and says that others may do with it what they may do with a `Task`. Here it is made by an
// action task, used by it, and let go of before the task ends. To borrow it anew for each step would retain the task
// twice. Others cancel it only, during a suspended action: the task cannot end before the machine, on whose
// executor that is done.
//
// Attacked with: ActionTaskTests (action tasks that actions cancel, and that are given higher priorities).

/// What an action task finds out about itself.
@safe
final class CurrentActionTask {
    private let task: UnsafeCurrentTask

    private init(_ task: UnsafeCurrentTask) { unsafe self.task = task }

    /// The present task.
    static func present() -> CurrentActionTask? {
        unsafe withUnsafeCurrentTask { task in unsafe task.map { unsafe CurrentActionTask($0) } }
    }

    func cancel() { unsafe task.cancel() }

    /// Whether the task has been cancelled, or has another priority than this one.
    func isChanged(from priority: TaskPriority) -> Bool {
        unsafe task.isCancelled || task.priority.rawValue != priority.rawValue
    }
}
