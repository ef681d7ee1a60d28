// A look at what the standard library does not compare. Why it is sound: an unowned executor is two words, the
// executor's object (or a number of the runtime for the main actor's) and how to call it, part of the stable ABI. Only
// the first is compared, and nothing is read from it. Should the layout ever grow, the check of the size fails and this
// answers false: a view would then be told by a task instead of at once.

extension UnownedSerialExecutor {
    /// Whether both are the same executor, so that code isolated to one of them is isolated to the other.
    func isSame(as other: UnownedSerialExecutor) -> Bool {
        guard unsafe MemoryLayout<UnownedSerialExecutor>.size == MemoryLayout<(UInt, UInt)>.size else { return false }
        let own = unsafe unsafeBitCast(self, to: (UInt, UInt).self)
        let others = unsafe unsafeBitCast(other, to: (UInt, UInt).self)
        return own.0 == others.0
    }
}
