#if canImport(Darwin)
    private import Darwin
#elseif canImport(Musl)
    private import Musl
#else
    private import Glibc
#endif

/// Writes without the signal SIGPIPE, which would end the process: that nobody reads a pipe any more is an error of the
/// call. For the present thread, and only meanwhile.
package func withoutBrokenPipeSignal<Result>(_ write: () throws -> Result) rethrows -> Result {
    var signal = sigset_t(), former = sigset_t()
    _ = unsafe sigemptyset(&signal)
    _ = unsafe sigaddset(&signal, SIGPIPE)
    let wasPending = isBrokenPipePending
    _ = unsafe pthread_sigmask(SIG_BLOCK, &signal, &former)
    defer {
        // The signal waits while it is blocked. It is taken, so that it does not come afterwards.
        if !wasPending, isBrokenPipePending {
            var taken: Int32 = 0
            _ = unsafe sigwait(&signal, &taken)
        }
        _ = unsafe pthread_sigmask(SIG_SETMASK, &former, nil)
    }
    return try write()
}

private var isBrokenPipePending: Bool {
    var pending = sigset_t()
    _ = unsafe sigpending(&pending)
    return unsafe sigismember(&pending, SIGPIPE) == 1
}
