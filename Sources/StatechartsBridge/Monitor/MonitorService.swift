public import Statecharts

/// Lets monitors in other processes look at a system, one at a time.
///
///     let service = MonitorService(of: system, over: link, name: "shop")
///     service.start()
///
/// While no monitor is connected, messages cost nothing more. While one is, all messages of the system pass one queue,
/// as for `System.messages`. Messages that the monitor does not take in time are not told, and counted
/// (``Monitor/Answer/dropped``); answers, components and configurations wait until it takes them. Long texts and lists
/// are told by their beginning.
///
/// - Isolation: `Sendable`; everything may be called from anywhere.
public final class MonitorService: Sendable {
    /// What monitors may do.
    public enum Access: Sendable, Hashable {
        /// Look.
        case reading
        /// Look, pause, step and resume.
        case stepping
    }

    static let reportChannel = "statecharts.monitor.reports"
    static let commandChannel = "statecharts.monitor.commands"
    static let recordingChannel = "statecharts.monitor.recording"

    private let serving: Serving
    private let task = Guarded<Task<Void, Never>?>(nil)

    /// Makes a service that has not begun.
    /// - Parameters:
    ///   - system: which one; it is kept as long as the service runs.
    ///   - link: where monitors come from, usually one that listens. It is closed with the service.
    ///   - name: what monitors call the process.
    ///   - access: what they may do; by default they can only look.
    ///   - recording: the lines of a recording for a monitor that asks for it, such as `Recorder.lines` of
    ///     StatechartsDiagrams; they wait until the
    ///     monitor has taken those before.
    public init(
        of system: System, over link: any BridgeLink, name: String, access: Access = .reading,
        recording: (@Sendable () -> AsyncStream<String>)? = nil
    ) {
        serving = Serving(system: system, link: link, name: name, access: access, recording: recording)
    }

    deinit { stop() }

    /// Begins to wait for monitors. Calling it twice changes nothing.
    public func start() {
        task.withLock { task in
            if task == nil { task = Task { [serving] in await serving.run() } }
        }
    }

    /// Sends the monitor away and closes the link. Calling it twice changes nothing.
    public func stop() {
        task.withLock { $0 }?.cancel()
        serving.link.close()
    }
}

struct Serving: Sendable {
    let system: System
    let link: any BridgeLink
    let name: String
    let access: MonitorService.Access
    let recording: (@Sendable () -> AsyncStream<String>)?

    /// One monitor after the other.
    func run() async {
        while !Task.isCancelled {
            let reports = OutputPort<MonitorReport>("reports"), commands = InputPort<MonitorCommand>("commands")
            let lines = OutputPort<String>("recording")
            // What a monitor asks for causes none of what it is told.
            let bridge = Bridge(over: KeptLink(link: link), name: name, limits: BridgeLimits(), carriesCauses: false)
            bridge.export(reports, as: MonitorService.reportChannel, buffering: .waiting(10_000))
            bridge.export(lines, as: MonitorService.recordingChannel, buffering: .waiting(1_000))
            bridge.import(MonitorService.commandChannel, to: commands)
            let states = bridge.states.stream()
            bridge.begin()
            var visit: Visit?
            await withTaskCancellationHandler {
                for await state in states {
                    switch state {
                    case .connected:
                        visit = Visit(self, Told(reports, bridge), lines, commands)
                    // Whoever comes next is told everything anew.
                    case .cut where visit != nil: bridge.stop()
                    case .new, .connecting, .cut, .ended: break
                    }
                }
            } onCancel: {
                bridge.stop()
            }
            await visit?.end()
            if case .ended(let error?) = bridge.state, error.code == .closed { return }
        }
    }
}

/// A link that goes on when one of its bridges has ended.
private struct KeptLink: BridgeLink {
    let link: any BridgeLink
    var description: String { link.description }
    var isListening: Bool { link.isListening }
    func open() async throws -> any BridgeConnection { try await link.open() }
    func close() {}
}
