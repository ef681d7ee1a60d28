public import DemoSupport
import Statecharts
public import StatechartsDiagrams
import StatechartsSimulation
import Synchronization

//                                        ┌ Model ────────────────────┐            ┌ Service ────────────┐
//   Phone ─commands─▶ Application ─requests──▶ ExpenseModel ───────service─requests─▶ WebService ◀─faults─── Phone
//                      ▲   │             │     ledgers │  ▲ ▲ ◀──────answers──────────────┘  ▲         │
//                      │   │             │             ▼  │ └────────status──────── Caretaker─┘         │
//                      │   └debtsRequests──▶ DebtsModel ──┘          │            └─────────────────────┘
//                      └────────notices──┼─ both models              │
//                                        └───────────────────────────┘

/// The whole application: makes the components, which know nothing of each other, and connects them.
public final class ExpenseFlow: Sendable {
    /// What is done at the phone.
    private let commands = OutputPort<UserCommand>("commands")
    private let faults = OutputPort<Fault>("faults")

    let application: Machine<Application>
    let model: Model
    let service: Service
    let database: Database
    private let refusals = Refusals()
    private let violations = Violations()
    /// Where the data are kept from one run to the next.
    private let data: DataFile?
    private let enforceRules: @Sendable () -> Void
    private let manualClock: ManualClock?
    let system: System
    private let recorder = Mutex<MessageRecorder?>(nil)
    /// What each new machine of the web service is recorded by.
    private let recording: WebServiceRecording
    /// Whether messages wait until somebody lets them through.
    private let isStepping = Mutex(false)

    /// Makes the components with three users, some expenses, and a service that takes a second.
    /// - Parameters:
    ///   - clock: what animations and the service's delay go by.
    ///   - actor: what all machines run on, so that they take turns and messages have the same numbers in each run; by
    ///     default each
    ///     runs on its own.
    ///   - data: where the data are kept from one run to the next, and where those of the last run are.
    /// - Throws: `InputError` if those cannot be read; they stay as they are.
    public convenience init<C: Clock>(
        clock: C, on actor: (any Actor)? = nil, data: DataFile?
    ) throws(InputError) where C.Duration == Duration {
        let saved = try data?.read(Saved.self) { $0.fault }
        self.init(clock: clock, on: actor, database: saved.map { Database($0) } ?? Database(.demo), data: data)
    }

    /// Begins with the demo's data and keeps nothing.
    public convenience init<C: Clock>(clock: C, on actor: (any Actor)? = nil) where C.Duration == Duration {
        self.init(clock: clock, on: actor, ledger: .demo)
    }

    /// Keeps what the service has, if anything has changed since the last time and somebody wants it kept.
    /// - Throws: `InputError` if it cannot be written.
    public func keep() throws(InputError) { try data?.write(database.saved) }

    /// - Parameters:
    ///   - clock: what animations and the service's delay go by; a `ManualClock` moves by ``advance(by:)``.
    ///   - latency: how long the service takes for an answer.
    ///   - animation: how long an expense takes to slide in and out.
    convenience init<C: Clock>(
        clock: C, on actor: (any Actor)? = nil, accounts: Accounts = .demo, ledger: Ledger,
        latency: Duration = .seconds(1),
        animation: Duration = .milliseconds(300)
    ) where C.Duration == Duration {
        self.init(
            clock: clock, on: actor, accounts: accounts, database: Database(ledger), latency: latency,
            animation: animation)
    }

    private init<C: Clock>(
        clock: C, on actor: (any Actor)?, accounts: Accounts = .demo, database: Database,
        latency: Duration = .seconds(1), animation: Duration = .milliseconds(300), data: DataFile? = nil
    ) where C.Duration == Duration {
        self.data = data
        let application = Application(accounts: accounts, animation: animation)
        let system = System(clock: clock), refusals = refusals
        self.system = system
        self.database = database
        let recording = WebServiceRecording()
        self.recording = recording
        model = Model(clock: clock, on: actor)
        service = Service(
            clock: clock, on: actor, database: database, latency: latency,
            unhandled: .report { event, _ in
                if case .fault = event { refusals.note() }
            },
            making: { recording.record($0) },
            joining: { machine in
                await system.add(
                    machine, named: "WebService", inside: system.members.first { $0.name == "Service" })
            })

        connect(commands, to: application.commands)
        connect(application.requests, to: model.requests)
        connect(model.notices, to: application.notices)
        connect(application.debtsRequests, to: model.debtsRequests)
        connect(model.service, to: service.requests)
        connect(service.answers, to: model.answers)
        connect(service.status, to: model.status)
        connect(faults, to: service.faults)
        enforceRules = { [service, violations] in service.enforceRules(clock: clock) { violations.note($0) } }

        self.application = Machine(
            application, on: actor, clock: clock,
            unhandled: .report { event, _ in
                if case .command = event { refusals.note() }
            })
        manualClock = clock as? ManualClock
    }

    /// Makes the components known to the system and starts the machines, those first that others ask.
    public func start() async throws {
        system.add("Phone", ports: commands, faults)
        await system.add(application, named: "Application")
        let models = system.add(
            "Model", ports: model.requests, model.debtsRequests, model.notices, model.service, model.answers,
            model.status)
        await system.add(model.expenses, named: "ExpenseModel", inside: models)
        await system.add(model.debts, named: "DebtsModel", inside: models)
        let web = system.add("Service", ports: service.requests, service.faults, service.answers, service.status)
        await system.add(service.caretaker, named: "Caretaker", inside: web)
        try await model.start()
        try await service.start()
        try await application.start()
        await settle()
        enforceRules()
    }

    /// Stops the machines.
    public func stop() async throws {
        try await application.stop()
        try await model.stop()
        try await service.stop()
    }

    /// What the phone shows. To be asked between start and stop.
    public var screen: Screen {
        get async { await application.port(\.screen) }
    }

    /// Brings something after each step of the application that may have changed the screen; what is missed is not
    /// repeated.
    public var changes: AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let steps = application.steps(buffering: .bufferingNewest(1))
        let task = Task {
            for await _ in steps { continuation.yield() }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    /// Does something at the phone.
    /// - Returns: whether the application took it; if not, nothing has changed.
    func give(_ command: UserCommand) async -> Bool {
        commands.send(command)
        await settle()
        return !refusals.take()
    }

    /// Makes the service fail.
    /// - Returns: why it did not take the fault; `nil` if it did.
    func cause(_ fault: Fault) async -> String? {
        guard await service.isUp else { return "the service is down" }
        faults.send(fault)
        await settle()
        return refusals.take() ? "the next answer is going to fail already" : nil
    }

    /// Moves the clock on.
    /// - Returns: `false` if it moves by itself.
    func advance(by duration: Duration) async -> Bool {
        guard let manualClock else { return false }
        let end = manualClock.now.advanced(by: duration)
        // From deadline to deadline, so that what happens at one is delivered before the next.
        while let next = await manualClock.pending.first?.deadline, next <= end {
            await manualClock.advance(by: manualClock.now.duration(to: next))
            await settle()
        }
        await manualClock.advance(by: manualClock.now.duration(to: end))
        return true
    }

    /// From now on messages are delivered one at a time, each when everybody is done with the one before: so they have
    /// the same order in each run. Time passes by ``advance(by:)`` only.
    public func deliverInTurns() { system.pause() }

    /// Waits until what was sent has been taken; on a manual clock, also everything that this caused.
    private func settle() async {
        await manualClock?.settle()
        if isStepping.withLock({ $0 }) { return }
        while system.step() != nil { await manualClock?.settle() }
        _ = await application.isActive(\.banner)
        _ = await service.webService.machine?.isActive(\.network)
    }

    // MARK: Looking at the system

    /// The components and their connections; after the start.
    public var drawing: SystemDrawing { SystemDrawing(system) }

    /// Records the messages and the steps of all machines, those of the web service from each of its starts. To be
    /// called before ``start()``.
    public func record(by recorder: Recorder) {
        recorder.record(application, named: "Application")
        recorder.record(model.expenses, named: "ExpenseModel")
        recorder.record(model.debts, named: "DebtsModel")
        recorder.record(service.caretaker, named: "Caretaker")
        recording.begin(recorder)
        recorder.record(system)
    }

    // MARK: One message at a time

    /// Whether messages wait until ``step()``. With `false` those that wait are delivered, and all that come.
    func setStepping(_ isStepping: Bool) async {
        self.isStepping.withLock { $0 = isStepping }
        if isStepping || manualClock != nil { system.pause() } else { system.resume() }
        await settle()
    }

    /// Lets the first waiting message through, or the one with this number.
    /// - Returns: the message; `nil` if none waits or that one cannot go now.
    func step(_ number: Int?) async -> String? {
        let chosen = system.held.first { number == nil || $0.id.number == UInt64(number ?? 0) }
        guard let chosen, let record = await system.stepAndSettle(chosen.id) else { return nil }
        await settle()
        return "\(record)"
    }

    /// The messages that wait, while they are let through one at a time.
    var waiting: [String] { isStepping.withLock { $0 } ? system.held.map { "\($0)" } : [] }

    /// What the web service has not kept to since the last time.
    func takeViolations() -> [ContractViolation] { violations.take() }

    /// Lets the session tell the messages of each command.
    public func trace() {
        let watching = system.recorder()
        recorder.withLock { $0 = watching }
    }

    /// The messages since the last time, as a tree of lines. What was caused by a message of an earlier time says so.
    func takeTrace() -> [String] {
        guard let records = recorder.withLock({ $0 })?.take() else { return [] }
        return MessageTree(records).roots.flatMap { root -> [String] in
            let lines = MessageTree(records.filter { root.contains($0.id) }).description.split(separator: "\n")
            let cause = root.record.cause.map { " (because of \($0))" } ?? ""
            return lines.enumerated().map { $0 == 0 ? "\($1)\(cause)" : String($1) }
        }
    }

    /// Whether a machine was given something that it does not accept now.
    private final class Refusals: Sendable {
        private let isNoted = Mutex(false)
        func note() { isNoted.withLock { $0 = true } }
        func take() -> Bool {
            isNoted.withLock { isNoted in
                defer { isNoted = false }
                return isNoted
            }
        }
    }
}

/// Has each machine that the web service consists of recorded, one after the other.
private final class WebServiceRecording: Sendable {
    private let recorder = Mutex<Recorder?>(nil)
    func begin(_ recorder: Recorder) { self.recorder.withLock { $0 = recorder } }
    func record(_ machine: Machine<WebService>) { recorder.withLock { $0 }?.record(machine, named: "WebService") }
}

extension MessageTree.Node {
    fileprivate func contains(_ id: MessageID) -> Bool {
        record.id == id || children.contains { $0.contains(id) }
    }
}
