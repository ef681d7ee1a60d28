import Statecharts
import Synchronization

/// A connection over descriptors of the system: a socket, or two pipes.
///
/// A thread of its own reads and gives what has come to the bridge. What goes is written by whoever sends it, if the
/// system takes it at once; nobody waits for it. One at a time writes (`WriteTurn`).
///
/// - Of a socket the *reader* waits in the reading call itself, which whoever ends the connection breaks off
///   (`shutdown`). What is not worth a call of its own, or was not taken at once, is left to a *writer*: a second
///   thread, made when there is something for it (`DescriptorConnection+Socket.swift`).
/// - Nothing breaks off the reading of a pipe, and writing one may raise a signal, so that one thread does both and
///   waits for either (`DescriptorConnection+Pipes.swift`).
///
/// Whoever has the turn when both threads are over closes the descriptors: so they are closed once, and nobody uses
/// them after that.
final class DescriptorConnection: BridgeConnection {
    private struct Output {
        /// What the system has not taken yet.
        var rest: ArraySlice<UInt8> = []
        var isClosed = false
    }

    private struct Threads {
        /// How many have not come to their end.
        var count = 0
        var hasWriter = false
        /// Whether the reader has come to its end, and with what.
        var readerIsOver = false
        var error: BridgeError?
    }

    let reading: Int32
    let writing: Int32
    let isSocket: Bool
    let place: String
    private let onEnd: @Sendable () -> Void
    let wakening: (reading: Int32, writing: Int32)

    private let exchange = Guarded<BridgeExchange?>(nil)
    let turn = WriteTurn()
    private let output = Guarded(Output())
    private let threads = Guarded(Threads())
    private let hasRest = Atomic<Bool>(false)
    /// Whether the thread that writes has been told to look.
    private let isTold = Atomic<Bool>(false)
    /// Whether the system takes no more bytes at present.
    let isBlocked = Atomic<Bool>(false)
    let isClosing = Atomic<Bool>(false)
    let isBroken = Atomic<Bool>(false)
    /// How often something was read that nobody wants any more.
    let leftUnread = Atomic<Int>(0)
    /// Whether the threads have come to their end.
    private let isOver = Atomic<Bool>(false)

    /// Takes over the descriptors.
    /// - Parameter onEnd: called once, when they are about to be closed.
    init(
        reading: Int32, writing: Int32, isSocket: Bool, place: String, onEnd: @escaping @Sendable () -> Void = {}
    ) throws(BridgeError) {
        do {
            wakening = try Posix.pipe()
        } catch {
            Posix.close(reading)
            if writing != reading { Posix.close(writing) }
            throw BridgeError(.unreachable, "\(place): no descriptors are left (\(Posix.text(error.code)))")
        }
        self.reading = reading
        self.writing = writing
        self.isSocket = isSocket
        self.place = place
        self.onEnd = onEnd
    }

    deinit {
        let isClosed = output.withLock { $0.isClosed }
        if isClosed { return }
        // Never started.
        onEnd()
        closeDescriptors()
    }

    func start(_ exchange: BridgeExchange) {
        self.exchange.withLock { $0 = exchange }
        if isSocket { Posix.makeBlocking(reading) }
        threads.withLock { $0.count = 1 }
        // Told before there was anybody to be told.
        if isSocket, isTold.load(ordering: .acquiring) { needWriter() }
        do {
            // Messages of foreign types are read on it, as deep as `JSONReader.depth` allows.
            try Thread.start(stackSize: 2 * 1024 * 1024) { [self] in
                Thread.name("bridge")
                Posix.blockBrokenPipeSignal()
                readerIsOver(isSocket ? readSocket(exchange) : usePipes(exchange))
            }
        } catch {
            readerIsOver(BridgeError(.unreachable, "\(place): \(error)"))
        }
    }

    func wake(_ urgency: BridgeUrgency) {
        switch urgency {
        // A pipe is written by the thread alone, which is deaf to the signal of a broken one.
        case .atOnce where isSocket: turn.run(write)
        case .atOnce, .soon: tell()
        }
    }

    func close() {
        isClosing.store(true, ordering: .releasing)
        tell()
    }

    // MARK: Threads

    /// Has the thread look that writes.
    func tell() {
        if isTold.exchange(true, ordering: .acquiringAndReleasing) { return }
        if isSocket { needWriter() }
        knock()
    }

    private func knock() {
        output.withLock { output in
            if !output.isClosed { _ = try? Posix.write(wakening.writing, [0], isSocket: false) }
        }
    }

    /// Takes what it was told; from then on it is to be told again.
    func listen() {
        _ = try? Posix.read(wakening.reading, atMost: 64)
        // Whoever finds it told has seen to it before that there is something to be seen now.
        _ = isTold.exchange(false, ordering: .acquiringAndReleasing)
    }

    private func needWriter() {
        let isNeeded = threads.withLock { threads in
            guard threads.count > 0, !threads.readerIsOver, !threads.hasWriter else { return false }
            threads.hasWriter = true
            threads.count += 1
            return true
        }
        guard isNeeded else { return }
        do {
            try Thread.start(stackSize: 256 * 1024) { [self] in
                Thread.name("bridge-writer")
                Posix.blockBrokenPipeSignal()
                writeSocket()
                threadIsOver()
            }
        } catch {
            // Nobody would write what is left.
            breakOff()
            threadIsOver()
        }
    }

    var readerIsOver: Bool { threads.withLock { $0.readerIsOver } }

    private func readerIsOver(_ error: BridgeError?) {
        threads.withLock { threads in
            threads.readerIsOver = true
            threads.error = error
        }
        if isSocket { knock() }
        threadIsOver()
    }

    private func threadIsOver() {
        let isLast = threads.withLock { threads in
            threads.count -= 1
            return threads.count == 0
        }
        guard isLast else { return }
        isOver.store(true, ordering: .releasing)
        turn.run(write)
    }

    /// Nothing goes through any more.
    func breakOff() {
        isBroken.store(true, ordering: .releasing)
        if isSocket { Posix.shutDown(reading) } else { tell() }
    }

    // MARK: Writing

    /// In turns, never two at a time.
    func write() {
        if isOver.load(ordering: .acquiring) {
            let isClosed = output.withLock { output in
                defer { output.isClosed = true }
                return output.isClosed
            }
            if isClosed { return }
            // First, so that whoever hears of the end finds a free place.
            onEnd()
            closeDescriptors()
            exchange.withLock { $0 }?.ended(threads.withLock { $0.error })
            return
        }
        guard let exchange = exchange.withLock({ $0 }) else { return }
        // In this turn nobody else changes it.
        var rest = hasRest.load(ordering: .acquiring) ? output.withLock { $0.rest } : []
        while !isBlocked.load(ordering: .acquiring), !isBroken.load(ordering: .acquiring) {
            if rest.isEmpty {
                guard let bytes = exchange.output() else { break }
                rest = bytes[...]
            }
            do {
                let count = try Posix.write(writing, rest, isSocket: isSocket)
                rest = rest.dropFirst(count)
            } catch .notNow {
                isBlocked.store(true, ordering: .releasing)
                tell()
            } catch {
                breakOff()
            }
        }
        if !rest.isEmpty || hasRest.load(ordering: .relaxed) {
            output.withLock { [rest] in $0.rest = rest }
            hasRest.store(!rest.isEmpty, ordering: .releasing)
        }
    }

    private func closeDescriptors() {
        Posix.close(reading)
        if writing != reading { Posix.close(writing) }
        Posix.close(wakening.reading)
        Posix.close(wakening.writing)
    }
}
