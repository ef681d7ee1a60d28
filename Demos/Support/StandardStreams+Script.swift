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
        var facts = stat()
        guard file >= 0, unsafe fstat(file, &facts) == 0 else {
            throw UsageError(
                "the script '\(path.printable)' cannot be read: \(unsafe String(cString: strerror(errno)))")
        }
        // A folder can be opened; that it cannot be read would look like its end.
        guard facts.st_mode & S_IFMT != S_IFDIR else {
            throw UsageError(
                "the script '\(path.printable)' cannot be read: \(unsafe String(cString: strerror(EISDIR)))")
        }
        guard dup2(file, STDIN_FILENO) >= 0 else { throw UsageError("the script '\(path.printable)' cannot be read") }
        close(file)
    }
}
