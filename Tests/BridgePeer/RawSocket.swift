import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// A Unix socket without anything: what a bridge is compared with. Blocks.
enum RawSocket {
    struct Failure: Error { let what: String }

    private static func open(_ path: String, _ use: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32) throws
        -> Int32
    {
        #if canImport(Glibc)
            let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: Array(path.utf8)) }
        let outcome = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe use(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard outcome == 0 else { throw Failure(what: path) }
        return descriptor
    }

    static func listen(_ path: String) throws -> Int32 {
        let descriptor = unsafe try open(path) { unsafe bind($0, $1, $2) }
        #if canImport(Glibc)
            _ = Glibc.listen(descriptor, 1)
        #else
            _ = Darwin.listen(descriptor, 1)
        #endif
        return descriptor
    }

    static func write(_ bytes: [UInt8], to descriptor: Int32) {
        _ = unsafe send(descriptor, bytes, bytes.count, 0)
    }

    /// Reads so many bytes; `false` at the end.
    static func read(_ count: Int, from descriptor: Int32, into bytes: inout [UInt8]) -> Bool {
        var done = 0
        while done < count {
            let got = unsafe recv(descriptor, &bytes, count - done, 0)
            if got <= 0 { return false }
            done += got
        }
        return true
    }

    /// Waits as a bridge does, which has to hear of what is to be written too: without blocking in the call that reads.
    static func wait(_ descriptor: Int32) {
        var polled = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: 0, events: 0, revents: 0),
            pollfd(fd: -1, events: 0, revents: 0),
        ]
        _ = unsafe poll(&polled, 3, -1)
    }

    static func echo(_ path: String, polls: Bool) throws {
        let descriptor = unsafe try open(path) { unsafe connect($0, $1, $2) }
        var bytes = [UInt8](repeating: 0, count: 65536)
        while true {
            if polls { wait(descriptor) }
            let got = unsafe recv(descriptor, &bytes, bytes.count, 0)
            if got <= 0 { return }
            _ = unsafe send(descriptor, bytes, got, 0)
        }
    }
}
