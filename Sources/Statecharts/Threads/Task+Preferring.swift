extension Task where Success == Void, Failure == Never {
    /// Makes a task that is nobody's child.
    ///
    /// A preference for nothing in particular would be looked up, under a lock, whenever the task changes its executor:
    /// such a task has none.
    static func detached(
        preferring executor: (any TaskExecutor)?, priority: TaskPriority? = nil,
        _ operation: sending @escaping @isolated(any) () async -> Void
    ) -> Task {
        if let executor { return .detached(executorPreference: executor, priority: priority, operation: operation) }
        return .detached(priority: priority, operation: operation)
    }
}
