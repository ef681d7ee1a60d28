import Statecharts

/// What one monitor is told.
struct Told: Sendable {
    private let reports: OutputPort<MonitorReport>
    private weak let bridge: Bridge?

    init(_ reports: OutputPort<MonitorReport>, _ bridge: Bridge) {
        self.reports = reports
        self.bridge = bridge
    }

    /// How many reports the monitor did not take in time.
    var droppedCount: Int { bridge?.droppedCount ?? 0 }

    /// Dropped if too many wait already.
    func message(_ message: MonitoredMessage) { reports.send(.message(message)) }

    /// Waits until there is room: nothing would make up for it.
    func state(_ report: MonitorReport) async { try? await reports.sendWaiting(report) }
}

/// What is done for one monitor.
final class Visit: Sendable {
    private let system: System
    private let unwatch: @Sendable () -> Void
    private let following: Task<Void, Never>
    private let obeying: Task<Void, Never>
    private let stepping: Task<Void, Never>
    private let steps: AsyncStream<MonitorCommand>.Continuation
    private let orders: Orders

    init(
        _ serving: Serving, _ told: Told, _ lines: OutputPort<String>, _ commands: InputPort<MonitorCommand>
    ) {
        let system = serving.system, name = serving.name
        self.system = system
        unwatch = system.watch { told.message(MonitoredMessage($0, in: name)) }
        following = Task {
            let configurations = Configurations(told)
            var shown: [System.Member]?
            for await change in system.changes {
                let members = system.members
                switch change {
                case .joined(let member), .renewed(let member): system.visitMachines(member.id, configurations)
                case .left: break
                case .met, .parted: shown = nil
                }
                // Of many changes at once the first one has told all.
                if members != shown { await told.state(.system(of: system)) }
                shown = members
            }
            configurations.end()
        }
        let orders = Orders(serving, told, lines), (steps, queue) = AsyncStream.makeStream(of: MonitorCommand.self)
        self.orders = orders
        self.steps = queue
        // One after the other, and apart from the other commands: a step may wait for a machine that waits for a
        // message which is held.
        stepping = Task {
            for await command in steps { await orders.step(command) }
        }
        obeying = commands.handle { command in
            if command.verb == .step { queue.yield(command) } else { await orders.obey(command) }
        }
    }

    /// A system that the monitor has paused goes on without it; one that was paused before stays so.
    func end() async {
        unwatch()
        following.cancel()
        obeying.cancel()
        steps.finish()
        // A command that came just before may still be obeyed.
        await obeying.value
        orders.end()
        stepping.cancel()
    }
}

/// Does what a monitor asks for.
private final class Orders: Sendable {
    private struct State {
        /// Whether the system is paused because this monitor has asked for it.
        var hasPaused = false
        var recording: Task<Void, Never>?
        var hasEnded = false
    }

    private let serving: Serving
    private let told: Told
    private let lines: OutputPort<String>
    private let state = Guarded(State())

    init(_ serving: Serving, _ told: Told, _ lines: OutputPort<String>) {
        self.serving = serving
        self.told = told
        self.lines = lines
    }

    func obey(_ command: MonitorCommand) async {
        var isDone = true, text = "\(command.verb)"
        switch (command.verb, serving.access) {
        case (.look, _), (.step, .stepping): break
        case (.record, _):
            isDone = record()
            if !isDone { text = "\(serving.name) keeps no recording for monitors" }
        case (.pause, .stepping): pause()
        case (.resume, .stepping): resume()
        case (.pause, .reading), (.resume, .reading), (.step, .reading):
            isDone = false
            text = lookOnly
        }
        await answer(command, isDone, text)
    }

    func step(_ command: MonitorCommand) async {
        guard serving.access == .stepping else { return await answer(command, false, lookOnly) }
        let system = serving.system
        let id = command.message.flatMap { number in system.held.first { $0.id.number == number }?.id }
        let record = command.message != nil && id == nil ? nil : await system.stepAndSettle(id)
        await answer(
            command, record != nil, record?.description ?? "there is no such message that can be delivered now")
    }

    private var lookOnly: String { "\(serving.name) lets monitors look only" }

    private func answer(_ command: MonitorCommand, _ isDone: Bool, _ text: String) async {
        let held = serving.system.held
        await told.state(
            .answer(
                number: command.number, isDone: isDone, text: text.clipped(),
                held: held.prefix(MonitorReport.mostHeld).map { MonitoredMessage($0, in: serving.name) },
                heldCount: held.count, dropped: told.droppedCount))
    }

    private func pause() {
        let wasPaused = serving.system.isPaused
        serving.system.pause()
        if !wasPaused { state.withLock { $0.hasPaused = true } }
    }

    private func resume() {
        state.withLock { $0.hasPaused = false }
        serving.system.resume()
    }

    private func record() -> Bool {
        guard let makeLines = serving.recording else { return false }
        state.withLock { [lines] state in
            if state.recording != nil || state.hasEnded { return }
            state.recording = Task {
                for await line in makeLines() {
                    do { try await lines.sendWaiting(line) } catch { return }
                }
            }
        }
        return true
    }

    /// Nothing is obeyed any more.
    func end() {
        let (hasPaused, recording) = state.withLock { state in
            state.hasEnded = true
            return (state.hasPaused, state.recording)
        }
        recording?.cancel()
        if hasPaused { serving.system.resume() }
    }
}

/// Follows the configurations of machines.
private final class Configurations: MachineVisitor, Sendable {
    private let told: Told
    private let tasks = Guarded<[Task<Void, Never>]>([])

    init(_ told: Told) { self.told = told }

    func visit<Top: Statechart>(_ machine: Machine<Top>, named name: String) {
        let configurations = machine.configurations
        let task = Task { [told] in
            // Whoever takes them slowly is told the newest one.
            for await configuration in configurations {
                await told.state(.configuration(member: name, configuration.description.clipped()))
            }
        }
        tasks.withLock { $0.append(task) }
    }

    func end() { for task in tasks.withLock({ $0 }) { task.cancel() } }
}
