#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The three streams of the process.
public enum StandardStreams {
    /// Whether a person sits at both ends: standard input and output are a terminal.
    public static var areInteractive: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

    /// Writes a line to standard output, at once also if that is a file or a pipe.
    public static func say(_ line: String) { write("\(line)\n", to: STDOUT_FILENO) }

    /// Writes a line to standard error.
    public static func complain(_ line: String) { write("\(line)\n", to: STDERR_FILENO) }

    /// Ends the process as a command that was called wrongly: one line on standard error, exit status 64 (`EX_USAGE`).
    public static func refuse(_ error: UsageError, command: String) -> Never {
        complain("\(command): \(error)")
        exit(64)
    }

    /// Ends the process as a command whose input was not understood: one line on standard error, exit status 65 (`EX_DATAERR`).
    public static func refuse(_ error: InputError, command: String) -> Never {
        complain("\(command): \(error)")
        exit(65)
    }

    /// Writes all of `text`, unless the other end is gone.
    static func write(_ text: String, to descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            #if canImport(Darwin)
                let count = unsafe rest.withUnsafeBytes { unsafe Darwin.write(descriptor, $0.baseAddress, $0.count) }
            #elseif canImport(Musl)
                let count = unsafe rest.withUnsafeBytes { unsafe Musl.write(descriptor, $0.baseAddress, $0.count) }
            #else
                let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            #endif
            if count > 0 {
                rest.removeFirst(count)
            } else if count < 0, errno == EAGAIN || errno == EINTR {
                var descriptors = [pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)]
                _ = unsafe poll(&descriptors, 1, -1)
            } else {
                return
            }
        }
    }
}
