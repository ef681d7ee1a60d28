/// How many locks of this package the present thread holds; known in debug builds only.
@usableFromInline
package enum HeldLocks {
    #if DEBUG
        private static let key = ThreadKey(owns: false)

        /// Kept in the place of the pointer, which is never followed.
        @usableFromInline package static var count: Int { unsafe Int(bitPattern: key.place) }

        @usableFromInline
        static func add(_ change: Int) { unsafe key.set(UnsafeMutableRawPointer(bitPattern: count + change)) }
    #endif
}

/// To be called before foreign code can run: a resumption, a cancellation, a user's closure, a clock.
///
/// In debug builds it traps while the thread holds a ``Guarded`` of ours; in release builds it is nothing.
@inlinable @inline(__always)
package func callingOut(_ what: StaticString = #function) {
    #if DEBUG
        if HeldLocks.count > 0 {
            trap(
                "\(what) calls foreign code while a lock is held, which is a mistake of this package",
                "please report it with the stack")
        }
    #endif
}
