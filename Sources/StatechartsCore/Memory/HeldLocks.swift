/// How many locks of this package the present thread holds; known in debug builds only.
@usableFromInline
package enum HeldLocks {
    #if DEBUG
        private static let counter = ThreadCounter()

        package static var count: Int { counter.value }

        @usableFromInline
        static func add(_ change: Int) { counter.value += change }
    #endif
}

/// To be called before foreign code can run: a resumption, a cancellation, a user's closure, a clock.
///
/// In debug builds it traps while the thread holds a ``Guarded`` of ours; in release builds it is nothing.
@inlinable @inline(__always)
package func callingOut(_ what: StaticString = #function) {
    #if DEBUG
        checkCallingOut(what)
    #endif
}

#if DEBUG
    @usableFromInline
    func checkCallingOut(_ what: StaticString) {
        if HeldLocks.count > 0 {
            trap(
                "\(what) calls foreign code while a lock is held, which is a mistake of this package",
                "please report it with the stack")
        }
    }
#endif
