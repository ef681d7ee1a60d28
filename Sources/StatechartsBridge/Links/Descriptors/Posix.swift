#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Bionic)
    import Bionic
#endif

// The calls of the system that links need, and nothing else: each with its errors, tried again when a signal has
// interrupted it.
//
// Unsafe calls of their own. Why they are sound: every pointer is that of a variable or an array of the caller for the
// time of the call, with its true length;
// the system keeps none of them. Descriptors are closed by their owner alone, see `DescriptorConnection` and
// `Listener`.

enum Posix {
    /// What a call answered instead of doing its work.
    enum Trouble: Error {
        /// It would have to wait.
        case notNow
        case failed(Int32)

        var code: Int32 {
            switch self {
            case .notNow: EAGAIN
            case .failed(let code): code
            }
        }

        /// Whether there are no descriptors or no memory at present.
        var isShortage: Bool { [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(code) }

        /// Whether nobody is at the other end of a socket or FIFO that there is a file of, or the file is gone. What
        /// else a call answers does not say that. Darwin says it also of a socket that has too many waiting.
        var saysNobodyListens: Bool { [ECONNREFUSED, ENXIO, ENOENT].contains(code) }

        /// What it means for whoever connects.
        func unreachable(_ place: String) -> BridgeError {
            let what =
                switch self {
                // Of a socket: it would have to wait until the listener has let others in.
                case .notNow, .failed(EAGAIN): "too many wait there"
                case .failed: isShortage ? "no descriptors are left" : "nobody listens there"
                }
            return BridgeError(.unreachable, "\(place): \(what) (\(Posix.text(code)))")
        }
    }

    static func text(_ code: Int32) -> String { unsafe String(cString: strerror(code)) }

    private static func check(_ call: () -> Int) throws(Trouble) -> Int {
        while true {
            let result = call()
            if result >= 0 { return result }
            let code = errno
            if code == EINTR { continue }
            throw code == EAGAIN || code == EWOULDBLOCK ? .notNow : .failed(code)
        }
    }

    // MARK: Descriptors

    static func close(_ descriptor: Int32) {
        // Not again after EINTR: the descriptor is gone all the same, and may be somebody else's.
        #if canImport(Darwin)
            _ = Darwin.close(descriptor)
        #elseif canImport(Glibc)
            _ = Glibc.close(descriptor)
        #elseif canImport(Musl)
            _ = Musl.close(descriptor)
        #elseif canImport(Bionic)
            _ = Bionic.close(descriptor)
        #endif
    }

    /// Reads what is there, at most `limit` bytes; an empty array at the end.
    static func read(_ descriptor: Int32, atMost limit: Int) throws(Trouble) -> [UInt8] {
        var trouble: Trouble?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            let base = buffer.baseAddress
            do throws(Trouble) {
                count = try check {
                    #if canImport(Darwin)
                        unsafe Darwin.read(descriptor, base, limit)
                    #elseif canImport(Glibc)
                        unsafe Glibc.read(descriptor, base, limit)
                    #elseif canImport(Musl)
                        unsafe Musl.read(descriptor, base, limit)
                    #elseif canImport(Bionic)
                        unsafe Bionic.read(descriptor, base, limit)
                    #endif
                }
            } catch {
                trouble = error
            }
        }
        if let trouble { throw trouble }
        return bytes
    }

    /// Writes what goes at once and answers how many bytes that was.
    static func write(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>, isSocket: Bool) throws(Trouble) -> Int {
        try check {
            unsafe bytes.withUnsafeBytes { buffer in
                guard isSocket else {
                    #if canImport(Darwin)
                        return unsafe Darwin.write(descriptor, buffer.baseAddress, buffer.count)
                    #elseif canImport(Glibc)
                        return unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
                    #elseif canImport(Musl)
                        return unsafe Musl.write(descriptor, buffer.baseAddress, buffer.count)
                    #elseif canImport(Bionic)
                        return unsafe Bionic.write(descriptor, buffer.baseAddress, buffer.count)
                    #endif
                }
                // Without the signal that a peer which has gone would cause.
                #if canImport(Darwin)
                    return unsafe send(descriptor, buffer.baseAddress, buffer.count, MSG_DONTWAIT)
                #else
                    return unsafe send(
                        descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
                #endif
            }
        }
    }

    static func makeNonblocking(_ descriptor: Int32) {
        let flags = fcntl(descriptor, F_GETFL)
        _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        #if canImport(Darwin)
            var one: Int32 = 1
            _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &one, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    /// Reading waits until something is there. Writing to a socket does not, see `write`.
    static func makeBlocking(_ descriptor: Int32) {
        let flags = fcntl(descriptor, F_GETFL)
        _ = fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK)
    }

    /// How much is read at once: little as long as little comes, so that an array for it is soon made.
    struct PieceSize {
        private(set) var next = 1 << 12

        mutating func note(_ count: Int) { next = count == next ? 1 << 16 : count < 1 << 11 ? 1 << 12 : next }
    }

    static func pipe() throws(Trouble) -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        _ = try check {
            #if canImport(Darwin)
                unsafe Int(Darwin.pipe(&ends))
            #elseif canImport(Glibc)
                unsafe Int(Glibc.pipe(&ends))
            #elseif canImport(Musl)
                unsafe Int(Musl.pipe(&ends))
            #elseif canImport(Bionic)
                unsafe Int(Bionic.pipe(&ends))
            #endif
        }
        for end in ends { makeNonblocking(end) }
        return (ends[0], ends[1])
    }

    /// What a descriptor is waited for, and what has come of it.
    struct Interest {
        let descriptor: Int32
        var reads = false
        var writes = false
        private(set) var isReadable = false
        private(set) var isWritable = false

        init(_ descriptor: Int32, reads: Bool = false, writes: Bool = false) {
            self.descriptor = descriptor
            self.reads = reads
            self.writes = writes
        }

        fileprivate var polled: pollfd {
            pollfd(
                fd: reads || writes ? descriptor : -1,
                events: (reads ? Int16(POLLIN) : 0) | (writes ? Int16(POLLOUT) : 0), revents: 0)
        }

        fileprivate mutating func note(_ events: Int16) {
            let ends = Int16(POLLHUP) | Int16(POLLERR) | Int16(POLLNVAL)
            isReadable = reads && events & (Int16(POLLIN) | ends) != 0
            isWritable = writes && events & (Int16(POLLOUT) | ends) != 0
        }
    }

    /// Waits until something can be done, or so many milliseconds; without end if -1.
    static func wait(_ interests: inout [Interest], milliseconds: Int32 = -1) {
        let count = interests.count
        unsafe withUnsafeTemporaryAllocation(of: pollfd.self, capacity: count) { polled in
            for place in 0..<count { unsafe polled.initializeElement(at: place, to: interests[place].polled) }
            let ready = try? check { unsafe Int(poll(polled.baseAddress, nfds_t(count), milliseconds)) }
            for place in 0..<count { interests[place].note(ready == nil ? 0 : unsafe polled[place].revents) }
        }
    }

    static func wait(milliseconds: Int32) {
        var none: [Interest] = []
        wait(&none, milliseconds: milliseconds)
    }

    /// Nobody reads a pipe or socket any more: that is an error of the call, not a signal. For the present thread.
    static func blockBrokenPipeSignal() {
        var signals = sigset_t()
        _ = unsafe sigemptyset(&signals)
        _ = unsafe sigaddset(&signals, SIGPIPE)
        _ = unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}
