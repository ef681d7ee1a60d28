public import Statecharts

/// Lets monitors in other processes look at a system, one at a time.
///
///     let service = MonitorService(of: system, over: link, name: "shop")
///     service.start()
///
/// While no monitor is connected it costs nothing. While one is, all messages of the system pass one queue, as for
/// `System.messages`. Reports that the
/// monitor does not take in time are dropped.
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

private struct Serving: Sendable {
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
            let bridge = Bridge(over: KeptLink(link: link), name: name)
            bridge.export(reports, as: MonitorService.reportChannel, buffering: .bufferingOldest(10_000))
            bridge.export(lines, as: MonitorService.recordingChannel, buffering: .waiting(1_000))
            bridge.import(MonitorService.commandChannel, to: commands)
            let states = bridge.states.stream()
            bridge.begin()
            var visit: Visit?
            await withTaskCancellationHandler {
                for await state in states {
                    switch state {
                    case .connected: visit = Visit(self, reports, lines, commands)
                    // Whoever comes next is told everything anew.
                    case .cut where visit != nil: bridge.stop()
                    case .new, .connecting, .cut, .ended: break
                    }
                }
            } onCancel: {
                bridge.stop()
            }
            visit?.end()
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

/// What is done for one monitor.
private final class Visit: Sendable {
    private let tasks: Guarded<[Task<Void, Never>]>
    private let recording: Recording
    private let unwatch: @Sendable () -> Void
    private let goOn: @Sendable () -> Void

    /// The task that tells the lines of a recording, once a monitor has asked for it.
    private final class Recording: Sendable {
        private let task = Guarded<Task<Void, Never>?>(nil)

        func begin(_ lines: @escaping @Sendable () -> AsyncStream<String>, _ output: OutputPort<String>) {
            task.withLock { task in
                if task != nil { return }
                task = Task {
                    for await line in lines() {
                        do { try await output.sendWaiting(line) } catch { return }
                    }
                }
            }
        }

        func end() { task.withLock { $0 }?.cancel() }
    }

    init(
        _ serving: Serving, _ reports: OutputPort<MonitorReport>, _ lines: OutputPort<String>,
        _ commands: InputPort<MonitorCommand>
    ) {
        let recording = Recording(), makeLines = serving.recording
        self.recording = recording
        let system = serving.system, name = serving.name, access = serving.access
        unwatch = system.watch { reports.send(.message(MonitoredMessage($0, in: name))) }
        let configurations = Configurations(reports)
        let following = Task {
            for await change in system.changes {
                reports.send(
                    .system(
                        members: system.members.map(MonitoredMember.init),
                        connections: system.connections.map(\.description)))
                switch change {
                case .joined(let member), .renewed(let member): system.visitMachines(member.id, configurations)
                case .left, .met, .parted: break
                }
            }
            configurations.end()
        }
        let obeying = commands.handle { command in
            var isDone = true, text = "\(command.verb)"
            switch (command.verb, access) {
            case (.look, _): break
            case (.record, _):
                if let makeLines { recording.begin(makeLines, lines) } else { isDone = false }
                if !isDone { text = "\(name) keeps no recording for monitors" }
            case (.pause, .stepping): system.pause()
            case (.resume, .stepping): system.resume()
            case (.step, .stepping):
                let id = command.message.flatMap { number in system.held.first { $0.id.number == number }?.id }
                let record = command.message != nil && id == nil ? nil : await system.stepAndSettle(id)
                isDone = record != nil
                text = record?.description ?? "there is no such message that can be delivered now"
            case (.pause, .reading), (.step, .reading), (.resume, .reading):
                isDone = false
                text = "\(name) lets monitors look only"
            }
            let held = system.held.map { MonitoredMessage($0, in: name) }
            reports.send(.answer(number: command.number, isDone: isDone, text: text, held: held))
        }
        tasks = Guarded([following, obeying])
        goOn = { if access == .stepping { system.resume() } }
    }

    /// A system that a monitor has paused goes on without it.
    func end() {
        unwatch()
        recording.end()
        goOn()
        for task in tasks.withLock({ $0 }) { task.cancel() }
    }
}

/// Follows the configurations of machines.
private final class Configurations: MachineVisitor, Sendable {
    private let reports: OutputPort<MonitorReport>
    private let tasks = Guarded<[Task<Void, Never>]>([])

    init(_ reports: OutputPort<MonitorReport>) { self.reports = reports }

    func visit<Top: Statechart>(_ machine: Machine<Top>, named name: String) {
        let configurations = machine.configurations
        let task = Task { [reports] in
            for await configuration in configurations {
                reports.send(.configuration(member: name, configuration.description))
            }
        }
        tasks.withLock { $0.append(task) }
    }

    func end() { for task in tasks.withLock({ $0 }) { task.cancel() } }
}

extension MonitoredMember {
    init(_ member: System.Member) {
        self.init(
            name: member.name, type: member.type,
            ports: member.ports.map { "\($0.direction == .input ? "in" : "out") \($0.label.name): \($0.type)" })
    }
}
