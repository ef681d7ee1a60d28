#if canImport(Darwin)
    private import Darwin
#elseif canImport(Glibc)
    private import Glibc
#elseif canImport(Musl)
    private import Musl
#elseif canImport(Bionic)
    private import Bionic
#endif

// All that is asked of the C library: threads, a condition to wait for, the date, the standard error.

// Unsafe calls of their own. Why they are sound: the closure goes to the thread as one retained reference, which the
// thread takes over, or which is released here if there is no thread. The attributes are initialised before they are
// used and destroyed on all ways out.

/// Threads of the system.
package enum Thread {
    /// What a thread runs, as an object that C can carry.
    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Starts a thread that runs `body` and ends with it.
    package static func start(stackSize: Int?, _ body: @escaping @Sendable () -> Void) throws(ThreadActorError) {
        var attributes = pthread_attr_t()
        _ = unsafe pthread_attr_init(&attributes)
        defer { _ = unsafe pthread_attr_destroy(&attributes) }
        _ = unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        if let stackSize {
            let failure = stackSize > 0 ? unsafe pthread_attr_setstacksize(&attributes, stackSize) : EINVAL
            guard failure == 0 else {
                throw ThreadActorError(
                    code: .stackSize,
                    message: "a thread cannot have a stack of \(CountText.of(stackSize, "byte")) (\(reason(failure))); "
                        + "name at least 64 KiB and a multiple of the page size, or leave the size to the system")
            }
        }
        let context = unsafe Unmanaged.passRetained(Body(body)).toOpaque()
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        let failure = unsafe pthread_create(&thread, &attributes, { unsafe Thread.run($0) }, context)
        guard failure == 0 else {
            unsafe Unmanaged<Body>.fromOpaque(context).release()
            throw ThreadActorError(
                code: .noThread,
                message: "the system has no thread for this actor (\(reason(failure))); "
                    + "let machines that block share one, or give the threads smaller stacks")
        }
    }

    #if canImport(Darwin)
        private static func run(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
            unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
            return nil
        }
    #else
        private static func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
            guard let context = unsafe context else { return nil }
            unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
            return nil
        }
    #endif

    /// Names the present thread, as far as the system lets it.
    package static func name(_ name: String) {
        #if canImport(Darwin)
            _ = unsafe pthread_setname_np(name)
        #else
            // Linux keeps 15 bytes.
            let file = unsafe open("/proc/thread-self/comm", O_WRONLY)
            guard file >= 0 else { return }
            let bytes = Array(name.utf8)
            _ = unsafe write(file, bytes, bytes.count)
            _ = close(file)
        #endif
    }

    private static func reason(_ failure: Int32) -> String { unsafe String(cString: strerror(failure)) }
}

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

/// The date, which the standard library's clocks do not tell.
package enum WallClock {
    /// The time since the first of January 1970, 0:00 UTC.
    package static var timeSince1970: Duration {
        // The two numbers of POSIX' `timespec`. The type itself is not named: which module has it depends on how the
        // compiler is called. Sound: the call fills the memory that it is given, which has room for both numbers, and
        // does not keep its address.
        var time: (seconds: Int, nanoseconds: Int) = (0, 0)
        unsafe withUnsafeMutableBytes(of: &time) { bytes in
            guard let address = bytes.baseAddress else { return }
            _ = unsafe clock_gettime(CLOCK_REALTIME, .init(OpaquePointer(address)))
        }
        return .seconds(time.seconds) + .nanoseconds(time.nanoseconds)
    }
}

/// The standard error.
enum StandardError {
    /// Writes in one call, so that lines of several threads do not mix.
    static func tell(_ line: String) {
        _ = unsafe line.utf8.withContiguousStorageIfAvailable { unsafe write(2, $0.baseAddress, $0.count) }
    }
}
