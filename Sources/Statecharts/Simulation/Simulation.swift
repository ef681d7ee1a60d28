/// A chart that runs where it is called, with a time that stands still and work that is noted instead of begun: what
/// the test kit drives.
///
/// It is the same engine as a ``Machine``'s. Timers are armed and fire when they are told to, activities end when
/// somebody says how, and what the chart sends itself through ports of its own is taken after the step. Suspending
/// actions are awaited.
///
/// - Isolation: not `Sendable`, like the ``Interpreter`` that it holds.
package final class Simulation<Top: Statechart> {
    package let interpreter: Interpreter<Top>
    let host: SimulationHost
    /// Whether what the chart sends to input ports of its own is taken; a replay is told what came through ports.
    package var takesPorts = true
    /// What the chart's input ports bring.
    let mailbox = Mailbox<Top.Event>()
    /// Whether messages can come to the chart, or to one inside it.
    package internal(set) var receivesMessages = false
    /// What has come and is to be taken one by one, in a ``SimulatedWorld``.
    var waiting: [Envelope<Top.Event>] = []
    /// In which states ports give messages.
    var gates = PortGates(of: nil)
    /// The events of the step under way to which no state reacted, if they are to be reported.
    var reports: UnhandledReports?

    package var top: Top { interpreter.top }

    /// Told of every complete step.
    package var onStep: ((Macrostep<Top.Event>) -> Void)? {
        get { interpreter.onStep }
        set { interpreter.onStep = newValue }
    }

    /// How an activity may go on, if somebody knows.
    package var expectedOutcomes: ((SimulatedActivity) -> [ActivityOutcome])?

    /// How long, in real time, a suspending action or work that is really done may take before it is told of.
    package let patience: Duration
    /// Told of it.
    package let onUnendingWait: @Sendable (String) -> Void
    private var isPrepared = false
    private lazy var watch = ActionWatch(patience, onUnendingWait)
    /// What states stand for, as they have said in `configure()`, in document order.
    package private(set) var requirements: [(path: String, name: String)] = []

    /// - Parameters:
    ///   - patience: how long, in real time, a suspending action may take.
    ///   - onUnendingWait: told once of an action that takes longer; it goes on waiting.
    ///   - world: where child machines run beside the chart; without it somebody says how they end.
    package convenience init(
        _ top: Top, patience: Duration = .seconds(60),
        onUnendingWait: @escaping @Sendable (String) -> Void = { trap($0, "or give it more patience") },
        world: SimulatedWorld? = nil
    ) {
        self.init(top, patience, onUnendingWait, SimulationHost(world))
        if let world { root(world) }
    }

    /// A chart of a child machine, with the patience of its world.
    convenience init(_ top: Top, inside world: SimulatedWorld) {
        self.init(top, world.patience, world.onUnendingWait, SimulationHost(world))
    }

    private init(
        _ top: Top, _ patience: Duration, _ onUnendingWait: @escaping @Sendable (String) -> Void,
        _ host: SimulationHost
    ) {
        interpreter = Interpreter(top, allowsSuspending: true)
        self.host = host
        self.patience = patience
        self.onUnendingWait = onUnendingWait
        host.reader.timer = { [unowned self] in key(of: $0) }
        if host.world == nil { return }
        host.deliver = { [mailbox] in $0.isOfActivity && mailbox.put(.resource($0)) != .refused }
    }

    var engine: Engine? { interpreter.engine }

    // MARK: Driving it

    /// Checks the chart and enters it, at `targets` instead of its initial configuration if there are any.
    /// - Throws: ``ChartError``; ``PlaceError``, before anything was entered. A step that fails is told by
    ///   ``Interpreter/failure``.
    package func start(at targets: [StateNode] = []) async throws {
        try prepare()
        guard let engine else { return }
        let places = try engine.places(of: targets)
        await run(from: engine.begin(.start(at: places)))
    }

    /// Checks the chart, and takes the messages of its ports, which wait for the start; without effect the second time.
    package func prepare() throws {
        if isPrepared { return }
        let declared = try Declaration.collectingRequirements { _ = try interpreter.prepareStart() }
        guard let engine else { return }
        isPrepared = true
        requirements = declared.filter { $0.node.table?.engine === engine }
            .sorted { $0.node.index < $1.node.index }.map { ($0.node.path, $0.name) }
        engine.host = host
        if takesPorts { attachPorts(engine) }
    }

    /// Takes an event, and what the chart sends itself meanwhile.
    package func send(_ event: Top.Event) async -> Outcome {
        guard let engine, isRunning else { return .finished }
        await runStep(engine, from: interpreter.begin(event, engine))
        let outcome = engine.outcome
        await takeWhatFollows()
        return outcome
    }

    /// Takes an event as far as that can be done without awaiting. Answers what there is to be awaited, by
    /// ``goOn(from:)``; `nil` if the event was taken.
    @inline(__always)
    package func sendAtOnce(_ event: Top.Event) -> Suspension? {
        guard let engine, isRunning else { return nil }
        if case .suspended = interpreter.begin(event, engine) { return Suspension(isStepOver: false) }
        if !gates.isEmpty { gates.update() }
        return mailbox.mayHaveMail || isStepwise ? Suspension(isStepOver: true) : nil
    }

    /// Something that a step waits for.
    package struct Suspension {
        let isStepOver: Bool
    }

    /// Completes a step that was begun, and takes what the chart has sent itself.
    package func goOn(from suspension: Suspension) async {
        guard let engine else { return }
        await run(from: suspension.isStepOver ? engine.run() : .suspended)
    }

    /// Lets somebody outside send messages to the chart's ports, and takes these; what waits in a ``SimulatedWorld``
    /// waits on.
    package func receive(_ send: () -> Void) async {
        if isStepwise { collectMail() }
        send()
        await settle()
    }

    /// Takes what came through the chart's ports; in a ``SimulatedWorld``, what has come since ``collectMail()``.
    private func settle() async {
        guard isRunning else { return }
        await takeMail()
        await settleWorld()
    }

    /// Looks at eventless transitions and raised events again, after data were changed from outside.
    package func touch() async {
        guard let engine, isRunning else { return }
        await run(from: engine.begin(.changed))
    }

    package func stop() async {
        guard let engine, isRunning else { return }
        await run(from: engine.begin(.stop))
    }

    /// Whether messages have come that nobody has taken.
    package var hasMail: Bool { mailbox.mayHaveMail }

    package var isRunning: Bool { engine?.status == .running }

    // MARK: Inside

    /// Runs a step to its end, then takes what came through ports.
    func run(from end: StepEnd) async {
        guard let engine else { return }
        await runStep(engine, from: end)
        await takeWhatFollows()
    }

    /// Takes what the chart has sent itself in a step.
    private func takeWhatFollows() async {
        if isStepwise { await settleWorld() } else if mailbox.mayHaveMail { await takeMail() }
    }

    private func runStep(_ engine: Engine, from end: StepEnd) async {
        var end = end
        while case .suspended = end {
            let pause = engine.pause
            switch pause {
            case .entry(let node): watch.begin(.entry(engine.topology, node.index))
            case .exit(let node): watch.begin(.exit(engine.topology, node.index))
            case .effect: watch.begin(.effect(engine.topology, engine.acting))
            case .ending: break
            }
            do {
                try await pause.perform()
                engine.resume(nil)
            } catch {
                engine.resume(error)
            }
            watch.end()
            end = engine.run()
        }
        if let reports, !reports.isEmpty { reports.tell() }
        gates.update()
    }

    /// How many events a chart may send itself before something else happens.
    private static var mostMail: Int { 10_000 }

    private func takeMail() async {
        var count = 0
        var inbox = Inbox<Top.Event>()
        while let engine, mailbox.mayHaveMail, mailbox.moveEnvelopes(into: &inbox) > 0 {
            while let envelope = inbox.next() {
                guard isRunning else { return }
                count += 1
                if count > Self.mostMail {
                    let error = StepError(
                        .eventlessCycle, path: engine.topology.path(of: 0),
                        "sent itself more than \(Self.mostMail) events without anything else happening",
                        fix: "let one of its answers send nothing")
                    return await runStep(engine, from: engine.begin(.failure(error)))
                }
                await handle(envelope, engine)
            }
            if isStepwise { return }
        }
    }

    /// Takes one envelope, without what the chart sends itself meanwhile.
    func handle(_ envelope: Envelope<Top.Event>, _ engine: Engine) async {
        if case .receipt(let receipt) = envelope.sender, !receipt.isAdmitted { return }
        switch envelope {
        case .event(let event, _): await runStep(engine, from: interpreter.begin(event, engine))
        case .inside(let inside, _):
            await runStep(
                engine, from: StepDriver(interpreter).receive(inside.event, insideOf: inside.top, engine))
        case .failure(let error): await runStep(engine, from: engine.begin(.failure(error)))
        case .resource(let message): await handle(message, engine)
        case .request, .stop: return  // nobody has a handle to put these in
        }
        if case .receipt(let receipt) = envelope.sender { receipt.handled() }
    }

    /// Takes what a child machine has sent, or its end.
    private func handle(_ message: ResourceMessage, _ engine: Engine) async {
        guard let services = engine.services else { return }
        let driver = StepDriver(interpreter)
        let step: ResourceStep<Top.Event>
        switch message {
        case .event(let event, _, let node, _, _): step = driver.receive(event, at: node, engine)
        case .ended(let end, let activity, let node, _, _):
            step = driver.end(activity, of: node, with: end, services)
        // Timers fire when they are told to, and work does not begin.
        case .due, .expired, .work: return
        }
        if case .refused = step.end { return }
        await runStep(engine, from: step.end)
    }
}

extension Simulation {
    /// The numbers of the active states that have handlers of their own, in document order.
    package func activeHandlers() -> [Int32] {
        guard let engine, isRunning else { return [] }
        var active: Set<Int32> = []
        for position in 0..<engine.leaves.count {
            var node = engine.leaves[position]
            while node >= 0, active.insert(node).inserted { node = engine.infos[node].parent }
        }
        return active.filter { engine.infos[$0].overrides.contains(.handle) }.sorted()
    }

    /// Whether the state with this number is active.
    package func isActive(_ number: Int32) -> Bool { engine?.isActive(number) ?? false }

    /// The path of a state of a chart that was not started, and is not by this; its class's name if the chart cannot
    /// start.
    package func path(of state: StateNode) -> String {
        if interpreter.status == .new { _ = try? interpreter.prepareStart() }
        return state.path
    }
}
