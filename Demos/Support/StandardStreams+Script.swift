#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

extension StandardStreams {
    /// Lets the lines of a file come from standard input, so that a script and a pipe are read in the same way.
    /// - Throws: ``UsageError`` if the file cannot be read.
    public static func readStandardInput(from path: String) throws(UsageError) {
        let file = unsafe open(path, O_RDONLY)
        var firstByte: UInt8 = 0
        // Opening a folder succeeds; reading it does not.
        guard file >= 0, unsafe read(file, &firstByte, 1) >= 0, lseek(file, 0, SEEK_SET) >= 0 else {
            throw UsageError("the script '\(path)' cannot be read: \(unsafe String(cString: strerror(errno)))")
        }
        guard dup2(file, STDIN_FILENO) >= 0 else { throw UsageError("the script '\(path)' cannot be read") }
        close(file)
    }
}
