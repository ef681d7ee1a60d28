import Statecharts
import Synchronization

/// A connection over descriptors of the system: a socket, or two pipes.
///
/// A thread of its own waits for bytes and gives them to the bridge. What goes is written by whoever sends it, if the
/// system takes it at once, and
/// otherwise by that thread; nobody waits for it. One at a time writes (`WriteTurn`), and whoever has the turn when the
/// thread is over closes the
/// descriptors: so they are closed once, and nobody uses them after that.
final class DescriptorConnection: BridgeConnection {
    private struct Output {
        /// What the system has not taken yet.
        var rest: ArraySlice<UInt8> = []
        var isClosed = false
    }

    private let reading: Int32
    private let writing: Int32
    private let isSocket: Bool
    private let place: String
    private let onEnd: @Sendable () -> Void
    private let wakening: (reading: Int32, writing: Int32)

    private let exchange = Guarded<BridgeExchange?>(nil)
    private let turn = WriteTurn()
    private let output = Guarded(Output())
    private let hasRest = Atomic<Bool>(false)
    /// Whether the thread has been told to look.
    private let isTold = Atomic<Bool>(false)
    /// Whether the system takes no more bytes at present.
    private let isBlocked = Atomic<Bool>(false)
    private let isClosing = Atomic<Bool>(false)
    private let isBroken = Atomic<Bool>(false)
    /// Whether the thread has come to its end.
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
        // Never started.
        let isClosed = output.withLock { $0.isClosed }
        if !isClosed { closeDescriptors() }
    }

    func start(_ exchange: BridgeExchange) {
        self.exchange.withLock { $0 = exchange }
        do {
            try Thread.start(stackSize: 512 * 1024) { [self] in run(exchange) }
        } catch {
            end()
            exchange.ended(BridgeError(.unreachable, "\(place): \(error)"))
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

    // MARK: The thread

    private func run(_ exchange: BridgeExchange) {
        Thread.name("bridge")
        Posix.blockBrokenPipeSignal()
        let error = exchangeBytes(exchange)
        end()
        exchange.ended(error)
    }

    private func exchangeBytes(_ exchange: BridgeExchange) -> BridgeError? {
        var interests = [
            Posix.Interest(reading, reads: true), Posix.Interest(wakening.reading, reads: true),
            Posix.Interest(writing),
        ]
        while true {
            turn.run(write)
            if isBroken.load(ordering: .acquiring) {
                return BridgeError(.cut, "\(place): the other side has ended the connection")
            }
            if isClosing.load(ordering: .acquiring) {
                // Somebody else may be writing the last words; nobody blocks there.
                while turn.isTaken { Posix.wait(milliseconds: 1) }
                linger()
                return nil
            }
            interests[2].writes = isBlocked.load(ordering: .acquiring)
            Posix.wait(&interests)
            if interests[1].isReadable { listen() }
            if interests[2].isWritable { isBlocked.store(false, ordering: .releasing) }
            if interests[0].isReadable {
                do {
                    let bytes = try Posix.read(reading, atMost: 1 << 16)
                    if bytes.isEmpty {
                        return BridgeError(.cut, "\(place): the other side has ended the connection")
                    }
                    exchange.received(bytes)
                } catch .notNow {
                } catch {
                    return BridgeError(.cut, "\(place): \(Posix.text(error.code))")
                }
            }
        }
    }

    /// Has the thread look.
    private func tell() {
        if isTold.exchange(true, ordering: .acquiringAndReleasing) { return }
        output.withLock { output in
            if !output.isClosed { _ = try? Posix.write(wakening.writing, [0], isSocket: false) }
        }
    }

    private func listen() {
        _ = try? Posix.read(wakening.reading, atMost: 64)
        isTold.store(false, ordering: .releasing)
    }

    /// Lets the other side read the last words: what it sends meanwhile is left unread, for a short time.
    private func linger() {
        guard isSocket else { return }
        Posix.endWriting(writing)
        for _ in 0..<16 {
            var interests = [Posix.Interest(reading, reads: true)]
            Posix.wait(&interests, milliseconds: 100)
            guard interests[0].isReadable, let bytes = try? Posix.read(reading, atMost: 1 << 16), !bytes.isEmpty else {
                return
            }
        }
    }

    private func end() {
        isOver.store(true, ordering: .releasing)
        turn.run(write)
    }

    // MARK: Writing

    /// In turns, never two at a time.
    private func write() {
        if isOver.load(ordering: .acquiring) {
            let isClosed = output.withLock { output in
                defer { output.isClosed = true }
                return output.isClosed
            }
            if isClosed { return }
            // First, so that whoever hears of the end finds a free place.
            onEnd()
            return closeDescriptors()
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
                isBroken.store(true, ordering: .releasing)
                tell()
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
