#if canImport(Darwin)
    private import Darwin
#elseif canImport(Glibc)
    private import Glibc
#elseif canImport(Musl)
    private import Musl
#elseif canImport(Bionic)
    private import Bionic
#endif

// Unsafe storage of its own, and `@unchecked Sendable`. Why it is sound:
// - The lock and the condition live in memory that is allocated in `init` and freed in `deinit`: their addresses never
//   change, as POSIX demands, and nobody holds the lock or waits when the last reference goes, because whoever does has
//   a reference.
// - `contents` is read and written between `pthread_mutex_lock` and `pthread_mutex_unlock` only, in `change` and
//   `wait`. Both are synchronous and call nothing but `body`, which gets the contents `inout` and has no way back to
//   the condition lock. The mutex is not recursive, so two accesses cannot overlap.
// - `body` is a decision of our own, no code of users runs in it.
// Tried against it: the last reference that goes on the thread itself, actors that are let go unused, work given while
// the thread ends (ThreadActorTests).

/// A value under a lock, and a condition that a thread waits for: what `Synchronization` does not have.
@safe
final class ConditionLock<Contents: ~Copyable & Sendable>: @unchecked Sendable {
    private var contents: Contents
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init(_ contents: consuming Contents) {
        self.contents = contents
        _ = unsafe pthread_mutex_init(lock, nil)
        _ = unsafe pthread_cond_init(condition, nil)
    }

    deinit {
        _ = unsafe pthread_cond_destroy(condition)
        _ = unsafe pthread_mutex_destroy(lock)
        unsafe condition.deallocate()
        unsafe lock.deallocate()
    }

    /// Changes the contents, and has the thread that waits look at them again.
    @discardableResult
    func change<Result>(_ body: (inout Contents) -> Result) -> Result {
        _ = unsafe pthread_mutex_lock(lock)
        defer {
            _ = unsafe pthread_cond_signal(condition)
            _ = unsafe pthread_mutex_unlock(lock)
        }
        return body(&contents)
    }

    /// Blocks this thread until `body` answers with something. To be called by one thread.
    func wait<Result>(for body: (inout Contents) -> Result?) -> Result {
        _ = unsafe pthread_mutex_lock(lock)
        defer { _ = unsafe pthread_mutex_unlock(lock) }
        while true {
            if let result = body(&contents) { return result }
            _ = unsafe pthread_cond_wait(condition, lock)
        }
    }
}
