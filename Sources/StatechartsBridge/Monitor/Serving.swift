import Statecharts

/// A service without its public face: waits for monitors, and serves each in a task of its own.
struct Serving: Sendable {
    let system: System
    let link: any BridgeLink
    let name: String
    let access: MonitorService.Access
    /// How many monitors there may be at a time.
    let most: Int
    let recording: (@Sendable () -> AsyncStream<String>)?
    let limits: BridgeLimits
    let rights: PauseRights
    let sleep: @Sendable (Duration) async throws -> Void
    let makeBridge: @Sendable (any BridgeLink) -> Bridge

    /// How many messages wait for a monitor that does not take them; others are dropped.
    static let mostWaiting = 4_096
    /// How many commands of a monitor wait until those before have been obeyed.
    static let mostCommands = 64

    /// Returns when the link was closed and all monitors have gone.
    func run() async {
        (link as? any AdmittingLink)?.admit(most)
        await withTaskGroup(of: Bool.self) { group in
            var count = 0, number = 0, delay = limits.retryDelays.lowerBound
            while !Task.isCancelled {
                var isVain = false
                if count == most, let hasMet = await group.next() {
                    count -= 1
                    if hasMet { delay = limits.retryDelays.lowerBound }
                    isVain = !hasMet && !link.isListening
                }
                do {
                    if isVain { throw BridgeError(.unreachable, "\(link.description): nobody there who looks") }
                    let connection = try await link.open()
                    // Who dials knows only later whether it was a monitor who has answered.
                    if link.isListening { delay = limits.retryDelays.lowerBound }
                    count += 1
                    number += 1
                    group.addTask { [number] in await serve(connection, number) }
                } catch let error as BridgeError where error.isPassing {
                    try? await sleep(delay)
                    delay = min(delay * 2, limits.retryDelays.upperBound)
                } catch {
                    // The link's own word; what a monitor says comes over its bridge.
                    break
                }
            }
        }
    }

    /// Answers whether it was a monitor who came.
    private func serve(_ connection: any BridgeConnection, _ number: Int) async -> Bool {
        let reports = OutputPort<MonitorReport>("reports"), lines = OutputPort<String>("recording")
        let commands = InputPort<MonitorCommand>("commands", buffering: .waiting(Self.mostCommands))
        let bridge = makeBridge(VisitorLink(connection, link.description))
        bridge.export(reports, as: MonitorService.reportChannel, buffering: .waiting(Self.mostWaiting))
        bridge.export(lines, as: MonitorService.recordingChannel, buffering: .waiting(1_000))
        bridge.import(MonitorService.commandChannel, to: commands)
        let states = bridge.states.stream()
        bridge.begin()
        var visit: Visit?
        await withTaskCancellationHandler {
            for await state in states {
                switch state {
                case .connected: visit = visit ?? Visit(self, number, Told(reports, bridge), lines, commands)
                case .new, .connecting, .cut, .ended: break
                }
            }
        } onCancel: {
            bridge.stop()
        }
        await visit?.end()
        return visit != nil
    }
}

/// The one connection of a monitor.
private final class VisitorLink: BridgeLink {
    private let connection: Guarded<(any BridgeConnection)?>
    let description: String

    init(_ connection: any BridgeConnection, _ description: String) {
        self.connection = Guarded(connection)
        self.description = description
    }

    func open() async throws -> any BridgeConnection {
        guard let connection = connection.withLock({ $0.take() }) else {
            throw BridgeError(.cut, "\(description): the monitor has gone")
        }
        return connection
    }
    func close() {}
}

/// Who has paused a system. One after the other, so that what was answered is so.
actor PauseRights {
    private let system: System
    /// The monitors that have paused it, and whether the process itself had before them.
    private var holders: Set<Int> = []
    private var wasPaused = false

    init(_ system: System) { self.system = system }

    func pause(_ monitor: Int) {
        forgetOld()
        if holders.isEmpty { wasPaused = system.isPaused }
        holders.insert(monitor)
        system.pause()
    }

    /// Answers how many others have paused it too. If none has, it goes on.
    func resume(_ monitor: Int) -> Int {
        forgetOld()
        holders.remove(monitor)
        if holders.isEmpty { system.resume() }
        return holders.count
    }

    /// Whoever steps must not deliver what another monitor holds.
    func mayStep(_ monitor: Int) -> Bool {
        forgetOld()
        return holders.isEmpty || holders.contains(monitor)
    }

    /// A monitor has gone: what only it has paused goes on.
    func leave(_ monitor: Int) {
        forgetOld()
        if holders.remove(monitor) != nil, holders.isEmpty, !wasPaused { system.resume() }
    }

    /// The process itself has resumed it.
    private func forgetOld() {
        if !system.isPaused { holders = [] }
    }
}
