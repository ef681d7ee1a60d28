import Statecharts
import Synchronization

/// Waits for others to connect, in a thread of its own, and hands their connections out one by one.
final class Listener: Sendable {
    private typealias Waiting = CheckedContinuation<DescriptorConnection, any Error>
    private struct State {
        /// Connections that came when nobody waited for one.
        var arrived: [DescriptorConnection] = []
        var waiting: [(key: Int, continuation: Waiting)] = []
        var lastKey = 0
        /// How many connections there are, handed out or not.
        var count = 0
        var isOver = false
    }

    /// What comes of looking for somebody: who has come, nobody, or the end of the listener.
    enum Visit {
        case connection(reading: Int32, writing: Int32, isSocket: Bool)
        case nobody
    }

    let place: String
    private let descriptor: Int32
    private let limit: Int
    private let look: @Sendable (Int32) -> Visit
    private let forget: @Sendable () -> Void
    private let wakening: (reading: Int32, writing: Int32)
    private let state = Guarded(State())

    /// Takes over the descriptor.
    /// - Parameters:
    ///   - limit: how many connections there may be; others are told so and sent away.
    ///   - look: looks who has come, without waiting.
    ///   - forget: removes what others find the listener by.
    init(
        _ descriptor: Int32, place: String, limit: Int, look: @escaping @Sendable (Int32) -> Visit,
        forget: @escaping @Sendable () -> Void
    ) throws(BridgeError) {
        do {
            wakening = try Posix.pipe()
        } catch {
            Posix.close(descriptor)
            forget()
            throw BridgeError(.unreachable, "\(place): no descriptors are left (\(Posix.text(error.code)))")
        }
        self.descriptor = descriptor
        self.place = place
        self.limit = limit
        self.look = look
        self.forget = forget
        do {
            try Thread.start(stackSize: 256 * 1024) { [self] in run() }
        } catch {
            for end in [descriptor, wakening.reading, wakening.writing] { Posix.close(end) }
            forget()
            throw BridgeError(.unreachable, "\(place): \(error)")
        }
    }

    /// The next connection.
    func accept() async throws -> DescriptorConnection {
        let key = state.withLock { state in
            state.lastKey += 1
            return state.lastKey
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: Waiting) in
                let isCancelled = Task.isCancelled
                let answer: Result<DescriptorConnection, any Error>? = state.withLock { state in
                    if state.isOver { return .failure(BridgeError(.closed, "\(place): the link was closed")) }
                    if isCancelled { return .failure(CancellationError()) }
                    if !state.arrived.isEmpty { return .success(state.arrived.removeFirst()) }
                    state.waiting.append((key, continuation))
                    return nil
                }
                if let answer { continuation.resume(with: answer) } else if Task.isCancelled { cancel(key) }
            }
        } onCancel: {
            cancel(key)
        }
    }

    private func cancel(_ key: Int) {
        let waiting = state.withLock { state in
            state.waiting.firstIndex { $0.key == key }.map { state.waiting.remove(at: $0).continuation }
        }
        waiting?.resume(throwing: CancellationError())
    }

    /// Listens no more. Connections that were handed out go on.
    func close() {
        let (waiting, arrived) = state.withLock { state in
            if !state.isOver {
                state.isOver = true
                _ = try? Posix.write(wakening.writing, [0], isSocket: false)
            }
            defer { (state.waiting, state.arrived) = ([], []) }
            return (state.waiting, state.arrived)
        }
        withExtendedLifetime(arrived) {}
        for one in waiting { one.continuation.resume(throwing: BridgeError(.closed, "\(place): the link was closed")) }
    }

    // MARK: The thread

    private func run() {
        Thread.name("bridge-listener")
        Posix.blockBrokenPipeSignal()
        while !state.withLock({ $0.isOver }) {
            var interests = [
                Posix.Interest(descriptor, reads: true), Posix.Interest(wakening.reading, reads: true),
            ]
            Posix.wait(&interests)
            guard interests[0].isReadable, !state.withLock({ $0.isOver }) else { continue }
            switch look(descriptor) {
            case .nobody: break
            case .connection(let reading, let writing, let isSocket): admit(reading, writing, isSocket)
            }
        }
        forget()
        state.withLock { _ in
            for end in [descriptor, wakening.reading, wakening.writing] { Posix.close(end) }
        }
    }

    private func admit(_ reading: Int32, _ writing: Int32, _ isSocket: Bool) {
        let isWelcome = state.withLock { state in
            guard state.count < limit else { return false }
            state.count += 1
            return true
        }
        guard isWelcome else { return sendAway(reading, writing, isSocket) }
        let made = try? DescriptorConnection(
            reading: reading, writing: writing, isSocket: isSocket, place: place,
            onEnd: { [weak self] in self?.state.withLock { $0.count -= 1 } })
        guard let connection = made else { return state.withLock { $0.count -= 1 } }
        let waiting = state.withLock { state -> Waiting? in
            if state.isOver { return nil }
            if !state.waiting.isEmpty { return state.waiting.removeFirst().continuation }
            state.arrived.append(connection)
            return nil
        }
        waiting?.resume(returning: connection)
    }

    private func sendAway(_ reading: Int32, _ writing: Int32, _ isSocket: Bool) {
        let text = "\(place) serves as many as it can (\(limit)); try again later"
        let frame = Frame.error(code: BridgeError.Code.busy.rawValue, text: text)
        _ = try? Posix.write(writing, frame.bytes[...], isSocket: isSocket)
        if isSocket { Posix.endWriting(writing) }
        Posix.close(reading)
        if writing != reading { Posix.close(writing) }
    }
}
