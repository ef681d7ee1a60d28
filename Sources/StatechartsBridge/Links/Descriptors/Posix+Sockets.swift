#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Bionic)
    import Bionic
#endif

// Unsafe calls of their own; the proof is in Posix.swift.

extension Posix {
    /// Where a socket is bound or connected to.
    struct Address: Sendable {
        fileprivate let bytes: [UInt8]
        let family: Int32

        /// - Throws: ``BridgeError`` if the path is too long for the system.
        static func unix(_ path: String) throws(BridgeError) -> Address {
            var address = sockaddr_un()
            let capacity = MemoryLayout.size(ofValue: address.sun_path)
            let text = Array(path.utf8)
            guard !text.isEmpty, text.count < capacity, !text.contains(0) else {
                throw BridgeError(
                    .closed,
                    "unix:\(path): the path of a socket has 1 to \(capacity - 1) bytes, and this one \(text.count)")
            }
            address.sun_family = sa_family_t(AF_UNIX)
            unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: text) }
            return unsafe withUnsafeBytes(of: &address) { unsafe Address(bytes: Array($0), family: AF_UNIX) }
        }

        /// The addresses of a host and a port. May block: names are looked up.
        /// - Throws: ``BridgeError`` if there is no such port, of which the system would take the last sixteen bits.
        static func tcp(_ host: String, _ port: Int) throws(BridgeError) -> [Address] {
            guard (0...65_535).contains(port) else {
                throw BridgeError(
                    .closed, "tcp:\(host):\(port): a port has a number from 0 to 65535; name another port")
            }
            var hints = unsafe addrinfo()
            unsafe hints.ai_family = AF_UNSPEC
            unsafe hints.ai_socktype = Posix.streamKind
            var list: UnsafeMutablePointer<addrinfo>?
            let failure = unsafe getaddrinfo(host, String(port), &hints, &list)
            guard failure == 0 else {
                throw BridgeError(
                    .unreachable,
                    "tcp:\(host):\(port): the host is not known (\(unsafe String(cString: gai_strerror(failure))))")
            }
            defer { unsafe freeaddrinfo(list) }
            var addresses: [Address] = []
            var next = unsafe list
            while let entry = unsafe next {
                if let address = unsafe entry.pointee.ai_addr {
                    let bytes = unsafe UnsafeRawBufferPointer(start: address, count: Int(entry.pointee.ai_addrlen))
                    addresses.append(unsafe Address(bytes: Array(bytes), family: entry.pointee.ai_family))
                }
                unsafe next = unsafe entry.pointee.ai_next
            }
            return addresses
        }

        fileprivate func with(_ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int {
            var storage = sockaddr_storage()
            unsafe withUnsafeMutableBytes(of: &storage) { unsafe $0.copyBytes(from: bytes) }
            return unsafe withUnsafePointer(to: &storage) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe Int(call($0, socklen_t(bytes.count)))
                }
            }
        }
    }

    fileprivate static var streamKind: Int32 {
        #if canImport(Glibc)
            Int32(SOCK_STREAM.rawValue)
        #else
            SOCK_STREAM
        #endif
    }

    private static func result(_ value: Int) throws(Trouble) -> Int32 {
        if value >= 0 { return Int32(value) }
        let code = errno
        throw code == EAGAIN || code == EWOULDBLOCK ? .notNow : .failed(code)
    }

    static func socket(_ family: Int32) throws(Trouble) -> Int32 {
        #if canImport(Darwin)
            let made = Darwin.socket(family, streamKind, 0)
        #elseif canImport(Glibc)
            let made = Glibc.socket(family, streamKind, 0)
        #elseif canImport(Musl)
            let made = Musl.socket(family, streamKind, 0)
        #elseif canImport(Bionic)
            let made = Bionic.socket(family, streamKind, 0)
        #endif
        let descriptor = try result(Int(made))
        makeNonblocking(descriptor)
        return descriptor
    }

    /// Connects, waiting at most so long.
    static func connect(_ descriptor: Int32, to address: Address, milliseconds: Int32) throws(Trouble) {
        try beginConnecting(descriptor, address, milliseconds)
        // Where nobody listens, the system may choose for this end the port that is asked for.
        if address.family != AF_UNIX, isOwnPeer(descriptor) { throw .failed(ECONNREFUSED) }
    }

    private static func beginConnecting(
        _ descriptor: Int32, _ address: Address, _ milliseconds: Int32
    ) throws(Trouble) {
        let outcome = unsafe address.with { pointer, length in
            #if canImport(Darwin)
                unsafe Darwin.connect(descriptor, pointer, length)
            #elseif canImport(Glibc)
                unsafe Glibc.connect(descriptor, pointer, length)
            #elseif canImport(Musl)
                unsafe Musl.connect(descriptor, pointer, length)
            #elseif canImport(Bionic)
                unsafe Bionic.connect(descriptor, pointer, length)
            #endif
        }
        if outcome == 0 { return }
        guard errno == EINPROGRESS || errno == EINTR else { throw .failed(errno) }
        var interests = [Interest(descriptor, writes: true)]
        wait(&interests, milliseconds: milliseconds)
        guard interests[0].isWritable else { throw .failed(ETIMEDOUT) }
        var code: Int32 = 0, length = socklen_t(MemoryLayout<Int32>.size)
        _ = unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length)
        if code != 0 { throw .failed(code) }
    }

    static func bind(_ descriptor: Int32, to address: Address) throws(Trouble) {
        var one: Int32 = 1
        if address.family != AF_UNIX {
            _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
        }
        let outcome = unsafe address.with { pointer, length in
            #if canImport(Darwin)
                unsafe Darwin.bind(descriptor, pointer, length)
            #elseif canImport(Glibc)
                unsafe Glibc.bind(descriptor, pointer, length)
            #elseif canImport(Musl)
                unsafe Musl.bind(descriptor, pointer, length)
            #elseif canImport(Bionic)
                unsafe Bionic.bind(descriptor, pointer, length)
            #endif
        }
        _ = try result(outcome)
    }

    static func listen(_ descriptor: Int32) throws(Trouble) {
        #if canImport(Darwin)
            _ = try result(Int(Darwin.listen(descriptor, 128)))
        #elseif canImport(Glibc)
            _ = try result(Int(Glibc.listen(descriptor, 128)))
        #elseif canImport(Musl)
            _ = try result(Int(Musl.listen(descriptor, 128)))
        #elseif canImport(Bionic)
            _ = try result(Int(Bionic.listen(descriptor, 128)))
        #endif
    }

    static func accept(_ descriptor: Int32) throws(Trouble) -> Int32 {
        #if canImport(Darwin)
            let accepted = Darwin.accept(descriptor, nil, nil)
        #elseif canImport(Glibc)
            let accepted = Glibc.accept(descriptor, nil, nil)
        #elseif canImport(Musl)
            let accepted = Musl.accept(descriptor, nil, nil)
        #elseif canImport(Bionic)
            let accepted = Bionic.accept(descriptor, nil, nil)
        #endif
        let made = try result(Int(accepted))
        makeNonblocking(made)
        return made
    }

    /// Small pieces are sent at once.
    static func sendAtOnce(_ descriptor: Int32) {
        var one: Int32 = 1
        _ = unsafe setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
    }

    /// The port that a TCP socket is bound to.
    static func port(of descriptor: Int32) -> Int {
        let bytes = unsafe end(of: descriptor, getsockname)
        // The port is behind the family in addresses of both versions, the most significant byte first.
        return bytes.count < 4 ? 0 : Int(bytes[2]) << 8 | Int(bytes[3])
    }

    /// Whether a TCP socket is connected with itself.
    private static func isOwnPeer(_ descriptor: Int32) -> Bool {
        let own = unsafe end(of: descriptor, getsockname)
        return unsafe !own.isEmpty && own == end(of: descriptor, getpeername)
    }

    /// The address of an end of a socket; empty if it has none.
    private static func end(
        of descriptor: Int32, _ call: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> [UInt8] {
        var storage = sockaddr_storage(), length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let outcome = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe call(descriptor, $0, &length) }
        }
        guard outcome == 0 else { return [] }
        return unsafe withUnsafeBytes(of: &storage) { unsafe Array($0.prefix(Int(length))) }
    }

    /// The other side reads the end; what it sends can still be read.
    static func endWriting(_ descriptor: Int32) { _ = shutdown(descriptor, Int32(SHUT_WR)) }

    /// Nothing is read or written any more; whoever waits for something to read finds the end.
    static func shutDown(_ descriptor: Int32) { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

    // MARK: Files

    enum FileKind { case socket, pipe, other }

    /// What is at a path and who it is, or `nil`. A symbolic link is `other`.
    static func file(at path: String) -> (kind: FileKind, device: UInt64, number: UInt64)? {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return nil }
        let kind: FileKind =
            switch status.st_mode & S_IFMT {
            case S_IFSOCK: .socket
            case S_IFIFO: .pipe
            default: .other
            }
        return (kind, UInt64(truncatingIfNeeded: status.st_dev), UInt64(status.st_ino))
    }

    /// Whether a descriptor is that of a pipe, perhaps of one with a name.
    static func isPipe(_ descriptor: Int32) -> Bool {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    }

    static func remove(_ path: String) { _ = unsafe unlink(path) }

    /// Only the owner may use it: set before there is a path, where the system lets it, and afterwards.
    static func makePrivate(_ descriptor: Int32, _ path: String?) {
        if let path { _ = unsafe chmod(path, 0o600) } else { _ = fchmod(descriptor, 0o600) }
    }

    static func makeFIFO(_ path: String) throws(Trouble) { _ = try result(Int(unsafe mkfifo(path, 0o600))) }

    /// Opens a FIFO without waiting for the other end.
    static func openFIFO(_ path: String, writing: Bool) throws(Trouble) -> Int32 {
        let flags = (writing ? O_WRONLY : O_RDONLY) | O_NONBLOCK
        let descriptor = try result(Int(unsafe open(path, flags)))
        makeNonblocking(descriptor)
        return descriptor
    }

    /// Opens both ends of a FIFO, so that it has no end while this is open.
    static func openWholeFIFO(_ path: String) throws(Trouble) -> Int32 {
        let descriptor = try result(Int(unsafe open(path, O_RDWR | O_NONBLOCK)))
        makeNonblocking(descriptor)
        return descriptor
    }
}
