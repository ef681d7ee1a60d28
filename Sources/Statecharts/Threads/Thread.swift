#if canImport(Darwin)
    private import Darwin
#elseif canImport(Glibc)
    private import Glibc
#elseif canImport(Musl)
    private import Musl
#elseif canImport(Bionic)
    private import Bionic
#endif

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
                    message: "a thread cannot have a stack of \(stackSize) bytes (\(reason(failure))); "
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
