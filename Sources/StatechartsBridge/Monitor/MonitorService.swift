public import Statecharts

/// Lets monitors in other processes look at a system, many at a time.
///
///     let service = MonitorService(of: system, over: link, name: "shop")
///     service.start()
///
/// While no monitor is connected, messages cost nothing more. While one is, all messages of the system pass one queue,
/// as for `System.messages`. Each monitor has a queue of its own, so that a slow one delays no other: messages that it
/// does not take in time are left out, and counted (``Monitor/Answer/dropped``); answers, components and configurations
/// wait until it takes them. Of long texts and lists only the beginning is sent.
///
/// What a monitor has paused stays paused until that monitor resumes it or leaves; what another one has paused too goes
/// on when the last of them has done so. Any monitor that may step can resume what the process itself has paused; what
/// it had paused before a monitor did stays paused when monitors leave.
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

    /// Makes a service that is not started.
    /// - Parameters:
    ///   - system: the system to serve; it is kept alive as long as the service runs.
    ///   - link: where monitors come from, usually one that listens. It is closed with the service.
    ///   - name: what monitors call the process.
    ///   - access: what they may do; by default they can only look.
    ///   - connections: how many monitors are served at a time, by a link that listens; one more is told that the
    ///     service is busy. A link that does not listen has one.
    ///   - recording: the lines of a recording for a monitor that asks for it, such as `Recorder.lines` of
    ///     StatechartsDiagrams; they wait until the monitor has taken those before.
    public convenience init(
        of system: System, over link: any BridgeLink, name: String, access: Access = .reading, connections: Int = 16,
        recording: (@Sendable () -> AsyncStream<String>)? = nil
    ) {
        self.init(
            of: system, over: link, name: name, access: access, connections: connections, recording: recording,
            limits: BridgeLimits(), clock: ContinuousClock())
    }

    /// - Parameter limits: those of the bridge to each monitor.
    init<C: Clock>(
        of system: System, over link: any BridgeLink, name: String, access: Access = .reading, connections: Int = 16,
        recording: (@Sendable () -> AsyncStream<String>)? = nil, limits: BridgeLimits, clock: C
    ) where C.Duration == Duration {
        var limits = limits
        // The link to a monitor is one connection; whoever comes back is told everything anew.
        limits.attempts = 1
        serving = Serving(
            system: system, link: link, name: name, access: access, most: link.isListening ? max(connections, 1) : 1,
            recording: recording, limits: limits, rights: PauseRights(system),
            sleep: { try await clock.sleep(for: $0) },
            // What a monitor asks for causes none of what it is told.
            makeBridge: { [limits] link in
                Bridge(over: link, name: name, limits: limits, clock: clock, carriesCauses: false)
            })
    }

    deinit { stop() }

    /// Begins to wait for monitors. Calling it twice changes nothing.
    public func start() {
        task.withLock { task in
            if task == nil { task = Task { [serving] in await serving.run() } }
        }
    }

    /// Disconnects the monitors and closes the link. Calling it twice changes nothing.
    public func stop() {
        task.withLock { $0 }?.cancel()
        serving.link.close()
    }
}
