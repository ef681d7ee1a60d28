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

    /// Waits until there is room: nothing would make up for it. Answers whether it was told, and the task not
    /// cancelled.
    @discardableResult
    func state(_ report: MonitorReport) async -> Bool {
        do {
            try await reports.sendWaiting(report)
            return true
        } catch {
            return false
        }
    }
}

/// What is done for one monitor.
final class Visit: Sendable {
    private let unwatch: @Sendable () -> Void
    private let picture: Picture
    private let obeying: Task<Void, Never>
    private let stepping: Task<Void, Never>
    private let steps: AsyncStream<MonitorCommand>.Continuation
    private let orders: Orders

    init(
        _ serving: Serving, _ number: Int, _ told: Told, _ lines: OutputPort<String>,
        _ commands: InputPort<MonitorCommand>
    ) {
        let name = serving.name
        // Before anything is obeyed: what a command leads to is seen.
        unwatch = serving.system.watch { told.message(MonitoredMessage($0, in: name)) }
        let picture = Picture(serving, told)
        self.picture = picture
        let orders = Orders(serving, number, told, picture, lines)
        let (steps, queue) = AsyncStream.makeStream(
            of: MonitorCommand.self, bufferingPolicy: .bufferingOldest(Serving.mostCommands))
        self.orders = orders
        self.steps = queue
        // One after the other, and apart from the other commands: a step may wait for a machine that waits for a
        // message which is held.
        stepping = Task {
            for await command in steps { await orders.step(command) }
        }
        obeying = commands.handle { command in
            guard command.verb == .step else { return await orders.obey(command) }
            if case .dropped = queue.yield(command) {
                await orders.refuse(command, "\(Serving.mostCommands) steps wait already")
            }
        }
    }

    /// What the monitor has paused goes on without it.
    func end() async {
        unwatch()
        obeying.cancel()
        steps.finish()
        // A command that came just before may still be obeyed.
        await obeying.value
        picture.end()
        await orders.end()
        stepping.cancel()
    }
}

/// Does what a monitor asks for.
private final class Orders: Sendable {
    private struct State {
        var recording: Task<Void, Never>?
        var hasEnded = false
    }

    private let serving: Serving
    private let number: Int
    private let told: Told
    private let picture: Picture
    private let lines: OutputPort<String>
    private let state = Guarded(State())

    init(_ serving: Serving, _ number: Int, _ told: Told, _ picture: Picture, _ lines: OutputPort<String>) {
        self.serving = serving
        self.number = number
        self.told = told
        self.picture = picture
        self.lines = lines
    }

    func obey(_ command: MonitorCommand) async {
        switch (command.verb, serving.access) {
        case (.look, _):
            await picture.isTold()
            await answer(command, true, "\(command.verb)")
        case (.record, _):
            if record() { return await answer(command, true, "\(command.verb)") }
            await refuse(command, "\(serving.name) keeps no recording for monitors")
        case (.pause, .stepping):
            await serving.rights.pause(number)
            await answer(command, true, "\(command.verb)")
        case (.resume, .stepping):
            let others = await serving.rights.resume(number)
            if others == 0 { return await answer(command, true, "\(command.verb)") }
            let who = others == 1 ? "another monitor has" : "\(others) other monitors have"
            await refuse(command, "\(who) paused \(serving.name) too; it goes on when they resume or leave")
        case (.step, .stepping): await step(command)
        case (.pause, .reading), (.resume, .reading), (.step, .reading):
            await refuse(command, "\(serving.name) lets monitors look only")
        }
    }

    func step(_ command: MonitorCommand) async {
        guard serving.access == .stepping else {
            return await refuse(command, "\(serving.name) lets monitors look only")
        }
        guard await serving.rights.mayStep(number) else {
            return await refuse(command, "another monitor has paused \(serving.name); pause it too, then step")
        }
        let system = serving.system
        let id = command.message.flatMap { number in system.held.first { $0.id.number == number }?.id }
        let record = command.message != nil && id == nil ? nil : await system.stepAndSettle(id)
        await answer(
            command, record != nil, record?.description ?? "there is no such message that can be delivered now")
    }

    func refuse(_ command: MonitorCommand, _ reason: String) async { await answer(command, false, reason) }

    private func answer(_ command: MonitorCommand, _ isDone: Bool, _ text: String) async {
        let held = serving.system.held
        await told.state(
            .answer(
                number: command.number, isDone: isDone, text: text.clipped(),
                held: MonitorReport.fitting(
                    held.prefix(MonitorReport.mostHeld).map { MonitoredMessage($0, in: serving.name) },
                    in: serving.limits.frameLength - (1 << 14)),
                heldCount: held.count, dropped: told.droppedCount))
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
    func end() async {
        let recording = state.withLock { state in
            state.hasEnded = true
            return state.recording
        }
        recording?.cancel()
        await serving.rights.leave(number)
    }
}
