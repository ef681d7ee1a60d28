#if canImport(Darwin)
    private import Darwin
#elseif canImport(Musl)
    private import Musl
#else
    private import Glibc
#endif

/// A file that a demo writes what it has seen to: a recording, reports, a page. It is for its owner alone (mode 0600),
/// as what was typed may stand in it.
public final class PrivateFile: Sendable {
    private let descriptor: Int32

    /// Makes the file, or empties one that is there, and lets nobody but its owner read it.
    ///
    /// A device, such as `/dev/null`, stays as it is.
    /// - Throws: ``UsageError`` that names the option and says why.
    public init(_ path: String, option: String) throws(UsageError) {
        // Private from its beginning; one that was there before is made so before anything is written.
        descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.error(path, option) }
        var facts = stat()
        guard unsafe fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT != S_IFREG || fchmod(descriptor, 0o600) == 0
        else {
            let error = Self.error(path, option)
            close(descriptor)
            throw error
        }
    }

    deinit { close(descriptor) }

    /// Makes the file, or empties one that is there, for somebody who then writes to it by its path.
    /// - Throws: ``UsageError`` that names the option and says why.
    public static func make(_ path: String, option: String) throws(UsageError) {
        _ = try PrivateFile(path, option: option)
    }

    private static func error(_ path: String, _ option: String) -> UsageError {
        UsageError(
            "--\(option): the file '\(path.printable)' cannot be written: \(unsafe String(cString: strerror(errno)))")
    }

    /// Writes at the end. Answers why it was not possible, or `nil`.
    public func write(_ text: String) -> String? {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Self.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest.removeFirst(count)
            } else if count == 0 || errno != EINTR {
                return unsafe String(cString: strerror(errno))
            }
        }
        return nil
    }

    private static func write(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
        #if canImport(Darwin)
            unsafe Darwin.write(descriptor, bytes, count)
        #elseif canImport(Musl)
            unsafe Musl.write(descriptor, bytes, count)
        #else
            unsafe Glibc.write(descriptor, bytes, count)
        #endif
    }
}
