#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A program that takes over the terminal: `Foundation.Process` starts it apart from that.
struct ChildProcess {
    private let id: pid_t

    /// Becomes the program. Returns only if that fails.
    static func become(_ program: String, _ arguments: [String]) {
        unsafe withArguments(program, arguments) { words in _ = unsafe execv(program, words) }
    }

    /// Starts the program; nil if that fails.
    init?(_ program: String, _ arguments: [String]) {
        var id: pid_t = 0
        var status: Int32 = 0
        unsafe Self.withArguments(program, arguments) { words in
            status = unsafe posix_spawn(&id, program, nil, nil, words, environ)
        }
        guard status == 0 else { return nil }
        self.id = id
    }

    /// True once it has ended.
    mutating func hasEnded() -> Bool {
        var status: Int32 = 0
        return unsafe waitpid(id, &status, WNOHANG) != 0
    }

    /// Ends it, and waits for that.
    func end() {
        kill(id, SIGTERM)
        var status: Int32 = 0
        _ = unsafe waitpid(id, &status, 0)
    }

    private static func withArguments(
        _ program: String, _ arguments: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Void
    ) {
        var words = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
        unsafe words.withUnsafeMutableBufferPointer { buffer in
            if let first = buffer.baseAddress { unsafe body(first) }
        }
        unsafe words.forEach { unsafe free($0) }
    }
}
