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
    ///
    /// If it cannot be written, because the disk is full or nobody reads any more, there is no sense in going on: the
    /// process says so on standard error and ends with status 74 (`EX_IOERR`).
    public static func say(_ line: String) {
        let failure = write("\(line)\n", to: STDOUT_FILENO)
        guard failure != 0 else { return }
        let command = CommandLine.arguments.first?.split(separator: "/").last ?? "demo"
        complain("\(command): standard output cannot be written: \(unsafe String(cString: strerror(failure)))")
        exit(74)
    }

    /// Writes a line to standard error. If that is not possible there is nobody left to tell.
    public static func complain(_ line: String) { write("\(line)\n", to: STDERR_FILENO) }

    /// Without this a pipe that nobody reads any more ends the process without a word.
    private static let closedPipesAreErrors: Void = { _ = signal(SIGPIPE, SIG_IGN) }()

    /// Writes all of `text`. Answers with the number of the error that did not let it, or 0.
    @discardableResult
    static func write(_ text: String, to descriptor: Int32) -> Int32 { write(text.utf8, to: descriptor) }

    /// Writes all of these bytes. Answers with the number of the error that did not let it, or 0.
    static func write(_ bytes: some Sequence<UInt8>, to descriptor: Int32) -> Int32 {
        closedPipesAreErrors
        var rest = Array(bytes)[...]
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
                return count < 0 ? errno : EIO
            }
        }
        return 0
    }
}
