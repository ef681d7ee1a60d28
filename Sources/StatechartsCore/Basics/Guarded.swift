public import Synchronization

/// A value behind a lock: a `Mutex` that the thread sanitizer understands.
///
/// On Linux a contended `Mutex` is acquired inside the runtime, which is not built for the sanitizer. It does not see
/// the order that the lock makes, and reports a race wherever two threads meet in it. So each holder leaves a mark that
/// the next one looks at: the same order, where the sanitizer sees it. Debug builds do that, and release builds with
/// `-Xswiftc -DSANITIZED`. Swift has no condition that tells a sanitized build; without the flag such a build reports
/// races that are none.
///
/// Nothing that can run foreign code (resume, yield, cancel, a user's closure, the `deinit` of a user's value) belongs
/// into `withLock`: it could come back here, or wait for somebody who does. What is to be called or let go is handed
/// out of the closure. Debug builds know what a thread holds, and ``callingOut(_:)`` asserts that it is nothing.
@usableFromInline
package struct Guarded<Value: ~Copyable>: ~Copyable {
    @usableFromInline let mutex: Mutex<Value>
    #if DEBUG || SANITIZED
        @usableFromInline let mark = Atomic<Bool>(false)
    #endif

    @inlinable package init(_ value: consuming sending Value) { mutex = Mutex(value) }

    /// Runs `body` while no other thread does.
    @inlinable @inline(__always)
    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try mutex.withLock { value throws(Failure) -> sending Result in
            #if DEBUG || SANITIZED
                _ = mark.load(ordering: .acquiring)
                defer { mark.store(true, ordering: .releasing) }
            #endif
            #if DEBUG
                HeldLocks.add(1)
                defer { HeldLocks.add(-1) }
            #endif
            return try body(&value)
        }
    }
}

// Not unchecked: both parts are `Sendable`, whatever the value is.
extension Guarded: Sendable where Value: ~Copyable {}
