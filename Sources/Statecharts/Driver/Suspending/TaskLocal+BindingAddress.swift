// The runtime's own look-up of task-local values, for the address that `TaskLocal.get()` reads from. Why it is sound:
//
// - `swift_task_localValueGet` is the entry point that the standard library's inlinable `TaskLocal.wrappedValue` calls:
//   part of the stable ABI, with this signature. The key of a task-local is its object.
// - The address is compared and never read from. It may be that of a value that is gone: who compares has to know that
//   the value is still bound.
//
// Attacked with: child tasks with other executor preferences, immediate ones, groups in groups, other values bound in
// between (all find the address of the task that bound the value); `Task {}`, `Task.immediate`, their children (all
// find another one); copies of copies made after the value was unbound, for which memory is used again (hence
// `ActionContext.isDriving`).

extension TaskLocal {
    /// The address at which the present task finds the value that is bound; `nil` if none is.
    ///
    /// A child task looks in the task whose child it is and finds the same address; an unstructured task has a copy of
    /// its own.
    var bindingAddress: UnsafeRawPointer? {
        let key = unsafe UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
        guard let address = unsafe taskLocalValue(key) else { return nil }
        return UnsafeRawPointer(address)
    }
}

@_silgen_name("swift_task_localValueGet")
private func taskLocalValue(_ key: UnsafeRawPointer) -> UnsafeMutableRawPointer?
