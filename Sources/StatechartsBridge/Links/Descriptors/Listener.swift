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
        /// How many connections there are, handed out or not, and how many there may be.
        var count = 0
        var limit: Int
        var isOver = false
        /// Whether the thread has come to its end, and the descriptors are closed.
        var hasEnded = false
    }

    /// What comes of looking for somebody: who has come, nobody, or that there is no way to let him in now.
    enum Visit {
        case connection(reading: Int32, writing: Int32, isSocket: Bool)
        case nobody
        case full
    }

    /// Somebody who was told that there is no place, and has not gone yet.
    fileprivate struct Leaver {
        let reading: Int32
        let writing: Int32
        /// When he has had time enough to go.
        let end = ContinuousClock.now + .seconds(1)
    }
    private static let mostLeavers = 64

    let place: String
    private let descriptor: Int32
    private let look: @Sendable (Int32) -> Visit
    private let forget: @Sendable () -> Void
    private let wakening: (reading: Int32, writing: Int32)
    private let state: Guarded<State>

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
        state = Guarded(State(limit: limit))
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

    /// From now on there may be so many connections at a time; those that are there stay.
    func admit(_ count: Int) { state.withLock { $0.limit = count } }

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

    /// Listens no more, and returns when somebody else may listen there. Connections that were handed out go on.
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
        // The thread waits for nobody, so that this is soon over.
        for _ in 0..<1_000 where !state.withLock({ $0.hasEnded }) { Posix.wait(milliseconds: 1) }
    }

    // MARK: The thread

    private func run() {
        Thread.name("bridge-listener")
        Posix.blockBrokenPipeSignal()
        var leavers: [Leaver] = []
        while !state.withLock({ $0.isOver }) {
            var interests =
                [Posix.Interest(descriptor, reads: true), Posix.Interest(wakening.reading, reads: true)]
                + leavers.map { Posix.Interest($0.reading, reads: true) }
            Posix.wait(&interests, milliseconds: leavers.isEmpty ? -1 : 50)
            seeOff(&leavers, interests.dropFirst(2).map(\.isReadable))
            guard interests[0].isReadable, !state.withLock({ $0.isOver }) else { continue }
            switch look(descriptor) {
            case .nobody: break
            // Descriptors or memory are short: to ask again at once would only take time from whoever gives some back.
            case .full: Posix.wait(milliseconds: 20)
            case .connection(let reading, let writing, let isSocket):
                if let leaver = admit(reading, writing, isSocket) { leavers.append(leaver) }
            }
            if leavers.count > Self.mostLeavers { leavers.removeFirst().close() }
        }
        for leaver in leavers { leaver.close() }
        forget()
        state.withLock { state in
            for end in [descriptor, wakening.reading, wakening.writing] { Posix.close(end) }
            state.hasEnded = true
        }
    }

    /// Reads what those say who are to go: a connection that is closed with something unread may lose the last words.
    private func seeOff(_ leavers: inout [Leaver], _ areReadable: [Bool]) {
        if leavers.isEmpty { return }
        var staying: [Leaver] = []
        let now = ContinuousClock.now
        for (leaver, isReadable) in zip(leavers, areReadable) {
            var hasGone = now >= leaver.end
            if isReadable { hasGone = hasGone || ((try? Posix.read(leaver.reading, atMost: 1 << 12)) ?? []).isEmpty }
            if hasGone { leaver.close() } else { staying.append(leaver) }
        }
        leavers = staying
    }

    /// Answers who is to go.
    private func admit(_ reading: Int32, _ writing: Int32, _ isSocket: Bool) -> Leaver? {
        let isWelcome = state.withLock { state in
            guard state.count < state.limit else { return false }
            state.count += 1
            return true
        }
        guard isWelcome else { return sendAway(reading, writing, isSocket) }
        let made = try? DescriptorConnection(
            reading: reading, writing: writing, isSocket: isSocket, place: place,
            onEnd: { [weak self] in self?.state.withLock { $0.count -= 1 } })
        guard let connection = made else {
            state.withLock { $0.count -= 1 }
            return nil
        }
        let waiting = state.withLock { state -> Waiting? in
            if state.isOver { return nil }
            if !state.waiting.isEmpty { return state.waiting.removeFirst().continuation }
            state.arrived.append(connection)
            return nil
        }
        waiting?.resume(returning: connection)
        return nil
    }

    private func sendAway(_ reading: Int32, _ writing: Int32, _ isSocket: Bool) -> Leaver {
        let limit = state.withLock { $0.limit }
        _ = try? Posix.write(writing, Frame.busy(place, limit).bytes[...], isSocket: isSocket)
        if isSocket { Posix.endWriting(writing) }
        return Leaver(reading: reading, writing: writing)
    }
}

extension Listener {
    /// What comes of accepting a connection of a socket.
    static func visit(_ accept: () throws(Posix.Trouble) -> Int32) -> Visit {
        do throws(Posix.Trouble) {
            let accepted = try accept()
            return .connection(reading: accepted, writing: accepted, isSocket: true)
        } catch {
            return error.isShortage ? .full : .nobody
        }
    }
}

extension Listener.Leaver {
    fileprivate func close() {
        Posix.close(reading)
        if writing != reading { Posix.close(writing) }
    }
}
