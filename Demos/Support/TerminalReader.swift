import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Waits for keys and signals in a thread of its own, because waiting for a terminal blocks.
///
/// Signal handlers may hardly do anything, so ours write the signal's number into a pipe that the thread reads.
final class TerminalReader: Sendable {
    private static let signals = [SIGWINCH, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]

    /// Where the handlers write to; -1 outside a session. A handler reads it, hence atomic.
    private static let signalPipe = Atomic<Int32>(-1)

    /// The signal that ended a session; 0 as long as none did.
    private static let lastSignal = Atomic<Int32>(0)

    private let mode: TerminalMode
    private let continuation: AsyncStream<TerminalInput>.Continuation
    // Never closed: a handler may be about to write, and the number of a closed descriptor is soon somebody else's.
    private let pipeEnds: (read: Int32, write: Int32)

    init(mode: TerminalMode, continuation: AsyncStream<TerminalInput>.Continuation) {
        self.mode = mode
        self.continuation = continuation
        var ends: [Int32] = [-1, -1]
        _ = unsafe pipe(&ends)
        pipeEnds = (ends[0], ends[1])
        Self.signalPipe.store(ends[1], ordering: .releasing)
        for number in Self.signals { Self.install(number) }
        Self.startThread { self.readToEnd() }
    }

    /// Ends the thread and the handlers, and with them ``Terminal/inputs``.
    func stop() {
        Self.signalPipe.store(-1, ordering: .releasing)
        for number in Self.signals { _ = signal(number, SIG_DFL) }
        var zero: UInt8 = 0
        _ = unsafe write(pipeEnds.write, &zero, 1)
    }

    /// Ends the process by the signal that ended a session, if one did. To be called when the session is over.
    static func endBySignal() {
        let number = lastSignal.load(ordering: .acquiring)
        guard number != 0 else { return }
        unblockSignals()
        // To this thread, so that nothing comes behind this line.
        _ = raise(number)
    }

    /// Lets this thread take signals: those of the concurrency runtime block them all, and threads inherit that.
    private static func unblockSignals() {
        var set = sigset_t()
        _ = unsafe sigemptyset(&set)
        for number in signals { _ = unsafe sigaddset(&set, number) }
        _ = unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }

    private static func install(_ number: Int32) {
        _ = signal(number) { number in
            var byte = UInt8(truncatingIfNeeded: number)
            let pipe = TerminalReader.signalPipe.load(ordering: .acquiring)
            if pipe >= 0 { _ = unsafe write(pipe, &byte, 1) }
        }
    }

    // MARK: In the thread

    private func readToEnd() {
        Self.unblockSignals()
        var decoder = KeyDecoder()
        reading: while true {
            var sources = [
                pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
                pollfd(fd: pipeEnds.read, events: Int16(POLLIN), revents: 0),
            ]
            if unsafe poll(&sources, 2, -1) < 0 {
                if errno == EINTR { continue }
                break
            }
            if sources[1].revents != 0 {
                for number in bytes(from: pipeEnds.read) where !take(Int32(number)) { break reading }
            }
            if sources[0].revents != 0 {
                let keys = bytes(from: STDIN_FILENO)
                if keys.isEmpty { break }
                for output in decoder.decode(keys) {
                    switch output {
                    case .input(let input): continuation.yield(input)
                    case .endOfInput: break reading
                    }
                }
            }
        }
        continuation.finish()
    }

    /// Deals with a signal. Answers whether the session goes on.
    private func take(_ number: Int32) -> Bool {
        switch number {
        case SIGWINCH:
            continuation.yield(.resized)
            return true
        case SIGTSTP:
            mode.leave()
            _ = kill(getpid(), SIGSTOP)
            mode.enter()
            continuation.yield(.resized)
            return true
        case 0:
            return false
        default:
            // Put back at once, so that a second signal, if the program does not come to its end, does no harm.
            Self.lastSignal.store(number, ordering: .releasing)
            mode.leave()
            for number in Self.signals { _ = signal(number, SIG_DFL) }
            return false
        }
    }

    private func bytes(from descriptor: Int32) -> [UInt8] {
        let capacity = 256
        return unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            count = unsafe max(0, read(descriptor, buffer.baseAddress, capacity))
        }
    }

    private static func startThread(_ body: @escaping @Sendable () -> Void) {
        final class Body: Sendable {
            let run: @Sendable () -> Void
            init(_ run: @escaping @Sendable () -> Void) { self.run = run }
        }
        let context = unsafe Unmanaged.passRetained(Body(body)).toOpaque()
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        let failure = unsafe pthread_create(
            &thread, nil,
            { context in
                #if canImport(Darwin)
                    let body = unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue()
                #else
                    guard let context = unsafe context else { return nil }
                    let body = unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue()
                #endif
                body.run()
                return nil
            }, context)
        precondition(failure == 0, "no thread could be made to read the terminal")
        #if canImport(Darwin)
            if let thread = unsafe thread { _ = unsafe pthread_detach(thread) }
        #else
            pthread_detach(thread)
        #endif
    }
}
