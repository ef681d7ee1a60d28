public import Synchronization

/// A value behind a lock: a `Mutex` that the thread sanitizer understands.
///
/// On Linux a contended `Mutex` is acquired inside the runtime, which is not built for the sanitizer, so that it
/// reports a race wherever two threads meet. In debug builds each holder therefore leaves a mark that the next one
/// looks at: the order that the lock guarantees anyway, where the sanitizer sees it.
///
/// Nothing that can run foreign code (resume, yield, cancel, a user's closure, the `deinit` of a user's value) belongs
/// into `withLock`: it could come back here, or wait for somebody who does. What is to be called or let go is handed
/// out of the closure. Debug builds know what a thread holds, and ``callingOut(_:)`` asserts that it is nothing.
@usableFromInline
package struct Guarded<Value: ~Copyable>: ~Copyable {
    @usableFromInline let mutex: Mutex<Value>
    #if DEBUG
        @usableFromInline let mark = Atomic<Bool>(false)
    #endif

    @inlinable package init(_ value: consuming sending Value) { mutex = Mutex(value) }

    /// Runs `body` while no other thread does.
    @inlinable @inline(__always)
    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try mutex.withLock { value throws(Failure) -> sending Result in
            #if DEBUG
                _ = mark.load(ordering: .acquiring)
                HeldLocks.add(1)
                defer {
                    HeldLocks.add(-1)
                    mark.store(true, ordering: .releasing)
                }
            #endif
            return try body(&value)
        }
    }
}

// Not unchecked: both parts are `Sendable`, whatever the value is.
extension Guarded: Sendable where Value: ~Copyable {}
