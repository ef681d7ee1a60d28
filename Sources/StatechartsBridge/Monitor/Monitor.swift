public import Statecharts

/// Looks at a system in another process that a ``MonitorService`` serves.
///
///     let monitor = Monitor(over: link)
///     try await monitor.start()
///     let answer = try await monitor.ask(.pause)
///     print(monitor.members.map(\.name), monitor.tree, answer.held)
///
/// - Isolation: `Sendable`; everything may be called from anywhere.
public final class Monitor: Sendable {
    /// The result of a command.
    public struct Answer: Sendable, Hashable {
        /// Whether it was done.
        public let isDone: Bool
        /// What was done, or why not.
        public let text: String
        /// The messages that the system holds now, the first hundred.
        public let held: [MonitoredMessage]
        /// How many messages it holds.
        public let heldCount: Int
        /// How many messages were left out since this monitor came, because it has not taken them in time.
        public let dropped: Int
    }

    private struct Seen {
        var members: [MonitoredMember] = []
        var connections: [String] = []
        var configurations: [String: String] = [:]
        var messages: [MonitoredMessage] = []
        /// What has come of a system that is told in parts.
        var memberParts: [MonitoredMember] = []
        var connectionParts: [String] = []
        var hasBegun = false
        var isStarted = false
        var lastCommand = 0
        var waiting: [Int: CheckedContinuation<Answer, any Error>] = [:]
        var hasEnded = false
        /// Why the connection has ended, if neither side has wanted that.
        var reason: BridgeError?

        var gone: BridgeError {
            BridgeError(.cut, "the process that was monitored is gone" + (reason.map { ": \($0)" } ?? ""))
        }
    }

    /// The state of the connection. The port finishes with the connection.
    public var states: OutputPort<BridgeState> { bridge.states }
    /// Every report as it comes. It finishes when the other side is gone.
    public let reports = OutputPort<MonitorReport>("reports")
    /// The lines of a recording as they come, once it was asked for by ``MonitorCommand/Verb/record``: a text that
    /// `Recording(lines:)` of StatechartsDiagrams reads. Lines wait until those before have been taken. It finishes
    /// when the other side is gone.
    public let recording = InputPort<String>("recording", buffering: .waiting(1_000))
    private let bridge: Bridge
    private let commands = OutputPort<MonitorCommand>("commands")
    private let arriving = InputPort<MonitorReport>("arriving")
    private let seen = SeenBox()
    private let limit: Int

    private final class SeenBox: Sendable {
        let contents = Guarded(Seen())
    }

    /// Makes a monitor that is not connected.
    /// - Parameters:
    ///   - link: the way to the service.
    ///   - name: what the service calls the monitor.
    ///   - limit: the most messages that are kept, the newest ones.
    ///   - limits: how much the bridge takes, and how often it tries to connect: by default once.
    public init(
        over link: any BridgeLink, name: String = "monitor", keeping limit: Int = 10_000,
        limits: BridgeLimits = BridgeLimits(attempts: 1)
    ) {
        self.limit = max(limit, 1)
        bridge = Bridge(over: link, name: name, limits: limits, carriesCauses: false)
        bridge.import(MonitorService.reportChannel, to: arriving)
        bridge.import(MonitorService.recordingChannel, to: recording)
        bridge.export(commands, as: MonitorService.commandChannel)
    }

    deinit { bridge.stop() }

    /// Connects, and returns when the service watches for it: what happens from then on is seen, and ``members``,
    /// ``connections`` and ``configurations`` are those of the time of connecting. Called again, it waits in the same
    /// way.
    /// - Throws: ``BridgeError`` if no process answers, or it is not a service; one whose ``BridgeError/peer`` says
    ///   `busy` if the service has as many monitors as it takes. `CancellationError` if the task is cancelled, while
    ///   the monitor goes on connecting.
    public func start() async throws {
        let isFirst = seen.contents.withLock { seen in
            defer { seen.hasBegun = true }
            return !seen.hasBegun
        }
        if isFirst {
            follow()
            bridge.begin()
            // From now on what is asked waits for the connection.
            seen.contents.withLock { $0.isStarted = true }
        }
        try await bridge.start()
        // Connected is only the link: the service answers when it watches.
        try await ask(.look)
    }

    private func follow() {
        let states = bridge.states.stream()
        arriving.handle { [seen, reports, limit] report in
            if let whole = Self.note(report, seen, limit) { reports.send(whole) }
        }
        Task { [seen, reports, recording, weak bridge] in
            var wasConnected = false
            for await state in states {
                switch state {
                case .connected: wasConnected = true
                case .cut(let error):
                    // Until somebody was met, the limits say how often to try. Another connection after the first would
                    // be another visit: what was told before does not hold any more.
                    guard wasConnected else { continue }
                    seen.contents.withLock { $0.reason = error }
                    bridge?.stop()
                case .ended(let error?): seen.contents.withLock { $0.reason = error }
                case .new, .connecting, .ended(nil): break
                }
            }
            reports.finish()
            recording.finish()
            let (waiting, gone) = seen.contents.withLock { seen in
                seen.hasEnded = true
                defer { seen.waiting = [:] }
                return (seen.waiting, seen.gone)
            }
            for one in waiting.values { one.resume(throwing: gone) }
        }
    }

    /// Disconnects; what this monitor has paused goes on, unless another one has paused it too.
    public func stop() async { await bridge.close() }

    /// Answers what is to be said of it: a system when all of it has come.
    private static func note(_ report: MonitorReport, _ box: SeenBox, _ limit: Int) -> MonitorReport? {
        var report: MonitorReport? = report
        let answered = box.contents.withLock { seen -> (CheckedContinuation<Answer, any Error>, Answer)? in
            switch report {
            case nil: break
            case .part(let members, let connections):
                // A service tells no more than that.
                seen.memberParts += members.prefix(max(MonitorReport.most - seen.memberParts.count, 0))
                seen.connectionParts += connections.prefix(max(MonitorReport.most - seen.connectionParts.count, 0))
                report = nil
            case .system(let members, let connections):
                seen.members = seen.memberParts + members
                seen.connections = seen.connectionParts + connections
                (seen.memberParts, seen.connectionParts) = ([], [])
                report = .system(members: seen.members, connections: seen.connections)
                let names = Set(seen.members.map(\.name))
                seen.configurations = seen.configurations.filter { names.contains($0.key) }
            case .configuration(let member, let text): seen.configurations[member] = text
            case .message(let message):
                seen.messages.append(message)
                if seen.messages.count > limit * 2 { seen.messages.removeFirst(seen.messages.count - limit) }
            case .answer(let number, let isDone, let text, let held, let heldCount, let dropped):
                return seen.waiting.removeValue(forKey: number).map {
                    (
                        $0,
                        Answer(isDone: isDone, text: text, held: held, heldCount: heldCount, dropped: dropped)
                    )
                }
            }
            return nil
        }
        if let (waiting, answer) = answered { waiting.resume(returning: answer) }
        return report
    }

    /// The components, in the order in which they joined.
    public var members: [MonitoredMember] { seen.contents.withLock { $0.members } }
    /// The connections, each as `Shop.orders → Kitchen.orders`.
    public var connections: [String] { seen.contents.withLock { $0.connections } }
    /// The configurations of the machines by their names.
    public var configurations: [String: String] { seen.contents.withLock { $0.configurations } }
    /// The messages since the monitor has come, the newest ones.
    public var messages: [MonitoredMessage] { seen.contents.withLock { Array($0.messages.suffix(limit)) } }
    /// The messages as trees, a line for each.
    public var tree: [String] { MonitoredMessage.tree(messages) }

    /// Returns the newest messages as trees, for a screen that has no room for more.
    public func tree(newest count: Int) -> [String] {
        MonitoredMessage.tree(seen.contents.withLock { Array($0.messages.suffix(min(max(count, 0), limit))) })
    }

    /// Asks the service to do something, and waits for the answer. Everything that was reported before has then been
    /// seen.
    ///
    /// An answer is not lost as long as the connection holds. A step is answered when the machines have completed it,
    /// however long that takes; other commands are obeyed meanwhile. To stop waiting, cancel the task.
    /// - Parameters:
    ///   - verb: what is to be done.
    ///   - message: for `step`, the number of the message that is to be delivered; the first one by default.
    /// - Throws: ``BridgeError`` if the monitor was not started, or if the service goes away before it has answered;
    ///   `CancellationError` if the task is cancelled, while the service may do it all the same.
    @discardableResult
    public func ask(_ verb: MonitorCommand.Verb, message: UInt64? = nil) async throws -> Answer {
        let number = try seen.contents.withLock { seen in
            guard seen.isStarted else {
                throw BridgeError(.closed, "the monitor was asked before it was connected; call start() first")
            }
            seen.lastCommand += 1
            return seen.lastCommand
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (waiting: CheckedContinuation<Answer, any Error>) in
                let gone = seen.contents.withLock { seen in
                    if !seen.hasEnded { seen.waiting[number] = waiting }
                    return seen.hasEnded ? seen.gone : nil
                }
                if let gone { return waiting.resume(throwing: gone) }
                // Cancelled before there was anything to be taken back.
                if Task.isCancelled { return cancel(number) }
                commands.send(MonitorCommand(number: number, verb: verb, message: message))
            }
        } onCancel: {
            cancel(number)
        }
    }

    private func cancel(_ number: Int) {
        seen.contents.withLock { $0.waiting.removeValue(forKey: number) }?.resume(throwing: CancellationError())
    }
}
